// Package listings is what people try to sell.
package listings

import (
	"fmt"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/mcptoolset"
)

// A Listing is one thing for sale.
type Listing struct {
	Seller string `json:"seller"`
	Text   string `json:"text"`
}

// A Post is what a node of the graph is given: the text of a listing, as it
// came in.
type Post struct {
	Text string `state:"node_input"`
}

// Inspect reads a post. It returns a map, because the framework cannot check
// a struct against the schema that it infers for a node of this kind.
func Inspect(_ agent.InvocationContext, p Post) (map[string]any, error) {
	seller, text, found := strings.Cut(p.Text, ":")
	if !found {
		return Listing{Seller: "unknown", Text: p.Text}.Args(), nil
	}
	return Listing{seller, strings.TrimSpace(text)}.Args(), nil
}

// Has reports whether the text has one of the words.
func (l Listing) Has(words ...string) bool {
	for _, w := range words {
		if strings.Contains(strings.ToLower(l.Text), w) {
			return true
		}
	}
	return false
}

// Args returns the listing as the arguments of a sanction.
func (l Listing) Args() map[string]any { return map[string]any{"seller": l.Seller, "text": l.Text} }

// ArgsOf returns the arguments of a sanction for whatever a case is about.
func ArgsOf(about any) map[string]any {
	if l, ok := about.(Listing); ok {
		return l.Args()
	}
	return Listing{Seller: "unknown", Text: fmt.Sprint(about)}.Args()
}

// Publish shows a listing to everybody.
func Publish(_ agent.Context, l Listing) (string, error) { return "online: " + l.Text, nil }

// Notify tells the seller.
func Notify(_ agent.Context, l Listing) (string, error) { return "mail to " + l.Seller, nil }

// Log keeps what was done, for the lawyers.
func Log(_ agent.Context, what any) (string, error) { return "logged", nil }

// Fetch and Compare look at a listing again, later.
func Fetch(_ agent.Context, l Listing) (Listing, error) { return l, nil }

// Compare says whether it is still the same listing.
func Compare(_ agent.Context, l Listing) (Listing, error) { return l, nil }

// Online reports whether a listing is still there.
func (l Listing) Online() bool { return l.Text != "" && !l.Has("gone") }

// Close writes the last line of a case.
func Close(_ agent.Context, l Listing) (string, error) { return "closed: " + l.Seller, nil }

// Decide emits where a listing goes; it may go to several places.
func Decide(ctx agent.Context, emit func(*session.Event) error, out any, routes ...string) error {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = routes
	ev.Output = out
	return emit(ev)
}

type sanctionArgs struct {
	Seller string `json:"seller"`
	Text   string `json:"text"`
}

type sanction struct {
	Done string `json:"done"`
}

// Sanction returns a tool that does something to a listing or to its seller.
func Sanction(name, description string) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{Name: name, Description: description},
		func(_ agent.Context, in sanctionArgs) (sanction, error) {
			return sanction{name + " " + in.Seller + ": " + in.Text}, nil
		})
}

// Police returns the tools with which cases are handed to the police. They come
// from a server of theirs, which also has others.
func Police(allowed []string, confirm tool.ConfirmationProvider) (tool.Toolset, error) {
	set, err := mcptoolset.New(mcptoolset.Config{
		Transport: &mcp.CommandTransport{Command: exec.Command("police-mcp")},
	})
	if err != nil {
		return nil, err
	}
	return tool.WithConfirmation(tool.FilterToolset(set, tool.AllowedToolsPredicate(allowed)), false, confirm), nil
}

// Desk is an agent that plans: a model proposes what to do as a whole, agentvet verifies it, and what holds
// runs under a guard. The model is a script, whose first plan sends out what it reads, and asks nobody.
//
//	go run .
package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/files"
	"github.com/agentvet/agentvet/dfa/guard/gosdk"
	"github.com/agentvet/agentvet/dfa/guard/plans"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed agentvet.yaml
var policy []byte

//go:embed registry.json
var registry []byte

//go:embed leak.json
var leak []byte

//go:embed repaired.json
var repaired []byte

// session is what the guard calls the one session of this program.
const session = "desk"

// attempts is how many plans the model may propose.
const attempts = 3

// A model proposes a plan; feedback is why the last one was refused.
type model func(feedback string) []byte

// scripted proposes one plan after the other.
func scripted(texts ...[]byte) model {
	return func(string) (next []byte) {
		if len(texts) > 0 {
			next, texts = texts[0], texts[1:]
		}
		return next
	}
}

func main() {
	if err := run(context.Background(), os.Stdout, &terminal{bufio.NewReader(os.Stdin)}, scripted(leak, repaired)); err != nil {
		log.Fatal(err)
	}
}

// A terminal is where the owner sits.
type terminal struct{ in *bufio.Reader }

func (t *terminal) ask(question string) (bool, error) {
	fmt.Printf("owner, %s [y/n] ", question)
	line, err := t.in.ReadString('\n')
	if err == io.EOF && line == "" { // nobody is there
		fmt.Println()
		return false, nil
	}
	return strings.HasPrefix(strings.ToLower(line), "y"), err
}

func newMailbox(o owner) *mailbox {
	return &mailbox{owner: o, letters: []string{
		"The meeting moves to Friday. Call me on 0171 555 0199.",
		"The invoice is paid, says billing@example.org. Keep it.",
	}}
}

// run asks the model for plans until one holds, and runs that.
func run(ctx context.Context, out io.Writer, o owner, ask model) error {
	box := newMailbox(o)
	verifier, err := plans.New(plans.Program{Policy: policy, Registry: registry})
	if err != nil {
		return err
	}
	call, err := connect(ctx, box)
	if err != nil {
		return err
	}
	feedback := ""
	for range attempts {
		answer := verifier.Verify(ask(feedback))
		feedback = answer.Message()
		fmt.Fprint(out, feedback)
		if !answer.Allowed() {
			continue
		}
		if _, err := plans.Run(ctx, answer, nil, call); err != nil {
			return err
		}
		for _, letter := range box.sent {
			fmt.Fprintf(out, "sent %s\n", letter)
		}
		return nil
	}
	return fmt.Errorf("none of %d plans was allowed", attempts)
}

// connect starts the server with a guard before its tools, and returns what calls them.
func connect(ctx context.Context, box *mailbox) (plans.Caller, error) {
	o, err := files.Options(files.Program{Policy: policy, Registry: registry, Workflow: "plan"})
	if err != nil {
		return nil, err
	}
	o.Logger = slog.New(slog.DiscardHandler)
	g, err := guard.New(o)
	if err != nil {
		return nil, err
	}
	if err := g.Start(ctx, session); err != nil {
		return nil, err
	}
	box.agreed = func(ctx context.Context) error { return g.Note(ctx, session, &dfa.Event{Human: true}) }
	server := newServer(box)
	server.AddReceivingMiddleware(gosdk.Server(g, gosdk.Always(session)))
	near, far := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "agent"}, nil).Connect(ctx, near, nil)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c guard.Call) (any, error) {
		res, err := client.CallTool(ctx, &mcp.CallToolParams{Name: c.Tool, Arguments: json.RawMessage(c.Arguments)})
		if err != nil {
			return nil, err
		}
		text := res.Content[0].(*mcp.TextContent).Text
		if res.IsError {
			return nil, fmt.Errorf("%s: %s", c.Tool, text)
		}
		return text, nil
	}, nil
}

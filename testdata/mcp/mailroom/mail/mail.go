// Package mail is what the mailrooms share: letters, the tool that reads them, and
// what may be told of them.
package mail

import (
	"context"
	"errors"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Letter is what strangers write.
type Letter struct {
	From string `json:"from"`
	Text string `json:"text"`
}

// A Box is where letters come from and go to.
type Box struct{ in, out []Letter }

// FetchArgs are the arguments of fetch_emails.
type FetchArgs struct {
	Limit int `json:"limit"`
}

// FetchResult is what fetch_emails returns.
type FetchResult struct {
	Emails []Letter `json:"emails" source:"untrusted|private"`
}

// Sent is what send_email returns.
type Sent struct {
	Status string `json:"status"`
}

// Fetch returns the latest letters.
func (b *Box) Fetch(ctx context.Context, req *mcp.CallToolRequest, in FetchArgs) (*mcp.CallToolResult, FetchResult, error) {
	return nil, FetchResult{b.in[:min(max(in.Limit, 0), len(b.in))]}, nil
}

// Send puts a letter into the outgoing mail.
func (b *Box) Send(to, text string) { b.out = append(b.out, Letter{to, text}) }

// AddFetch adds the tool that reads a box to a server.
func AddFetch(server *mcp.Server, box *Box) {
	mcp.AddTool(server, &mcp.Tool{Name: "fetch_emails", Description: "Reads the latest letters."}, box.Fetch)
}

var address = regexp.MustCompile(`\S+@\S+|\d[\d -]{7,}\d`)

// Redact takes addresses and long numbers out of a text.
//
//agentvet:sanitizer for=untrusted|private
func Redact(text string) string { return address.ReplaceAllString(text, "[removed]") }

// Approve asks the user of a server whether a letter may leave.
func Approve(ctx context.Context, req *mcp.CallToolRequest, to, text string) error {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Send this to " + to + "?\n\n" + text})
	if err != nil {
		return err
	}
	if res.Action != "accept" {
		return errors.New("declined")
	}
	return nil
}

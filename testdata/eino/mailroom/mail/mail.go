// Package mail is what the mailrooms share: letters, the tool that reads them, and
// what may be told of them.
package mail

import (
	"context"
	"regexp"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// A Letter is what strangers write.
type Letter struct {
	From string `json:"from"`
	Text string `json:"text"`
}

// A Box is where letters come from and go to.
type Box interface {
	Latest(n int) ([]Letter, error)
	Send(to, text string) error
}

// FetchArgs are the arguments of fetch_emails.
type FetchArgs struct {
	Limit int `json:"limit"`
}

// FetchResult is what fetch_emails returns.
type FetchResult struct {
	Emails []Letter `json:"emails" source:"untrusted|private"`
}

// Fetch returns the tool that reads a box.
func Fetch(box Box) (tool.InvokableTool, error) {
	return utils.InferTool("fetch_emails", "Read the latest letters.", func(_ context.Context, in FetchArgs) (FetchResult, error) {
		letters, err := box.Latest(in.Limit)
		return FetchResult{Emails: letters}, err
	})
}

var address = regexp.MustCompile(`\S+@\S+|\d[\d -]{7,}\d`)

// Redact takes addresses and long numbers out of a text.
//
//agentvet:sanitizer for=untrusted|private
func Redact(text string) string { return address.ReplaceAllString(text, "[removed]") }

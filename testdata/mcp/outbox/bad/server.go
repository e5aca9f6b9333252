// Package bad is the mail server of mailroom in the protocol of 2026-07-28: it returns its
// question, and is called again with the answer. Whatever the answer is, it sends.
package bad

import (
	"context"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/mailroom/mail"
)

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=mail.Redact"` // DEFECT taint/flow send_email.body: sent when the user declined, too
}

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	box := &mail.Box{}
	server := mcp.NewServer(&mcp.Implementation{Name: "outbox", Version: "1"}, nil)
	mail.AddFetch(server, box)
	mcp.AddTool(server, &mcp.Tool{Name: "send_email", Description: "Answers a letter."}, send(box))
	return server.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}

func send(box *mail.Box) mcp.ToolHandlerFor[sendArgs, mail.Sent] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in sendArgs) (*mcp.CallToolResult, mail.Sent, error) {
		if len(req.Params.InputResponses) == 0 {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{
				"send": &mcp.ElicitParams{Message: "Send this to " + in.To + "?\n\n" + in.Body},
			}}, mail.Sent{}, nil
		}
		box.Send(in.To, in.Body)
		return nil, mail.Sent{Status: "sent"}, nil
	}
}

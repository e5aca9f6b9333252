// Package bad is a mail server: it reads letters and answers them. Whatever a letter
// says, the model that uses the server may put into the next one.
package bad

import (
	"context"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/mailroom/mail"
)

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=mail.Redact"` // DEFECT taint/flow send_email.body: letters go out again
}

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	box := &mail.Box{}
	server := mcp.NewServer(&mcp.Implementation{Name: "mailroom", Version: "1"}, nil)
	mail.AddFetch(server, box)
	mcp.AddTool(server, &mcp.Tool{Name: "send_email", Description: "Answers a letter."}, send(box))
	return server.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}

func send(box *mail.Box) mcp.ToolHandlerFor[sendArgs, mail.Sent] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in sendArgs) (*mcp.CallToolResult, mail.Sent, error) {
		box.Send(in.To, in.Body)
		return nil, mail.Sent{Status: "sent"}, nil
	}
}

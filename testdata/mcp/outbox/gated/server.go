// Package gated is the mail server of mailroom in the protocol of 2026-07-28: it returns its
// question, and is called again with the answer. It sends what a person agrees to.
package gated

import (
	"context"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/mailroom/mail"
)

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=mail.Redact"`
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
		answer, asked := req.Params.InputResponses["send"].(*mcp.ElicitResult)
		if !asked {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{
				"send": &mcp.ElicitParams{Message: "Send this to " + in.To + "?\n\n" + in.Body},
			}}, mail.Sent{}, nil
		}
		if answer.Action != "accept" {
			return nil, mail.Sent{Status: "declined"}, nil
		}
		box.Send(in.To, in.Body)
		return nil, mail.Sent{Status: "sent"}, nil
	}
}

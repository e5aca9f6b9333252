// Package postbox_test shows what the two servers do whose user says no.
package postbox_test

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/postbox/bad"
	"example.com/mcpservers/postbox/clean"
)

// TestDeclined asks each server for a letter, in the protocol that both sides prefer, with a
// user who declines: where the question fails, nobody is asked.
func TestDeclined(t *testing.T) {
	for _, test := range []struct {
		name  string
		serve func(io.ReadCloser, io.WriteCloser) error
		want  string
	}{
		{"bad", bad.Serve, "sent"},
		{"clean", clean.Serve, "not sent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			in, toServer := io.Pipe()
			fromServer, out := io.Pipe()
			done := make(chan error, 1)
			go func() { done <- test.serve(in, out) }()
			declines := func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				return &mcp.ElicitResult{Action: "decline"}, nil
			}
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{ElicitationHandler: declines})
			session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "send_email", Arguments: map[string]any{"to": "a", "body": "b"}})
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Status string }
			data, _ := json.Marshal(res.StructuredContent)
			if err := json.Unmarshal(data, &got); err != nil || got.Status != test.want {
				t.Errorf("protocol %s: status %q (%v), want %q", session.InitializeResult().ProtocolVersion, got.Status, err, test.want)
			}
			session.Close()
			<-done
		})
	}
}

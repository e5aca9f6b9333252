package main

// This file has the tools of the desk, as an MCP server.

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A mailbox has letters, and an owner who is asked before one is sent.
type mailbox struct {
	owner   owner
	letters []string
	sent    []string
	agreed  func(context.Context) error // is told that the owner said yes
}

type owner interface {
	ask(question string) (yes bool, err error)
}

type fetchArgs struct {
	Limit int `json:"limit,omitempty" jsonschema:"how many letters, the newest first"`
}

type textArgs struct {
	Text string `json:"text"`
}

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,name=no-inbox-leak,unless=redact"`
}

type askArgs struct {
	Question string `json:"question"`
}

// newServer returns the server of a mailbox.
func newServer(box *mailbox) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	//agentvet:source untrusted
	mcp.AddTool(s, &mcp.Tool{Name: "fetch_emails", Description: "Reads the newest letters."}, box.fetch)
	mcp.AddTool(s, &mcp.Tool{Name: "summarize", Description: "Makes a text short."}, summarize)
	mcp.AddTool(s, &mcp.Tool{Name: "redact", Description: "Takes addresses and numbers out of a text."}, redact)
	mcp.AddTool(s, &mcp.Tool{Name: "send_email", Description: "Sends a letter."}, box.send)
	//agentvet:event human
	mcp.AddTool(s, &mcp.Tool{Name: "ask_owner", Description: "Asks the owner of the mailbox."}, box.ask)
	return s
}

func text(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func (b *mailbox) fetch(_ context.Context, _ *mcp.CallToolRequest, in fetchArgs) (*mcp.CallToolResult, any, error) {
	n := len(b.letters)
	if in.Limit > 0 {
		n = min(n, in.Limit)
	}
	return text(strings.Join(b.letters[:n], "\n"))
}

// summarize keeps the first sentence of each letter.
func summarize(_ context.Context, _ *mcp.CallToolRequest, in textArgs) (*mcp.CallToolResult, any, error) {
	var short []string
	for line := range strings.SplitSeq(in.Text, "\n") {
		first, _, _ := strings.Cut(line, ". ")
		short = append(short, first)
	}
	return text(strings.Join(short, "; "))
}

var personal = regexp.MustCompile(`\S+@\S+|[0-9][0-9 ]{3,}`)

func redact(_ context.Context, _ *mcp.CallToolRequest, in textArgs) (*mcp.CallToolResult, any, error) {
	return text(personal.ReplaceAllString(in.Text, "[removed]"))
}

func (b *mailbox) send(_ context.Context, _ *mcp.CallToolRequest, in sendArgs) (*mcp.CallToolResult, any, error) {
	b.sent = append(b.sent, "to "+in.To+": "+in.Body)
	return text("sent")
}

// ask asks the owner. A no is an error, which ends the plan; of a yes, the guard is told.
func (b *mailbox) ask(ctx context.Context, _ *mcp.CallToolRequest, in askArgs) (*mcp.CallToolResult, any, error) {
	yes, err := b.owner.ask(in.Question)
	switch {
	case err != nil:
		return nil, nil, err
	case !yes:
		return nil, nil, errors.New("the owner said no")
	}
	if err := b.agreed(ctx); err != nil {
		return nil, nil, err
	}
	return text("yes")
}

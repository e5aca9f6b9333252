// Package mail makes tools for others, with arguments that they cannot name.
package mail

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

type address struct {
	Host string `json:"host" confine:"host"`
}

type sendArgs struct {
	_    struct{} `capability:"net.smtp"`
	To   *address `json:"to"`
	Body string   `json:"body" sink:"forbid=inbox|secret,name=no-leak,unless=redact"`
}

type receipt struct {
	ID string `json:"id" source:"private"`
}

// send sends.
//
//agentvet:destructive
//agentvet:event tool:approve
func send(ctx agent.Context, args sendArgs) ([]*receipt, error) { return nil, nil }

// Tool returns the tool under a name of the caller's.
func Tool(name string) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{Name: name}, send)
}

// Page is a page of anything.
type Page[T any] struct {
	Items []T
	Size  int `bound:">= 1, <= 50"`
}

// Mail is untrusted.
type Mail struct {
	Text string `json:"text" source:"untrusted"`
}

// Package memory has tools that share a variable.
package memory

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool/utils"

	"example.com/peers/desk"
)

//agentvet:source private
func inbox() string { return "" }

var last string

func load(ctx context.Context, in struct{}) (string, error) {
	last = inbox()
	return "done", nil
}

func recall(ctx context.Context, in struct{}) (string, error) { return last, nil }

type post struct {
	Body string `json:"body" sink:"forbid=private"`
}

func send(ctx context.Context, in post) (string, error) { return "", nil }

func Build() *adk.ChatModelAgent {
	l, _ := utils.InferTool("load", "loads", load)
	r, _ := utils.InferTool("recall", "recalls", recall)
	s, _ := utils.InferTool("send", "sends", send)
	return desk.Agent("clerk", l, r, s)
}

// Package channel has tools that share a channel, and the field of a struct.
package channel

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool/utils"

	"example.com/peers/desk"
)

//agentvet:source private
func inbox() string { return "" }

type box struct{ text chan string }

var last = box{make(chan string, 1)}

func load(ctx context.Context, in struct{}) (string, error) {
	go func() { last.text <- inbox() }()
	return "done", nil
}

func recall(ctx context.Context, in struct{}) (string, error) { return <-last.text, nil }

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

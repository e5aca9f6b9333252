// Package typo misspells what an argument forbids.
package typo

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool/utils"

	"example.com/peers/desk"
)

type post struct {
	Body string `json:"body" sink:"forbid=fetch_email"`
}

func send(ctx context.Context, in post) (string, error) { return "", nil }

func fetch(ctx context.Context, in struct{}) (string, error) { return "", nil }

func Build() *adk.ChatModelAgent {
	f, _ := utils.InferTool("fetch_emails", "fetches", fetch)
	s, _ := utils.InferTool("send", "sends", send)
	return desk.Agent("clerk", f, s)
}

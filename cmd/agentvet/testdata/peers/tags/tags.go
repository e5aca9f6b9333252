// Package tags says of arguments, also within others, what must not reach them.
package tags

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool/utils"

	"example.com/peers/desk"
)

type part struct {
	Text string `json:"text" sink:"forbid=fetch_emails"`
}

type post struct {
	Body  string `json:"body" sink:"forbid=fetch_emails|fetch_notes,name=no-leak"`
	Parts []part `json:"parts"`
}

func send(ctx context.Context, in post) (string, error) { return "", nil }

func fetch(ctx context.Context, in struct{}) (string, error) { return "", nil }

func notes(ctx context.Context, in struct{}) (string, error) { return "", nil }

func Build() *adk.ChatModelAgent {
	f, _ := utils.InferTool("fetch_emails", "fetches", fetch)
	n, _ := utils.InferTool("fetch_notes", "fetches", notes)
	s, _ := utils.InferTool("send", "sends", send)
	return desk.Agent("clerk", f, n, s)
}

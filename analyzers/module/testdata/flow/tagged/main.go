// Command tagged says of the arguments of its tools what must not reach them. No framework
// reads the tags: the tools decode their arguments themselves.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	"example.com/module/flow/model"
)

type mail struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=inbox,unless=redact"`
}

//agentvet:source private
func inbox(context.Context, string) (string, error) {
	data, err := os.ReadFile("inbox")
	return string(data), err
}

//agentvet:sanitizer for=inbox
func redact(text string) string { return strings.ReplaceAll(text, "@", " at ") }

func send(_ context.Context, args string) (string, error) {
	var m mail
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		return "", err
	}
	return "sent", os.WriteFile("outbox", []byte(m.Body), 0o600)
}

func sendRedacted(_ context.Context, args string) (string, error) {
	var m mail
	if err := json.Unmarshal([]byte(args), &m); err != nil {
		return "", err
	}
	return "sent", os.WriteFile("outbox", []byte(redact(m.Body)), 0o600)
}

type post struct {
	_    struct{} `capability:"net.http"`
	Text string   `json:"text"`
}

func publish(_ context.Context, args string) (string, error) {
	p := new(post)
	if err := json.NewDecoder(strings.NewReader(args)).Decode(p); err != nil {
		return "", err
	}
	return "published", nil
}

//agentvet:source untrusted
func news(context.Context, string) (string, error) { return "news", nil }

var tools = map[string]func(ctx context.Context, args string) (string, error){
	"inbox": inbox, "send": send, "send_redacted": sendRedacted, "publish": publish, "news": news,
}

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			result := "no such tool"
			if run := tools[c.Function.Name]; run != nil {
				result, _ = run(ctx, c.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}

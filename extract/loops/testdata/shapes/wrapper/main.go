// Command wrapper has what runs its tools in another one of its kind, which it has put in the place of that one. Whether it calls
// itself is not known.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

// A Transport runs tools.
type Transport interface {
	Call(ctx context.Context, name, args string) string
}

type files struct{}

func (files) Call(_ context.Context, name, args string) string {
	switch name {
	case "read":
		data, _ := os.ReadFile(args)
		return string(data)
	}
	return "no such tool"
}

// wrapped asks a model what an answer means before it hands it on.
type wrapped struct{ inner Transport }

func (w *wrapped) Call(ctx context.Context, name, args string) string {
	text := w.inner.Call(ctx, name, args)
	m, err := model.Ask(ctx, []model.Message{{Role: "user", Content: "In short: " + text}}, nil)
	if err != nil || len(m.ToolCalls) == 0 {
		return text
	}
	return w.inner.Call(ctx, m.ToolCalls[0].Function.Name, m.ToolCalls[0].Function.Arguments)
}

var transports = map[string]Transport{"files": files{}}

func main() {
	transports["files"] = &wrapped{transports["files"]}
	fmt.Println(transports["files"].Call(context.Background(), "read", os.Args[1]))
}

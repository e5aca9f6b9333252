// Command layers has functions around its tools by which somebody is asked: around all of those of confirmed, and around those of
// chained if a list of such functions, which may be empty, has it.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"shapes/model"
)

type handler func(ctx context.Context, args string) (string, error)

type tool struct {
	name string
	run  handler
}

func chain(h handler, layers ...func(handler) handler) handler {
	for _, layer := range slices.Backward(layers) {
		h = layer(h)
	}
	return h
}

func timed(h handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		start := time.Now()
		defer func() { fmt.Fprintln(os.Stderr, time.Since(start)) }()
		return h(ctx, args)
	}
}

func approved(h handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		fmt.Print("run ", args, "? ")
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		if line != "yes\n" {
			return "refused", nil
		}
		return h(ctx, args)
	}
}

func main() {
	ctx := context.Background()
	confirmed(ctx)
	chained(ctx)
}

func confirmed(ctx context.Context) {
	handlers := make(map[string]handler)
	for t := range slices.Values([]tool{{"remove", remove}, {"move", move}}) {
		handlers[t.name] = approved(t.run)
	}
	var history []model.Message
	for range 9 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			out, _ := handlers[call.Function.Name](ctx, call.Function.Arguments)
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
		}
	}
}

func chained(ctx context.Context) {
	handlers := make(map[string]handler)
	for _, t := range []tool{{"clear", clear}, {"fill", fill}} {
		handlers[t.name] = chain(t.run, timed, approved)
	}
	var history []model.Message
	for range 8 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			out, _ := handlers[call.Function.Name](ctx, call.Function.Arguments)
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
		}
	}
}

func remove(_ context.Context, args string) (string, error) { return "", os.Remove(args) }

func move(_ context.Context, args string) (string, error) { return "", os.Rename(args, "/tmp/moved") }

func clear(_ context.Context, args string) (string, error) { return "", os.RemoveAll(args) }

func fill(_ context.Context, args string) (string, error) { return "", os.WriteFile(args, nil, 0o600) }

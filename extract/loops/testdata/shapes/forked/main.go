// Command forked asks by a client that no row knows. A call waits in a map, its tool is found
// in another one, and what runs is a field of a struct that the tool embeds. A tool without
// code is an agent in turn.
package main

import (
	"context"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"

	"example.com/client"
)

type definition struct {
	Description string
	Run         func(ctx context.Context, args string) (string, error)
}

type tool struct {
	definition
	prompt string
}

var tools = map[string]tool{
	"sys.read":   {definition: definition{"reads a file", read}},
	"sys.remove": {definition: definition{"removes a file", remove}},
	"reviewer":   {prompt: "You review."},
}

func read(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

func remove(_ context.Context, args string) (string, error) { return "", os.Remove(args) }

type pending struct{ tool, input string }

func main() {
	run(context.Background(), new(client.Client), "reviewer", os.Args[1])
}

func run(ctx context.Context, c *client.Client, name, input string) string {
	if strings.HasPrefix(name, "https://") {
		fetched, _ := http.Get(name + "?" + input)
		return fetched.Status
	}
	t := tools[name]
	if t.Run != nil {
		out, err := t.Run(ctx, input)
		if err != nil {
			return err.Error()
		}
		return out
	}
	history := []client.Message{{Role: "system", Content: t.prompt}, {Role: "user", Content: input}}
	for {
		answer := ask(ctx, c, history)
		history = append(history, answer)
		if len(answer.ToolCalls) == 0 {
			return answer.Content
		}
		calls := make(map[string]pending)
		for _, call := range answer.ToolCalls {
			calls[call.ID] = pending{call.Function.Name, call.Function.Arguments}
		}
		history = append(history, results(ctx, c, calls)...)
	}
}

// results runs what waits, in the order of the keys.
func results(ctx context.Context, c *client.Client, calls map[string]pending) (out []client.Message) {
	ids := slices.Sorted(maps.Keys(calls))
	for _, id := range ids {
		call := calls[id]
		func() {
			out = append(out, client.Message{Role: "tool", ToolCallID: id, Content: run(ctx, c, call.tool, call.input)})
		}()
	}
	return out
}

func ask(ctx context.Context, c *client.Client, history []client.Message) (answer client.Message) {
	s, err := c.CreateStream(ctx, client.Request{Messages: history, Tools: offered()})
	if err != nil {
		return answer
	}
	for {
		part, err := s.Recv()
		if err != nil {
			return answer
		}
		answer.Content += part.Content
		answer.ToolCalls = append(answer.ToolCalls, part.ToolCalls...)
	}
}

func offered() (out []client.Tool) {
	for name, t := range tools {
		out = append(out, client.Tool{Type: "function", Function: &client.Definition{Name: name, Description: t.Description}})
	}
	return out
}

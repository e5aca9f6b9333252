// Command iterated ranges over what a model answers, and over the keys that somebody presses.
package main

import (
	"context"
	"os"

	"example.com/client"
)

var tools = map[string]func(string) string{"read": read, "remove": remove}

func main() {
	history := []client.Message{{Role: "user", Content: os.Args[1]}}
	if len(os.Args) > 2 {
		answered(new(client.Client), history)
		return
	}
	pressed(new(client.Client), history)
}

// Nobody is asked: the code in the range is told by the model.
func answered(c *client.Client, history []client.Message) {
	for {
		answer, more := ask(c, history)
		if !more {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

// Somebody may be: whoever presses keys.
func pressed(c *client.Client, history []client.Message) {
	for {
		answer, more := ask(c, history)
		if !more || !agreed() {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			history = append(history, do(call))
		}
	}
}

func ask(c *client.Client, history []client.Message) (answer client.Message, more bool) {
	for part, err := range c.Each(context.Background(), client.Request{Messages: history, Tools: offered()}) {
		if err != nil {
			return answer, false
		}
		answer.Content += part.Content
		answer.ToolCalls = append(answer.ToolCalls, part.ToolCalls...)
		more = len(answer.ToolCalls) > 0
	}
	return answer, more
}

func agreed() (yes bool) {
	for key := range client.Keys() {
		if yes = key == "y"; yes {
			break
		}
	}
	return yes
}

func do(call client.ToolCall) client.Message {
	run := tools[call.Function.Name]
	if run == nil {
		return client.Message{Role: "tool", ToolCallID: call.ID, Content: "no such tool"}
	}
	return client.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)}
}

func offered() (out []client.Tool) {
	for name := range tools {
		out = append(out, client.Tool{Type: "function", Function: &client.Definition{Name: name}})
	}
	return out
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}

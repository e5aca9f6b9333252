// Command anytyped decodes answers into types that have calls as maps of any values, and makes
// calls of its own of them. What it decodes of other servers has none.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
)

type toolUse struct {
	Type  string         `json:"type"`
	ID    string         `json:"id"`
	Name  string         `json:"name"`
	Input map[string]any `json:"input"`
}

type toolResult struct {
	Type      string `json:"type"`
	ToolUseID string `json:"tool_use_id"`
	Content   any    `json:"content"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"`
}

type answer struct {
	Role      string `json:"role"`
	Content   any    `json:"content"`
	ToolCalls any    `json:"tool_calls"`
}

type response struct {
	Choices []struct {
		Message answer `json:"message"`
	} `json:"choices"`
}

type place struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func main() {
	for range 4 {
		execute(context.Background(), near("home").Content, nil)
	}
	run(context.Background(), []message{{Role: "user", Content: os.Args[1]}})
}

func run(ctx context.Context, history []message) {
	for range 6 {
		calls := ask(history)
		if len(calls) == 0 {
			return
		}
		var results []toolResult
		for _, call := range calls {
			results = append(results, toolResult{"tool_result", call.ID, execute(ctx, call.Name, call.Input)})
		}
		history = append(history, message{"user", results})
	}
}

func ask(history []message) (calls []toolUse) {
	body, _ := json.Marshal(map[string]any{"messages": history})
	resp, err := http.Post("https://model.example/v1/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	var r response
	json.NewDecoder(resp.Body).Decode(&r)
	list, _ := r.Choices[0].Message.ToolCalls.([]any)
	for _, item := range list {
		call, _ := item.(map[string]any)
		function, _ := call["function"].(map[string]any)
		name, _ := function["name"].(string)
		id, _ := call["id"].(string)
		input, _ := function["arguments"].(map[string]any)
		calls = append(calls, toolUse{Type: "tool_use", ID: id, Name: name, Input: input})
	}
	return calls
}

func near(query string) (p place) {
	resp, err := http.Get("https://places.example/near?" + query)
	if err != nil {
		return p
	}
	defer resp.Body.Close()
	json.NewDecoder(resp.Body).Decode(&p)
	return p
}

func execute(ctx context.Context, name string, input map[string]any) string {
	switch name {
	case "read":
		path, _ := input["path"].(string)
		data, _ := os.ReadFile(path)
		return string(data)
	case "locate":
		query, _ := input["query"].(string)
		return near(query).Content
	}
	return "no such tool"
}

// Command bothends is an MCP server and an agent that uses it: what the server runs is no second agent.
package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"

	"shapes/model"
)

type request struct {
	Method string     `json:"method"`
	Params callParams `json:"params"`
}

type callParams struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type toolDef struct {
	Name        string         `json:"name"`
	InputSchema map[string]any `json:"inputSchema"`
}

func main() {
	if len(os.Args) > 1 {
		chat(context.Background())
		return
	}
	serve()
}

func chat(ctx context.Context) {
	var history []model.Message
	for range 5 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			text := send(callParams{call.Function.Name, call.Function.Arguments})
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: text})
		}
	}
}

func send(p callParams) string {
	body, _ := json.Marshal(map[string]any{"method": "tools/call", "params": map[string]any{"name": p.Name, "arguments": p.Arguments}})
	resp, err := http.Post("http://tools.example", "application/json", strings.NewReader(string(body)))
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return string(text)
}

func serve() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if in.Decode(&r) != nil {
			return
		}
		switch r.Method {
		case "tools/list":
			out.Encode(map[string]any{"tools": []toolDef{{Name: "read"}, {Name: "list"}}})
		case "tools/call":
			out.Encode(execute(r.Params))
		}
	}
}

var tools = map[string]func(string) string{"read": read, "list": list}

func execute(p callParams) string {
	if run := tools[p.Name]; run != nil {
		return run(p.Arguments)
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func list(dir string) string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, "\n")
}

// Command literal tells the model of its tools in maps, and compares the name where it runs
// the code.
package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"shapes/model"
)

func tools() []any {
	return []any{
		map[string]any{"type": "function", "function": map[string]any{
			"name": "read", "description": "reads a file",
			"parameters": map[string]any{"type": "object", "properties": map[string]any{"path": map[string]any{"type": "string"}}},
		}},
		function("write", "writes a file", map[string]any{"path": text(), "data": text()}),
		function("stop", "says that all is done", nil),
		function("count", "counts "+os.Args[1], map[string]any{"what": text()}),
		function("find", "finds files", lookedUp(map[string]any{"type": "object", "properties": map[string]any{"pattern": text(), "type": text()}})),
	}
}

// lookedUp takes the properties out of a schema.
func lookedUp(schema map[string]any) map[string]any {
	if properties, ok := schema["properties"].(map[string]any); ok {
		return properties
	}
	return nil
}

func function(name, help string, properties map[string]any) map[string]any {
	return map[string]any{"type": "function", "function": map[string]any{
		"name": name, "description": help, "parameters": map[string]any{"type": "object", "properties": properties},
	}}
}

func text() map[string]any { return map[string]any{"type": "string"} }

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.AskAny(context.Background(), history, tools())
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call)})
		}
	}
}

type file struct {
	Path string `json:"path"`
	Data string `json:"data"`
}

func run(call model.Call) string {
	switch call.Function.Name {
	case "read":
		var args map[string]string
		json.Unmarshal([]byte(call.Function.Arguments), &args)
		return read(args["path"])
	case "write":
		var f file
		json.Unmarshal([]byte(call.Function.Arguments), &f)
		return write(f)
	case "stop":
		return "stopped"
	case "count":
		return count(call.Function.Arguments)
	case "find":
		var args map[string]string
		json.Unmarshal([]byte(call.Function.Arguments), &args)
		return find(args["pattern"], args["type"])
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func write(f file) string {
	os.WriteFile(f.Path, []byte(f.Data), 0o600)
	return "written"
}

func count(what string) string { return what }

func find(pattern, kind string) string {
	names, _ := filepath.Glob(pattern)
	return kind + strings.Join(names, " ")
}

// Command served is an MCP server over JSON-RPC by hand, in structs.
package main

import (
	"encoding/json"
	"os"
)

type request struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type toolDef struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InputSchema schema `json:"inputSchema"`
	Annotations *hints `json:"annotations,omitempty"`
}

type schema struct {
	Type       string            `json:"type"`
	Properties map[string]schema `json:"properties,omitempty"`
}

type hints struct {
	ReadOnlyHint    bool  `json:"readOnlyHint"`
	DestructiveHint *bool `json:"destructiveHint,omitempty"`
}

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if in.Decode(&r) != nil {
			return
		}
		out.Encode(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": handle(r)})
	}
}

func handle(r request) any {
	switch r.Method {
	case "tools/list":
		return map[string]any{"tools": list()}
	case "tools/call":
		var p callParams
		if err := json.Unmarshal(r.Params, &p); err != nil {
			return err.Error()
		}
		return call(p)
	}
	return nil
}

func list() []toolDef {
	path := map[string]schema{"path": {Type: "string"}}
	yes := true
	return []toolDef{
		{Name: "read", Description: "reads a file", InputSchema: schema{"object", path}, Annotations: &hints{ReadOnlyHint: true}},
		{Name: "remove", Description: "removes a file", InputSchema: schema{"object", path}, Annotations: &hints{DestructiveHint: &yes}},
		{Name: "ping", InputSchema: schema{Type: "object"}},
	}
}

func call(p callParams) any {
	switch p.Name {
	case "read":
		var args struct {
			Path string `json:"path"`
		}
		json.Unmarshal(p.Arguments, &args)
		return read(args.Path)
	case "remove":
		var args map[string]string
		json.Unmarshal(p.Arguments, &args)
		return os.Remove(args["path"])
	case "ping":
		return "pong"
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

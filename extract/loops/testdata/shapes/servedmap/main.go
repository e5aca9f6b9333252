// Command servedmap is an MCP server over JSON-RPC by hand, in maps, with a registry of tools.
package main

import (
	"encoding/json"
	"os"
)

type tool interface {
	Name() string
	Help() string
	Schema() map[string]any
	Run(args map[string]any) (string, error)
}

type read struct{}

func (read) Name() string { return "read" }
func (read) Help() string { return "reads a file" }
func (read) Schema() map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{"path": map[string]any{"type": "string"}}}
}
func (read) Run(args map[string]any) (string, error) {
	path, _ := args["path"].(string)
	data, err := os.ReadFile(path)
	return string(data), err
}

type remove struct{ root string }

func (*remove) Name() string { return "remove" }
func (*remove) Help() string { return "removes a file" }
func (*remove) Schema() map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}}
}
func (r *remove) Run(args map[string]any) (string, error) {
	name, _ := args["name"].(string)
	return "", os.Remove(r.root + name)
}

type server struct{ tools map[string]tool }

func (s *server) add(t tool) { s.tools[t.Name()] = t }

func main() {
	s := &server{make(map[string]tool)}
	s.add(read{})
	s.add(&remove{os.TempDir()})
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r map[string]any
		if in.Decode(&r) != nil {
			return
		}
		out.Encode(map[string]any{"jsonrpc": "2.0", "id": r["id"], "result": s.handle(r)})
	}
}

func (s *server) handle(r map[string]any) any {
	switch r["method"] {
	case "tools/list":
		var list []map[string]any
		for _, t := range s.tools {
			list = append(list, map[string]any{"name": t.Name(), "description": t.Help(), "inputSchema": t.Schema()})
		}
		return map[string]any{"tools": list}
	case "tools/call":
		params, _ := r["params"].(map[string]any)
		name, _ := params["name"].(string)
		t, ok := s.tools[name]
		if !ok {
			return "no such tool"
		}
		args, _ := params["arguments"].(map[string]any)
		text, err := t.Run(args)
		if err != nil {
			return err.Error()
		}
		return text
	}
	return nil
}

// Command servedtwomaps is an MCP server over JSON-RPC by hand that keeps what it tells of its tools in one map and what serves
// them in another one, both by name. A name with other letters in upper case will do, too.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
)

type tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
}

type handler func(args map[string]any) (string, error)

type server struct {
	tools    map[string]tool
	handlers map[string]handler
}

func (s *server) register(t tool, h handler) {
	s.tools[t.Name] = t
	s.handlers[t.Name] = h
}

func (s *server) registerAll() {
	read := func(args map[string]any) (string, error) {
		path, _ := args["path"].(string)
		data, err := os.ReadFile(path)
		return string(data), err
	}
	path := map[string]any{"type": "object", "properties": map[string]any{"path": map[string]any{"type": "string"}}}
	s.register(tool{Name: "read", Description: "reads a file", InputSchema: path}, read)
	s.register(tool{Name: "cat", Description: "reads a file (alias)", InputSchema: path}, read)
	s.register(tool{Name: "remove", Description: "removes a file", InputSchema: path}, func(args map[string]any) (string, error) {
		path, _ := args["path"].(string)
		return "", os.Remove(path)
	})
	// The same tool by another name.
	again, serve := s.tools["remove"], s.handlers["remove"]
	again.Name = "rm"
	s.register(again, serve)
	// Or what is there in its place.
	other, instead := s.tools["read"], s.handlers["read"]
	if os.Getenv("QUIET") != "" {
		instead = func(args map[string]any) (string, error) {
			name, _ := args["path"].(string)
			return os.Readlink(name)
		}
	}
	other.Name = "look"
	s.register(other, instead)
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func main() {
	s := &server{make(map[string]tool), make(map[string]handler)}
	s.registerAll()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var r request
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			s.handle(r)
		}
	}
}

func (s *server) handle(r request) {
	switch r.Method {
	case "tools/list":
		var list []tool
		for _, t := range s.tools {
			list = append(list, t)
		}
		s.answer(r.ID, map[string]any{"tools": list})
	case "tools/call":
		var params struct {
			Name      string         `json:"name"`
			Arguments map[string]any `json:"arguments"`
		}
		if json.Unmarshal(r.Params, &params) != nil {
			return
		}
		h, ok := s.handlers[params.Name]
		if !ok {
			for name, other := range s.handlers {
				if strings.EqualFold(name, params.Name) {
					h, ok = other, true
					break
				}
			}
		}
		if !ok {
			s.answer(r.ID, "no such tool")
			return
		}
		text, err := h(params.Arguments)
		if err != nil {
			text = err.Error()
		}
		s.answer(r.ID, text)
	}
}

func (s *server) answer(id json.RawMessage, result any) {
	json.NewEncoder(os.Stdout).Encode(map[string]any{"jsonrpc": "2.0", "id": id, "result": result})
}

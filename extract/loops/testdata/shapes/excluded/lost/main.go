// Command lost is an MCP server that answers no call but those of one tool, and tells of two: what
// it reads of the arguments before it compares is nobody's.
package main

import (
	"encoding/json"
	"os"
)

type request struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func main() {
	dec, enc := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := dec.Decode(&r); err != nil {
			return
		}
		switch r.Method {
		case "tools/list":
			enc.Encode(map[string]any{"id": r.ID, "result": map[string]any{"tools": []map[string]any{
				{"name": "echo", "description": "says it", "inputSchema": map[string]any{"type": "object"}},
				{"name": "hang", "description": "answers nothing", "inputSchema": map[string]any{"type": "object"}},
			}}})
		case "tools/call":
			var p struct {
				Name      string         `json:"name"`
				Arguments map[string]any `json:"arguments"`
			}
			json.Unmarshal(r.Params, &p)
			text, _ := p.Arguments["text"].(string)
			switch p.Name {
			case "hang":
				enc.Encode(map[string]any{"id": r.ID, "result": map[string]any{"content": []map[string]any{{"type": "text", "text": text}}}})
			default:
				enc.Encode(map[string]any{"id": r.ID, "error": "no such tool"})
			}
		}
	}
}

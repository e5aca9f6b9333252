// Command echo is an MCP server that compares the name of a call with one tool, and takes all
// other calls for those of the second one.
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
			if p.Name == "hang" {
				continue
			}
			text, _ := p.Arguments["text"].(string)
			enc.Encode(map[string]any{"id": r.ID, "result": map[string]any{"content": []map[string]any{{"type": "text", "text": text}}}})
		}
	}
}

// Program servedtext is an MCP server on standard input whose list of tools is a text: what the tools are called is
// seen only where code goes by the names.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

type request struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
	ID     any             `json:"id,omitempty"`
}

type callParams struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

const list = `[{"name": "tags", "inputSchema": {"type": "object"}}, {"name": "readme", "inputSchema": {"type": "object"}}]`

func tags(link string) (string, error) {
	out, err := exec.Command("git", "ls-remote", "--tags", link).Output()
	return string(out), err
}

func readme(link string) (string, error) { return "", fmt.Errorf("%s has none", link) }

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var req request
		if json.Unmarshal(lines.Bytes(), &req) != nil {
			continue
		}
		var result any
		switch req.Method {
		case "tools/list":
			var tools []map[string]any
			json.Unmarshal([]byte(list), &tools)
			result = map[string]any{"tools": tools}
		case "tools/call":
			var params callParams
			if json.Unmarshal(req.Params, &params) != nil {
				break
			}
			link, _ := params.Arguments["url"].(string)
			var text string
			var err error
			switch params.Name {
			case "tags":
				text, err = tags(link)
			case "readme":
				text, err = readme(link)
			default:
				err = fmt.Errorf("no tool %q", params.Name)
			}
			if err != nil {
				text = err.Error()
			}
			result = map[string]any{"content": []map[string]any{{"type": "text", "text": text}}}
		}
		answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": req.ID, "result": result})
		fmt.Println(string(answer))
	}
}

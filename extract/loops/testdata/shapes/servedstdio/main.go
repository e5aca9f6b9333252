// Command servedstdio is an MCP server at its standard input. Whoever writes there is the client,
// and no person, also where it seems to be asked.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type request struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type toolDef struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
}

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := in.Text()
		if line == "quit" {
			return
		}
		serve([]byte(line), os.Stdout)
	}
}

func serve(line []byte, out io.Writer) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return
	}
	enc := json.NewEncoder(out)
	if r.Method == "tools/list" {
		enc.Encode(map[string]any{"result": map[string]any{"tools": []toolDef{
			{Name: "read", Description: "reads"}, {Name: "remove", Description: "removes"}, {Name: "flagged"}, {Name: "vain"},
		}}})
	}
	if r.Method != "tools/call" {
		return
	}
	var p callParams
	if err := json.Unmarshal(r.Params, &p); err != nil {
		return
	}
	switch p.Name {
	case "read":
		enc.Encode(map[string]any{"result": read(p.Arguments)})
	case "remove":
		enc.Encode(map[string]any{"result": remove(p.Arguments)})
	case "flagged":
		enc.Encode(map[string]any{"result": flagged(p.Arguments)})
	case "vain":
		enc.Encode(map[string]any{"result": vain(p.Arguments)})
	}
}

func read(args json.RawMessage) string {
	data, _ := os.ReadFile(string(args))
	return string(data)
}

// remove takes what the client writes next for an answer.
func remove(args json.RawMessage) string {
	if !confirm(string(args)) {
		return "denied"
	}
	os.Remove(string(args))
	return "done"
}

var yes bool

func flagged(args json.RawMessage) string {
	if !yes && !confirm(string(args)) {
		return "denied"
	}
	os.Remove(string(args))
	return "done"
}

func vain(args json.RawMessage) string {
	confirm(string(args))
	os.Remove(string(args))
	return "done"
}

func confirm(what string) bool {
	fmt.Fprintf(os.Stderr, "%s? ", what)
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return line == "y\n"
}

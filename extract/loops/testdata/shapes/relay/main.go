// Command relay hands the calls of MCP clients on to a server, and its tools back. It refuses
// some, and has none of its own.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
)

type request struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type toolDef struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

func main() {
	server := exec.Command(os.Args[1])
	to, _ := server.StdinPipe()
	from, _ := server.StdoutPipe()
	server.Start()
	answers := bufio.NewScanner(from)
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if in.Decode(&r) != nil {
			return
		}
		if r.Method == "tools/call" && refused(r) {
			out.Encode(map[string]any{"id": r.ID, "error": "refused"})
			continue
		}
		json.NewEncoder(to).Encode(r)
		answers.Scan()
		if r.Method == "tools/list" {
			out.Encode(map[string]any{"id": r.ID, "result": renamed(answers.Bytes())})
			continue
		}
		os.Stdout.Write(answers.Bytes())
	}
}

func refused(r request) bool {
	var p callParams
	if json.Unmarshal(r.Params, &p) != nil {
		return true
	}
	switch p.Name {
	case "remove", "write":
		return len(p.Arguments) > 0
	}
	return false
}

func renamed(answer []byte) (out []toolDef) {
	var list []toolDef
	json.Unmarshal(answer, &list)
	for _, t := range list {
		out = append(out, toolDef{Name: "relayed_" + t.Name, Description: t.Description, InputSchema: t.InputSchema})
	}
	return out
}

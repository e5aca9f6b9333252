//go:build truth

package main

// This file tests how programs without a framework are scored.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestLoopScore: each thing that agentvet may say, right and wrong.
func TestLoopScore(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/a\n",
		"a.go":   "package a\n\nfunc Loop() {\n\task()\n}\n\nfunc Retry() {\n\task()\n}\n\nfunc (*T[K]) Run() {\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const loops = `"Loops": [{"At": ["a.go:3"], "Bound": 5}], `
	for _, test := range []struct {
		name, program, read string
		unknowns            []string
		want                string
	}{
		{"nothing is said", `{` + loops + `"Tools": [{"Name": "run", "Handlers": ["a.go:11"]}]}`, `{}`, nil,
			"loops 0/1 bounds 0/1 tools 0/1 handlers 0/1 gates 0/0 silent 1 wrong 0"},
		{"an unknown in its file", `{` + loops + `"Tools": []}`, `{}`, []string{"a.go:8:1"},
			"loops 0/1 bounds 0/1 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 0"},
		{"all is right", `{` + loops + `"Tools": [{"Name": "run", "Handlers": ["a.go:11"], "Gate": "a.go:4"}]}`,
			`{"Agents": [{"Position": "a.go:4:2", "Bound": 5}], "Tools": [{"Name": "run", "Handler": "(*example.com/a.T).Run$1", "Gate": {"Kind": "callback"}}]}`, nil,
			"loops 1/1 bounds 1/1 tools 1/1 handlers 1/1 gates 1/1 silent 0 wrong 0"},
		{"the handler is generic", `{"Tools": [{"Name": "run", "Handlers": ["a.go:11"]}]}`,
			`{"Tools": [{"Name": "run", "Handler": "(*example.com/a.T[K]).Run$1"}]}`, nil,
			"loops 0/0 bounds 0/0 tools 1/1 handlers 1/1 gates 0/0 silent 0 wrong 0"},
		{"no limit, and one is claimed", `{"Loops": [{"At": ["a.go:3"]}]}`, `{"Agents": [{"Position": "a.go:4:2", "Bound": 1}]}`, nil,
			"loops 1/1 bounds 0/1 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 1"},
		{"no limit, and that is said", `{"Loops": [{"At": ["a.go:3"]}]}`, `{"Agents": [{"Position": "a.go:4:2", "Bound": "unlimited"}]}`, nil,
			"loops 1/1 bounds 1/1 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 0"},
		{"a limit that is not known is neither", `{"Loops": [{"At": ["a.go:3"]}]}`, `{"Agents": [{"Position": "a.go:4:2"}]}`, nil,
			"loops 1/1 bounds 0/1 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 0"},
		{"a look-alike", `{}`, `{"Agents": [{"Position": "a.go:8:2", "Tools": ["run", ""]}], "Tools": [{"Name": "run"}, {"Name": ""}]}`, nil,
			"loops 0/0 bounds 0/0 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 2"},
		{"a server is none", `{}`, `{"Agents": [{"Kind": "server", "Position": "a.go:8:2", "Tools": ["run"]}], "Tools": [{"Name": "run"}]}`, nil,
			"loops 0/0 bounds 0/0 tools 0/0 handlers 0/0 gates 0/0 silent 0 wrong 0"},
		{"a gate that is ignored is none", `{"Tools": [{"Name": "run", "Handlers": ["a.go:11"], "Gate": "a.go:4"}, {"Name": "write", "Handlers": ["a.go:11"]}]}`,
			`{"Tools": [{"Name": "run", "Handler": "(*example.com/a.T).Run$1", "Gate": {"Kind": "ignored"}}, {"Name": "write", "Handler": "(*example.com/a.T).Run$1", "Gate": {"Kind": "ignored"}}]}`, nil,
			"loops 0/0 bounds 0/0 tools 2/2 handlers 2/2 gates 0/1 silent 0 wrong 0"},
		{"a gate and a handler that are not there", `{"Tools": [{"Name": "run", "Handlers": ["a.go:11"]}]}`,
			`{"Tools": [{"Name": "run", "Handler": "example.com/a.Loop", "Gate": {"Kind": "callback"}}]}`, nil,
			"loops 0/0 bounds 0/0 tools 1/1 handlers 0/1 gates 0/0 silent 0 wrong 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, read := new(loopProgram), new(readProgram)
			for text, to := range map[string]any{test.program: p, test.read: read} {
				if err := json.Unmarshal([]byte(text), to); err != nil {
					t.Fatal(err)
				}
			}
			if got := p.score(newSources(t, dir), read, test.unknowns).String(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

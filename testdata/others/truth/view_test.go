package truth

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A dump is what a library says of the agents of one program.
type dump struct {
	Agents []*agent `json:"agents"`
}

// An agent is what its model sees of it.
type agent struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	Root      bool     `json:"root,omitempty"`
	SubAgents []string `json:"sub_agents,omitempty"`
	Tools     []string `json:"tools"`
	Rounds    int      `json:"max_iterations"` // 0: no limit
}

// enough is the number of rounds after which a model gives in.
const enough = 60

// ask notes a question to the model and reports whether it wants another.
func (g *agent) ask(tools []string) bool {
	g.Tools = tools
	g.Rounds++
	return g.Rounds < enough
}

// compare holds what a library says against the golden file of a program. An agent
// that asked enough has no limit.
func compare(t *testing.T, program string, agents ...*agent) {
	t.Helper()
	for _, g := range agents {
		g.Type = "llm"
		if g.Rounds == enough {
			g.Rounds = 0
		}
	}
	got, err := json.MarshalIndent(dump{agents}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	file := filepath.Join("golden", strings.ReplaceAll(program, "/", "_")+".json")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is stale, see -update; got:\n%s", file, got)
	}
}

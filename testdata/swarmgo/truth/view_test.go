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

// A dump is what the library says of one program.
type dump struct {
	Workflows []workflow `json:"workflows"`
	Agents    []*agent   `json:"agents"`
}

type workflow struct {
	Name  string `json:"name"`
	Nodes []node `json:"nodes"`
	Edges []edge `json:"edges"`
}

type node struct {
	ID    string `json:"id"`
	Kind  string `json:"kind,omitempty"`
	Agent string `json:"agent,omitempty"`
}

type edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Branch bool   `json:"branch,omitempty"`
}

type agent struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Root       bool     `json:"root,omitempty"`
	SubAgents  []string `json:"sub_agents,omitempty"`
	Tools      []string `json:"tools"`
	Rounds     int      `json:"max_iterations"`
	TransferTo []string `json:"transfer_to,omitempty"`
}

// compare holds what the library says against the golden file of a program.
func compare(t *testing.T, program string, d dump) {
	t.Helper()
	got, err := json.MarshalIndent(d, "", "  ")
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

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

// A dump is what a framework says of one program.
type dump struct {
	Workflows []workflow `json:"workflows,omitempty"`
	Agents    []agent    `json:"agents"`
}

type workflow struct {
	Name  string `json:"name"`
	Nodes []node `json:"nodes"`
	Edges []edge `json:"edges"`
}

type node struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
}

type edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type agent struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Root       bool     `json:"root,omitempty"`
	SubAgents  []string `json:"sub_agents,omitempty"`
	Tools      []tool   `json:"tools"`
	Rounds     int      `json:"max_iterations"` // 0: no limit
	TransferTo []string `json:"transfer_to,omitempty"`
}

type tool struct {
	Name    string `json:"name"`
	Confirm bool   `json:"confirm,omitempty"` // the framework stops before it
}

// chain returns a workflow of steps one after the other.
func chain(name string, nodes []node) workflow {
	w := workflow{Name: name, Nodes: nodes}
	from := "START"
	for _, n := range nodes {
		w.Edges = append(w.Edges, edge{from, n.ID})
		from = n.ID
	}
	w.Edges = append(w.Edges, edge{from, "END"})
	return w
}

// compare holds what a framework says against the golden file of a program.
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
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is stale, see -update; got:\n%s", file, got)
	}
}

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

// A dump is what Temporal does in one program.
type dump struct {
	Workflows []workflowView `json:"workflows"`
}

type workflowView struct {
	Name  string  `json:"name"`
	File  string  `json:"file"` // the directory of the workflow function
	Nodes []*node `json:"nodes"`
	Edges []edge  `json:"edges"`
}

type node struct {
	ID    string        `json:"id"`
	Kind  string        `json:"kind,omitempty"`
	Tools []string      `json:"tools,omitempty"`
	Sub   *workflowView `json:"sub,omitempty"`
}

type edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Branch bool   `json:"branch,omitempty"`
}

// compare holds what was seen against the golden file of a program.
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

package truth

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A dump is what the processes are told of the agents of one program.
type dump struct {
	Agents []*agent `json:"agents"`
}

// An agent is a session as its process sees it.
type agent struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"`
	SubAgents []string `json:"sub_agents,omitempty"`
	Transfers []string `json:"transfer_to,omitempty"`
	Tools     []tool   `json:"tools"`
	Toolsets  []string `json:"toolsets,omitempty"` // there are the tools of the process, too
	Rounds    int      `json:"max_iterations"`     // 0: no limit
	subs      []*agent
}

// A tool is one of which calls run. They need a confirmation if none runs where the human
// says no.
type tool struct {
	Name    string `json:"name"`
	Confirm bool   `json:"confirm,omitempty"`
}

// merge makes one view of two: with a human who agrees, and with one who does not. The agents
// to which the first hands tasks follow it.
func merge(name string, yes, no *agent) []*agent {
	out := *yes
	out.Name, out.Type, out.Tools = name, "llm", []tool{}
	for _, t := range yes.Tools {
		out.Tools = append(out.Tools, tool{t.Name, !slices.Contains(no.Tools, t)})
	}
	for _, t := range no.Tools { // it runs although nobody agrees, and only then
		if !slices.Contains(yes.Tools, t) {
			out.Tools = append(out.Tools, t)
		}
	}
	all := []*agent{&out}
	for i, sub := range yes.subs {
		out.SubAgents = append(out.SubAgents, sub.Name)
		below := merge(sub.Name, sub, no.subs[i])
		below[0].Transfers = []string{name} // its answer goes back
		all = append(all, below...)
	}
	out.Transfers = out.SubAgents
	return all
}

// human lets a human answer every question in the same way.
func human(t *testing.T, answer string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(file, []byte(strings.Repeat(answer+"\n", 10000)), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = f
	t.Cleanup(func() {
		os.Stdin = old
		f.Close()
	})
}

// compare holds what the processes saw against the golden file of a program.
func compare(t *testing.T, program string, agents []*agent) {
	t.Helper()
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

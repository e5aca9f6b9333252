package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/adkagents/catalog"
	"example.com/adkagents/internal/play"
	"example.com/adkagents/internal/scripted"
	"example.com/adkagents/internal/truth"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden returns the file that holds the truth about a program.
func golden(name string) string {
	return filepath.Join("golden", truth.GoldenName(name))
}

// TestGolden: the files say what the framework says.
func TestGolden(t *testing.T) {
	for _, p := range catalog.Programs {
		t.Run(p.Name, func(t *testing.T) {
			d, err := describe(p)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := truth.Encode(&got, d); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(golden(p.Name), got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden(p.Name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s is stale, run with -update:\n%s", golden(p.Name), got.Bytes())
			}
		})
	}
}

// TestTransfers: the rule in transferTargets is the framework's. Every model
// that can be reached by one transfer from the root is asked what it is offered.
func TestTransfers(t *testing.T) {
	for _, p := range catalog.Programs {
		d, err := describe(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range d.Agents {
			for _, to := range a.TransferTo {
				root, err := p.Build(scripted.New())
				if err != nil {
					t.Fatal(err)
				}
				if root.Name() != a.Name || !slices.ContainsFunc(d.Agents, func(b *truth.Agent) bool { return b.Name == to && b.Type == "LLMAgent" }) {
					continue
				}
				t.Run(p.Name+"/"+to, func(t *testing.T) { checkTransfer(t, p, d, to) })
			}
		}
	}
}

// checkTransfer lets the root of a program transfer to an agent and compares
// what the agent's model is offered with what the dump says.
func checkTransfer(t *testing.T, p catalog.Program, d *truth.Dump, to string) {
	m := scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": to}))
	root, err := p.Build(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play.Run(root, "hello", 50); err != nil {
		t.Skipf("the program does not get that far: %v", err)
	}
	reqs := m.Requests()
	if len(reqs) < 2 {
		t.Fatalf("%d requests, want one of the root and one of %s", len(reqs), to)
	}
	for i, name := range []string{root.Name(), to} {
		j := slices.IndexFunc(d.Agents, func(a *truth.Agent) bool { return a.Name == name })
		if got, want := scripted.TransferTargets(reqs[i]), d.Agents[j].TransferTo; !slices.Equal(got, want) {
			t.Errorf("%s is offered %q, the dump says %q", name, got, want)
		}
	}
}

// TestCleanRuns: a clean program gets to its end without an error if every
// person it asks says yes. (Not every bad one fails: that is what makes their
// defects worth finding.)
func TestCleanRuns(t *testing.T) {
	for _, p := range catalog.Programs {
		if !strings.HasSuffix(p.Name, "/clean") {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			m := scripted.New()
			m.Closing = "It is done, and it is well done."
			root, err := p.Build(m)
			if err != nil {
				t.Fatal(err)
			}
			if questions, err := play.Run(root, "hello", 200); err != nil {
				t.Errorf("after %d questions: %v", questions, err)
			}
		})
	}
}

// TestRulings: every ruling of moderation comes to an end.
func TestRulings(t *testing.T) {
	i := slices.IndexFunc(catalog.Programs, func(p catalog.Program) bool { return p.Name == "moderation/clean" })
	for _, tt := range []struct {
		listing   string
		questions int
	}{
		{"ann: a teapot", 0},
		{"ann: click here", 0},
		{"ann: a gun", 1},
		{"ann: an antique", 1},
	} {
		root, err := catalog.Programs[i].Build(scripted.New())
		if err != nil {
			t.Fatal(err)
		}
		if questions, err := play.Run(root, tt.listing, 200); err != nil || questions != tt.questions {
			t.Errorf("%q: %d questions, then %v, want %d and success", tt.listing, questions, err, tt.questions)
		}
	}
}

// TestBadRuns: what the defects look like to whoever is on call. "" is a run
// that ends, and looks as if all were well.
func TestBadRuns(t *testing.T) {
	symptoms := map[string]string{
		"compliance/bad": "", // the policy is on record before it is signed
		"incident/bad":   "", // the commander answers alone; the runbook would not come back
		"invoices/bad":   "no end",
		"kyc/bad":        "", // the applicant never hears from the bank
		"moderation/bad": "", // an innocent listing
		"refund/bad":     "", // the desk answers alone; orders would fail
		"release/bad":    "requires confirmation",
		"research/bad":   "duplicate tool",
		"travel/bad":     "no end",
	}
	for name, want := range symptoms {
		t.Run(name, func(t *testing.T) {
			i := slices.IndexFunc(catalog.Programs, func(p catalog.Program) bool { return p.Name == name })
			root, err := catalog.Programs[i].Build(scripted.New())
			if err != nil {
				t.Fatal(err)
			}
			_, err = play.Run(root, "hello", 200)
			if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(got, want) {
				t.Errorf("ended with %v, want %q", err, want)
			}
		})
	}
}

// TestBehindTransfer: defects that show once the root has handed over.
func TestBehindTransfer(t *testing.T) {
	for _, tt := range []struct{ program, to, want string }{
		{"incident/bad", "runbook", "no end"},      // the mitigation loop
		{"incident/clean", "runbook", "<nil>"},     // the probe ends it
		{"refund/bad", "orders", "duplicate tool"}, // two tools called lookup_order
		{"refund/bad", "billing", "<nil>"},         // no defect that shows without a till
	} {
		i := slices.IndexFunc(catalog.Programs, func(p catalog.Program) bool { return p.Name == tt.program })
		root, err := catalog.Programs[i].Build(scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": tt.to})))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play.Run(root, "hello", 200); !strings.Contains(fmt.Sprint(err), tt.want) {
			t.Errorf("%s, %s: ended with %v, want %q", tt.program, tt.to, err, tt.want)
		}
	}
}

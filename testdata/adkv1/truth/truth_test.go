package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/adkv1agents/catalog"
	"example.com/adkv1agents/internal/scripted"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/runner"
	"google.golang.org/adk/session"
	"google.golang.org/genai"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden returns the file that holds the truth about a program.
func golden(name string) string {
	return filepath.Join("golden", strings.ReplaceAll(name, "/", "_")+".json")
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
			if err := encode(&got, d); err != nil {
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
				if root.Name() != a.Name || !slices.ContainsFunc(d.Agents, func(b *Agent) bool { return b.Name == to && b.Type == "LLMAgent" }) {
					continue
				}
				t.Run(p.Name+"/"+to, func(t *testing.T) { checkTransfer(t, p, d, to) })
			}
		}
	}
}

// checkTransfer lets the root of a program transfer to an agent and compares
// what the agent's model is offered with what the dump says.
func checkTransfer(t *testing.T, p catalog.Program, d *Dump, to string) {
	m := scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": to}))
	root, err := p.Build(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play(root, 50); err != nil {
		t.Skipf("the program does not get that far: %v", err)
	}
	reqs := m.Requests()
	if len(reqs) < 2 {
		t.Fatalf("%d requests, want one of the root and one of %s", len(reqs), to)
	}
	for i, name := range []string{root.Name(), to} {
		j := slices.IndexFunc(d.Agents, func(a *Agent) bool { return a.Name == name })
		if got, want := scripted.TransferTargets(reqs[i]), d.Agents[j].TransferTo; !slices.Equal(got, want) {
			t.Errorf("%s is offered %q, the dump says %q", name, got, want)
		}
	}
}

// TestCleanRuns: a clean program gets to its end without an error. (Not every bad one fails: that is what makes their
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
			if events, err := play(root, 200); err != nil {
				t.Errorf("after %d events: %v", events, err)
			}
		})
	}
}

// TestBadRuns: what the defects look like to whoever is on call. "" is a run
// that ends, and looks as if all were well.
func TestBadRuns(t *testing.T) {
	symptoms := map[string]string{
		"closing/bad":  "", // nothing to correct this time
		"helpdesk/bad": "", // the desk answers alone; accounts would fail
	}
	for name, want := range symptoms {
		t.Run(name, func(t *testing.T) {
			i := slices.IndexFunc(catalog.Programs, func(p catalog.Program) bool { return p.Name == name })
			root, err := catalog.Programs[i].Build(scripted.New())
			if err != nil {
				t.Fatal(err)
			}
			_, err = play(root, 200)
			if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(got, want) {
				t.Errorf("ended with %v, want %q", err, want)
			}
		})
	}
}

// TestBehindTransfer: defects that show once the root has handed over.
func TestBehindTransfer(t *testing.T) {
	for _, tt := range []struct{ program, to, want string }{
		{"helpdesk/bad", "accounts", "duplicate tool"}, // find_user, twice
		{"helpdesk/clean", "accounts", "<nil>"},
	} {
		i := slices.IndexFunc(catalog.Programs, func(p catalog.Program) bool { return p.Name == tt.program })
		root, err := catalog.Programs[i].Build(scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": tt.to})))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play(root, 200); !strings.Contains(fmt.Sprint(err), tt.want) {
			t.Errorf("%s, %s: ended with %v, want %q", tt.program, tt.to, err, tt.want)
		}
	}
}

// play sends one message to an agent and counts its events, at most limit.
func play(root agent.Agent, limit int) (int, error) {
	sessions := session.InMemoryService()
	ctx := context.Background()
	if _, err := sessions.Create(ctx, &session.CreateRequest{AppName: "truth", UserID: "user", SessionID: "session"}); err != nil {
		return 0, err
	}
	r, err := runner.New(runner.Config{AppName: "truth", Agent: root, SessionService: sessions})
	if err != nil {
		return 0, err
	}
	events := 0
	for _, err := range r.Run(ctx, "user", "session", genai.NewContentFromText("hello", genai.RoleUser), agent.RunConfig{}) {
		if err != nil {
			return events, err
		}
		if events++; events == limit {
			return events, fmt.Errorf("no end after %d events", limit)
		}
	}
	return events, nil
}

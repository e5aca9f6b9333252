package truth

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	claudecode "github.com/severity1/claude-agent-sdk-go"

	bad "example.com/clis/claude/bad"
	clean "example.com/clis/claude/clean"
)

// TestMain is Claude Code where the SDK starts it under that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "claude" {
		Claude()
		return
	}
	os.Exit(m.Run())
}

// A run starts a session and ends when its process has answered.
type run struct {
	name  string
	start func(ctx context.Context) error
}

// client starts a session of a client that a function makes.
func client(make func() claudecode.Client) func(context.Context) error {
	return func(ctx context.Context) error {
		c := make()
		if err := c.Connect(ctx); err != nil {
			return err
		}
		defer c.Disconnect()
		if err := c.Query(ctx, "Go."); err != nil {
			return err
		}
		_, err := c.ReceiveResponse(ctx).Next(ctx)
		return err
	}
}

// query starts the session of a query.
func query(ask func(context.Context) (claudecode.MessageIterator, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		answer, err := ask(ctx)
		if err != nil {
			return err
		}
		defer answer.Close()
		_, err = answer.Next(ctx)
		return err
	}
}

// allowed is a session of which nothing runs that was not allowed beforehand.
func allowed() claudecode.Client {
	return bad.Allowed(func(context.Context, string, map[string]any, claudecode.ToolPermissionContext) (claudecode.PermissionResult, error) {
		return claudecode.NewPermissionResultDeny("no"), nil
	})
}

func TestClaude(t *testing.T) {
	for program, runs := range map[string][]run{
		"claude/bad": {
			{"Bypass", client(bad.Bypass)}, {"Flag", query(bad.Flag)}, {"Allowed", client(allowed)}, {"Yes", client(bad.Yes)}, {"Later", bad.Later},
			{"Inverted", client(bad.Inverted)},
		},
		"claude/clean": {
			{"Desk", client(clean.Desk)}, {"Hooked", clean.Hooked}, {"Reader", query(clean.Reader)}, {"Team", client(clean.Team)},
		},
	} {
		t.Run(program, func(t *testing.T) {
			var agents []*agent
			for _, r := range runs {
				agents = append(agents, merge(r.name, r.view(t, "y"), r.view(t, "n"))...)
			}
			compare(t, program, agents)
		})
	}
}

// view starts a session with a human who answers as given.
func (r run) view(t *testing.T, answer string) *agent {
	t.Helper()
	human(t, answer)
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "claude")); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "record")
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("CLIS_RECORD", record)
	if err := r.start(t.Context()); err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatalf("%s: %v", r.name, err)
	}
	var v view
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	g := &agent{Rounds: v.Turns, Tools: tools(v.Tools)}
	if v.All {
		g.Toolsets = []string{"the process"}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Subs)) {
		g.subs = append(g.subs, &agent{Name: name, Tools: tools(v.Subs[name])})
	}
	return g
}

func tools(names []string) (list []tool) {
	for _, name := range names {
		list = append(list, tool{Name: name})
	}
	return list
}

package extracttest

// This file is what tests of counters share, in which random programs are extracted and then run.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// Source extracts a package of one file, in a module that uses stubs: the paths of modules, and where
// they are below testdata/src.
func Source(t testing.TB, text string, stubs map[string]string) *graph.Program {
	t.Helper()
	mod := "module example.com/random\n\ngo 1.25\n"
	for path, dir := range stubs {
		dir, err := filepath.Abs(filepath.Join("testdata", "src", dir))
		if err != nil {
			t.Fatal(err)
		}
		mod += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %s\n", path, path, dir)
	}
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": mod, "random.go": text} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Extract(t, root, "./...")["example.com/random"]
}

// A Run is one step of a run of a program: a node that ran and the one that follows, whose names differ
// in case at most, and what counters are before and after it.
type Run struct {
	Node, Next    string
	Before, After func(counter string) int
}

// Misfit holds a step of a run against a workflow. It returns how many values of counters the edges that were
// taken say, and what is not as the workflow says, "" if all is.
func Misfit(w *graph.Workflow, r Run) (said int, wrong string) {
	named := func(id graph.NodeID, name string) bool { return strings.EqualFold(w.Nodes[id].Name, name) }
	node := graph.NodeID(slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return strings.EqualFold(n.Name, r.Node) }))
	not := func(counter, what string) string {
		return fmt.Sprintf("%s: %s goes from %d to %d at %s, and then to %s: %s\n%s", w.Name, counter, r.Before(counter), r.After(counter), r.Node, r.Next, what, w.Text())
	}
	for _, c := range w.Counters {
		if does := w.Nodes[node].Does(c.Name); !allows(does, r.Before(c.Name), r.After(c.Name)) {
			return said, not(c.Name, does.String())
		}
	}
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.From != node || !named(e.To, r.Next) {
			continue
		}
		for _, x := range e.Within {
			if said++; !x.Has(r.After(x.Counter)) {
				return said, not(x.Counter, x.String())
			}
		}
	}
	return said, ""
}

// allows reports whether a step may change a counter from one value to another.
func allows(c graph.Count, from, to int) bool {
	switch {
	case c.Any:
		return true
	case c.Set != nil:
		return to == *c.Set
	}
	return from+c.Least <= to && to <= from+c.Most
}

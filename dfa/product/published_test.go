package product_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
)

// TestPublished checks the published workflows against the published policies, and
// against policies with the same intentions over what the workflows have. For each
// policy, the workflows on which it holds are counted, and the others listed.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob("../../graph/check/testdata/published/*.json")
	if err != nil || len(files) != 18 {
		t.Fatalf("%d published workflows, %v", len(files), err)
	}
	var workflows []*graph.Workflow
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		w, err := graph.Decode(file, data)
		if err != nil {
			t.Fatal(err)
		}
		workflows = append(workflows, w)
	}
	policies, err := os.ReadFile("testdata/policies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(policies)) {
		name, rule, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			out.WriteString(line)
			continue
		}
		fmt.Fprintf(&out, "%s: %s\n", name, rule)
		r := product.MustCompile(rule)
		holds := 0
		for _, w := range workflows {
			res := product.Check(w, r, product.Options{})
			if res.Verdict == verdict.Holds {
				holds++
				continue
			}
			fmt.Fprintf(&out, "\t%s: %s\n", w.Name, answered(res))
		}
		fmt.Fprintf(&out, "\tholds on %d\n", holds)
	}
	golden.Compare(t, "testdata/published.txt", out.String())
}

// answered says what the product says, with the steps of the witness.
func answered(res *product.Result) string {
	if res.Verdict == verdict.Unknown {
		return "unknown because of " + res.Doubt.Why.String()
	}
	var b strings.Builder
	b.WriteString(map[product.Kind]string{product.BadPrefix: "bad prefix", product.Unmet: "unmet", product.NeverMet: "never met"}[res.Kind])
	for i, s := range res.Path {
		if i == res.Loop {
			b.WriteString(" (loop:")
		}
		fmt.Fprintf(&b, " %s", s.In.Nodes[s.Node].Name)
		if s.Tool != nil {
			fmt.Fprintf(&b, "[%s]", s.Tool.Name)
		}
	}
	if res.Kind == product.NeverMet {
		b.WriteString(")")
	}
	return b.String()
}

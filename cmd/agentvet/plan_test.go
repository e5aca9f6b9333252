package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestPlanExample runs the bundled example: the plan that leaks is refused, the repaired one holds.
func TestPlanExample(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "plan")
	var all bytes.Buffer
	for plan, want := range map[string]int{"leak.json": exitFindings, "repaired.json": exitClean} {
		var out, errs bytes.Buffer
		if code := run([]string{"-C", dir, "plan", "-policy", "agentvet.yaml", "-registry", "registry.json", plan}, &out, &errs); code != want {
			t.Errorf("%s: exit code %d, want %d\n%s%s", plan, code, want, &out, &errs)
		}
	}
	code := run([]string{"-C", dir, "plan", "-policy", "agentvet.yaml", "-registry", "registry.json", "leak.json", "repaired.json"}, &all, &all)
	fmt.Fprintf(&all, "exit code %d\n", code)
	golden.Compare(t, filepath.Join(dir, "expected.txt"), all.String())
}

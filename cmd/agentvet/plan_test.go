package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestPlanExample runs the bundled example: the plan that leaks is refused, the repaired one holds.
func TestPlanExample(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "plan")
	said := func(plans ...string) (string, int) {
		cmd := exec.Command(binary, append([]string{"plan", "-policy", "agentvet.yaml", "-registry", "registry.json"}, plans...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	for plan, want := range map[string]int{"leak.json": exitFindings, "repaired.json": exitClean} {
		if out, code := said(plan); code != want {
			t.Errorf("%s: exit code %d, want %d\n%s", plan, code, want, out)
		}
	}
	out, code := said("leak.json", "repaired.json")
	golden.Compare(t, filepath.Join(dir, "answers.txt"), fmt.Sprintf("%sexit code %d\n", out, code))
}

//go:build truth

package main

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestObligations compares what agentvet says of numbers that keep a bound, and of a workflow that counts, on real frameworks, with a file
// beside the programs. Their own tests say what is true of them.
func TestObligations(t *testing.T) {
	m := &agentModule{name: "obligations"}
	out, _ := m.agentvet(t, "-strict", "-v", "./...")
	golden.Compare(t, filepath.Join(m.dir(), "findings.txt"), string(out))
}

//go:build truth

package main

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestObligations compares what agentvet says of numbers that keep a bound at calls, on a real framework, with a file
// beside the program. Its own test says what is true of it.
func TestObligations(t *testing.T) {
	m := &agentModule{name: "obligations"}
	out, _ := m.agentvet(t, "-strict", "-v", "./...")
	golden.Compare(t, filepath.Join(m.dir(), "findings.txt"), string(out))
}

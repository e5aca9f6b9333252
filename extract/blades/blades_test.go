package blades_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestAgents compares agents on the real library with what its model was offered.
func TestAgents(t *testing.T) {
	others := filepath.Join("..", "..", "testdata", "others")
	for _, name := range []string{"bad", "clean"} {
		t.Run(name, func(t *testing.T) {
			extracttest.Agent(t, others, "./blades/"+name, filepath.Join(others, "truth", "golden", "blades_"+name+".json"))
		})
	}
}

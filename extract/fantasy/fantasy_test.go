package fantasy_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/fantasy"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestAgents compares agents on the real library with what its model was offered.
func TestAgents(t *testing.T) {
	others := filepath.Join("..", "..", "testdata", "others")
	for _, name := range []string{"bad", "clean"} {
		t.Run(name, func(t *testing.T) {
			extracttest.Agent(t, others, "./fantasy/"+name, filepath.Join(others, "truth", "golden", "fantasy_"+name+".json"))
		})
	}
}

// TestRows resolves each row against the real library; see extracttest.Rows.
func TestRows(t *testing.T) {
	extracttest.Rows(t, fantasy.Framework().Table, filepath.Join("..", "..", "testdata", "others"))
}

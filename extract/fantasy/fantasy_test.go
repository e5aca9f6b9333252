package fantasy_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/fantasy"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row against the real library; see extracttest.Rows.
func TestRows(t *testing.T) {
	extracttest.Rows(t, fantasy.Framework().Table, filepath.Join("..", "..", "testdata", "others"))
}

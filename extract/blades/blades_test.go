package blades_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/blades"
	"github.com/agentvet/agentvet/extract/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row against the real library; see extracttest.Rows.
func TestRows(t *testing.T) {
	extracttest.Rows(t, blades.Framework().Table, filepath.Join("..", "..", "testdata", "others"))
}

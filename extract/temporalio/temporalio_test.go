package temporalio_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/temporalio"
)

// TestGolden compares what is found in each program of testdata with want.txt
// beside it.
func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row against the real module, which must be in the module
// cache; see extracttest.Rows.
func TestRows(t *testing.T) {
	extracttest.Rows(t, temporalio.Framework().Table, filepath.Join("..", "..", "testdata", "temporal"))
}

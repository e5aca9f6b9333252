package swarmgo_test

import (
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
	"github.com/agentvet/agentvet/extract/swarmgo"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row against the real library; see extracttest.Rows.
func TestRows(t *testing.T) {
	extracttest.Rows(t, swarmgo.Framework().Table, filepath.Join("..", "..", "testdata", "swarmgo"))
}

// TestStubs resolves each row against the stubs.
func TestStubs(t *testing.T) { extracttest.Resolve(t, swarmgo.Framework().Table, "testdata") }

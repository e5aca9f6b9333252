package langgraphgo_test

import (
	"testing"

	"github.com/agentvet/agentvet/internal/extracttest"
)

// TestGolden compares what is found in each program of testdata with want.txt
// beside it.
func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

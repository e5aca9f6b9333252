package blades_test

import (
	"testing"

	"github.com/agentvet/agentvet/extract/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

package cliagents_test

import (
	"testing"

	"github.com/agentvet/agentvet/internal/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

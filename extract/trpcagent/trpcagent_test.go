package trpcagent_test

import (
	"testing"

	"github.com/agentvet/agentvet/internal/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestOwnTool holds what is read of a tool that is a type of the program's own.
func TestOwnTool(t *testing.T) {
	extracttest.HasTool(t, "testdata", "./nodes", "lookup_users", "look something up", "key string")
}

package agentframework_test

import (
	"testing"

	"github.com/agentvet/agentvet/extract/agentframework"
	"github.com/agentvet/agentvet/extract/extracttest"
)

func TestGolden(t *testing.T) { extracttest.Golden(t, "testdata", "example.com/golden") }

// TestRows resolves each row against the stubs of the framework, which the module
// proxy does not have.
func TestRows(t *testing.T) { extracttest.Resolve(t, agentframework.Framework().Table, "testdata") }

package report

import (
	"testing"

	"github.com/agentvet/agentvet/internal/funcid"
)

// TestCompilerMarks holds the marks to those that funcid knows.
func TestCompilerMarks(t *testing.T) {
	for _, mark := range compilerMarks {
		if got := funcid.Source("f" + mark); got != "f" {
			t.Errorf("Source(%q) = %q, want %q", "f"+mark, got, "f")
		}
	}
}

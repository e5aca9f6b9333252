package suite

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/verify"
)

func TestValid(t *testing.T) {
	if err := analysis.Validate(Analyzers); err != nil {
		t.Error(err)
	}
	for _, a := range Analyzers {
		if a.URL == "" {
			t.Errorf("%s has no URL", a.Name)
		}
	}
}

// TestOptions wants suites that do not share options: tests and drivers run
// several at once.
func TestOptions(t *testing.T) {
	strict := New(Options{Verify: verify.Options{Strict: true}})
	for i, a := range New(Options{}) {
		if f := a.Flags.Lookup("strict"); f != nil && f.Value.String() != "false" {
			t.Errorf("%s: strict is %s by default", a.Name, f.Value)
		}
		if f := strict[i].Flags.Lookup("strict"); f != nil && f.Value.String() != "true" {
			t.Errorf("%s: strict is %s, want true", a.Name, f.Value)
		}
	}
}

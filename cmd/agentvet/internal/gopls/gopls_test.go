package gopls

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAdded(t *testing.T) {
	const file = `// Package settings is like that of gopls.
package settings

import "log"

var few = []*Analyzer{{analyzer: one.Analyzer}}

func all() []*Analyzer {
	for _, a := range []*Analyzer{
		// A comment.
		{analyzer: one.Analyzer},
		{analyzer: two.Analyzer},
	} {
		log.Print(a)
	}
	return nil
}
`
	const want = `// Package settings is like that of gopls.
package settings

import agentvet "github.com/agentvet/agentvet/analyzers/editor"

import "log"

var few = []*Analyzer{{analyzer: one.Analyzer}}

func all() []*Analyzer {
	for _, a := range []*Analyzer{
		{analyzer: agentvet.Analyzer(), severity: protocol.SeverityWarning},

		// A comment.
		{analyzer: one.Analyzer},
		{analyzer: two.Analyzer},
	} {
		log.Print(a)
	}
	return nil
}
`
	got, err := added([]byte(file))
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v; (-want +got):\n%s", err, diff)
	}
	for _, text := range []string{"package settings\n", "package settings\n\nvar list = []Analyzer{{}}\n", "no Go\n"} {
		if got, err := added([]byte(text)); err == nil {
			t.Errorf("added(%q) = %s, want an error", text, got)
		}
	}
}

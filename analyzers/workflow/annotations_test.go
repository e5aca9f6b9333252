package workflow_test

import (
	"testing"

	"github.com/agentvet/agentvet/analyzers/workflow"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestAnnotations follows what a package declares into one that imports another that
// imports it. Each knows its own comments and tags, also those that are wrong.
func TestAnnotations(t *testing.T) {
	comments := map[string]int{"tools": 4, "use": 2, "main": 0}
	for _, act := range passtest.Run(t, workflow.Annotations, "testdata", "./says/...") {
		a, name := act.Result.(*workflow.Annotated), act.Package.Name
		if got := len(a.Comments); got != comments[name] {
			t.Errorf("%s has %d comments of agentvet's, want %d", name, got, comments[name])
		}
		if name != "tools" {
			continue
		}
		if len(a.Tags) != 2 || len(a.Tags[0].Errs) != 0 || len(a.Tags[1].Errs) != 1 {
			t.Errorf("tags: %+v, want one that says something and one that is wrong", a.Tags)
		}
		if len(a.Own) != 1 || a.Own[0].At.Line != 3 || a.Own[0].At.Col != 26 || a.Own[0].NameAt.Col != 19 {
			t.Errorf("policies: %+v, want one on line 3", a.Own)
		}
	}
}

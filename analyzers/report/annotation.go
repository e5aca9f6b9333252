package report

// This file says what is wrong with struct tags and directives.

import (
	"fmt"
	"path/filepath"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// MalformedAnnotation says that a tag or a directive cannot be read, and why.
func MalformedAnnotation(pos graph.Pos, why string) *Finding {
	return newFinding(rules.BadAnnotation, pos, "%s", why)
}

// PolicyTwice says that a policy of a package has the name of another. The file
// of the other is named without its directory: a finding may not depend on where
// the program lies.
func PolicyTwice(name string, other graph.Pos) string {
	return fmt.Sprintf("%q is the name of the policy at %s:%d, too", name, filepath.Base(other.File), other.Line)
}

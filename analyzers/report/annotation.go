package report

// This file says what is wrong with struct tags and directives.

import "github.com/agentvet/agentvet/graph"

// MalformedAnnotation says that a tag or a directive cannot be read, and why.
func MalformedAnnotation(pos graph.Pos, why string) *Finding {
	return newFinding(BadAnnotation, pos, "%s", why)
}

package report

// This file words what a run leaves out.

import "fmt"

// LeftOut says what packages build that the packages of a run import and nobody named;
// first is one of them. It is "" for none.
func LeftOut(left Scope, first string) string {
	switch left.Packages {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out: %s that is imported, but not named: %s; ./... names the whole module", left, first)
	}
	return fmt.Sprintf("left out: %s that are imported, but not named, such as %s; ./... names the whole module", left, first)
}

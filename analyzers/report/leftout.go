package report

// This file words what a run leaves out.

import (
	"fmt"
	"strings"
)

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

// NestedModules says which modules a run over the packages above them leaves out. It is ""
// for none.
func NestedModules(dirs []string) string {
	switch len(dirs) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out: the module in %s, which ./... does not name; -modules reads it, too", dirs[0])
	}
	return fmt.Sprintf("left out: %d modules below this directory, which ./... does not name: %s; -modules reads them, too", len(dirs), list(dirs))
}

// UnusedPolicies says which policy files a run over several modules leaves unused. It is ""
// for none.
func UnusedPolicies(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return fmt.Sprintf("a run over several modules has one policy: not used is %s", list(files))
}

// list returns the first of some names.
func list(names []string) string {
	const most = 8
	if n := len(names) - most; n > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}

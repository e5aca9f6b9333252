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

// IgnoredPackages says which directories with Go files a run leaves out because go.mod ignores them. It is "" for none.
func IgnoredPackages(dirs []string) string {
	switch len(dirs) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out: %s, which has Go files and which go.mod ignores; agentvet -no-ignores reads it, too", dirs[0])
	}
	return fmt.Sprintf("left out: %d directories with Go files, which go.mod ignores: %s; agentvet -no-ignores reads them, too", len(dirs), list(dirs))
}

// HiddenPackages says which directories a run leaves out because of their names although they use a library that agents are
// built with. It is "" for none.
func HiddenPackages(dirs []string) string {
	switch len(dirs) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out: %s, whose name ./... passes over, and which imports a library that agents are built with; agentvet ./%[1]s reads it", dirs[0])
	}
	return fmt.Sprintf("left out: %d directories whose names ./... passes over, and which import libraries that agents are built with: %s; agentvet ./%s reads the first", len(dirs), list(dirs), dirs[0])
}

// ConstrainedFiles says which files a run leaves out because of build constraints although they use a library that agents are built with. It
// is "" for none.
func ConstrainedFiles(files []string) string {
	switch len(files) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("left out by build constraints: %s, which imports a library that agents are built with; -tags, GOOS and GOARCH decide", files[0])
	}
	return fmt.Sprintf("left out by build constraints: %d files that import libraries that agents are built with: %s; -tags, GOOS and GOARCH decide", len(files), list(files))
}

// UnusedPolicies says which policy files a run over several modules leaves unused. It is ""
// for none.
func UnusedPolicies(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return fmt.Sprintf("all modules go by one policy here: not used is %s", list(files))
}

// UntestedPolicies says which policy files of the modules of a run a test leaves out. It is "" for none.
func UntestedPolicies(files []string) string {
	if len(files) == 0 {
		return ""
	}
	return fmt.Sprintf("not tested: %s; a test is of one policy file, that of the working directory (-C) or of -policy", list(files))
}

// LeftOutResults says that a form of output has some of all results, as readers of it take no more.
func LeftOutResults(some, all int) string {
	return fmt.Sprintf("left out: %d of %d results, the less severe ones: code hosts take %d; text and JSON have all", all-some, all, some)
}

// list returns the first of some names.
func list(names []string) string {
	const most = 8
	if n := len(names) - most; n > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}

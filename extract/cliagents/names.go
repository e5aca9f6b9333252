package cliagents

// This file reads lists of names of tools.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// A list is names that a program gives.
type list struct {
	given bool
	sure  []string // that are in it on all ways
	all   []string // that may be in it
	more  *assembly.Unknown
}

// readList reads a list of names. An empty one is given, nil is not.
func readList(v assembly.Value) list {
	l := list{given: !v.IsZero()}
	l.add(v, "")
	return l
}

// add adds the names of a list, each behind a prefix.
func (l *list) add(v assembly.Value, prefix string) {
	elems, more := v.Elems()
	if more != nil {
		l.more = more
	}
	for _, e := range elems {
		for _, x := range e.Each() {
			l.name(x, prefix)
		}
	}
}

// name adds a name.
func (l *list) name(x assembly.Value, prefix string) {
	text, ok := x.Text()
	if !ok {
		l.more = x.Why(reason.OneOf, "name")
		return
	}
	l.all = append(l.all, prefix+text)
	if x.Always() {
		l.sure = append(l.sure, prefix+text)
	}
}

// covers reports whether one of names matches.
func covers(names []string, match func(name string) bool) bool {
	for _, n := range names {
		if match(n) {
			return true
		}
	}
	return false
}

// rule splits a rule of Claude Code, such as Bash(git log:*), into the name of the tool and
// whether it lets only some calls of it through.
func rule(text string) (name string, some bool) {
	name, _, some = strings.Cut(text, "(")
	return strings.TrimSpace(name), some
}

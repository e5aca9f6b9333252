package report

// This file makes paths short for people: relative to a directory.

import (
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Rel returns p with its file named relative to dir, if that is shorter, and
// with forward slashes. An empty dir leaves the name as it is.
func Rel(dir string, p graph.Pos) graph.Pos {
	if dir == "" || !filepath.IsAbs(p.File) {
		return p
	}
	rel, err := filepath.Rel(dir, p.File)
	if err == nil && len(rel) < len(p.File) {
		p.File = filepath.ToSlash(rel)
	}
	return p
}

// Relative returns a copy of f with every position relative to dir.
func (f Finding) Relative(dir string) Finding {
	f.Pos = Rel(dir, f.Pos)
	steps := make([]Step, len(f.Witness))
	for i, s := range f.Witness {
		s.Pos = Rel(dir, s.Pos)
		steps[i] = s
	}
	f.Witness = steps
	f.Unfollowed = slices.Clone(f.Unfollowed)
	for i := range f.Unfollowed {
		f.Unfollowed[i].Pos = Rel(dir, f.Unfollowed[i].Pos)
	}
	return f
}

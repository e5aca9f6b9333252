package taintflow

// This file looks up what the rows of a policy file are about.

import (
	"go/types"
	"maps"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// tableFor returns what is known of libraries in pkg under a policy. A row that asks of a
// function what it has not is left out: that nothing passes by way of an argument that
// does not exist would read as if the function cleaned all that it is given.
func tableFor(pkg *types.Package, p *policy.Policy) (*taint.Table, []report.RowUse) {
	rows := p.LibraryRows()
	uses := rowUses(pkg, rows)
	var idle []*library.Data
	for i, r := range rows {
		if uses[i].State == report.RowMisplaced {
			idle = append(idle, r)
		}
	}
	return p.Table(idle...), uses
}

// rowUses returns what pkg and the packages that it imports tell of each of rows.
func rowUses(pkg *types.Package, rows []*library.Data) []report.RowUse {
	if len(rows) == 0 {
		return nil
	}
	out := verify.NewRowUses(rows)
	byPath := packagesOf(pkg)
	byPath[library.Universe.Path()] = library.Universe
	paths := slices.Sorted(maps.Keys(byPath))
	for i, r := range rows {
		p := byPath[r.Package]
		if p == nil {
			out[i].Near = list(library.Nearest(r.Package, paths, r.Package+"/"))
			continue
		}
		lookUp(p, r, &out[i], p == pkg || p == library.Universe || p.Complete())
	}
	return out
}

// lookUp tells u what r is about in p. That has everything which can be called if it is
// complete.
func lookUp(p *types.Package, r *library.Data, u *report.RowUse, complete bool) {
	obj, key := library.Lookup(p, r.Name)
	switch {
	case obj == nil && !complete:
		u.State = report.RowHidden
	case obj == nil:
		u.State, u.Near = report.RowMissing, list(library.Near(p, r.Name))
	case key != r.Key():
		u.State, u.Near = report.RowMoved, []string{key}
	default:
		u.State = report.RowFound
		if u.Is, u.Lacks = library.Misfit(r, obj); u.Lacks != "" {
			u.State = report.RowMisplaced
		}
	}
}

// list returns a name that is near as a list, none for "".
func list(near string) []string {
	if near == "" {
		return nil
	}
	return []string{near}
}

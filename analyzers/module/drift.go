package module

// This file compares tools with what somebody has recorded of them.
//
// What is said of a tool follows from that tool and the inventory alone. So drivers that show one package
// at a time say the same as those that see all of them.

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A record is an inventory by the names of its tools.
type record struct {
	about report.Inventory
	tools map[string][]*graph.Tool
}

// newRecord returns an inventory as a record, which is empty for nil.
func newRecord(in *policy.Inventory) *record {
	if in == nil {
		return new(record)
	}
	r := &record{report.Inventory{File: in.File, Pos: in.Pos}, make(map[string][]*graph.Tool)}
	for _, t := range in.Tools {
		name := change.Called(t)
		r.tools[name] = append(r.tools[name], t)
	}
	return r
}

// drift returns a finding for each tool that the inventory does not have, or of which it has another
// description, other arguments or other hints. That a tool is gone is none: the tools may be a part of
// what was recorded.
func (r *record) drift(tools []*graph.Tool) (out []report.Finding) {
	for _, t := range tools {
		if list := r.changes(t); len(list) > 0 {
			f := report.Drift(r.about, list)
			f.Context = funcid.Key(topLevel(t.Handler))
			out = append(out, *f)
		}
	}
	return out
}

// changes returns what of a tool is not as it was recorded. Of several tools of its name, it may be any: one
// of which nothing has changed, or else the one of its file.
func (r *record) changes(t *graph.Tool) (nearest []change.Change) {
	if r.tools == nil || t.Added() {
		return nil
	}
	rows := slices.Clone(r.tools[change.Called(t)])
	if len(rows) == 0 {
		return change.Tools(nil, []*graph.Tool{t})
	}
	slices.SortStableFunc(rows, func(a, b *graph.Tool) int { return isNear(b, t) - isNear(a, t) })
	for _, row := range rows {
		list := change.Tools([]*graph.Tool{row}, []*graph.Tool{t})
		list = slices.DeleteFunc(list, func(c change.Change) bool { return !isCompared(row, t, c) })
		switch {
		case len(list) == 0:
			return nil
		case nearest == nil:
			nearest = list
		}
	}
	return nearest
}

// isNear says how much the file of a tool is that of another: 2 for the same, 1 for one of its name.
func isNear(row, t *graph.Tool) int {
	was, is := filepath.ToSlash(row.Pos.File), filepath.ToSlash(t.Pos.File)
	switch {
	case strings.HasSuffix("/"+is, "/"+was) || strings.HasSuffix("/"+was, "/"+is): // relative to somewhere
		return 2
	case path.Base(was) == path.Base(is):
		return 1
	}
	return 0
}

// isCompared reports whether a change of a tool is one of what models and clients go by. Arguments are not
// compared where the handler is not seen: it may say what they are.
func isCompared(row, t *graph.Tool, c change.Change) bool {
	return c.Kind == change.Description || c.Kind == change.Hint || c.Kind == change.Argument && !lacksHandler(row, t)
}

// lacksHandler reports whether a tool is seen without its handler, which was recorded.
func lacksHandler(row, t *graph.Tool) bool { return t.Handler == "" && row.Handler != "" }

// ownTools returns the tools of a package of which a driver that shows it alone says whether they are as they
// were recorded: those that stand in its files, but for those that another package gives a handler.
func (r *record) ownTools(p *Package) []*graph.Tool {
	return slices.DeleteFunc(uniqueTools(p.Program.HeldTools()), func(t *graph.Tool) bool {
		return filepath.Dir(t.Pos.File) != p.Dir ||
			slices.ContainsFunc(r.tools[change.Called(t)], func(row *graph.Tool) bool { return lacksHandler(row, t) })
	})
}

// otherTools returns the tools of packages that ownTools has of none of them: those of agents without a
// framework, and those that are spread over packages or come from libraries.
func (r *record) otherTools(m *Module) []*graph.Tool {
	own := make(map[toolID]bool)
	for _, p := range m.sight {
		for _, t := range r.ownTools(p) {
			own[idOf(t)] = true
		}
	}
	all := join(m.sight, completed(m.sight)).HeldTools()
	return slices.DeleteFunc(uniqueTools(append(all, m.Tools()...)), func(t *graph.Tool) bool { return own[idOf(t)] })
}

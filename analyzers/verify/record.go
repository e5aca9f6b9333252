package verify

// This file compares tools with what somebody has recorded of them.

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
)

// A Record is tools as somebody has recorded them, by their names. The zero Record compares nothing.
type Record struct {
	about report.Inventory
	tools map[string][]*graph.Tool
}

// NewRecord returns tools as a record.
func NewRecord(about report.Inventory, tools []*graph.Tool) *Record {
	r := &Record{about, make(map[string][]*graph.Tool)}
	for _, t := range tools {
		name := change.Called(t)
		r.tools[name] = append(r.tools[name], t)
	}
	return r
}

// Drift returns a finding if the record does not have a tool, or has another description, other arguments or
// other hints of it; nil if it is as it was recorded. That a tool is gone is no finding: the tools may be a part of
// what was recorded.
func (r *Record) Drift(t *graph.Tool) *report.Finding {
	list := r.changes(t)
	if len(list) == 0 {
		return nil
	}
	return report.Drift(r.about, list)
}

// Handled reports whether a tool was recorded with its handler, and is seen without.
func (r *Record) Handled(t *graph.Tool) bool {
	return slices.ContainsFunc(r.tools[change.Called(t)], func(row *graph.Tool) bool { return lacksHandler(row, t) })
}

// changes returns what of a tool is not as it was recorded. Of several tools of its name, it may be any: one
// of which nothing has changed, or else the one of its file.
func (r *Record) changes(t *graph.Tool) (nearest []change.Change) {
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
		list = slices.DeleteFunc(list, func(c change.Change) bool { return !isCompared(row, t, c) || r.about.Older && c.Kind.IsNewer() })
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

// isCompared reports whether a change of a tool is one of what models and clients go by. Arguments and results are not
// compared where the handler is not seen: it may say what they are.
func isCompared(row, t *graph.Tool, c change.Change) bool {
	switch c.Kind {
	case change.Description, change.Title, change.Hint:
		return true
	case change.Argument, change.ArgumentText, change.ArgumentSchema, change.Output:
		return !lacksHandler(row, t)
	}
	return false
}

// lacksHandler reports whether a tool is seen without its handler, which was recorded.
func lacksHandler(row, t *graph.Tool) bool { return t.Handler == "" && row.Handler != "" }

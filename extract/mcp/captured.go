package mcp

// This file says what tells the tools apart that have one literal as their handler.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// maxCaptures is how deep functions are looked for in what functions capture.
const maxCaptures = 4

// captures returns the functions and texts that a handler captures, and those that the captured
// functions do, sorted. What is not the same in all runs is left out.
//
//	func register(s *mcp.Server, name string, run func([]byte) error) {
//		s.AddTool(&mcp.Tool{Name: name}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//			return nil, run(req.Params.Arguments)
//		})
//	}
func captures(handler assembly.Value) []graph.Capture {
	type variable struct {
		in string
		n  int
	}
	found := make(map[variable]graph.Capture)
	unclear := make(map[variable]bool)
	var visit func(f assembly.Value, depth int)
	visit = func(f assembly.Value, depth int) {
		if id := f.Func(); id != funcid.Source(id) {
			return // a method value captures its receiver
		}
		for n, v := range f.Captured() {
			at := variable{f.Func(), n}
			c := graph.Capture{In: at.in, Var: n}
			v = v.Behind().Only()
			if text, ok := v.Text(); ok {
				c.Text = text
			} else if v.IsFunc() {
				c.Func = funcid.Source(v.Func())
			}
			if old, ok := found[at]; ok && old != c {
				unclear[at] = true
				continue
			}
			found[at] = c
			if v.IsFunc() && depth > 0 {
				visit(v, depth-1)
			}
		}
	}
	visit(handler, maxCaptures)
	var out []graph.Capture
	for at, c := range found {
		if !unclear[at] && (c.Func != "" || c.Text != "") {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b graph.Capture) int { return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Var, b.Var)) })
	return out
}

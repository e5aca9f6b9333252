package ssaflow

// This file reads sanitizers that clean what an argument refers to.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A scrub is a call that takes labels from everything that an argument refers to.
type scrub struct {
	call   *ssa.Call
	arg    ssa.Value
	labels taint.Labels
}

// holds reports whether l is the location of v, or of v in an interface.
func (f *frame) holds(l *loc, v ssa.Value) bool {
	if f.values[v] == l {
		return true
	}
	uses := v.Referrers()
	return uses != nil && slices.ContainsFunc(*uses, func(ref ssa.Instruction) bool {
		boxed, ok := ref.(*ssa.MakeInterface)
		return ok && f.values[boxed] == l
	})
}

// scrubbed returns what rows say that c cleans in place: "0->0".
func (p *program) scrubbed(c *ssa.Call) (out []scrub) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	obj := funcid.Declared(fn)
	if obj == nil {
		return nil
	}
	first := 0
	if obj.Signature().Recv() != nil {
		first = 1
	}
	for _, r := range p.in.Table.Rows(library.KeyOf(obj)) {
		if r.Verb != library.VerbSanitizer {
			continue
		}
		for _, pass := range r.Passes {
			for _, at := range pass.To {
				n := first + at.Index
				if !at.Result && n >= 0 && n < len(c.Call.Args) && slices.Equal(pass.From, []library.Place{at}) {
					out = append(out, scrub{c, c.Call.Args[n], r.Labels})
				}
			}
		}
	}
	return out
}

// cleaned returns the labels that what is at p, which at reads, has lost by calls that
// clean in place, with nothing in between that may write there.
func (m *memory) cleaned(p region, at ssa.Instruction) (labels taint.Labels) {
	for _, s := range m.scrubs {
		to := regionOf(s.arg)
		if _, part := fieldsOf(p, to); part && m.precedes(s.call, at) && m.same(to.base, p.base, 0) && m.unchanged(s.call, at, p) {
			labels = labels.Union(s.labels)
		}
	}
	return labels
}

// isCalm reports whether nothing that runs after an instruction and before another one may write to memory that was
// there at the first.
func (m *memory) isCalm(from, at ssa.Instruction) bool {
	n := 0
	return m.everyBetween(from, at, func(instr ssa.Instruction) bool {
		n++
		switch i := instr.(type) {
		case *ssa.Store:
			made, ok := root(i.Addr).(*ssa.Alloc)
			return ok && isFresh(i.Addr) && m.precedes(from, made)
		case *ssa.MapUpdate:
			made, ok := i.Map.(*ssa.MakeMap)
			return ok && m.precedes(from, made)
		}
		return n <= maxBetween && !m.writes(instr, region{})
	})
}

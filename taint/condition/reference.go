package condition

// This file knows limits that are no constants: what a call returns, or what the program reads, when it does.
//
// A number keeps such a limit if it is compared with one value of it: what one call has returned, or what was read at one place and
// has not changed since. Which values there are, the options say; a name that a model writes is none.

import (
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// A reference is a value that is the limit, in a call.
type reference struct {
	in    *call
	value ssa.Value
	at    ssa.Instruction // that makes it
	number
	ran   *feasible.Term // it was made
	stays *feasible.Term // what was read has not changed since; nil for what a call returned, which never does
}

// findReferences notes the values that are the limit. Their terms are variables: what they are is given.
func (r *Reader) findReferences() {
	if r.options.IsLimit == nil {
		return
	}
	r.referTo(r.root)
	r.findOwners()
	for i := range r.references {
		ref := &r.references[i]
		n := ref.in.value(ref.value)
		if n.t == nil || n.float != ref.float || n.t.Type() != ref.t.Type() {
			continue
		}
		r.given = append(r.given, r.Op(feasible.Equal, ref.t, n.t), r.Op(feasible.Equal, ref.ran, ref.in.reached(ref.at.Block())))
		if n.nan != nil {
			r.given = append(r.given, r.Op(feasible.Equal, ref.nan, n.nan))
		}
	}
}

// referTo notes the values of a function, and of those that are read in the place of its calls.
func (r *Reader) referTo(c *call) {
	if c.lost {
		return // nobody knows when its blocks run
	}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if of, ok := instr.(*ssa.Call); ok && r.options.Refers(of) {
				if in := c.inlined(of); in != nil {
					r.referTo(in)
				}
			}
			v, ok := instr.(ssa.Value)
			if !ok || !r.options.IsLimit(v) || len(r.references) >= maxReferences {
				continue
			}
			of := origin{value: v, call: c}
			typ, float := termType(v.Type())
			if typ == feasible.Invalid {
				continue
			}
			ref := reference{in: c, value: v, at: instr, number: number{t: c.fresh(of, typ), float: float}, ran: c.fresh(of, feasible.Bool)}
			if float {
				ref.nan = c.fresh(of, feasible.Bool)
			}
			if _, read := v.(*ssa.Call); !read {
				if _, result := v.(*ssa.Extract); !result {
					ref.stays = c.fresh(of, feasible.Bool)
				}
			}
			r.references = append(r.references, ref)
		}
	}
}

// maxReferences is how many values of a limit are told apart in a function.
const maxReferences = 20

// reached returns the condition under which a block of a function runs where it is called.
func (c *call) reached(b *ssa.BasicBlock) *feasible.Term {
	t := c.run(b)
	for ; c.parent != nil; c = c.parent {
		t = c.And(t, c.parent.run(c.callAt.Block()))
	}
	return t
}

// keepsLimit returns the term for that n keeps the limit that is asked about, nil if there is none.
func (r *Reader) keepsLimit(n number) *feasible.Term {
	switch {
	case r.options.Beside != nil:
		return r.keepsBeside(n)
	case r.options.IsLimit == nil:
		return r.keeps(n, r.limit)
	case n.t == nil || n.t.Type() == feasible.Bool:
		return nil
	}
	kept := r.keepsOneOf(n, func(*reference) bool { return true })
	if r.whose == nil {
		return kept
	}
	all := r.Bool(true)
	for _, owner := range r.owners {
		all = r.And(all, r.keepsOneOf(n, func(ref *reference) bool { return r.isOf(ref, owner) }))
	}
	return r.And(kept, r.Or(r.whose, all))
}

// keepsOneOf returns the term for that n keeps the limit that one of some references is.
func (r *Reader) keepsOneOf(n number, is func(*reference) bool) *feasible.Term {
	kept := r.Bool(false)
	for i := range r.references {
		ref := &r.references[i]
		x, y, ok := r.alikeTypes(n, ref.number)
		if !ok || !is(ref) {
			continue
		}
		way := r.And(ref.ran, r.compare(r.limit.Op, x, y))
		if ref.stays != nil {
			way = r.And(way, ref.stays)
		}
		for _, nan := range []*feasible.Term{n.nan, ref.nan} {
			if nan != nil {
				way = r.And(way, r.Not(nan))
			}
		}
		kept = r.Or(kept, way)
	}
	return kept
}

// alikeTypes returns the terms of two numbers in one type that has all values of both.
func (r *Reader) alikeTypes(a, b number) (x, y *feasible.Term, ok bool) {
	if a.float != b.float {
		return nil, nil, false
	}
	x, y = a.t, b.t
	if x.Type() == y.Type() {
		return x, y, true
	}
	if a.float || x.Type() == feasible.Uint64 || y.Type() == feasible.Uint64 {
		return nil, nil, false
	}
	return r.Convert(x, feasible.Int64), r.Convert(y, feasible.Int64), true
}

// still returns what is known, where an instruction runs, of whether what was read has stayed what it was.
func (r *Reader) still(at ssa.Instruction) (out []*feasible.Term) {
	for i := range r.references {
		switch ref := &r.references[i]; {
		case ref.stays == nil:
		case r.unchanged(ref, at):
			out = append(out, ref.stays)
		default:
			out = append(out, r.Not(ref.stays))
		}
	}
	return out
}

// unchanged reports whether nothing has been written where a reference was read before an instruction of the function that is
// read runs.
func (r *Reader) unchanged(ref *reference, at ssa.Instruction) bool {
	load, ok := ref.value.(*ssa.UnOp)
	if !ok {
		return false
	}
	base, fields := within(load.X)
	c, p := ref.in, spot{base, fields, load, load.Type()}
	for c.parent != nil {
		_, given := c.placed(p)
		if given == nil {
			return false
		}
		c, p = c.parent, *given
	}
	was, _ := c.placed(p)
	p.at = at
	is, _ := c.placed(p)
	return was.since == is.since && was.value == is.value && is.since != at
}

// shownReferences returns what the limit is in a model, where it was made.
func (s *showing) shownReferences(m feasible.Model) (out []string) {
	for i := range s.references {
		if ref := &s.references[i]; m.Eval(ref.ran).Holds() {
			out = append(out, s.options.LimitName+" = "+ref.shown(m.Eval(ref.t)))
		}
	}
	return out
}

package feasible

// This file asks whether guards of workflows can hold: it makes terms of conditions. What
// is not understood of a condition is left out of its term, which then allows more.

import (
	"cmp"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// Guard says whether a guard can hold: it is a graph.Feasibility.
//
// Conditions with one evaluation are one. A condition whose expression is understood holds
// where that does, so that two which ask for one value are known to exclude each other:
// mode == "fast" and mode == "slow", n > 3 and n <= 2. A value and an evaluation of which
// nothing is known are others each time.
func Guard(g graph.Guard) graph.Possibility {
	r := &reader{ts: NewTerms(), evals: make(map[graph.EvalID]*Term), names: make(map[*Term]string)}
	asked := make([]*Term, len(g))
	for i, c := range g {
		asked[i] = r.cond(c)
	}
	a := r.ts.Decide(r.given, asked)
	switch a.State {
	case Possible:
		p := graph.Possibility{State: graph.CanBe, Decided: make(map[graph.EvalID]bool)}
		for id, t := range r.evals {
			p.Decided[id] = a.Model.Eval(t).Holds()
		}
		return p
	case Impossible:
		p := graph.Possibility{State: graph.CannotBe, Proof: a.Proof.size()}
		for _, i := range a.Core {
			p.Clash = append(p.Clash, g[i])
		}
		if a.Proof != nil {
			p.Proof.Refutation = func() *graph.Refutation {
				if lines := a.Proof.Words(r.name); lines != nil {
					return &graph.Refutation{Sums: lines}
				}
				return a.Proof.write()
			}
		}
		return p
	}
	return graph.Possibility{}
}

// size returns how large the proof is; nil has no size.
func (p *Proof) size() graph.Proof {
	if p == nil {
		return graph.Proof{}
	}
	if p.integers != nil {
		return graph.Proof{Sums: p.integers.size()}
	}
	return graph.Proof{Clauses: len(p.clauses), Lemmas: len(p.lemmas)}
}

// A reader makes terms of conditions.
type reader struct {
	ts    *Terms
	given []*Term // what holds anyway
	evals map[graph.EvalID]*Term
	names map[*Term]string // what the program calls variables
	fresh int
}

// name returns what the program calls a variable.
func (r *reader) name(t *Term) string { return cmp.Or(r.names[t], t.text) }

// other returns a variable of which nothing is known.
func (r *reader) other(typ Type) *Term {
	r.fresh++
	return r.ts.Var("other "+strconv.Itoa(r.fresh), typ)
}

func (r *reader) guard(g graph.Guard) *Term {
	list := make([]*Term, len(g))
	for i, c := range g {
		list[i] = r.cond(c)
	}
	return r.ts.And(list...)
}

func (r *reader) cond(c graph.Cond) *Term {
	if c.Any != nil {
		list := make([]*Term, len(c.Any))
		for i, g := range c.Any {
			list[i] = r.guard(g)
		}
		return r.ts.Or(list...)
	}
	t := r.evaluation(c)
	if c.Neg {
		return r.ts.Not(t)
	}
	return t
}

// evaluation returns the term for a condition, as if it were not negated.
func (r *reader) evaluation(c graph.Cond) *Term {
	asks := r.expr(c.Expr, Bool)
	if c.Eval == 0 {
		if asks == nil {
			return r.other(Bool)
		}
		return asks
	}
	t, known := r.evals[c.Eval]
	if !known {
		t = r.ts.Var("evaluation "+strconv.Itoa(int(c.Eval)), Bool)
		r.evals[c.Eval] = t
		plain := c
		plain.Neg = false
		r.names[t] = graph.Guard{plain}.String()
	}
	if asks != nil {
		r.given = append(r.given, r.ts.Op(Equal, t, asks))
	}
	return t
}

// expr returns the term for an expression of a type, nil if it is not understood.
func (r *reader) expr(e *graph.Expr, typ Type) *Term {
	switch {
	case e == nil || TypeNamed(e.Type) != typ || typ == Invalid:
		return nil
	case e.Op == graph.ExprConst:
		return r.constant(e.Text, typ)
	case e.Op == graph.ExprNot:
		if x := r.expr(e.Args[0], Bool); x != nil {
			return r.ts.Not(x)
		}
		return nil
	case e.IsLeaf():
		return r.leaf(e, typ)
	}
	return r.compared(e)
}

// constant returns the term for a constant as Go writes it.
func (r *reader) constant(text string, typ Type) *Term {
	switch {
	case typ == Bool:
		if b, err := strconv.ParseBool(text); err == nil {
			return r.ts.Bool(b)
		}
	case typ == String:
		if s, err := strconv.Unquote(text); err == nil {
			return r.ts.Text(s)
		}
	case typ.signed():
		if n, err := strconv.ParseInt(text, 10, typ.width()); err == nil {
			return r.ts.Int(typ, n)
		}
	default:
		if n, err := strconv.ParseUint(text, 10, typ.width()); err == nil {
			return r.ts.Int(typ, int64(n))
		}
	}
	return nil
}

// leaf returns the variable for a value.
func (r *reader) leaf(e *graph.Expr, typ Type) *Term {
	t := r.variable(e, typ)
	if e.Op == graph.ExprLen && typ == Int64 {
		r.given = append(r.given, r.ts.Op(LessEqual, r.ts.Int(typ, 0), t))
		if of := e.Args[0]; TypeNamed(of.Type) == String && of.IsLeaf() {
			r.given = append(r.given, r.ts.Op(Equal, t, r.ts.Op(Len, r.variable(of, String))))
		}
	}
	return t
}

func (r *reader) variable(e *graph.Expr, typ Type) *Term {
	plain := *e
	plain.Value = 0
	if e.Value == 0 {
		t := r.other(typ)
		r.names[t] = plain.String()
		return t
	}
	t := r.ts.Var("value "+strconv.Itoa(int(e.Value))+" "+e.Type, typ)
	r.names[t] = plain.String()
	return t
}

// compared returns the term for a comparison.
func (r *reader) compared(e *graph.Expr) *Term {
	typ := TypeNamed(e.Args[0].Type)
	if typ == Invalid {
		return r.identical(e)
	}
	x, y := r.expr(e.Args[0], typ), r.expr(e.Args[1], typ)
	if x == nil || y == nil {
		return nil
	}
	switch {
	case e.Op == graph.ExprEqual:
		return r.ts.Op(Equal, x, y)
	case e.Op == graph.ExprNotEqual:
		return r.ts.Not(r.ts.Op(Equal, x, y))
	case !typ.IsInteger():
		return nil
	case e.Op == graph.ExprLess:
		return r.ts.Op(Less, x, y)
	case e.Op == graph.ExprLessEqual:
		return r.ts.Op(LessEqual, x, y)
	case e.Op == graph.ExprGreater:
		return r.ts.Op(Less, y, x)
	case e.Op == graph.ExprGreaterEqual:
		return r.ts.Op(LessEqual, y, x)
	}
	return nil
}

// identical returns the term for whether two values are equal of whose type nothing is
// understood, as in f == nil: all that is known is that the same two are equal or not.
func (r *reader) identical(e *graph.Expr) *Term {
	if e.Op != graph.ExprEqual && e.Op != graph.ExprNotEqual {
		return nil
	}
	var names [2]string
	for i, x := range e.Args {
		switch {
		case x.Op == graph.ExprConst:
			names[i] = "constant " + x.Text
		case x.IsLeaf() && x.Value != 0:
			names[i] = "value " + strconv.Itoa(int(x.Value))
		default:
			return nil
		}
		names[i] += " " + x.Type
	}
	t := r.ts.Var("same "+min(names[0], names[1])+" and "+max(names[0], names[1]), Bool)
	if e.Op == graph.ExprNotEqual {
		return r.ts.Not(t)
	}
	return t
}

package graph

// This file writes and reads the JSON form of guards. A guard is two keys: "guard"
// is its text, and "when" its conditions, which is left out where the text is all
// that is known:
//
//	"guard": "cfg.Fast && (a || b)",
//	"when": [{"eval": 1, "text": "cfg.Fast", "position": "main.go:7:5", "expr": {"op": "state", …}},
//	         {"any": [[{"eval": 2, "text": "a"}], [{"eval": 3, "text": "b"}]]}]
//
// Evaluations, and the values of expressions, are numbered from 1 in the order in which
// a file mentions them.

import "math"

// fileCond is a condition in a file.
type fileCond struct {
	Eval     EvalID       `json:"eval,omitempty"`
	Not      bool         `json:"not,omitempty"`
	Text     string       `json:"text,omitempty"`
	Position string       `json:"position,omitempty"`
	Expr     *fileExpr    `json:"expr,omitempty"`
	Any      [][]fileCond `json:"any,omitempty"`
}

// fileExpr is an expression in a file.
type fileExpr struct {
	Op    string      `json:"op"`
	Type  string      `json:"type,omitempty"`
	Value ValueID     `json:"value,omitempty"`
	Name  string      `json:"name,omitempty"`
	Func  string      `json:"func,omitempty"`
	Text  string      `json:"text,omitempty"`
	Args  []*fileExpr `json:"args,omitempty"`
}

// when returns the conditions of g, and numbers their evaluations.
func (e *encoder) when(g Guard) []fileCond {
	if g.plain() {
		return nil
	}
	return e.conds(g)
}

func (e *encoder) conds(g Guard) []fileCond {
	forms := make([]fileCond, len(g))
	for i, c := range g {
		f := fileCond{Eval: e.evals.number(c.Eval), Not: c.Neg, Text: c.Text, Expr: e.expr(c.Expr)}
		if c.Pos != (Pos{}) {
			f.Position = c.Pos.String()
		}
		for _, of := range c.Any {
			f.Any = append(f.Any, e.conds(of))
		}
		forms[i] = f
	}
	return forms
}

// expr returns the form of an expression, and numbers its values.
func (e *encoder) expr(x *Expr) *fileExpr {
	if x == nil {
		return nil
	}
	f := &fileExpr{Op: x.Op.String(), Type: x.Type, Value: e.values.number(x.Value), Name: x.Name, Func: x.Func, Text: x.Text}
	for _, a := range x.Args {
		f.Args = append(f.Args, e.expr(a))
	}
	return f
}

// A numbering gives evaluations or values the numbers from 1, in the order in which they
// are asked for. 0 stays 0.
type numbering[ID ~int32] map[ID]ID

func (n numbering[ID]) number(id ID) ID {
	if id == 0 {
		return 0
	}
	if n[id] == 0 {
		n[id] = ID(len(n) + 1)
	}
	return n[id]
}

// A guardText is the text of a guard in a file, and where it stands.
type guardText struct {
	name
	when bool // the conditions are given, too
}

// maxAny is how deep choices may stand within choices.
const maxAny = 16

// when reads the conditions of a guard.
func (d *decoder) when(to *Guard, text *guardText) {
	if !d.s.null() {
		text.when = true
		*to = d.conds(0)
	}
}

func (d *decoder) conds(depth int) Guard {
	g := Guard{}
	if depth > maxAny {
		d.s.fail(d.s.off, CodeGuard, "more than %d choices within choices", maxAny)
		return g
	}
	d.s.array("a list of conditions", func() { g = append(g, d.cond(depth)) })
	return g
}

// cond reads one condition.
func (d *decoder) cond(depth int) Cond {
	start, _ := d.element()
	var c Cond
	d.s.object("a condition object", func(key string, off int) {
		switch key {
		case "eval":
			c.Eval = EvalID(d.number("an evaluation"))
		case "not":
			d.flag(&c.Neg)
		case "text":
			d.text(&c.Text)
		case "position":
			d.position(&c.Pos)
		case "expr":
			if !d.s.null() {
				c.Expr = d.expr(0)
			}
		case "any":
			c.Any = []Guard{}
			d.array("a list of lists of conditions", func() { c.Any = append(c.Any, d.conds(depth+1)) })
		default:
			d.s.unknownKey(key, off)
		}
	})
	if !c.wellFormed() {
		d.s.fail(start, CodeGuard, "%s", wantCond)
	}
	return c
}

// expr reads an expression.
func (d *decoder) expr(depth int) *Expr {
	start, _ := d.element()
	x, given := &Expr{}, false
	if depth > maxExpr {
		d.s.fail(start, CodeGuard, "an expression of more than %d levels", maxExpr)
		return x
	}
	d.s.object("an expression object", func(key string, off int) {
		switch key {
		case "op":
			given = enum(d, "operation", exprOpNames, &x.Op)
		case "type":
			d.text(&x.Type)
		case "value":
			x.Value = ValueID(d.number("a value"))
		case "name":
			d.text(&x.Name)
		case "func":
			d.text(&x.Func)
		case "text":
			d.text(&x.Text)
		case "args":
			d.array("a list of expressions", func() { x.Args = append(x.Args, d.expr(depth+1)) })
		default:
			d.s.unknownKey(key, off)
		}
	})
	switch {
	case !given:
		d.missing(start, "the operation of the expression")
	case !x.wellFormed(depth):
		d.s.fail(start, CodeGuard, "an expression %q with operands, a value, a name, a function or a text that it does not have, or without one", x.Op)
	}
	return x
}

// number reads the number of something.
func (d *decoder) number(what string) int32 {
	if d.s.null() {
		return 0
	}
	d.s.next()
	off := d.s.off
	n := d.s.integer()
	if n < 1 || n > math.MaxInt32 {
		d.s.fail(off, CodeType, "%d is not the number of %s: they count from 1", n, what)
	}
	return int32(n)
}

// guard returns the guard of which a file gives conditions, text or both.
func (d *decoder) guard(g Guard, text guardText) Guard {
	switch {
	case !text.when:
		return PlainGuard(text.text)
	case text.off >= 0 && g.String() != text.text:
		d.s.fail(text.off, CodeGuard, "the guard reads %q, its conditions %q", text.text, g.String())
	case len(g) == 0:
		return nil
	}
	return g
}

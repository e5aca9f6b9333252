package graph

// This file writes and reads the JSON form of guards. A guard is two keys: "guard"
// is its text, and "when" its conditions, which is left out where the text is all
// that is known:
//
//	"guard": "cfg.Fast && (a || b)",
//	"when": [{"eval": 1, "text": "cfg.Fast", "position": "main.go:7:5"},
//	         {"any": [[{"eval": 2, "text": "a"}], [{"eval": 3, "text": "b"}]]}]
//
// Evaluations are numbered from 1 in the order in which a file mentions them.

// fileCond is a condition in a file.
type fileCond struct {
	Eval     EvalID       `json:"eval,omitempty"`
	Not      bool         `json:"not,omitempty"`
	Text     string       `json:"text,omitempty"`
	Position string       `json:"position,omitempty"`
	Any      [][]fileCond `json:"any,omitempty"`
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
		f := fileCond{Eval: e.evals.number(c.Eval), Not: c.Neg, Text: c.Text}
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

// A numbering gives evaluations the numbers from 1, in the order in which they are
// asked for. 0 stays 0.
type numbering map[EvalID]EvalID

func (n numbering) number(id EvalID) EvalID {
	if id == 0 {
		return 0
	}
	if n[id] == 0 {
		n[id] = EvalID(len(n) + 1)
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
			c.Eval = d.eval()
		case "not":
			d.flag(&c.Neg)
		case "text":
			d.text(&c.Text)
		case "position":
			d.position(&c.Pos)
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

// eval reads the number of an evaluation.
func (d *decoder) eval() EvalID {
	if d.s.null() {
		return 0
	}
	d.s.next()
	off := d.s.off
	n := d.s.integer()
	if n < 1 || n > maxEval {
		d.s.fail(off, CodeType, "%d is not the number of an evaluation: they count from 1", n)
	}
	return EvalID(n)
}

const maxEval = 1<<31 - 1

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

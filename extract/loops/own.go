package loops

// This file finds confirmations that nobody gives: arguments such as confirm, which the model fills in
// like all others.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// An own is an argument that says that somebody agreed, and where it decides.
type own struct {
	name string
	pos  graph.Pos
}

// ownAt returns the argument without which no run comes to a point, if there is one.
func (o *order) ownAt(p point) own {
	for _, c := range o.consents() {
		past := slices.Clone(o.fn.upTo(c.block))
		for _, f := range o.from {
			past = append(past, f.block)
		}
		past = slices.DeleteFunc(past, func(b int32) bool { return b == p.block })
		if o.fn.leads(c.yes, p.block, past) && !o.fn.leads(c.no, p.block, past) {
			return c.own
		}
	}
	return own{}
}

// A consent is a branch on an argument of the model's that says that somebody agreed.
type consent struct {
	own
	block, yes, no int32
}

// consents returns those of the function, which are looked for once.
func (o *order) consents() []consent {
	if o.looked {
		return o.agrees
	}
	o.looked = true
	for _, b := range o.fn.Flow.Branches {
		t, holds := o.plain(b.On)
		name := o.consentOf(t)
		if name == "" {
			continue
		}
		next := o.fn.Flow.Next[b.Block]
		c := consent{own{name, o.posOf(t)}, b.Block, next[0], next[len(next)-1]}
		if !holds {
			c.yes, c.no = c.no, c.yes
		}
		o.agrees = append(o.agrees, c)
	}
	return o.agrees
}

// plain returns a condition without what turns it round, and whether it holds where the condition does.
func (o *order) plain(n int32) (t *valueflow.Term, holds bool) {
	holds = true
	for n != valueflow.NoTerm {
		t = &o.fn.Flow.Terms[n]
		switch {
		case t.Op == valueflow.TermNot:
			n, holds = t.Args[0], !holds
		case t.Op == valueflow.TermEqual && o.isConst(t.Args[1], valueflow.True):
			n = t.Args[0]
		case t.Op == valueflow.TermEqual && o.isConst(t.Args[1], "false"):
			n, holds = t.Args[0], !holds
		case t.Op == valueflow.TermOneOf && len(t.Args) == 1:
			n = t.Args[0]
		default:
			return t, holds
		}
	}
	return nil, holds
}

func (o *order) isConst(n int32, text string) bool {
	got, ok := o.constant(n)
	return ok && got == text
}

// consentOf returns the name of the argument that a term is, if it is one of the model's and says that
// somebody agreed.
func (o *order) consentOf(t *valueflow.Term) string {
	if t == nil {
		return ""
	}
	name := ""
	switch t.Op {
	case valueflow.TermField, valueflow.TermState:
		name = t.Text[strings.LastIndexByte(t.Text, '.')+1:]
	case valueflow.TermOther:
		if len(t.Args) == 2 {
			if key, ok := o.constant(t.Args[1]); ok {
				name, _ = strconv.Unquote(key)
			}
		}
	}
	of := len(t.Args) > 0 && t.Args[0] != valueflow.NoTerm && o.isModels(o.fn.Flow.Terms[t.Args[0]].At)
	if !assembly.SaysConsent(name) || !of && !o.isModels(t.At) {
		return ""
	}
	return name
}

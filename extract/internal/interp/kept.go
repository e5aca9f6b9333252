package interp

// This file finds out what a function that asks somebody does with the answer: it drops it, or keeps it under a name that says
// that somebody agreed.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// DropsAnswers reports whether a function that was observed asks somebody who answers at once, and its code has no use for what
// they say: it reads a line and does not look at it.
func (m *Machine) DropsAnswers(b *Behaviour) bool {
	some := false
	for _, e := range b.Effects {
		if e.Kind == "answer" {
			return false
		}
		if e.Kind != "human" {
			continue
		}
		fn := m.prog.Func(e.In)
		if e.Row.IsInterrupt() || fn == nil || !dropsAt(fn, e) {
			return false
		}
		some = true
	}
	return some
}

// dropsAt reports whether nothing in a function uses what a question gives or fills in, but for its error.
func dropsAt(fn *recipe.Func, e Effect) bool {
	uses := make(map[recipe.Operand][]*recipe.Instr)
	defs := make(map[recipe.Operand]*recipe.Instr)
	var ask *recipe.Instr
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			in := &fn.Blocks[i].Instrs[j]
			if in.Op == recipe.OpCall && in.Row == e.Row.Key() && fn.PosOf(in) == e.Pos {
				ask = in
			}
			if in.Dst >= 0 {
				defs[in.Dst] = in
			}
			args := in.Args
			if in.Op == recipe.OpExtract {
				args = args[:1] // the other is a number
			}
			for _, o := range args {
				uses[o] = append(uses[o], in)
			}
		}
	}
	if ask == nil {
		return false
	}
	if e.Row.Text("fills") != "" {
		return len(ask.Args) > 0 && fillsNothing(ask.Args[len(ask.Args)-1], uses, defs)
	}
	return !slices.ContainsFunc(uses[ask.Dst], func(in *recipe.Instr) bool {
		return in.Op != recipe.OpExtract || in.Shape != recipe.ShapeError && len(uses[in.Dst]) > 0
	})
}

// fillsNothing reports whether the variables of a list that a call fills in are not used for anything else.
func fillsNothing(list recipe.Operand, uses map[recipe.Operand][]*recipe.Instr, defs map[recipe.Operand]*recipe.Instr) bool {
	slice := defs[list]
	if slice == nil {
		return list < 0 // no variables
	}
	if slice.Op != recipe.OpSlice {
		return false
	}
	for _, at := range uses[slice.Args[0]] {
		if at == slice {
			continue
		}
		if at.Op != recipe.OpIndexAddr {
			return false
		}
		for _, store := range uses[at.Dst] {
			boxed := defs[store.Args[len(store.Args)-1]]
			if store.Op != recipe.OpStore || boxed == nil || boxed.Op != recipe.OpInterface {
				return false
			}
			made := defs[boxed.Args[0]]
			if made == nil || made.Op != recipe.OpAlloc || len(uses[made.Dst]) > 1 {
				return false
			}
		}
	}
	return true
}

// KeepsAgreement reports whether a function that was observed leaves what somebody has answered in a field or under a key whose
// name says that they agreed, or did not: in what it returns, or in what outlives it.
func (m *Machine) KeepsAgreement(b *Behaviour) bool {
	for key, v := range b.Final {
		if sideOfName(key) != 0 && m.isAnswer(v) {
			return true
		}
	}
	if len(b.Results) == 0 {
		return false
	}
	return slices.ContainsFunc(b.Results[0], func(a Alt) bool { return m.hasAgreement(a.V) })
}

// hasAgreement is KeepsAgreement for what a function returns.
func (m *Machine) hasAgreement(v Value) bool {
	switch x := Unwrap(v).(type) {
	case Ptr:
		return x.Cell != nil && m.hasAgreement(x.Cell.v)
	case *Struct:
		for name, c := range x.Fields {
			if sideOfName(name) != 0 && m.isAnswer(c.v) {
				return true
			}
		}
	case *Unknown:
		for name, c := range x.fields {
			if sideOfName(name) != 0 && m.isAnswer(c.v) {
				return true
			}
		}
	case *Map:
		return slices.ContainsFunc(x.Entries, func(e *entry) bool {
			name, _ := AsString(e.key)
			return sideOfName(name) != 0 && m.isAnswer(e.cell.v)
		})
	}
	return false
}

// isAnswer reports whether a value is what somebody answered, or computed from it.
func (m *Machine) isAnswer(v Value) bool {
	return slices.ContainsFunc(Alternatives(v), func(a Alt) bool {
		r := m.table.Call(rowOf(a.V))
		return r != nil && (r.Kind == "human" || r.Kind == "answer")
	})
}

// sideOfName returns the side on which somebody agreed of a truth value in a field or under a key, by its name: "Approved" or
// "rejected". It is 0 where the name does not tell.
func sideOfName(key string) givenSide {
	key = strings.Trim(key, `[]"`)
	switch word := strings.ToLower(key[strings.LastIndexByte(key, '.')+1:]); {
	case slices.Contains(agreeing, word):
		return givenTrue
	case slices.Contains(refusing, strings.TrimPrefix(word, "is")), word == "disapproved":
		return givenFalse
	}
	return 0
}

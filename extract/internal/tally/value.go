package tally

// This file defines what is known of a value while a function runs.

import "slices"

// A value is what is known of a register, of a variable, or of the field that is followed.
type value struct {
	kind  kind
	n, m  int      // isNumber: n; isTruth: n, 0 or 1; isStart: what was added, from n to m; addresses: which variable
	texts []string // isText: one of them, sorted
	fn    string   // isFunc: its identity
	list  []value  // isFunc: what it has captured; isTuple
}

type kind uint8

const (
	isAny     kind = iota
	isNumber       // a constant
	isTruth        // a constant
	isText         // one of some constants
	isNil          //
	isStart        // what the field was at the start, and more
	isOther        // any text but one
	isError        // an error that is not nil
	isContext      // the context of the step
	isShared       // the pointer to the state
	isField        // the address of the field in the state
	isSome         // the address of the field in a struct that may be the state
	isKept         // the address of a variable that always holds the number n
	isCell         // the address of a variable of a function that runs
	isFresh        // the pointer to a struct that was made here; n is the variable that has its field
	isFunc         //
	isTuple        // several results
)

// maxTexts bounds what a text may be.
const maxTexts = 16

func (v value) equal(w value) bool {
	return v.kind == w.kind && v.n == w.n && v.m == w.m && v.fn == w.fn && slices.Equal(v.texts, w.texts) && slices.EqualFunc(v.list, w.list, value.equal)
}

// or returns what is known of one of two values.
func (v value) or(w value) value {
	switch {
	case v.equal(w):
		return v
	case v.kind == isStart && w.kind == isStart:
		return value{kind: isStart, n: min(v.n, w.n), m: max(v.m, w.m)}
	case v.kind == isText && w.kind == isText:
		texts := slices.Concat(v.texts, w.texts)
		slices.Sort(texts)
		if texts = slices.Compact(texts); len(texts) <= maxTexts {
			return value{kind: isText, texts: texts}
		}
	case v.kind == isTuple && w.kind == isTuple && len(v.list) == len(w.list):
		list := make([]value, len(v.list))
		for i := range list {
			list[i] = v.list[i].or(w.list[i])
		}
		return value{kind: isTuple, list: list}
	}
	return value{}
}

func number(n int) value   { return value{kind: isNumber, n: n} }
func text(s string) value  { return value{kind: isText, texts: []string{s}} }
func start(n, m int) value { return value{kind: isStart, n: n, m: m} }
func truthOf(is bool) value {
	v := value{kind: isTruth}
	if is {
		v.n = 1
	}
	return v
}

// A moment is what is known when a function has come to some place.
type moment struct {
	regs  []value // of the function that runs
	cells []value // variables of all functions that run
	field value
}

func (m *moment) clone() *moment {
	return &moment{slices.Clone(m.regs), slices.Clone(m.cells), m.field}
}

func (m *moment) equal(o *moment) bool {
	return m.field.equal(o.field) && slices.EqualFunc(m.regs, o.regs, value.equal) && slices.EqualFunc(m.cells, o.cells, value.equal)
}

// or returns what is known of one of two moments at one place.
func (m *moment) or(o *moment) *moment {
	out := m.clone()
	out.field = m.field.or(o.field)
	for i := range out.regs {
		out.regs[i] = m.regs[i].or(o.regs[i])
	}
	for i := range out.cells {
		if i < len(o.cells) {
			out.cells[i] = m.cells[i].or(o.cells[i])
		}
	}
	for i := len(out.cells); i < len(o.cells); i++ {
		out.cells = append(out.cells, o.cells[i])
	}
	return out
}

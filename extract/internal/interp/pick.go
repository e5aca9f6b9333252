package interp

// This file goes through lists of which the elements are known but not how often they
// come, nor in which order: a round that nothing is known of is about each of them in
// turn.

import (
	"slices"
)

// round is a condition of a loop that goes through a list by an index.
type round struct {
	list  []*Cell
	index Value
}

// picked is the element that a round is about.
type picked struct {
	round
	cell *Cell
}

// maxPicks is the number of elements up to which a round is run for each of them.
const maxPicks = 256

// roundOf returns the round that a comparison of an index with the length of a list
// decides about, nil if the list has further elements that are not known, or the index
// is that of a known one.
func roundOf(index Value, list *Slice) *round {
	if list == nil || !list.More.Repeats() {
		return nil
	}
	if i, ok := AsInt(index); ok && i < len(list.Elems) {
		return nil
	}
	return &round{list.Elems, index}
}

// eachPick calls f once for each element that a condition's round may be about, with
// the guard that tells it from the others, or once if it is no round.
func (m *Machine) eachPick(cond Value, f func(Guard)) {
	u, _ := cond.(*Unknown)
	check, ok := originOf[RoundCheck](u)
	if !ok || len(check.round.list) > maxPicks {
		f(nil)
		return
	}
	for _, c := range check.round.list {
		m.picks = append(m.picks, picked{*check.round, c})
		f(m.apart())
		m.picks = m.picks[:len(m.picks)-1]
	}
}

// pick returns the element of a list at an index that the current round is about, nil
// if it is about none.
func (m *Machine) pick(list []*Cell, index Value) *Cell {
	for _, p := range slices.Backward(m.picks) {
		if len(p.list) == len(list) && p.list[0] == list[0] && (p.index == index || same(p.index, index) && hasValue(index)) {
			return p.cell
		}
	}
	return nil
}

// hasValue reports whether a value is a constant.
func hasValue(v Value) bool {
	_, ok := v.(Const)
	return ok
}

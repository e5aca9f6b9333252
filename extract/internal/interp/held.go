package interp

// This file finds out which variables functions have in common.

import (
	"slices"
)

// heldBy returns the variables that functions among args capture, and those that
// these point to.
func heldBy(args []Value) []*Cell {
	var held []*Cell
	add := func(v Value) (c *Cell) {
		if p, ok := Unwrap(v).(Ptr); ok {
			held = append(held, p.Cell)
			return p.Cell
		}
		return nil
	}
	for _, a := range args {
		f, _ := Unwrap(a).(FuncValue)
		for _, b := range f.Bindings {
			if c := add(b); c != nil && c.v != nil {
				add(c.v)
			}
		}
	}
	return held
}

// Shares reports whether functions that e and o are given have a variable in common:
// what one sets, another may read.
func (e *Effect) Shares(o *Effect) bool {
	return slices.ContainsFunc(e.held, func(c *Cell) bool { return slices.Contains(o.held, c) })
}

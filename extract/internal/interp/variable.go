package interp

// This file tells whether two values are one variable of the program.

// variable returns the cell that c is, or is a copy of.
func (c *Cell) variable() *Cell {
	if c.of != nil {
		return c.of
	}
	return c
}

// SameVariable reports whether a and b point to one variable, although what it
// held may differ: arguments of rows are copies as of their calls. Unknown values
// have their own identity.
func SameVariable(a, b Value) bool {
	switch x := Unwrap(a).(type) {
	case Ptr:
		y, ok := Unwrap(b).(Ptr)
		return ok && x.Cell.variable() == y.Cell.variable()
	case *Unknown:
		return Unwrap(b) == Value(x)
	}
	return false
}

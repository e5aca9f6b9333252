package plan

// This file says what plans mean for values that are known: when a condition holds, and what an argument is.

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// An Env is what names are bound to. The values are those of package json, with numbers as json.Number.
type Env map[string]any

// Known returns the value of v, with what references are bound to in their place.
func (e Env) Known(v *Value) (any, error) {
	switch v.Kind {
	case Ref:
		known, ok := e[v.Text]
		if !ok {
			return nil, fmt.Errorf("%s: @%s is not bound", v.Pos, v.Text)
		}
		return known, nil
	case Object:
		return e.Arguments(v.Fields)
	case List:
		list := make([]any, len(v.Elems))
		for i := range v.Elems {
			var err error
			if list[i], err = e.Known(&v.Elems[i]); err != nil {
				return nil, err
			}
		}
		return list, nil
	case Number:
		return json.Number(v.Text), nil
	case Bool:
		return v.Text == "true", nil
	}
	return v.Text, nil
}

// Arguments returns the values of an object.
func (e Env) Arguments(fields []Field) (map[string]any, error) {
	out := make(map[string]any, len(fields))
	for i := range fields {
		v, err := e.Known(&fields[i].Value)
		if err != nil {
			return nil, err
		}
		out[fields[i].Name] = v
	}
	return out, nil
}

// Holds reports whether a condition holds. Values of different kinds are not equal. It is an error to order
// what is no number, to compare lists or objects, and to compare numbers that are too long or too large to be
// compared exactly: the run ends there.
func (e Env) Holds(c *Condition) (bool, error) {
	left, err := e.Known(&c.Left)
	if err != nil {
		return false, err
	}
	right, err := e.Known(&c.Right)
	if err != nil {
		return false, err
	}
	if c.Op == OpHas {
		list, ok := left.([]any)
		if !ok {
			return false, fmt.Errorf("%s: %s is no list", c.Pos, c.Text)
		}
		n, err := strconv.Atoi(c.Right.Text)
		return len(list) >= n, err
	}
	for _, v := range []any{left, right} {
		switch v.(type) {
		case []any, map[string]any:
			return false, fmt.Errorf("%s: %q compares a list or an object", c.Pos, c.Text)
		}
	}
	x, isNumber := left.(json.Number)
	y, both := right.(json.Number)
	if !isNumber || !both {
		if c.Op == "==" || c.Op == "!=" {
			return (left == right) == (c.Op == "=="), nil
		}
		return false, fmt.Errorf("%s: %q orders what is no number", c.Pos, c.Text)
	}
	a, b := exact(x.String()), exact(y.String())
	if a == nil || b == nil {
		return false, fmt.Errorf("%s: %q compares a number that is too long or too large", c.Pos, c.Text)
	}
	if order := a.Cmp(b); c.Op != "!=" {
		return keeps(c.Op, order), nil
	}
	return a.Cmp(b) != 0, nil
}

// Element returns the element that a round of a loop takes of a list.
func (e Env) Element(c *Condition) any {
	n, _ := strconv.Atoi(c.Right.Text)
	return e[c.Left.Text].([]any)[n-1] // the condition holds
}

package graph

// This file says what counters tell of the arguments of calls.

import (
	"math"
	"slices"
	"strconv"
)

// A Test is a comparison of a number in the state of a run with a constant.
type Test struct {
	Of   string // what the program calls the number: "pkg.Type.Field"
	Op   string // <, <=, >, >= or ==
	With string // a decimal number
}

// String returns the test as Go writes it.
func (t *Test) String() string { return t.Of + " " + t.Op + " " + t.With }

// testText returns which comparison the counter is, for the text form.
func (c Counter) testText() string {
	if c.Test == nil {
		return ""
	}
	return set("test", c.Test.String())
}

func (t *Test) isSound() bool {
	x, err := strconv.ParseFloat(t.With, 64)
	return t.Of != "" && slices.Contains([]string{"<", "<=", ">", ">=", "=="}, t.Op) && err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

// A Pass is an argument of each call of a tool by a node: it is a number in the state of the run, Of as in Test.
// The node itself leaves that as it is, or says in Counts what else it does to counters that test it.
type Pass struct {
	Tool string
	Path string // of the argument, as in Param.Path
	Of   string
}

// String returns "tool(path)=of".
func (p Pass) String() string { return p.Tool + "(" + p.Path + ")=" + p.Of }

// A Fact is what is known of an argument of each call of a tool by a node: it is a number that compares so.
type Fact struct {
	Tool string
	Path string
	Op   string // as in Test
	With string
}

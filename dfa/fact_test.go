package dfa

import (
	"math/rand/v2"
	"testing"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// TestFacts: what facts exclude of an argument holds of no number that they are true of, and of numbers between whole
// ones too all that can be excluded is.
func TestFacts(t *testing.T) {
	ops := []syntax.Compare{syntax.Equal, syntax.NotEqual, syntax.Less, syntax.LessEqual, syntax.Greater, syntax.GreaterEqual}
	var values []syntax.Value
	for i := range 15 {
		values = append(values, syntax.Number(float64(i)/2-1))
	}
	r := rand.New(rand.NewPCG(1, 2))
	excluded := 0
	for range 20000 {
		e := &Event{Tool: "pay", Open: true}
		for range 1 + r.IntN(3) {
			e.Facts = append(e.Facts, Fact{Path: "value", Op: ops[r.IntN(len(ops))], With: float64(r.IntN(5))})
		}
		test := syntax.Test{Path: "Value", Op: ops[r.IntN(len(ops))], Value: syntax.Number(float64(r.IntN(5)))}
		may, exact := false, true
		for _, v := range values {
			fits := true
			for _, f := range e.Facts {
				fits = fits && f.Op.Holds(v, syntax.Number(f.With))
				exact = exact && f.Op != syntax.NotEqual
			}
			may = may || fits && test.Op.Holds(v, test.Value)
		}
		a := &syntax.Atom{Kind: syntax.AtomTool, Name: "pay", Tests: []syntax.Test{test}}
		holds, certain := Match(a, e)
		switch {
		case !holds && may:
			t.Fatalf("%v exclude %s %v", e.Facts, test.Op, test.Value.Number)
		case !holds && !certain, holds && certain:
			t.Fatalf("%v: %v %v", e.Facts, holds, certain)
		case holds && exact && !may:
			t.Fatalf("%v do not exclude %s %v", e.Facts, test.Op, test.Value.Number)
		case !holds:
			excluded++
		}
	}
	if excluded < 1000 {
		t.Errorf("%d excluded: the test is no good", excluded)
	}
	for _, test := range []syntax.Test{
		{Path: "other", Op: syntax.Greater, Value: syntax.Number(9)},
		{Path: "value", Op: syntax.Equal, Value: syntax.String("x")},
		{Path: "{}.value", Op: syntax.Greater, Value: syntax.Number(9)},
		{Path: "value[]", Op: syntax.Greater, Value: syntax.Number(9)},
	} {
		a := &syntax.Atom{Kind: syntax.AtomTool, Name: "pay", Tests: []syntax.Test{test}}
		if holds, _ := Match(a, &Event{Tool: "pay", Open: true, Facts: []Fact{{"value", syntax.Less, 5}}}); !holds {
			t.Errorf("%s %s is excluded", test.Path, test.Op)
		}
	}
}

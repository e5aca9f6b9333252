package feasible

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
)

func value(id graph.ValueID, typ string) *graph.Expr {
	return &graph.Expr{Op: graph.ExprState, Type: typ, Value: id, Name: "cfg"}
}

func literal(text, typ string) *graph.Expr {
	return &graph.Expr{Op: graph.ExprConst, Type: typ, Text: text}
}

func compare(op graph.ExprOp, x, y *graph.Expr) *graph.Expr {
	return &graph.Expr{Op: op, Type: "bool", Args: []*graph.Expr{x, y}}
}

// TestGuard: which guards can hold.
func TestGuard(t *testing.T) {
	last := graph.EvalID(100)
	cond := func(text string, eval graph.EvalID, neg bool, e *graph.Expr) graph.Cond {
		return graph.Cond{Text: text, Eval: eval, Neg: neg, Expr: e}
	}
	asks := func(text string, e *graph.Expr) graph.Cond {
		last++
		return cond(text, last, false, e)
	}
	on := func(e graph.EvalID) graph.Cond { return cond("q", e, false, nil) }
	off := func(e graph.EvalID) graph.Cond { return cond("q", e, true, nil) }
	any := func(g ...graph.Guard) graph.Cond { return graph.Cond{Any: g} }
	mode, n, f, d := value(1, "string"), value(2, "int"), value(3, ""), value(4, "float64")
	size := &graph.Expr{Op: graph.ExprLen, Type: "int", Value: 5, Args: []*graph.Expr{value(0, "")}}
	for _, test := range []struct {
		name  string
		guard graph.Guard
		want  graph.PossibleState
		clash string
	}{
		{"no condition", nil, graph.CanBe, ""},
		{"one", graph.Guard{on(1)}, graph.CanBe, ""},
		{"both sides", graph.Guard{on(2), on(1), off(1)}, graph.CannotBe, "q && !q"},
		{"two evaluations", graph.Guard{on(1), off(2)}, graph.CanBe, ""},
		{"evaluations of which nothing is known", graph.Guard{on(0), off(0)}, graph.CanBe, ""},
		{"a choice", graph.Guard{any(graph.Guard{on(1)}, graph.Guard{on(2)}), off(1)}, graph.CanBe, ""},
		{"a choice that fails", graph.Guard{any(graph.Guard{on(1)}, graph.Guard{on(2)}), off(1), off(2)}, graph.CannotBe, "q && !q"},
		{"one value, two texts", graph.Guard{asks(`mode == "a"`, compare(graph.ExprEqual, mode, literal(`"a"`, "string"))), asks(`mode == "b"`, compare(graph.ExprEqual, mode, literal(`"b"`, "string")))}, graph.CannotBe, `mode == "a" && mode == "b"`},
		{"two values", graph.Guard{asks("x", compare(graph.ExprEqual, mode, literal(`"a"`, "string"))), asks("y", compare(graph.ExprEqual, value(9, "string"), literal(`"b"`, "string")))}, graph.CanBe, ""},
		{"values of which nothing is known", graph.Guard{asks("x", compare(graph.ExprEqual, value(0, "string"), literal(`"a"`, "string"))), asks("y", compare(graph.ExprEqual, value(0, "string"), literal(`"b"`, "string")))}, graph.CanBe, ""},
		{"a range", graph.Guard{asks("n > 3", compare(graph.ExprGreater, n, literal("3", "int"))), asks("n <= 3", compare(graph.ExprLessEqual, n, literal("3", "int")))}, graph.CannotBe, "n > 3 && n <= 3"},
		{"ends that meet", graph.Guard{asks("n >= 3", compare(graph.ExprGreaterEqual, n, literal("3", "int"))), asks("n <= 3", compare(graph.ExprLessEqual, n, literal("3", "int")))}, graph.CanBe, ""},
		{"one value as two types", graph.Guard{asks("n > 3", compare(graph.ExprGreater, n, literal("3", "int"))), asks("n < 3", compare(graph.ExprLess, value(2, "int64"), literal("3", "int64")))}, graph.CanBe, ""},
		{"no length below 0", graph.Guard{asks("len(x) < 0", compare(graph.ExprLess, size, literal("0", "int")))}, graph.CannotBe, "len(x) < 0"},
		{"nil and not", graph.Guard{asks("f == nil", compare(graph.ExprEqual, f, literal("nil", ""))), asks("f != nil", compare(graph.ExprNotEqual, f, literal("nil", "")))}, graph.CannotBe, "f == nil && f != nil"},
		{"numbers with a fraction in order", graph.Guard{asks("d < 1", compare(graph.ExprLess, d, literal("1", "float64"))), asks("d >= 1", compare(graph.ExprGreaterEqual, d, literal("1", "float64")))}, graph.CanBe, ""},
		{"a number that Go would not write so", graph.Guard{asks("n == x", compare(graph.ExprEqual, n, literal("300", "uint8")))}, graph.CanBe, ""},
		{"not", graph.Guard{asks("b", value(7, "bool")), asks("!b", &graph.Expr{Op: graph.ExprNot, Type: "bool", Args: []*graph.Expr{value(7, "bool")}})}, graph.CannotBe, "b && !b"},
		{"nobody knows", graph.Guard{asks("?", nil), cond("?", last, true, nil)}, graph.CannotBe, "? && !?"},
	} {
		got := Guard(test.guard)
		if got.State != test.want || got.Clash.String() != test.clash {
			t.Errorf("%s: %v %q, want %v %q", test.name, got.State, got.Clash, test.want, test.clash)
		}
		if got.State == graph.CanBe {
			holds, known := test.guard.Holds(func(e graph.EvalID) (bool, bool) { h, k := got.Decided[e]; return h, k })
			if known && !holds {
				t.Errorf("%s: does not hold where %v", test.name, got.Decided)
			}
		}
	}
}

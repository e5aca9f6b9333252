package condition

import (
	"go/types"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/agentvet/agentvet/graph/feasible"
)

// TestPlace: the places of floats are in the order of the floats, and lead back to them.
func TestPlace(t *testing.T) {
	values := []float64{math.Inf(-1), -math.MaxFloat64, -1.5, -math.SmallestNonzeroFloat64, 0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, 0.1, 1, 1 << 53, math.MaxFloat64, math.Inf(1)}
	for range 2000 {
		if x := math.Float64frombits(rand.Uint64()); x == x {
			values = append(values, x)
		}
	}
	for _, x := range values {
		if got := floatAt(place(x)); got != x {
			t.Errorf("%v becomes %v", x, got)
		}
		for _, y := range values[:200] {
			if (place(x) < place(y)) != (x < y) || (place(x) == place(y)) != (x == y) {
				t.Errorf("%v and %v are not in order", x, y)
			}
		}
	}
}

// TestKeeps: that a number keeps a limit is what comparing it says.
func TestKeeps(t *testing.T) {
	holds := map[string]func(order int) bool{
		"<": func(o int) bool { return o < 0 }, "<=": func(o int) bool { return o <= 0 }, ">": func(o int) bool { return o > 0 },
		">=": func(o int) bool { return o >= 0 }, "==": func(o int) bool { return o == 0 },
	}
	limits := []string{"-9223372036854775809", "-9223372036854775808", "-129", "-128", "-1", "0", "1", "127", "255", "256", "9223372036854775807", "18446744073709551615", "18446744073709551616"}
	for _, typ := range []feasible.Type{feasible.Int8, feasible.Uint8, feasible.Int64, feasible.Uint64} {
		ts := terms{feasible.NewTerms()}
		low, high := typ.Range()
		for _, text := range limits {
			to, _ := new(big.Int).SetString(text, 10)
			for op, want := range holds {
				l := Limit{op, to}
				for _, x := range []*big.Int{low, high, big.NewInt(0), big.NewInt(1), big.NewInt(127), to, new(big.Int).Add(to, big.NewInt(1))} {
					if x.Cmp(low) < 0 || x.Cmp(high) > 0 {
						continue
					}
					if got := ts.keeps(number{t: ts.constant(typ, x)}, l); got != ts.Bool(want(x.Cmp(to))) {
						t.Errorf("%v %v keeps %s %v: %v", typ, x, op, to, got)
					}
				}
			}
		}
	}
}

func TestCanBreak(t *testing.T) {
	for _, test := range []struct {
		typ  types.BasicKind
		op   string
		to   int64
		want bool
	}{
		{types.Uint, ">=", 0, false}, {types.Uint, ">", 0, true}, {types.Uint8, "<=", 255, false}, {types.Uint8, "<", 255, true},
		{types.Int8, "<=", 127, false}, {types.Int8, "<=", 200, false}, {types.Int8, ">=", 200, true}, {types.Int, ">=", 0, true}, {types.Float64, ">=", 0, true},
	} {
		if got := (Limit{test.op, big.NewInt(test.to)}).CanBreak(types.Typ[test.typ]); got != test.want {
			t.Errorf("%v %s %d: %v", types.Typ[test.typ], test.op, test.to, got)
		}
	}
}

package feasible

import (
	"math/rand/v2"
	"testing"
)

// integer is any type of integers that terms have.
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// compiled does what an operation does, as the compiler of Go has it; ok is false where
// Go panics.
func compiled[T integer](op Op, x, y T) (result T, ok bool) {
	switch op {
	case Add:
		return x + y, true
	case Sub:
		return x - y, true
	case Mul:
		return x * y, true
	case BitAnd:
		return x & y, true
	case BitOr:
		return x | y, true
	case BitXor:
		return x ^ y, true
	case Div, Rem:
		if y == 0 {
			return 0, false
		}
		if op == Div {
			return x / y, true
		}
		return x % y, true
	case Shl, Shr:
		if y < 0 {
			return 0, false
		}
		if op == Shl {
			return x << y, true
		}
		return x >> y, true
	}
	panic(op)
}

// agrees compares what terms of constants are with what Go does.
func agrees[T integer](t *testing.T, ts *Terms, typ Type, x, y T) {
	t.Helper()
	a, b := ts.Int(typ, int64(x)), ts.Int(typ, int64(y))
	for op := Add; op <= Shr; op++ {
		want, ok := compiled(op, x, y)
		if got := apply(op, typ, []Value{a.value(), b.value()}); ok && got != IntOf(typ, int64(want)) {
			t.Fatalf("%v(%d) %v %d = %v, want %d", typ, x, op, y, got, want)
		}
	}
	for _, test := range []struct {
		op   Op
		want bool
	}{{Equal, x == y}, {Less, x < y}, {LessEqual, x <= y}} {
		if got := ts.Op(test.op, a, b); got != ts.Bool(test.want) {
			t.Fatalf("%v(%d) %v %d = %v, want %v", typ, x, test.op, y, got, test.want)
		}
	}
	for to, want := range map[Type]int64{
		Int8: int64(int8(x)), Int16: int64(int16(x)), Int32: int64(int32(x)), Int64: int64(x),
		Uint8: int64(uint8(x)), Uint16: int64(uint16(x)), Uint32: int64(uint32(x)), Uint64: int64(uint64(x)),
	} {
		if got := ts.Convert(a, to); got != ts.Int(to, want) {
			t.Fatalf("%v(%v(%d)) = %v, want %d", to, typ, x, got, want)
		}
	}
}

// TestArithmetic: terms are what compiled Go is, for all values of 8 bits, and for samples
// of the others.
func TestArithmetic(t *testing.T) {
	for i := range 1 << 16 {
		ts := NewTerms()
		agrees(t, ts, Int8, int8(i), int8(i>>8))
		agrees(t, ts, Uint8, uint8(i), uint8(i>>8))
	}
	for range *questions * 10 {
		ts := NewTerms()
		x, y := sample(), sample()
		agrees(t, ts, Int16, int16(x), int16(y))
		agrees(t, ts, Int32, int32(x), int32(y))
		agrees(t, ts, Int64, int64(x), int64(y))
		agrees(t, ts, Uint16, uint16(x), uint16(y))
		agrees(t, ts, Uint32, uint32(x), uint32(y))
		agrees(t, ts, Uint64, x, y)
	}
}

// sample returns a number, often one at an end of a type.
func sample() uint64 {
	x := rand.Uint64() >> rand.IntN(64)
	switch rand.IntN(4) {
	case 0:
		return -x
	case 1:
		return uint64(1)<<rand.IntN(64) + uint64(rand.IntN(3)) - 1
	}
	return x
}

// TestBits: the gates of an operation do what Eval says, for all values of 8 bits, and
// samples of 16 to 64.
func TestBits(t *testing.T) {
	for _, typ := range []Type{Int8, Uint8, Int16, Uint16, Int32, Uint32, Int64, Uint64} {
		for op := Equal; op <= Shr; op++ {
			ts := NewTerms()
			x, y := ts.Var("x", typ), ts.Var("y", typ)
			checkBits(t, typ, ts.Op(op, x, y), x, y)
		}
		for to := Int8; to <= Uint64; to++ {
			ts := NewTerms()
			x, y := ts.Var("x", typ), ts.Var("y", typ)
			checkBits(t, typ, ts.Convert(x, to), x, y)
		}
	}
}

// checkBits works the gates of a term out, for 64 pairs of values at a time.
func checkBits(t *testing.T, typ Type, of, x, y *Term) {
	t.Helper()
	b := newBlaster()
	wx, wy, w := b.word(x), b.word(y), b.word(of)
	order := make([]gate, b.vars+1)
	for k, g := range b.gates {
		order[g] = k
	}
	rounds := 1 << 16 / 64
	if typ.width() > 8 {
		rounds = 20
	}
	lanes := make([]uint64, b.vars+1)
	is := func(l lit) uint64 {
		if l < 0 {
			return ^lanes[-l]
		}
		return lanes[l]
	}
	for round := range rounds {
		var values [64][2]uint64
		clear(lanes)
		lanes[yes] = ^uint64(0)
		for lane := range values {
			i := uint64(round*64 + lane)
			values[lane] = [2]uint64{i & 0xff, i >> 8}
			if typ.width() > 8 {
				values[lane] = [2]uint64{typ.wrap(sample()), typ.wrap(sample() >> (rand.IntN(2) * 58))}
			}
			for k := range wx {
				lanes[wx[k]] |= values[lane][0] >> k & 1 << lane
				lanes[wy[k]] |= values[lane][1] >> k & 1 << lane
			}
		}
		for g, k := range order {
			switch {
			case k == gate{}:
			case k.kind == gateAnd:
				lanes[g] = is(k.a) & is(k.b)
			case k.kind == gateXor:
				lanes[g] = is(k.a) ^ is(k.b)
			case k.kind == gateChoice:
				lanes[g] = is(k.a)&is(k.b) | ^is(k.a)&is(k.c)
			case k.kind == gateMajority:
				lanes[g] = is(k.a)&is(k.b) | is(k.a)&is(k.c) | is(k.b)&is(k.c)
			}
		}
		for lane, v := range values {
			got := Value{typ: of.typ}
			for k, l := range w {
				got.bits |= is(l) >> lane & 1 << k
			}
			m := Model{x: Value{typ: typ, bits: v[0]}, y: Value{typ: typ, bits: v[1]}}
			if want := m.Eval(of); got != want {
				t.Fatalf("%v with %v: gates say %v, want %v", of, m, got, want)
			}
		}
	}
}

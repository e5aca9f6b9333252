package feasible

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// An arith makes terms of integers in few words.
type arith struct{ *Terms }

func (a arith) v(name string) *Term { return a.Var(name, Int64) }
func (a arith) k(x int64) *Term     { return a.Int(Int64, x) }
func (a arith) le(x, y *Term) *Term { return a.Op(LessEqual, x, y) }
func (a arith) lt(x, y *Term) *Term { return a.Op(Less, x, y) }
func (a arith) in(x *Term, low, high int64) []*Term {
	return []*Term{a.le(a.Int(x.typ, low), x), a.le(x, a.Int(x.typ, high))}
}
func (a arith) sum(list ...*Term) *Term {
	out := list[0]
	for _, t := range list[1:] {
		out = a.Op(Add, out, t)
	}
	return out
}

// sums asks whether n numbers, each of which is at most another one, can add up to more than those do.
func sums(n int) (ts *Terms, asked []*Term) {
	a := arith{NewTerms()}
	var xs, ys []*Term
	for i := range n {
		x, y := a.v(fmt.Sprint("x", i)), a.v(fmt.Sprint("y", i))
		xs, ys = append(xs, x), append(ys, y)
		asked = append(asked, a.le(a.k(0), x), a.le(x, y), a.lt(y, a.k(1<<40)))
	}
	return a.Terms, append(asked, a.Not(a.le(a.sum(xs...), a.sum(ys...))))
}

// TestIntegers: what is shown by adding up, and what is not so because integers wrap around.
func TestIntegers(t *testing.T) {
	a := arith{NewTerms()}
	x, y, b, q := a.v("x"), a.v("y"), a.v("balance"), a.v("quota")
	qty, price := a.Var("qty", Int32), a.Var("price", Int32)
	rate := a.v("rate")
	wide := func(t *Term) *Term { return a.Convert(t, Int64) }
	not := a.Not
	at := func(list ...any) (out []*Term) {
		for _, e := range list {
			switch e := e.(type) {
			case *Term:
				out = append(out, e)
			case []*Term:
				out = append(out, e...)
			}
		}
		return out
	}
	zero := a.k(0)
	shares := at(a.in(b, 0, 1<<50))
	var five []*Term
	for i := range 5 {
		n := a.v(fmt.Sprint("share ", i))
		five = append(five, n)
		shares = append(shares, a.le(zero, n), a.le(n, a.Op(Div, b, a.k(8))))
	}
	_, twenty := sums(20)
	for _, test := range []struct {
		name  string
		asked []*Term
		want  bool
	}{
		{"a guard", at(a.le(zero, x), a.le(x, b), not(a.le(x, b))), true},
		{"what is left is enough for a sum", at(a.le(zero, x), a.le(zero, y), a.le(y, b), a.le(x, a.Op(Sub, b, y)), not(a.le(a.Op(Add, x, y), b))), true},
		{"a sum that may wrap around", at(a.le(zero, x), a.le(zero, y), a.le(a.Op(Add, x, y), b), not(a.le(x, b))), false},
		{"a sum that may not", at(a.in(x, 0, 1000), a.in(y, 0, 1000), a.le(a.Op(Add, x, y), b), not(a.le(x, b))), true},
		{"a product that is widened first", at(a.le(a.Int(Int32, 0), qty), a.le(a.Int(Int32, 0), price), a.lt(a.Op(Mul, wide(qty), wide(price)), zero)), true},
		{"a product that is widened afterwards", at(a.le(a.Int(Int32, 0), qty), a.le(a.Int(Int32, 0), price), a.lt(wide(a.Op(Mul, qty, price)), zero)), false},
		{"a part of a hundred", at(a.in(b, 0, 1e9), a.in(rate, 0, 100), not(a.le(a.Op(Div, a.Op(Mul, b, rate), a.k(100)), b))), true},
		{"a part of a hundred of any number", at(a.le(zero, b), a.in(rate, 0, 100), not(a.le(a.Op(Div, a.Op(Mul, b, rate), a.k(100)), b))), true},
		{"a part of ten of any number and more", at(a.le(zero, b), a.in(rate, 0, 100), not(a.le(a.Op(Div, a.Op(Mul, b, rate), a.k(10)), b))), false},
		{"five shares", append(shares, not(a.le(a.sum(five...), b))), true},
		{"twenty numbers", twenty, true},
		{"multiples", at(a.le(zero, x), a.le(x, y), a.le(y, a.k(1e12)), not(a.le(a.Op(Mul, x, a.k(12345)), a.Op(Mul, y, a.k(12345))))), true},
		{"multiples that may wrap around", at(a.le(zero, x), a.le(x, y), not(a.le(a.Op(Mul, x, a.k(12345)), a.Op(Mul, y, a.k(12345))))), false},
		{"the smaller and the larger", at(a.le(zero, b), a.lt(b, largest(a, zero, smallest(a, x, b)))), true},
		{"one of two ways", at(a.Or(a.And(a.le(x, a.k(3)), a.le(zero, x)), a.And(a.Op(Equal, x, y), a.in(y, 5, 7)[0], a.in(y, 5, 7)[1])), a.lt(a.k(7), x)), true},
		{"neither less nor more nor equal", at(a.le(x, y), a.le(y, x), not(a.Op(Equal, x, y))), true},
		{"a rest", at(a.le(zero, x), a.le(a.k(10), a.Op(Rem, x, a.k(10)))), true},
		{"rounding down", at(a.lt(x, a.Op(Mul, a.Op(Shr, x, a.Int(Uint8, 3)), a.k(8))), a.in(x, -1000, 1000)), true},
		{"a mask", at(a.lt(a.k(15), a.Op(BitAnd, x, a.k(15)))), true},
		{"twice is never odd", at(a.in(x, -9, 9), a.Op(Equal, a.Op(Mul, x, a.k(2)), a.k(3))), true},
		{"a conversion that loses bits", at(a.le(zero, x), a.lt(a.Convert(x, Int8), a.Int(Int8, 0))), false},
		{"a conversion that does not", at(a.in(x, 0, 100), a.lt(a.Convert(x, Int8), a.Int(Int8, 0))), true},
		{"without a sign", at(a.le(a.Convert(x, Uint64), a.Int(Uint64, 9)), not(a.le(x, a.k(9)))), true},
		{"a negative number without a sign", at(a.le(a.Convert(x, Uint64), a.Int(Uint64, 9)), a.lt(x, zero)), false},
		{"nothing to add up", at(a.le(x, q)), false},
	} {
		terms := test.asked
		ts := a.Terms
		if test.name == "twenty numbers" {
			ts, terms = sums(20)
		}
		r, used := ts.refute(terms)
		if (r != nil) != test.want {
			t.Errorf("%s: shown: %t, want %t", test.name, r != nil, test.want)
			continue
		}
		if r == nil {
			continue
		}
		if !r.check(terms) {
			t.Errorf("%s: the proof is not accepted", test.name)
		}
		if len(used) == 0 || !slices.IsSorted(used) {
			t.Errorf("%s: it needs %v", test.name, used)
		}
	}
}

func smallest(a arith, x, y *Term) *Term { return a.Op(If, a.le(x, y), x, y) }
func largest(a arith, x, y *Term) *Term  { return a.Op(If, a.le(x, y), y, x) }

// TestIntegersSound: what is shown over the integers, bits do not disprove, and what no proof shows is not accepted.
func TestIntegersSound(t *testing.T) {
	shown, impossible, wrong := 0, 0, 0
	var proofs []*refutation
	for range *questions / 16 {
		ts, asked := randomSums()
		if slices.ContainsFunc(asked, (*Term).IsConst) {
			continue
		}
		r, used := ts.refute(asked)
		bits := ts.byBits(nil, asked)
		if bits.State == Impossible {
			impossible++
		}
		if bits.State == Possible {
			for _, p := range proofs { // of another question
				wrong++
				if p.check(asked) {
					t.Fatalf("%v: possible with %v, and a proof that it is not is accepted", asked, bits.Model)
				}
			}
		}
		if r == nil {
			continue
		}
		shown++
		if bits.State == Possible {
			t.Fatalf("%v: impossible over the integers, and possible with %v", asked, bits.Model)
		}
		if !r.check(asked) {
			t.Fatalf("%v: the proof is not accepted:\n%s", asked, strings.Join((&Proof{integers: r, terms: asked}).Words((*Term).String), "\n"))
		}
		var part []*Term
		for _, i := range used {
			part = append(part, asked[i])
		}
		if !r.check(part) {
			t.Fatalf("%v: it is said to need %v only", asked, part)
		}
		for i := range part {
			fewer := slices.Delete(slices.Clone(part), i, i+1)
			if ts.byBits(nil, fewer).State != Possible {
				continue
			}
			for _, p := range append(tampered(r), r) {
				wrong++
				if p.check(fewer) {
					t.Fatalf("%v can be, and a proof is accepted that it cannot:\n%s", fewer, strings.Join((&Proof{integers: p, terms: fewer}).Words((*Term).String), "\n"))
				}
			}
		}
		if proofs = append(proofs, r); len(proofs) > 10 {
			proofs = proofs[1:]
		}
	}
	t.Logf("%d cannot be by their bits, of which %d are shown over the integers; %d wrong proofs are rejected", impossible, shown, wrong)
	// About a third cannot be, and of these sums show three in five: half of that, as a few questions differ a lot.
	if shown < *questions/320 || shown*4 < impossible || wrong < *questions/2 {
		t.Error("the test is no good")
	}
}

// randomSums makes a random question about three numbers of 8 bits.
func randomSums() (ts *Terms, asked []*Term) {
	a := arith{NewTerms()}
	typ := []Type{Int8, Int8, Uint8}[rand.IntN(3)]
	vars := []*Term{a.Var("a", typ), a.Var("b", typ), a.Var("c", typ)}
	var term func(depth int) *Term
	var truth func(depth int) *Term
	small := func(n int) *Term { return a.Int(typ, int64(rand.IntN(n))) }
	term = func(depth int) *Term {
		if depth == 0 || rand.IntN(4) == 0 {
			if rand.IntN(3) == 0 {
				return a.Int(typ, int64(rand.IntN(40)-15))
			}
			return vars[rand.IntN(3)]
		}
		x := term(depth - 1)
		switch rand.IntN(12) {
		case 0, 1, 2:
			return a.Op(Add, x, term(depth-1))
		case 3, 4:
			return a.Op(Sub, x, term(depth-1))
		case 5:
			return a.Op(Mul, x, term(depth-1))
		case 6:
			return a.Op(Mul, x, a.Int(typ, int64(rand.IntN(9)-3)))
		case 7:
			return a.Op([]Op{Div, Rem}[rand.IntN(2)], x, small(7))
		case 8:
			return a.Op([]Op{Shl, Shr}[rand.IntN(2)], x, small(10))
		case 9:
			return a.Op([]Op{BitAnd, BitOr, BitXor}[rand.IntN(3)], x, a.Int(typ, int64(rand.IntN(70)-5)))
		case 10:
			return a.Op(If, truth(0), x, term(depth-1))
		}
		other := []Type{Int8, Uint8, Int16, Int64, Uint16}[rand.IntN(5)]
		return a.Convert(a.Op(Add, a.Convert(x, other), a.Int(other, int64(rand.IntN(20)))), typ)
	}
	truth = func(depth int) *Term {
		if depth == 0 {
			return a.Op([]Op{Equal, Less, LessEqual}[rand.IntN(3)], term(2), term(2))
		}
		x, y := truth(depth-1), truth(depth-1)
		switch rand.IntN(4) {
		case 0:
			return a.And(x, y)
		case 1:
			return a.Op(Equal, x, y)
		case 2:
			return a.Op(If, truth(0), x, y)
		}
		return a.Or(x, y)
	}
	for _, v := range vars {
		if rand.IntN(4) > 0 {
			low := int64(rand.IntN(40) - 20)
			if typ == Uint8 {
				low = max(low, 0)
			}
			asked = append(asked, a.in(v, low, low+int64(rand.IntN(30)))...)
		}
	}
	for range 1 + rand.IntN(3) {
		x := truth(rand.IntN(2))
		if rand.IntN(3) == 0 {
			x = a.Not(x)
		}
		asked = append(asked, x)
	}
	return a.Terms, asked
}

// tampered returns a proof with something in it changed, in some ways.
func tampered(r *refutation) (out []*refutation) {
	changed := func(do func(*refutation)) {
		c := *r
		c.steps, c.sum = slices.Clone(r.steps), slices.Clone(r.sum)
		do(&c)
		out = append(out, &c)
	}
	for i, s := range r.steps {
		changed(func(c *refutation) { c.steps = slices.Delete(c.steps, i, i+1) })
		changed(func(c *refutation) {
			other := *s
			other.holds = !s.holds
			other.over, other.under = nil, nil
			other.row.n++
			c.steps[i] = &other
		})
	}
	for i := range r.sum {
		for _, by := range []*big.Rat{nil, new(big.Rat), big.NewRat(-1, 1), big.NewRat(7, 3), big.NewRat(1000, 1)} {
			changed(func(c *refutation) { c.sum[i].by = by })
		}
		changed(func(c *refutation) { c.sum[i].high = !c.sum[i].high })
		changed(func(c *refutation) { c.sum = slices.Delete(c.sum, i, i+1) })
		changed(func(c *refutation) { c.sum[i].row, c.sum[i].bound = rowID{}, nil })
	}
	for i := range r.cases {
		changed(func(c *refutation) { c.cases[i] = c.cases[1-i] })
		changed(func(c *refutation) { c.cases[i] = nil })
		if r.cases[i] == nil {
			continue
		}
		for _, in := range tampered(r.cases[i]) {
			changed(func(c *refutation) { c.cases[i] = in })
		}
	}
	return out
}

// TestSimplex: where it says that inequalities exclude each other, no numbers of a small box keep all of them; and it does say so
// wherever sums of two of them do.
func TestSimplex(t *testing.T) {
	empty, found := 0, 0
	for range *questions {
		ts := NewTerms()
		vars := []*Term{ts.Var("x", Int8), ts.Var("y", Int8), ts.Var("z", Int8)}
		const end = 3
		spent := 0
		table := newTable(vars, func(*Term) (low, high *big.Int) { return big.NewInt(-end), big.NewInt(end) })
		table.spent = &spent
		check := newLedger(nil)
		for _, v := range vars {
			check.low[v], check.high[v] = big.NewInt(-end), big.NewInt(end)
		}
		var rows [][4]int64
		for range 2 + rand.IntN(4) {
			var row [4]int64
			s := whole(new(big.Int))
			for i := range row {
				row[i] = int64(rand.IntN(9) - 4)
				if i < 3 {
					s = s.plus(unknown(vars[i]), big.NewInt(row[i]))
				} else {
					s = s.and(row[i])
				}
			}
			id := rowID{&step{}, 0}
			table.add(s, id)
			p := just(s.k)
			for _, part := range s.parts {
				p = p.add(poly{nil: new(big.Int), part.t: part.c}, big.NewInt(1))
			}
			check.rows[id] = p
			rows = append(rows, row)
		}
		some := false
		for x := int64(-end); x <= end; x++ {
			for y := int64(-end); y <= end; y++ {
				for z := int64(-end); z <= end; z++ {
					some = some || !slices.ContainsFunc(rows, func(r [4]int64) bool { return r[0]*x+r[1]*y+r[2]*z+r[3] > 0 })
				}
			}
		}
		sum := table.solve()
		if !some {
			empty++
		}
		switch {
		case sum == nil:
		case some:
			t.Fatalf("%v: excluded, and some numbers keep them", rows)
		case !check.contradicts(sum, nil):
			t.Fatalf("%v: the sum %v is no contradiction", rows, sum)
		default:
			found++
		}
	}
	t.Logf("%d boxes are empty, of which sums show %d", empty, found)
	if empty < *questions/10 || found*5 < empty*3 {
		t.Error("the test is no good")
	}
}

// TestWords: a proof as it is written down.
func TestWords(t *testing.T) {
	a := arith{NewTerms()}
	x, y, b := a.v("amount"), a.v("fee"), a.v("balance")
	asked := []*Term{a.le(a.k(0), x), a.le(a.k(0), y), a.le(y, b), a.le(x, a.Op(Sub, b, y)), a.Not(a.le(a.Op(Add, x, y), b))}
	got := strings.Join(a.Decide(nil, asked).Proof.Words((*Term).String), "\n") + "\n"
	if got != wantWords {
		t.Errorf("%s", got)
	}
}

func benchmark(b *testing.B, make func() (*Terms, []*Term)) {
	for b.Loop() {
		ts, asked := make()
		if a := ts.Decide(nil, asked); a.State != Impossible {
			b.Fatal(a)
		}
	}
}

func BenchmarkComparison(b *testing.B) {
	benchmark(b, func() (*Terms, []*Term) {
		a := arith{NewTerms()}
		x, y := a.v("x"), a.v("y")
		return a.Terms, []*Term{a.le(a.k(0), x), a.le(x, y), a.Not(a.le(x, y))}
	})
}

func BenchmarkSumOfTwenty(b *testing.B) { benchmark(b, func() (*Terms, []*Term) { return sums(20) }) }

const wantWords = `balance < amount + fee
(1) 0 <= fee
(2) fee <= balance
(3) balance + 1 <= (amount + fee)
fee >= 0, from (1)
balance >= 0, from (2)
balance <= 9223372036854775806, from (3)
fee <= 9223372036854775806, from (2)
balance - fee does not wrap around: it lies between -9223372036854775806 and 9223372036854775806
(4) amount + fee <= balance
amount + fee does not wrap around:
  (*) if it were more than 9223372036854775807, the sum would be a contradiction: balance <= 9223372036854775806, (*), (4) make 2 <= 0
(5) balance + 1 <= amount + fee
added up, that is a contradiction: (4), (5) make 1 <= 0
`

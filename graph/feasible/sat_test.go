package feasible

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

var questions = flag.Int("questions", 2000, "how many random questions each test asks")

// TestGates: the clauses of a gate say what the gate does, whatever of its operands is
// constant or alike.
func TestGates(t *testing.T) {
	s := newSolver()
	vars := []lit{s.fresh(), s.fresh(), s.fresh()}
	operands := []lit{yes, yes.not()}
	for _, v := range vars {
		operands = append(operands, v, v.not())
	}
	value := func(l lit, bits int) bool {
		if l < 0 {
			return l != yes.not() && bits>>(-l-2)&1 == 0
		}
		return l == yes || bits>>(l-2)&1 != 0
	}
	for _, a := range operands {
		for _, b := range operands {
			for _, c := range operands {
				for bits := range 8 {
					var inputs []lit
					for _, v := range vars {
						if !value(v, bits) {
							v = v.not()
						}
						inputs = append(inputs, v)
					}
					x, y, z := value(a, bits), value(b, bits), value(c, bits)
					two := x && y || x && z || y && z
					for i, g := range []struct {
						l    lit
						want bool
					}{{s.and(a, b), x && y}, {s.or(a, b), x || y}, {s.xor(a, b), x != y}, {s.choice(a, b, c), x && y || !x && z}, {s.majority(a, b, c), two}} {
						l := g.l
						if !g.want {
							l = l.not()
						}
						yes, _ := s.check(time.Minute, append(slices.Clone(inputs), l))
						no, _ := s.check(time.Minute, append(slices.Clone(inputs), l.not()))
						if yes != Possible || no != Impossible {
							t.Fatalf("gate %d of %d %d %d with %v: %v is %v, and its opposite %v", i, a, b, c, inputs, l, yes, no)
						}
					}
				}
			}
		}
	}
}

// A circuit is random gates over a few variables.
type circuit struct {
	*solver
	inputs int
	lits   []lit
	truth  []uint64 // of each literal: a bit for each way to decide the inputs
}

func newCircuit(inputs, gates int) *circuit {
	c := &circuit{solver: newSolver(), inputs: inputs}
	for i := range inputs {
		var truth uint64
		for k := range 1 << inputs {
			truth |= uint64(k>>i&1) << k
		}
		c.lits, c.truth = append(c.lits, c.fresh()), append(c.truth, truth)
	}
	for range gates {
		a, ta := c.pick()
		b, tb := c.pick()
		d, td := c.pick()
		switch rand.IntN(4) {
		case 0:
			c.lits, c.truth = append(c.lits, c.and(a, b)), append(c.truth, ta&tb)
		case 1:
			c.lits, c.truth = append(c.lits, c.xor(a, b)), append(c.truth, ta^tb)
		case 2:
			c.lits, c.truth = append(c.lits, c.choice(a, b, d)), append(c.truth, ta&tb|^ta&td)
		case 3:
			c.lits, c.truth = append(c.lits, c.majority(a, b, d)), append(c.truth, ta&tb|ta&td|tb&td)
		}
	}
	return c
}

func (c *circuit) pick() (lit, uint64) {
	i := rand.IntN(len(c.lits))
	if rand.IntN(2) == 0 {
		return c.lits[i].not(), ^c.truth[i]
	}
	return c.lits[i], c.truth[i]
}

// all is the ways to decide the inputs.
func (c *circuit) all() uint64 { return ^uint64(0) >> (64 - 1<<c.inputs) }

// TestSolver: what the solver answers, asked one question after the other, is what brute
// force says; its proofs pass the checker, and proofs of what is not so do not, whatever
// lemmas they come with.
func TestSolver(t *testing.T) {
	possible, impossible := 0, 0
	for range *questions / 20 {
		c := newCircuit(3+rand.IntN(4), 20)
		for range 20 {
			var asked []lit
			truth := map[lit]uint64{}
			can := c.all()
			for range 1 + rand.IntN(6) {
				l, v := c.pick()
				asked = append(asked, l)
				truth[l] = v
				can &= v
			}
			state, core := c.check(time.Minute, asked)
			if (state == Possible) != (can != 0) || state == Unknown {
				t.Fatalf("%v: %v, and brute force finds %b", asked, state, can)
			}
			if state == Possible {
				possible++
				if slices.ContainsFunc(asked, func(l lit) bool { return !c.holds(l) }) {
					t.Fatalf("%v: the solver's values do not make them hold", asked)
				}
				c.rejects(t, asked)
				continue
			}
			impossible++
			can = c.all()
			for _, l := range core {
				if !slices.Contains(asked, l) {
					t.Fatalf("%v: core %v", asked, core)
				}
				can &= truth[l]
			}
			if can != 0 {
				t.Fatalf("%v: core %v can hold", asked, core)
			}
			if p := (&Proof{clauses: c.clauses, assumed: core, lemmas: c.lemmas()}); !p.Check() {
				t.Errorf("%v: the proof of %v is not accepted", asked, core)
			}
		}
	}
	if possible < *questions/10 || impossible < *questions/10 {
		t.Errorf("%d questions are possible and %d are not: the test is no good", possible, impossible)
	}
}

// rejects checks that no proof shows that literals cannot hold which can.
func (c *circuit) rejects(t *testing.T, asked []lit) {
	t.Helper()
	wrong := [][]lit{{}, opposites(asked), {asked[0].not()}, {0}, {c.vars + 7}, {yes.not()}}
	for range 20 {
		a, _ := c.pick()
		b, _ := c.pick()
		wrong = append(wrong, []lit{a, b}, []lit{a})
	}
	rand.Shuffle(len(wrong), func(i, j int) { wrong[i], wrong[j] = wrong[j], wrong[i] })
	if (&Proof{clauses: c.clauses, assumed: asked, lemmas: append(c.lemmas(), wrong...)}).Check() {
		t.Fatalf("a proof that %v cannot hold is accepted", asked)
	}
}

// TestTampered: a proof from which anything that it needs is taken is no proof.
func TestTampered(t *testing.T) {
	ts := NewTerms()
	x, y := ts.Var("x", Int64), ts.Var("y", Int64)
	zero, hundred := ts.Int(Int64, 0), ts.Int(Int64, 100)
	asked := []*Term{
		ts.Op(LessEqual, zero, x), ts.Op(LessEqual, x, hundred), ts.Op(LessEqual, zero, y), ts.Op(LessEqual, y, hundred),
		ts.Op(Less, ts.Op(Add, hundred, hundred), ts.Op(Add, x, y)),
	}
	a := ts.byBits(nil, asked)
	if a.State != Impossible || len(a.Core) < 4 {
		t.Fatalf("%+v", a)
	}
	for i := range a.Proof.assumed {
		p := *a.Proof
		p.assumed = slices.Delete(slices.Clone(p.assumed), i, i+1)
		if p.Check() {
			t.Errorf("without %d, the proof is accepted", a.Proof.assumed[i])
		}
		p = *a.Proof
		p.assumed = slices.Clone(p.assumed)
		p.assumed[i] = p.assumed[i].not()
		if p.Check() {
			t.Errorf("with the opposite of %d, the proof is accepted", a.Proof.assumed[i])
		}
	}
	p := *a.Proof
	p.clauses = nil
	if p.Check() {
		t.Error("without clauses, the proof is accepted")
	}
}

// TestNoTime: where there is no time left, nothing is known, and what was asked then is no
// part of the next question.
func TestNoTime(t *testing.T) {
	s := newSolver()
	a := s.fresh()
	if state, _ := s.check(0, []lit{a}); state != Unknown {
		t.Errorf("without time: %v", state)
	}
	if state, _ := s.check(time.Minute, []lit{a.not()}); state != Possible {
		t.Errorf("the question after: %v", state)
	}
}

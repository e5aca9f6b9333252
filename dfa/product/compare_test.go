package product_test

// This file compares the product with the referee.

import (
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

var (
	pairsFlag = flag.Int("pairs", 120, "`number` of random workflows and rules to compare with the referee")
	seedFlag  = flag.Int64("seed", 1, "of random workflows and rules")
)

const (
	perWorkflow = 5    // rules
	maxTraces   = 60   // that are read by the definition of the formula, for each pair
	maxEvents   = 7    // of such a trace
	MaxMarkings = 1500 // of the searches that users do not get
)

// A judge compares what the product says of one workflow with its runs.
type judge struct {
	w     *graph.Workflow
	runs  []*runs // by world
	loose []*runs // the same, if engines had no limits
	whole bool    // all situations are known
	count map[string]int
}

func newJudge(w *graph.Workflow) *judge {
	j := &judge{w: w, whole: true, count: make(map[string]int)}
	for _, in := range worlds(w) {
		j.runs = append(j.runs, j.explore(referee{world: in}))
		if slices.ContainsFunc(w.All(), func(w *graph.Workflow) bool { return w.Engine.StepLimit > 0 }) {
			j.loose = append(j.loose, j.explore(referee{world: in, forever: true}))
		} else {
			j.loose = j.runs
		}
	}
	return j
}

func (j *judge) explore(by referee) *runs {
	x := newRuns(j.w, by)
	x.explore()
	j.whole = j.whole && !x.cut
	return x
}

const everything = "all markings: "

// The ways to search: as users get it, and each space of markings by itself.
var searches = []struct {
	name string
	on   func(*graph.Workflow) *product.Checker
}{
	{"", product.On},
	{everything, func(w *graph.Workflow) *product.Checker { return product.OnAll(w, MaxMarkings) }},
	{"reduced: ", func(w *graph.Workflow) *product.Checker { return product.OnReduced(w, MaxMarkings) }},
	{"coarse: ", func(w *graph.Workflow) *product.Checker { return product.OnCoarse(w, MaxMarkings) }},
}

// disagreement says what is wrong about the verdicts on a rule; "" if nothing is.
func (j *judge) disagreement(text string, o product.Options) string {
	rule, err := product.Compile(syntax.MustParse(text))
	if err != nil {
		return ""
	}
	var all *product.Result
	for _, s := range searches {
		if s.name != everything && !j.whole {
			continue // runs that are not all known say little: one small space is enough
		}
		res := s.on(j.w).Check(rule, o)
		if why := j.judge(s.name, rule, res, o); why != "" {
			return s.name + why
		}
		switch {
		case all == nil || all.Verdict == verdict.Unknown || res.Verdict == verdict.Unknown:
		case all.Verdict != res.Verdict || all.Kind != res.Kind:
			return s.name + "another verdict than if all markings are searched"
		}
		if s.name == everything {
			all = res
		}
	}
	return ""
}

// judge says what is wrong about one verdict.
func (j *judge) judge(search string, rule *product.Rule, res *product.Result, o product.Options) string {
	switch res.Verdict {
	case verdict.Unknown:
		j.count[search+"unknown: "+res.Doubt.Why.String()]++
		return ""
	case verdict.Violated:
		j.count[fmt.Sprintf("%sviolated %d", search, res.Kind)]++
		if why := j.witness(res); why != "" && j.whole {
			return why
		}
	case verdict.Holds:
		j.count[search+"holds"]++
		for i := range rule.Parts {
			if why := j.traces(rule.Parts[i].Source.Formula(), rule.Parts[i].DFA); why != "" {
				return why
			}
		}
	}
	if !j.whole || slices.ContainsFunc(rule.Parts, func(p product.Part) bool { return p.DFA.Unfolding() }) {
		return ""
	}
	j.count[search+"exact"]++
	return j.exact(rule, res, o)
}

// exact compares a verdict with all that runs and automata can reach together. A
// part of a rule sees its own atoms only.
func (j *judge) exact(rule *product.Rule, res *product.Result, o product.Options) string {
	finite, open, limited := j.outcomes(rule, o)
	switch {
	case finite && res.Verdict == verdict.Holds:
		return "the rule holds, but a run violates it"
	case !finite && res.Verdict == verdict.Violated && res.Kind != product.NeverMet:
		return "the rule is violated, but no run ends so"
	case !open && res.Kind == product.NeverMet:
		return "a run never does what it owes, but there is none"
	case !limited && !finite && res.Kind == product.NeverMet:
		return "a run never does what it owes, but the engine ends it before that is so"
	case !finite && open && res.Verdict == verdict.Holds:
		return "the rule holds, but a run may never do what it owes"
	}
	return ""
}

// outcomes returns what runs there are that do not keep the rule: those that end, or
// come to what nothing can mend; those that never end, if engines had no limits; and
// those that never end or that an engine breaks off.
func (j *judge) outcomes(rule *product.Rule, o product.Options) (finite, open, limited bool) {
	for k, x := range j.runs {
		for i := range rule.Parts {
			p := &rule.Parts[i]
			follow := withDFA(x, p.DFA)
			finite = finite || follow.finite(p.DFA)
			open = open || endless(j.loose[k], p, !o.Unfair)
			limited = limited || follow.broken() || endless(x, p, !o.Unfair)
		}
	}
	return finite, open, limited
}

// traces reads short runs by the definition of a formula that all should keep.
func (j *judge) traces(f *syntax.Formula, d *dfa.DFA) string {
	type prefix struct {
		tr  trace
		set map[int]bool
		q   dfa.State
	}
	for _, x := range j.runs {
		r := newReader(x, d.Atoms)
		work := []prefix{{nil, r.closure(map[int]bool{first: true}), d.Start}}
		for n := 0; len(work) > 0 && n < maxTraces; n++ {
			p := work[0]
			work = work[1:]
			holds := kept(f, d.Atoms, p.tr)
			if d.Accepting(p.q) != holds {
				return fmt.Sprintf("the automaton reads %b wrong", p.tr)
			}
			if p.set[ended] && !holds {
				return fmt.Sprintf("the rule holds, but not of the run %b", p.tr)
			}
			if len(p.tr) == maxEvents {
				continue
			}
			for s := range dfa.Symbol(1) << len(d.Atoms) {
				set := r.after(p.set, func(l int) bool { return slices.Contains(r.symbols(l), s) })
				if len(set) > 0 {
					work = append(work, prefix{append(p.tr[:len(p.tr):len(p.tr)], s), set, d.Next(p.q, s)})
				}
			}
		}
	}
	return ""
}

// TestReferee compares the product with the referee on random pairs.
func TestReferee(t *testing.T) {
	count := make(map[string]int)
	rng := rand.New(rand.NewSource(*seedFlag))
	failures := 0
	for i := 0; i < *pairsFlag; i += perWorkflow {
		seed := rng.Int63()
		m := newMaker(seed)
		w := m.workflow(6, 2)
		if err := graph.Check(w); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.Text())
		}
		j := newJudge(w)
		if !j.whole {
			count["workflow too large"]++
		}
		for range perWorkflow {
			rule, o := m.rule(w), product.Options{Unfair: m.chance(20)}
			if why := j.disagreement(rule, o); why != "" {
				failures++
				small := shrink(w, func(w *graph.Workflow) bool { return newJudge(w).disagreement(rule, o) != "" })
				t.Errorf("seed %d: %q %+v: %s; smallest: %s\n%s%s", seed, rule, o, why, newJudge(small).disagreement(rule, o), small.Text(), said(small, rule, o))
				if failures >= 5 {
					t.FailNow()
				}
				break
			}
		}
		for k, n := range j.count {
			count[k] += n
		}
	}
	t.Logf("seed %d: %v", *seedFlag, count)
}

// said is what the product says.
func said(w *graph.Workflow, rule string, o product.Options) string {
	res := product.Check(w, product.MustCompile(rule), o)
	var b strings.Builder
	fmt.Fprintf(&b, "verdict %d kind %d loop %d %s\n", res.Verdict, res.Kind, res.Loop, res.Doubt.Why)
	for _, s := range res.Path {
		tool := ""
		if s.Tool != nil {
			tool = s.Tool.Name
		}
		fmt.Fprintf(&b, "  %s/%s what=%d %s sent=%v done=%v state=%d\n", s.In.Name, s.In.Nodes[s.Node].Name, s.What, tool, s.Sent, s.Done, s.State)
	}
	return b.String()
}

// TestWithin: with less work than it takes, a rule is not decided, and never decided otherwise.
func TestWithin(t *testing.T) {
	rng := rand.New(rand.NewSource(*seedFlag))
	cut := 0
	for range *pairsFlag {
		m := newMaker(rng.Int63())
		w := m.workflow(6, 2)
		rule, err := product.Compile(syntax.MustParse(m.rule(w)))
		if err != nil {
			continue
		}
		want := product.Check(w, rule, product.Options{}).Verdict
		whole := product.On(w).Within(1 << 30)
		if got := whole.Check(rule, product.Options{}).Verdict; got != want {
			t.Fatalf("%v with much work, %v without a limit\n%s", got, want, w.Text())
		}
		if whole.Spent() < 2 {
			continue
		}
		res := product.On(w).Within(rng.Intn(whole.Spent())).Check(rule, product.Options{})
		switch {
		case res.Verdict == verdict.Unknown && res.Doubt.Why == product.WhyWork:
			cut++
		case res.Verdict != want && res.Verdict != verdict.Unknown:
			t.Fatalf("%v with little work, %v without a limit\n%s", res.Verdict, want, w.Text())
		}
	}
	if cut == 0 {
		t.Error("no limit was reached")
	}
}

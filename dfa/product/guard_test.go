package product_test

// This file compares what is proved of a workflow with what a guard does while it runs.

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

const (
	guardedRuns   = 40 // random runs of a rule that holds
	guardedEvents = 60 // of such a run
)

// TestGuardAgrees: of a rule that holds, no run of the workflow trips a guard, whatever the arguments
// of its calls are, and a run that ends has kept it. Of one that a run breaks, the guard refuses the
// witness.
func TestGuardAgrees(t *testing.T) { guardAgrees(t, false) }

// TestKeptAgrees is that for rules that compare arguments with those and the results of earlier calls.
func TestKeptAgrees(t *testing.T) { guardAgrees(t, true) }

func guardAgrees(t *testing.T, values bool) {
	answers := make(map[verdict.Verdict]int)
	rng := rand.New(rand.NewSource(*seedFlag))
	runs, events, refused := 0, 0, 0
	for i := 0; i < *pairsFlag; i += perWorkflow {
		seed := rng.Int63()
		m := newMaker(seed)
		m.values = values
		if values && m.chance(50) {
			for _, tool := range m.tools {
				tool.Params = []graph.Param{{Path: "n", Type: "integer"}, {Path: "k", Type: "integer"}}
			}
		}
		w := m.workflow(6, 2)
		for range perWorkflow {
			text := m.rule(w)
			for values && !strings.Contains(text, " of tool:") {
				text = m.rule(w)
			}
			rule, err := product.Compile(syntax.MustParse(text))
			if err != nil {
				continue
			}
			res := product.Check(w, rule, product.Options{})
			answers[res.Verdict]++
			g := guardOf(t, m, text)
			if g == nil {
				continue
			}
			walk := &guarded{t: t, g: g, rng: m.Rand, tests: testsOf(rule), values: values}
			switch {
			case res.Verdict == verdict.Holds:
				for range guardedRuns {
					if why := walk.run(newRuns(w, referee{world: someWorld(m.Rand, w)})); why != "" {
						t.Fatalf("seed %d: %q holds, and yet: %s\n%s", seed, text, why, w.Text())
					}
				}
				runs += guardedRuns
			case res.Verdict == verdict.Violated && res.Kind == product.BadPrefix:
				if !walk.refuses(res.Path) {
					t.Fatalf("seed %d: %q is violated, and the guard lets the witness happen\n%s%s", seed, text, w.Text(), said(w, text, product.Options{}))
				}
				refused++
			}
			events += walk.events
		}
	}
	t.Logf("%v; %d runs, %d events, none refused; %d witnesses, all refused", answers, runs, events, refused)
	if runs == 0 || refused == 0 {
		t.Error("nothing was compared")
	}
}

// guardOf returns a guard of one rule, nil if it cannot be watched.
func guardOf(t *testing.T, m *maker, text string) *guard.Guard {
	o := guard.Options{Rules: []guard.Rule{{Name: "r", Text: text}}, Logger: slog.New(slog.DiscardHandler)}
	for _, tool := range m.tools {
		o.Tools = append(o.Tools, guard.Tool{Name: tool.Name, Tags: tool.Events})
	}
	g, err := guard.New(o)
	if err != nil && !strings.Contains(err.Error(), "too large") && !strings.Contains(err.Error(), "no run can keep it") {
		t.Fatal(err)
	}
	return g
}

func testsOf(r *product.Rule) (tests []syntax.Test) {
	for i := range r.Parts {
		for _, a := range r.Parts[i].DFA.Atoms {
			tests = append(tests, a.Tests...)
		}
	}
	return tests
}

func someWorld(rng *rand.Rand, w *graph.Workflow) world {
	all := worlds(w)
	return all[rng.Intn(len(all))]
}

// guarded runs a workflow under a guard.
type guarded struct {
	t      *testing.T
	g      *guard.Guard
	rng    *rand.Rand
	tests  []syntax.Test // of arguments, in the rule
	events int
	values bool
}

const guardedSession = "run"

// run follows one random run, and says what is wrong.
func (r *guarded) run(x *runs) string {
	r.start()
	for at, n := first, 0; n < guardedEvents; n++ {
		arcs := x.from(at)
		if len(arcs) == 0 {
			return ""
		}
		arc := arcs[r.rng.Intn(len(arcs))]
		e, ok := eventOf(x.letters[arc.letter])
		if !ok {
			return ""
		}
		if e != nil {
			switch {
			case r.values:
				r.know(e, x.letters[arc.letter])
				r.fill(e)
			case e.Open:
				e.Open, e.Args = false, r.args()
			}
			if err := r.happen(e); err != nil {
				return err.Error()
			}
		}
		if at = arc.to; at == ended {
			verdicts, err := r.g.Finish(r.t.Context(), guardedSession)
			if err != nil {
				r.t.Fatal(err)
			}
			for name, v := range verdicts {
				if v != dfa.Accepted {
					return name + " is " + v.String() + " at the end"
				}
			}
			return ""
		}
		if at == stopped {
			return ""
		}
	}
	return ""
}

// refuses reports whether the guard refuses an event of a path, of which arguments are not known; or
// whether no program can tell it of the path.
func (r *guarded) refuses(path []product.Step) bool {
	if !r.values {
		return r.refusesWith(path, nil)
	}
	// A model chooses all values different, or all the same.
	n := 100.0
	fresh := func(bool) float64 { n++; return n }
	same := func(result bool) float64 {
		if result {
			return fresh(result)
		}
		return 99
	}
	return r.refusesWith(path, fresh) || r.refusesWith(path, same)
}

func (r *guarded) refusesWith(path []product.Step, value func(result bool) float64) bool {
	r.start()
	for i := range path {
		s := &path[i]
		e, ok := eventOf(letter{in: s.In, node: s.Node, what: s.What, tool: s.Tool, labels: labels(s.In, s.Sent)})
		if ok && e != nil && r.values {
			r.know(e, letter{in: s.In, node: s.Node})
			r.choose(e, value)
		}
		if !ok || e != nil && r.happen(e) != nil {
			return true
		}
	}
	if !r.values {
		return false
	}
	// A guard does not know which values the workflow has, so it may learn later that nothing mends the rule.
	verdicts, err := r.g.Finish(r.t.Context(), guardedSession)
	if err != nil {
		r.t.Fatal(err)
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(verdicts)), func(v dfa.Verdict) bool { return v != dfa.Accepted })
}

// start begins a session, anew if there is one.
func (r *guarded) start() {
	_, _ = r.g.Finish(r.t.Context(), guardedSession)
	if err := r.g.Start(r.t.Context(), guardedSession); err != nil {
		r.t.Fatal(err)
	}
}

// happen asks the guard for an event: for a call as adapters do, if it is nothing else.
func (r *guarded) happen(e *dfa.Event) error {
	r.events++
	ctx := context.Background()
	if e.Tool == "" || e.Node != "" || e.Human || slices.ContainsFunc(e.Tags, func(tag string) bool { return strings.HasPrefix(tag, "decision:") }) {
		return r.g.Step(ctx, guardedSession, e)
	}
	args := make(map[string]any)
	for _, a := range e.Args {
		switch a.Value.Kind {
		case syntax.ValueNumber:
			args[a.Path] = a.Value.Number
		case syntax.ValueString:
			args[a.Path] = a.Value.Text
		default:
			return r.g.Step(ctx, guardedSession, e)
		}
	}
	text, err := json.Marshal(args)
	if err != nil || e.Open {
		text = nil
	}
	call := guard.Call{Tool: e.Tool, Agent: e.Agent, Arguments: string(text)}
	err = r.g.Admit(ctx, guardedSession, call)
	if err == nil && e.Returned {
		if err := r.g.Returned(ctx, guardedSession, call, fmt.Sprintf(`{"n": %v}`, e.Result[1].Value.Number), false); err != nil {
			r.t.Fatal(err)
		}
	}
	return err
}

// know gives a call the arguments that its step says.
func (r *guarded) know(e *dfa.Event, l letter) {
	n := &l.in.Nodes[l.node]
	if e.Tool == "" || n.Args == "" && !n.Exact {
		return
	}
	var all map[string]map[string]any
	if err := json.Unmarshal([]byte(n.Args), &all); err != nil {
		r.t.Fatal(err)
	}
	var err error
	if e.Args, err = dfa.ArgsOf(all[e.Tool]); err != nil {
		r.t.Fatal(err)
	}
	e.Open = !n.Exact
}

// choose chooses the arguments of a call that are not known, and what it returns.
func (r *guarded) choose(e *dfa.Event, value func(result bool) float64) {
	if e.Open {
		e.Open, e.Args = false, slices.Clone(e.Args)
		for _, path := range []string{"n", "k"} {
			if !slices.ContainsFunc(e.Args, func(a dfa.Arg) bool { return a.Path == path }) {
				e.Args = append(e.Args, dfa.Arg{Path: path, Value: syntax.Number(value(false))})
			}
		}
	}
	if e.Tool != "" {
		e.Returned = true
		e.Result = []dfa.Arg{{Value: syntax.Value{Kind: syntax.ValueMany}}, {Path: "n", Value: syntax.Number(value(true))}}
	}
}

// fill chooses the arguments of a call that are not known, and what it returns, if anybody says so.
func (r *guarded) fill(e *dfa.Event) {
	if e.Open {
		e.Open, e.Args = false, slices.Clone(e.Args)
		for _, path := range []string{"n", "k"} {
			known := slices.ContainsFunc(e.Args, func(a dfa.Arg) bool { return a.Path == path })
			if !known && r.rng.Intn(4) > 0 {
				e.Args = append(e.Args, dfa.Arg{Path: path, Value: syntax.Number(float64(1 + r.rng.Intn(3)))})
			}
		}
	}
	if e.Tool != "" && r.rng.Intn(3) > 0 {
		e.Returned = true
		e.Result = []dfa.Arg{{Value: syntax.Value{Kind: syntax.ValueMany}}, {Path: "n", Value: syntax.Number(float64(1 + r.rng.Intn(3)))}}
	}
}

// args returns arguments around those that the rule tests.
func (r *guarded) args() (args []dfa.Arg) {
	for _, t := range r.tests {
		v := t.Value
		if v.Kind == syntax.ValueNumber {
			v = syntax.Number(v.Number + float64(r.rng.Intn(3)-1))
		}
		known := slices.ContainsFunc(args, func(a dfa.Arg) bool { return strings.EqualFold(a.Path, t.Path) })
		if !known && r.rng.Intn(5) > 0 && !strings.ContainsAny(t.Path, ".[]{}") {
			args = append(args, dfa.Arg{Path: t.Path, Value: v})
		}
	}
	return args
}

// eventOf returns all that a letter is as one event, nil if it is none. It is false of a letter that
// is several decisions and nothing else: they are no step, and no one event says so.
func eventOf(l letter) (*dfa.Event, bool) {
	if l.what == product.Pass {
		return nil, true
	}
	list := l.events()
	if l.what == product.Decide {
		if len(list) != 2 {
			return nil, len(list) < 2
		}
		return &list[1], true
	}
	e := list[0]
	e.Tags = slices.Clone(e.Tags)
	for _, d := range list[1:] {
		e.Tags = append(e.Tags, "decision:"+d.Decision)
	}
	return &e, true
}

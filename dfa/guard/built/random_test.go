package built_test

// This file holds the answers about trees of agents to a direct reading of what such trees do: agents are run at
// random, and no run may break a rule of which the verifier says that it holds.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/agentvet/agentvet/graph/verdict"
)

var trees = flag.Int("trees", 400, "how many random trees of agents are verified")

// calm switches off what is not about order.
const calm = "version: 1\nseverities: {structure: off, delegation: off, taint: off, capability: off}\n"

func TestRandomTrees(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	names := []string{"look", "refund", "ask", "fetch"}
	var holds, broken, violated int
	for range *trees {
		root := tree(r, 0, new(int))
		rule := strings.NewReplacer("A", names[r.IntN(len(names))], "B", names[r.IntN(len(names))]).Replace(rules[r.IntN(len(rules))])
		v, err := built.New(built.Program{Registry: registry(t), Policy: []byte(calm + "policies:\n  - {name: r, rule: '" + rule + "', severity: high}\n")})
		if err != nil {
			t.Fatal(err)
		}
		a := v.Verify(sketch.Program(root, graph.Engine{DeadEnd: graph.DeadEndExits}))
		if a.Err != nil || a.Verdict == verdict.Unknown {
			t.Fatalf("%s: %s", rule, a.Error())
		}
		m, bad := dfa.MustMonitor(dfa.Rule{Name: "r", DFA: dfa.MustCompile(rule), Handling: dfa.Warn}), false
		for range 200 {
			m.Reset()
			run := &run{Rand: r}
			run.agent(root)
			for i := range run.events {
				m.Step(&run.events[i])
			}
			if _, states := m.Finish(); states[0] == dfa.Violated {
				bad = true
				if a.Verdict == verdict.Holds {
					t.Fatalf("seed %d: %q is said to hold of\n%s\nand is broken by %+v", seed, rule, sketch.Program(root, graph.Engine{}).Text(), run.events)
				}
				break
			}
		}
		switch {
		case a.Verdict == verdict.Holds:
			holds++
		case bad:
			broken++
		default:
			violated++
		}
	}
	t.Logf("%d hold, %d are violated and some run showed it, %d are violated and none did", holds, broken, violated)
	if *trees >= 100 && (holds == 0 || broken == 0 || violated > broken/2) {
		t.Errorf("%d hold, %d are broken, %d violated without a run: the test says little", holds, broken, violated)
	}
}

var rules = []string{
	"never tool:A after tool:B", "tool:A before tool:B", "human before tool:A", "never tool:A", "tool:A before each tool:B", "at most 1 tool:A",
}

// tree returns a random tree of agents.
func tree(r *rand.Rand, depth int, n *int) *sketch.Agent {
	*n++
	a := &sketch.Agent{Agent: &graph.Agent{Name: fmt.Sprintf("a%d", *n), Framework: "test", Kind: graph.AgentLLM}, Leaves: true}
	if depth < 2 && r.IntN(3) > 0 {
		a.Kind = []graph.AgentKind{graph.AgentLLM, graph.AgentSequential, graph.AgentParallel, graph.AgentLoop}[r.IntN(4)]
		var subs []*sketch.Agent
		for range 1 + r.IntN(2) {
			subs = append(subs, tree(r, depth+1, n))
		}
		switch {
		case a.Kind != graph.AgentLLM:
			a.Subs = subs
		case r.IntN(2) == 0:
			a.Called = subs
		default:
			a.Hands = subs
			for _, s := range subs {
				if s.Kind == graph.AgentLLM && r.IntN(2) == 0 {
					s.Hands = append(s.Hands, a)
				}
			}
		}
		if a.Kind == graph.AgentLoop {
			if a.Bound = graph.Known(1 + r.IntN(2)); r.IntN(2) == 0 {
				a.Bound = graph.Bound{State: graph.BoundUnlimited}
			}
		}
	}
	if a.Kind == graph.AgentLLM {
		all := desk()
		for range r.IntN(3) {
			a.Tools = append(a.Tools, tool(all[r.IntN(len(all))].Name))
		}
		slices.SortFunc(a.Tools, func(s, t *graph.Tool) int { return strings.Compare(s.Name, t.Name) })
		a.Tools = slices.CompactFunc(a.Tools, func(s, t *graph.Tool) bool { return s.Name == t.Name })
	}
	return a
}

// A run is one run of a tree.
type run struct {
	*rand.Rand
	events []dfa.Event
}

// agent runs an agent from start to end.
func (r *run) agent(a *sketch.Agent) {
	switch a.Kind {
	case graph.AgentSequential:
		for _, sub := range a.Subs {
			r.agent(sub)
		}
	case graph.AgentParallel:
		var all [][]dfa.Event
		for _, sub := range a.Subs {
			one := &run{Rand: r.Rand}
			one.agent(sub)
			all = append(all, one.events)
		}
		r.interleave(all)
	case graph.AgentLoop:
		for n := 0; a.Bound.State == graph.BoundUnlimited || n < a.Bound.N; n++ {
			for _, sub := range a.Subs {
				r.agent(sub)
				if r.IntN(4) == 0 {
					return
				}
			}
		}
	default:
		r.model(a)
	}
}

// model runs an agent that has one, and those to which it hands over.
func (r *run) model(a *sketch.Agent) {
	for {
		r.events = append(r.events, dfa.Event{Node: a.Name, Kind: "llm", Agent: a.Name})
		for range r.IntN(3) {
			if len(a.Tools) > 0 {
				r.call(a.Tools[r.IntN(len(a.Tools))].Name, a.Name)
			}
		}
		switch {
		case len(a.Called) > 0 && r.IntN(2) == 0:
			r.agent(a.Called[r.IntN(len(a.Called))])
		case len(a.Hands) > 0 && r.IntN(3) > 0:
			to := a.Hands[r.IntN(len(a.Hands))]
			if to.Kind != graph.AgentLLM {
				r.agent(to)
				return
			}
			a = to
		default:
			return
		}
	}
}

// call calls a tool. One that asks calls only if the answer is yes.
func (r *run) call(tool, agent string) {
	if tool == "ask" {
		if r.IntN(4) == 0 {
			return
		}
		r.events = append(r.events, dfa.Event{Human: true})
	}
	r.events = append(r.events, dfa.Event{Tool: tool, Agent: agent})
}

func (r *run) interleave(all [][]dfa.Event) {
	for {
		all = slices.DeleteFunc(all, func(l []dfa.Event) bool { return len(l) == 0 })
		if len(all) == 0 {
			return
		}
		i := r.IntN(len(all))
		r.events = append(r.events, all[i][0])
		all[i] = all[i][1:]
	}
}

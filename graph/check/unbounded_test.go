package check_test

// This file checks the rule about loops of models that nothing limits: what is a
// limit, what may be one, and what another rule says.

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/internal/golden"
)

// bound sets the bound of nodes.
func bound(b graph.Bound, names ...string) func(*graph.Workflow) {
	return nodes(func(n *graph.Node) { n.Bound = b }, names...)
}

// agents makes nodes agents that dispatch by themselves, without a limit.
func agents(names ...string) func(*graph.Workflow) {
	return nodes(func(n *graph.Node) { n.Calls, n.Bound.State = graph.CallsAny, graph.BoundUnlimited }, names...)
}

func nodes(change func(*graph.Node), names ...string) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		for i := range w.Nodes {
			for _, name := range names {
				if w.Nodes[i].Name == name {
					change(&w.Nodes[i])
				}
			}
		}
	}
}

// router gives the first branch a function whose values have these guards.
func router(guards ...string) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		b := &w.Branches[0]
		b.Func, b.Complete = "app.route", true
		for i, guard := range guards {
			b.Values = append(b.Values, graph.Value{Text: fmt.Sprint(i), Guard: graph.PlainGuard(guard)})
		}
	}
}

func TestUnbounded(t *testing.T) {
	const (
		cycle = "s:entry m:llm t:tool:x e:exit s>m m?t=0 m?e=1 t>m"
		loop  = "s:entry a:llm b:llm again:pass e:exit s>a a>b b?again=next b?e=escalate again~a"
	)
	unlimited := graph.Bound{State: graph.BoundUnlimited}
	byText := router(`strings.Contains(said, "more")`, "")
	var out strings.Builder
	for _, c := range []struct {
		name, line string
		changes    []func(*graph.Workflow)
	}{
		{"a router looks for a text", cycle, changes(byText)},
		{"a step runs code, which may count", cycle, changes(byText, nodes(func(n *graph.Node) { n.Func = "app.step" }, "t"))},
		{"a router asks whether tools are called", cycle, changes(router("len(m.ToolCalls) > 0", ""))},
		{"the engine has a limit of steps", cycle, changes(byText, engine(graph.Engine{StepLimit: 9}, graph.ModeAny))},
		{"a step counts", cycle, changes(byText, bound(graph.Known(3), "t"))},
		{"a step has some limit", cycle, changes(byText, bound(graph.Bound{State: graph.BoundPresent}, "m"))},
		{"the model of the loop is an agent with a limit of its own", cycle, changes(byText, agents("m"), bound(graph.Known(3), "m"))},
		{"a human sees each round", strings.Replace(cycle, "t:tool:x", "t:human", 1), changes(byText)},
		{"each round calls a tool with a gate", strings.Replace(cycle, "t:tool:x", "t:tool:x!g", 1), changes(byText, calls)},
		{"a human sees some rounds", "s:entry m:llm t:tool:x h:human e:exit s>m m?t=0 m?h=1 m?e=2 t>m h>m", changes(router(`x == "a"`, `x == "b"`, ""))},
		{"the body of a step asks a human", strings.Replace(cycle, "t:tool:x", "t:sub", 1), changes(byText, body("bs:entry h:human be:exit bs>h h>be"))},
		{"the body of a step may ask a human", strings.Replace(cycle, "t:tool:x", "t:sub", 1), changes(byText, body("bs:entry h:human r:router be:exit bs>r r?h=a r?be=b h>be"))},
		{"a model in the body of a step", "s:entry m:sub t:tool:x e:exit s>m m?t=0 m?e=1 t>m", changes(byText, body("bs:entry x:llm be:exit bs>x x>be"))},
		{"no model in the loop", "s:entry l:llm m:pass t:tool:x e:exit s>l l>m m?t=0 m?e=1 t>m", changes(byText)},
		{"a loop without a way out", "s:entry r:router m:llm t:pass e:exit s>r r?m=0 r?e=1 m>t t>m", changes(byText)},
		{"a router that compares numbers", cycle, changes(router("rounds < maxRounds", ""))},
		{"a router that calls a function", cycle, changes(router("enough(s)", ""))},
		{"a router that reads a variable", cycle, changes(router("!s.done", ""))},
		{"a router that looks at what is left", cycle, changes(router("len(s.tasks) > 0", ""))},
		{"a router of which conditions are not known", cycle, changes(router("", ""))},
		{"a counting router that some rounds avoid", "s:entry m:llm r:router e:exit s>m m?m=0 m?r=1 r?m=2 r?e=3",
			changes(router(`x == "again"`, ""), second("n < 3", ""))},
		{"a step that is not known", cycle, changes(byText, unknown(graph.UnknownBody, 2))},
		{"a limit that is not known", cycle, changes(byText, unknown(graph.UnknownBound, 2))},
		{"a file that does not say what runs it", cycle, nil},
		{"a loop of agents without iterations", loop, changes(agents("a", "b"), bound(unlimited, "again"))},
		{"a loop of agents with iterations", loop, changes(agents("a", "b"), bound(graph.Known(4), "again"))},
		{"a loop of agents that code may leave", strings.Replace(loop, "b:llm", "b:pass", 1), changes(agents("a"), bound(unlimited, "again"))},
		{"agents that hand over to each other", "s:entry a:llm b:llm e:exit s>a a?b=b a?e=end b>a", changes(agents("a", "b"))},
		{"a loop that one call makes", cycle, changes(byText, madeAtOnce)},
	} {
		w := build(c.line)
		w.Mode = graph.ModeAny
		if c.changes == nil {
			w.Mode = graph.ModeUnspecified
		}
		for _, change := range c.changes {
			change(w)
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, p := range flats(check.RunAll([]*graph.Workflow{w}, check.Options{})) {
			if p.Rule() == rules.Unbounded || p.Rule() == rules.Livelock {
				fmt.Fprintf(&out, "%s\n", describe(p))
			}
		}
	}
	golden.Compare(t, filepath.Join("testdata", "unbounded.txt"), out.String())
}

// changes lists what to change in a workflow.
func changes(list ...func(*graph.Workflow)) []func(*graph.Workflow) { return list }

// second gives the second branch conditions, as router does the first.
func second(guards ...string) func(*graph.Workflow) {
	return func(w *graph.Workflow) {
		rest := *w
		rest.Branches = w.Branches[1:]
		router(guards...)(&rest)
	}
}

// calls makes the tool steps call their tool once.
func calls(w *graph.Workflow) {
	for i := range w.Nodes {
		if w.Nodes[i].Kind == graph.KindTool {
			w.Nodes[i].Calls = graph.CallsOnce
		}
	}
}

// madeAtOnce puts all nodes where the workflow is made.
func madeAtOnce(w *graph.Workflow) {
	for i := range w.Nodes {
		w.Nodes[i].Pos = w.Pos
	}
}

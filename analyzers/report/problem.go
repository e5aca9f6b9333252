package report

// This file says what graph/check has found, one function for each rule.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/spell"
	"github.com/agentvet/agentvet/graph/verdict"
)

// FromProblem returns the finding that p is.
func FromProblem(p *check.Problem) *Finding {
	f := &Finding{Rule: string(p.Rule), Verdict: p.Verdict, Pos: p.Pos()}
	rule, ok := rules.ByID(f.Rule)
	if !ok {
		panic("report: internal error: unregistered rule " + f.Rule)
	}
	f.Severity = rule.Severity
	if w := p.Workflow; w != nil {
		f.Workflow, f.Subject = w.Name, w.Name
		if p.Node != graph.None {
			f.Subject = w.Nodes[p.Node].Name
		}
		f.Witness = steps(w, p.Witness, p.Cycle)
	}
	describe(p, f)
	if p.Verdict == verdict.Unknown {
		f.Message += "; not certain: " + why(p)
		f.Witness = append(f.Witness, doubt(p)...)
	}
	return f
}

// describe sets the message of f, and what else its rule decides.
func describe(p *check.Problem, f *Finding) {
	switch p.Rule {
	case check.ExitUnreachable:
		exitUnreachable(p, f)
	case check.Livelock, check.SilentLoop:
		trap(p, f)
	case check.DeadEnd:
		deadEnd(p, f)
	case check.RouterShape:
		routerShape(p, f)
	case check.RouterValue:
		routerValue(p, f)
	case check.RouterTarget:
		routerTarget(p, f)
	case check.UndeclaredNode:
		undeclaredNode(p, f)
	case check.UnknownInterrupt:
		unknownInterrupt(p, f)
	case check.HumanGate:
		humanGate(p, f)
	case check.UndeclaredTool:
		undeclaredTool(p, f)
	case check.Unreachable:
		unreachable(p, f)
	case check.ShadowedEdge:
		shadowedEdge(p, f)
	case check.ReplacedBranch:
		replacedBranch(p, f)
	case check.UnbalancedJoin:
		unbalancedJoin(p, f)
	case check.Unbounded:
		unbounded(p, f)
	default:
		panic("report: internal error: rule without words: " + f.Rule)
	}
}

func exitUnreachable(p *check.Problem, f *Finding) {
	w := p.Workflow
	switch p.Detail {
	case check.ExitNone:
		f.Message = "the workflow has no exit: no run can end"
	case check.ExitOne:
		f.Message = fmt.Sprintf("no run can reach the exit %q", w.Nodes[p.Node].Name)
		f.Witness = []Step{missedExit(w, p.Node)}
	default:
		f.Message = "no run can reach an exit"
		if p.Cycle != graph.None {
			f.Message += ": runs go round " + cycle(f.Witness, p.Cycle)
		} else if last := lastNode(f.Witness); last != "" {
			f.Message += fmt.Sprintf(": runs get no further than %q", last)
		}
		for _, exit := range w.Exits {
			f.Witness = append(f.Witness, missedExit(w, exit))
		}
		if len(p.Second) > 0 {
			first := &w.Nodes[p.Second[0].Node]
			f.Witness = append(f.Witness, Step{Pos: first.Pos, Text: fmt.Sprintf("nothing leads to %q, which leads there", first.Name), Node: first.Name})
		}
	}
}

func missedExit(w *graph.Workflow, exit graph.NodeID) Step {
	n := &w.Nodes[exit]
	return Step{Pos: n.Pos, Text: fmt.Sprintf("the exit %q is never reached", n.Name), Node: n.Name}
}

func trap(p *check.Problem, f *Finding) {
	around := cycle(f.Witness, p.Cycle)
	if p.Rule == check.SilentLoop {
		f.Message = fmt.Sprintf("the loop %s has no way out: the framework stops it", around)
		if limit := p.Workflow.Engine.StepLimit; limit > 0 {
			f.Message += " after " + plural(limit, "step")
		}
		f.Message += " and reports a success"
		return
	}
	if p.Detail == check.LoopBody {
		f.Message = fmt.Sprintf("no run gets out of %q: runs go round %s", f.Subject, around)
		return
	}
	f.Message = fmt.Sprintf("from %q no exit can be reached any more: runs go round %s", f.Subject, around)
}

func unbounded(p *check.Problem, f *Finding) {
	if a := p.Agent; a != nil {
		f.Subject = a.Name
		f.Message = fmt.Sprintf("nothing limits how often %q asks its model again", a.Name)
		if p.Detail == check.RoundsUnset {
			f.Message += ": the framework's limit is not set"
		}
		f.Witness = []Step{
			{a.Pos, "the model is asked here", a.Name},
			{a.Pos, "and again with what its tools answered, for as long as it calls any", a.Name},
		}
		return
	}
	f.Message = fmt.Sprintf("nothing limits how often runs go round %s: ", cycle(f.Witness, p.Cycle))
	if p.Detail == check.RoundsUnset {
		f.Message += fmt.Sprintf("%q has no limit of iterations", f.Subject)
		return
	}
	who := fmt.Sprintf("the router %q", f.Subject)
	if name := p.Workflow.Branches[p.Branch].Func; name != "" {
		who = shortName(name)
	}
	f.Message += who + " decides each time whether they go on"
}

func deadEnd(p *check.Problem, f *Finding) {
	f.Message = fmt.Sprintf("step %q has no successor and is no exit", f.Subject)
	switch p.Workflow.Engine.DeadEnd {
	case graph.DeadEndStops:
		f.Message += ": the run stops there and reports no error"
	case graph.DeadEndFails:
		f.Message += ": the run fails there"
	}
}

func routerShape(p *check.Problem, f *Finding) {
	w := p.Workflow
	if e := firstEdge(p); e != graph.None {
		to := w.Nodes[w.Edges[e].To].Name
		f.Message = fmt.Sprintf("router %q leads to %q whatever it decides", f.Subject, to)
		f.Witness = append(f.Witness, edgeStep(w, e, "this edge belongs to no branch"))
		return
	}
	f.Message = fmt.Sprintf("router %q has nothing to choose between", f.Subject)
}

func routerValue(p *check.Problem, f *Finding) {
	w := p.Workflow
	b := &w.Branches[p.Branch]
	v := &b.Values[p.Value]
	f.Message = fmt.Sprintf("the router of %q can return %q, which no edge takes%s", f.Subject, v.Text, spell.DidYouMean(v.Text, labels(w, p.Branch)))
	f.Witness = append(f.Witness, Step{Pos: v.Pos, Text: fmt.Sprintf("the router returns %q%s", v.Text, when(v.Guard))})
	for i := range w.Edges {
		if w.Edges[i].Branch == p.Branch {
			f.Witness = append(f.Witness, edgeStep(w, graph.EdgeID(i), fmt.Sprintf("%q leads to %q", w.Edges[i].Label, w.Nodes[w.Edges[i].To].Name)))
		}
	}
}

func routerTarget(p *check.Problem, f *Finding) {
	w := p.Workflow
	e := &w.Edges[p.Edge]
	b := &w.Branches[e.Branch]
	dead := []graph.EdgeID{p.Edge}
	if len(p.Edges) > 0 {
		dead = p.Edges
	}
	var values, targets []string
	for _, id := range dead {
		values = append(values, fmt.Sprintf("%q", w.Edges[id].Label))
		targets = append(targets, fmt.Sprintf("%q", w.Nodes[w.Edges[id].To].Name))
		f.Witness = append(f.Witness, edgeStep(w, id, "this edge is never taken"))
	}
	f.Subject = edgeName(w, p.Edge)
	from := w.Nodes[e.From].Name
	if len(dead) == 1 {
		f.Message = fmt.Sprintf("the router of %q never returns %s: the edge to %s is never taken", from, values[0], targets[0])
	} else {
		f.Message = fmt.Sprintf("the router of %q never returns %s: %d edges are never taken", from, strings.Join(values, ", "), len(dead))
	}
	for _, v := range b.Values {
		f.Witness = append(f.Witness, Step{Pos: v.Pos, Text: fmt.Sprintf("the router returns %q%s", v.Text, when(v.Guard))})
	}
}

func humanGate(p *check.Problem, f *Finding) {
	switch p.Detail {
	case check.GateMissing:
		f.Message = "no run can reach a human step"
		return
	case check.GateAgain:
		f.Message = fmt.Sprintf("%s can run again in %q with no human asked in between", tools(p.Tools), f.Subject)
	default:
		f.Message = fmt.Sprintf("%s can run in %q with no human asked before", tools(p.Tools), f.Subject)
	}
	f.Witness = append(f.Witness, toolSteps(p.Tools)...)
}

func unreachable(p *check.Problem, f *Finding) {
	if a := p.Agent; a != nil {
		f.Subject = a.Name
		f.Message = fmt.Sprintf("agent %q is built and never used", a.Name)
		f.Witness = []Step{{Pos: a.Pos, Text: fmt.Sprintf("agent %q is built here", a.Name), Node: a.Name}}
		return
	}
	f.Message = fmt.Sprintf("nothing leads to step %q", f.Subject)
}

func shadowedEdge(p *check.Problem, f *Finding) {
	w := p.Workflow
	dead := p.Edges
	if len(dead) == 0 && p.Edge != graph.None {
		dead = []graph.EdgeID{p.Edge}
	}
	fate := "this edge is never taken"
	if p.Detail == check.ShadowedByExit {
		fate = "where this edge leads never runs"
	}
	var names []string
	for _, e := range dead {
		names = append(names, fmt.Sprintf("%q", w.Nodes[w.Edges[e].To].Name))
		f.Witness = append(f.Witness, edgeStep(w, e, fate))
	}
	if len(dead) > 0 {
		f.Subject = edgeName(w, dead[0])
	}
	from := ""
	if p.Node != graph.None {
		from = w.Nodes[p.Node].Name
	}
	list := strings.Join(names, ", ")
	if p.Detail == check.ShadowedByExit {
		f.Message = fmt.Sprintf("an edge from %q ends the run before %s can run", from, list)
		if p.Edge != graph.None {
			f.Witness = append(f.Witness, edgeStep(w, p.Edge, "this edge ends the run"))
		}
		return
	}
	f.Message = fmt.Sprintf("the edge from %q to %s is never taken: the branch of %[1]q decides alone", from, list)
	if p.Branch != graph.None {
		f.Witness = append(f.Witness, Step{Pos: w.Branches[p.Branch].Pos, Text: "because of this branch"})
	}
}

func replacedBranch(p *check.Problem, f *Finding) {
	w := p.Workflow
	lost, wins := &w.Branches[p.Branch], &w.Branches[p.Other]
	f.Message = fmt.Sprintf("a later branch of %q replaces this one", f.Subject)
	if lost.Func != "" {
		f.Message += fmt.Sprintf(": %s is never called", shortName(lost.Func))
	}
	f.Witness = append(f.Witness,
		Step{Pos: lost.Pos, Text: "this branch is lost"},
		Step{Pos: wins.Pos, Text: "this one replaces it"})
}

func unbalancedJoin(p *check.Problem, f *Finding) {
	second := steps(p.Workflow, p.Second, graph.None)
	fork := ""
	if len(second) > 0 {
		fork = second[0].Node // both paths begin to differ here
		second[0].Text = fmt.Sprintf("the other path begins at %q", fork)
	}
	near, far := stepsAfter(f.Witness, fork), stepsAfter(second, fork)
	switch p.Detail {
	case check.JoinStarved:
		missing := p.Workflow.Nodes[p.Nodes[1]].Name
		f.Message = fmt.Sprintf("%q waits for %q, which does not run when %q takes the other way to it: what comes there is lost", f.Subject, missing, fork)
		second[0].Text = fmt.Sprintf("%q, for which it waits, is on another way from %q", missing, fork)
	case check.JoinStale:
		f.Message = fmt.Sprintf("%q runs twice a round: its paths from %q take %d and %s, and in the next round the longer still counts as done", f.Subject, fork, near, plural(far, "step"))
	case check.JoinCutOff:
		f.Message = fmt.Sprintf("the run ends when %q is first reached: its paths from %q take %d and %s, the longer is cut off", f.Subject, fork, near, plural(far, "step"))
	default:
		f.Message = fmt.Sprintf("%q runs once for each arrival: its paths from %q take %d and %s", f.Subject, fork, near, plural(far, "step"))
	}
	f.Witness = append(f.Witness, second...)
}

// stepsAfter returns how many steps of a path come after the last one at node.
func stepsAfter(path []Step, node string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].Node == node {
			return len(path) - 1 - i
		}
	}
	return len(path)
}

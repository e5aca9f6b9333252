package report

// This file says what graph/check has found, one sentence for each kind of problem.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// FromProblem returns the finding that p is.
func FromProblem(p check.Problem) *Finding {
	b := p.Common()
	f := newFinding(p.Rule(), check.PosOf(p), "")
	f.Verdict = b.Verdict()
	if w := b.Workflow; w != nil {
		f.Workflow, f.Subject = w.Name, w.Name
		if b.Node != graph.None {
			f.Subject = w.Nodes[b.Node].Name
		}
		f.Witness = steps(w, b.Witness, b.Cycle)
	}
	describe(p, f)
	if f.Verdict == verdict.Unknown {
		f.Message += "; not certain: " + why(p)
		f.Witness = append(f.Witness, doubt(b)...)
	}
	if _, followed := p.(*check.IgnoredAnswer); f.Verdict == verdict.Violated && !followed { // its conditions are those that say what was answered
		notShown(f, unfollowed(b.Workflow, b.Witness))
	}
	if b.Excluded != nil {
		f.Proof = proofOf(b.Excluded.Proof, b.Workflow, b.Excluded.Counters, b.Excluded.Clash)
		if b.Excluded.Counters != nil {
			limit(f, b.Workflow, b.Excluded.Counters)
		} else {
			exclude(f, b.Excluded.Clash)
		}
	}
	return f
}

// describe sets the message of f, and what else the kind of p decides. It is one
// switch; a test holds it to the kinds of problems that there are.
func describe(problem check.Problem, f *Finding) {
	switch p := problem.(type) {
	case *check.IgnoredGate:
		ignoredGate(p, f)
	case *check.IgnoredAnswer:
		ignoredAnswer(p, f)
	case *check.EvadedGate:
		evadedGate(p, f)
	case *check.Unconfirmable:
		unconfirmable(p, f)
	case *check.LostAnswer:
		f.Message = fmt.Sprintf("%q asks somebody and never gets the answer: that goes to the steps after it, and the code behind the question does not run", f.Subject)
	case *check.NotAwaited:
		notAwaited(p, f)
	case *check.CallCycle:
		callCycle(p, f)
	case *check.HandoverCycle:
		f.Message = fmt.Sprintf("nothing limits how often agents hand over to each other: runs go round %s", cycle(f.Witness, p.Cycle))
	case *check.Unconfirmed:
		unconfirmed(p, f)
	case *check.UntypedReturn:
		untypedReturn(p, f)
	case *check.WiderScope:
		widerScope(p, f)
	case *check.UnsetLimit:
		unsetLimit(p, f)
	case *check.EndlessChoice:
		endlessChoice(p, f)
	case *check.UnlimitedAgent:
		unlimitedAgent(p, f)
	case *check.DeadEnd:
		deadEnd(p, f)
	case *check.NoExit:
		f.Message = "the workflow has no exit: no run can end"
	case *check.AllExitsMissed:
		allExitsMissed(p, f)
	case *check.ExitMissed:
		f.Message = fmt.Sprintf("no run can reach the exit %q", f.Subject)
		f.Witness = []Step{missedExit(p.Workflow, p.Node)}
	case *check.NoHuman:
		f.Message = "no run can reach a human step"
	case *check.Ungated:
		f.Message = fmt.Sprintf("%s can run in %q with no human asked before", tools(p.Tools), f.Subject)
		f.Witness = append(f.Witness, toolSteps(p.Tools)...)
	case *check.UngatedAgain:
		f.Message = fmt.Sprintf("%s can run again in %q with no human asked in between", tools(p.Tools), f.Subject)
		f.Witness = append(f.Witness, toolSteps(p.Tools)...)
	case *check.Livelock:
		livelock(p, f)
	case *check.EndlessBody:
		endlessBody(p, f)
	case *check.ReplacedBranch:
		replacedBranch(p, f)
	case *check.RouterShape:
		routerShape(p, f)
	case *check.RouterTarget:
		routerTarget(p, f)
	case *check.RouterValue:
		routerValue(p, f)
	case *check.CutOffByExit:
		cutOffByExit(p, f)
	case *check.CutOffByBranch:
		cutOffByBranch(p, f)
	case *check.UnbalancedJoin:
		unbalancedJoin(p, f)
	case *check.StarvedJoin:
		starvedJoin(p, f)
	case *check.OverlappingRuns:
		overlappingRuns(p, f)
	case *check.UndeclaredNode:
		undeclaredNode(p, f)
	case *check.NoTool:
		f.Message = fmt.Sprintf("tools step %q has no tool", f.Subject)
	case *check.SameName:
		sameName(p, f)
	case *check.ReplacedTool:
		replacedTool(p, f)
	case *check.UnhandledTools:
		unhandledTools(p, f)
	case *check.UntoldTools:
		untoldTools(p, f)
	case *check.NotBound:
		notBound(p, f)
	case *check.NotFinal:
		f.Fix = misspelt(p.Name, toolNames(p.Tools), f.Pos)
		f.Message = fmt.Sprintf("%q is to answer with the result of %q and has no such tool%s", f.Subject, p.Name, spell.DidYouMean(p.Name, toolNames(p.Tools)))
		f.Witness = append(f.Witness, toolSteps(p.Tools)...)
	case *check.NotDefined:
		f.Fix = misspelt(p.Name, toolNames(p.Tools), f.Pos)
		f.Message = fmt.Sprintf("%q asks for tool %q, which nothing defines%s", f.Subject, p.Name, spell.DidYouMean(p.Name, toolNames(p.Tools)))
		f.Witness = append(f.Witness, toolSteps(p.Tools)...)
	case *check.UnknownInterrupt:
		unknownInterrupt(p, f)
	case *check.Unreachable:
		f.Message = fmt.Sprintf("nothing leads to step %q", f.Subject)
	case *check.UnusedAgent:
		unusedAgent(p, f)
	default:
		panic(fmt.Sprintf("report: internal error: no words for %T", problem))
	}
}

func allExitsMissed(p *check.AllExitsMissed, f *Finding) {
	w := p.Workflow
	f.Message = "no run can reach an exit"
	if p.Cycle != graph.None {
		f.Message += ": runs go round " + cycle(f.Witness, p.Cycle)
		f.Fix = limited(unlimited(w, f.Witness)...)
	} else if last := lastNode(f.Witness); last != "" {
		f.Message += fmt.Sprintf(": runs get no further than %q", last)
	}
	for _, exit := range w.Exits {
		f.Witness = append(f.Witness, missedExit(w, exit))
	}
	if len(p.Lost) > 0 {
		first := &w.Nodes[p.Lost[0].Node]
		f.Witness = append(f.Witness, Step{Pos: first.Pos, Text: fmt.Sprintf("nothing leads to %q, which leads there", first.Name), Node: first.Name})
	}
}

func missedExit(w *graph.Workflow, exit graph.NodeID) Step {
	n := &w.Nodes[exit]
	return Step{Pos: n.Pos, Text: fmt.Sprintf("the exit %q is never reached", n.Name), Node: n.Name}
}

func livelock(p *check.Livelock, f *Finding) {
	f.Fix = limited(unlimited(p.Workflow, f.Witness)...)
	around := cycle(f.Witness, p.Cycle)
	if p.Silent {
		f.Message = silentLoop(p.Workflow, around)
		return
	}
	f.Message = fmt.Sprintf("from %q no exit can be reached any more: runs go round %s", f.Subject, around)
}

func endlessBody(p *check.EndlessBody, f *Finding) {
	f.Fix = limited(unlimited(p.Workflow, f.Witness)...)
	around := cycle(f.Witness, p.Cycle)
	if p.Silent {
		f.Message = silentLoop(p.Workflow, around)
		return
	}
	f.Message = fmt.Sprintf("no run gets out of %q: runs go round %s", f.Subject, around)
}

func silentLoop(w *graph.Workflow, around string) string {
	text := fmt.Sprintf("the loop %s has no way out: the framework stops it", around)
	if limit := w.Engine.StepLimit; limit > 0 {
		text += " after " + plural(limit, "step")
	}
	return text + " and reports a success"
}

func unsetLimit(p *check.UnsetLimit, f *Finding) {
	f.Message = fmt.Sprintf("nothing limits how often runs go round %s: %q has no limit of iterations", cycle(f.Witness, p.Cycle), f.Subject)
	f.Fix = limited(unlimited(p.Workflow, f.Witness)...)
}

// unlimited returns the positions of the steps of a witness that could limit rounds and do not.
func unlimited(w *graph.Workflow, witness []Step) (at []graph.Pos) {
	for i := range w.Nodes {
		n := &w.Nodes[i]
		onWay := func(s Step) bool { return s.Node == n.Name }
		if n.Bound.State == graph.BoundUnlimited && n.Kind != graph.KindLLM && slices.ContainsFunc(witness, onWay) {
			at = append(at, n.Pos)
		}
	}
	return at
}

func endlessChoice(p *check.EndlessChoice, f *Finding) {
	who := fmt.Sprintf("the router %q", f.Subject)
	if name := p.Workflow.Branches[p.Branch].Func; name != "" {
		who = shortName(name)
	}
	f.Message = fmt.Sprintf("nothing limits how often runs go round %s: %s decides each time whether they go on", cycle(f.Witness, p.Cycle), who)
}

func deadEnd(p *check.DeadEnd, f *Finding) {
	f.Message = fmt.Sprintf("step %q has no successor and is no exit", f.Subject)
	switch p.Workflow.Engine.DeadEnd {
	case graph.DeadEndStops:
		f.Message += ": the run stops there and reports no error"
	case graph.DeadEndFails:
		f.Message += ": the run fails there"
	}
}

func routerShape(p *check.RouterShape, f *Finding) {
	w, e := p.Workflow, p.Edges[0]
	to := w.Nodes[w.Edges[e].To].Name
	f.Message = fmt.Sprintf("router %q leads to %q whatever it decides", f.Subject, to)
	f.Witness = append(f.Witness, edgeStep(w, e, "this edge belongs to no branch"))
}

func routerValue(p *check.RouterValue, f *Finding) {
	w := p.Workflow
	b := &w.Branches[p.Branch]
	v := &b.Values[p.Value]
	f.Message = fmt.Sprintf("the router of %q can return %q, which no edge takes%s", f.Subject, v.Text, spell.DidYouMean(v.Text, labels(w, p.Branch)))
	f.Witness = append(f.Witness, Step{Pos: v.Pos, Text: fmt.Sprintf("the router returns %q%s", v.Text, when(v.Guard.String()))})
	f.Fix = misspelt(v.Text, labels(w, p.Branch), v.Pos)
	var takes []graph.Pos
	for i := range w.Edges {
		if w.Edges[i].Branch == p.Branch {
			takes = append(takes, w.Edges[i].Pos)
			f.Witness = append(f.Witness, edgeStep(w, graph.EdgeID(i), fmt.Sprintf("%q leads to %q", w.Edges[i].Label, w.Nodes[w.Edges[i].To].Name)))
		}
	}
	if slices.Contains(nodeNames(w), v.Text) {
		f.Fix = &Fix{Meant: v.Text, At: takes} // there is such a step, and the branch does not name it
	}
}

func routerTarget(p *check.RouterTarget, f *Finding) {
	w := p.Workflow
	var values, targets []string
	for _, id := range p.Edges {
		values = append(values, fmt.Sprintf("%q", w.Edges[id].Label))
		targets = append(targets, fmt.Sprintf("%q", w.Nodes[w.Edges[id].To].Name))
		f.Witness = append(f.Witness, edgeStep(w, id, "this edge is never taken"))
	}
	f.Subject = edgeName(w, p.Edges[0])
	b := &w.Branches[p.Branch]
	from := w.Nodes[w.Edges[p.Edges[0]].From].Name
	if len(p.Edges) == 1 {
		f.Message = fmt.Sprintf("the router of %q never returns %s: the edge to %s is never taken", from, values[0], targets[0])
	} else {
		f.Message = fmt.Sprintf("the router of %q never returns %s: %d edges are never taken", from, strings.Join(values, ", "), len(p.Edges))
	}
	for _, v := range b.Values {
		f.Witness = append(f.Witness, Step{Pos: v.Pos, Text: fmt.Sprintf("the router returns %q%s", v.Text, when(v.Guard.String()))})
	}
}

func unusedAgent(p *check.UnusedAgent, f *Finding) {
	a := p.Agent
	f.Subject = a.Name
	f.Message = fmt.Sprintf("agent %q is built and never used", a.Name)
	f.Witness = []Step{{Pos: a.Pos, Text: fmt.Sprintf("agent %q is built here", a.Name), Node: a.Name}}
}

func cutOffByExit(p *check.CutOffByExit, f *Finding) {
	w := p.Workflow
	from := f.Subject
	names := deadEdges(w, p.Edges, "where this edge leads never runs", f)
	f.Message = fmt.Sprintf("an edge from %q ends the run before %s can run", from, names)
	f.Witness = append(f.Witness, edgeStep(w, p.Exit, "this edge ends the run"))
}

func cutOffByBranch(p *check.CutOffByBranch, f *Finding) {
	w := p.Workflow
	from := f.Subject
	names := deadEdges(w, p.Edges, "this edge is never taken", f)
	f.Message = fmt.Sprintf("the edge from %q to %s is never taken: the branch of %[1]q decides alone", from, names)
	f.Witness = append(f.Witness, Step{Pos: w.Branches[p.Branch].Pos, Text: "because of this branch"})
}

// deadEdges makes f a finding about edges, and returns where they lead in words.
func deadEdges(w *graph.Workflow, dead []graph.EdgeID, fate string, f *Finding) string {
	var names []string
	for _, e := range dead {
		names = append(names, fmt.Sprintf("%q", w.Nodes[w.Edges[e].To].Name))
		f.Witness = append(f.Witness, edgeStep(w, e, fate))
	}
	f.Subject = edgeName(w, dead[0])
	return strings.Join(names, ", ")
}

func replacedBranch(p *check.ReplacedBranch, f *Finding) {
	w := p.Workflow
	lost, wins := &w.Branches[p.Branch], &w.Branches[p.By]
	f.Message = fmt.Sprintf("a later branch of %q replaces this one", f.Subject)
	if lost.Func != "" {
		f.Message += fmt.Sprintf(": %s is never called", shortName(lost.Func))
	}
	f.Witness = append(f.Witness,
		Step{Pos: lost.Pos, Text: "this branch is lost"},
		Step{Pos: wins.Pos, Text: "this one replaces it"})
}

func unbalancedJoin(p *check.UnbalancedJoin, f *Finding) {
	other, fork := otherPath(p.Workflow, p.Other)
	near, far := stepsAfter(f.Witness, fork), stepsAfter(other, fork)
	switch p.Effect {
	case check.Stale:
		f.Message = fmt.Sprintf("%q runs twice a round: its paths from %q take %d and %s, and in the next round the longer still counts as done", f.Subject, fork, near, plural(far, "step"))
	case check.CutOff:
		f.Message = fmt.Sprintf("the run ends when %q is first reached: its paths from %q take %d and %s, the longer is cut off", f.Subject, fork, near, plural(far, "step"))
	default:
		f.Message = fmt.Sprintf("%q runs once for each arrival: its paths from %q take %d and %s", f.Subject, fork, near, plural(far, "step"))
	}
	f.Witness = append(f.Witness, other...)
}

func starvedJoin(p *check.StarvedJoin, f *Finding) {
	other, fork := otherPath(p.Workflow, p.Other)
	missing := p.Workflow.Nodes[p.Missing].Name
	f.Message = fmt.Sprintf("%q waits for %q, which does not run when %q takes the other way to it: what comes there is lost", f.Subject, missing, fork)
	other[0].Text = fmt.Sprintf("%q, for which it waits, is on another way from %q", missing, fork)
	f.Witness = append(f.Witness, other...)
}

func overlappingRuns(p *check.OverlappingRuns, f *Finding) {
	other, fork := otherPath(p.Workflow, p.Other)
	f.Message = fmt.Sprintf("%q is started once on each of two ways from %q: if the first run of it is not over when the second begins, the whole run hangs or fails", f.Subject, fork)
	f.Witness = append(f.Witness, other...)
}

// otherPath returns the second path to a join in words, and the step at which both
// begin to differ.
func otherPath(w *graph.Workflow, path graph.Witness) (other []Step, fork string) {
	other = steps(w, path, graph.None)
	fork = other[0].Node
	other[0].Text = fmt.Sprintf("the other path begins at %q", fork)
	return other, fork
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

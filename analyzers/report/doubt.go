package report

// This file says why a verdict is unknown.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// why completes "not certain: …".
func why(p check.Problem) string {
	b := p.Common()
	switch b.Doubt.Why {
	case check.WhyUnknown:
		if u := b.Doubt.Unknown; u != nil {
			return unknownPart(u.What, "step") + ", because " + u.Reason.String()
		}
		switch p := p.(type) {
		case *check.LostAnswer:
			return "whether the step runs again with the answer is a setting that is not known"
		case *check.OverlappingRuns:
			return fmt.Sprintf("which ways %q takes at once is not known", p.Workflow.Nodes[p.Fork].Name)
		case *check.CallCycle:
			return "several agents have one name"
		case *check.Unconfirmable:
			return fmt.Sprintf("several agents are called %q", p.Agent.Name)
		}
	case check.WhyGuard:
		if len(b.Doubt.Needs) > 0 {
			return "it needs " + b.Doubt.Needs.String()
		}
		if e := doubtfulEdge(b); e != nil {
			return fmt.Sprintf("an edge exists only if %s", e.Guard)
		}
	case check.WhyJoin:
		if e := doubtfulEdge(b); e != nil {
			return fmt.Sprintf("%q waits for several steps, perhaps for a human", b.Workflow.Nodes[e.To].Name)
		}
		return "a step around this workflow waits for several others, perhaps for a human"
	case check.WhyTool:
		if gate, ok := p.(*check.Unconfirmed); ok && gate.Tool.Name == "" {
			return "the tools are not known, because " + gate.Tool.Unknown.String()
		} else if ok {
			return "somebody is asked in some cases, and perhaps in all that matter"
		}
		switch p.(type) {
		case *check.Unconfirmable, *check.NotAwaited:
			return "it asks in some cases, which may never come"
		}
		if gate, ok := p.(*check.Ungated); ok {
			return "the name of a tool is not known, because " + firstUnnamed(gate.Tools).Unknown.String()
		}
	case check.WhyCount:
		if choice, ok := p.(*check.EndlessChoice); ok && b.Workflow.Branches[choice.Branch].Func == "" {
			return "what runs the workflow may have a limit of steps"
		}
		if _, ok := p.(*check.CallCycle); ok {
			return "the code of a tool may count how deep that gets"
		}
		if _, ok := p.(*check.HandoverCycle); ok {
			return "what runs the workflow may have a limit"
		}
		return "code of the loop may count the rounds"
	}
	return "a part of the workflow is not known"
}

// exclude says of a finding what excludes it.
func exclude(f *Finding, clash graph.Guard) {
	switch len(clash) {
	case 0:
		f.Message += "; it cannot be, whatever the conditions are"
	case 1:
		f.Message += fmt.Sprintf("; it cannot be: %s never holds", clash)
	default:
		f.Message += fmt.Sprintf("; it cannot be: %s exclude each other", conditions(clash))
	}
	f.Witness = nil
	for _, c := range clash {
		if c.Pos.IsValid() {
			f.Witness = append(f.Witness, Step{Pos: c.Pos, Text: "it needs " + graph.Guard{c}.String()})
		}
	}
}

// limit says of a finding which counters of w exclude it: what steps do to each, and which ways
// runs take only at some of its values.
func limit(f *Finding, w *graph.Workflow, counters []graph.Counter) {
	var parts []string
	f.Witness = nil
	counting := true
	for _, c := range counters {
		name := shortCounter(c.Name)
		start := "what whoever starts a run passes"
		if c.Started {
			start = c.Value(c.Start)
		}
		parts = append(parts, fmt.Sprintf("%s, from %s", name, start))
		for i := range w.Nodes {
			n := &w.Nodes[i]
			does := n.Does(c.Name)
			counting = counting && does.Counting()
			if text := effect(c, does, name); text != "" && n.Pos.IsValid() {
				f.Witness = append(f.Witness, Step{Pos: n.Pos, Text: fmt.Sprintf("%q %s", n.Name, text)})
			}
		}
		for i := range w.Edges {
			e := &w.Edges[i]
			for _, x := range e.Within {
				if x.Counter == c.Name && e.Pos.IsValid() {
					f.Witness = append(f.Witness, Step{Pos: e.Pos, Text: fmt.Sprintf("and %q follows %q only while %s", w.Nodes[e.To].Name, w.Nodes[e.From].Name, span(c, x, name))})
				}
			}
		}
	}
	f.Witness = append(f.Witness, passed(w, counters)...)
	if counting {
		f.Message += "; it cannot be: rounds are counted in " + and(parts)
	} else {
		f.Message += "; it cannot be: the state decides it, by " + and(parts)
	}
}

// passed says which arguments of calls counters are about.
func passed(w *graph.Workflow, counters []graph.Counter) (list []Step) {
	for i := range w.Nodes {
		n := &w.Nodes[i]
		for _, p := range n.Passes {
			about := func(c graph.Counter) bool { return c.Name == p.Of || c.Test != nil && c.Test.Of == p.Of }
			if slices.ContainsFunc(counters, about) && n.Pos.IsValid() {
				list = append(list, Step{Pos: n.Pos, Text: fmt.Sprintf("%q passes %s to %q as %s", n.Name, shortCounter(p.Of), p.Tool, p.Path)})
			}
		}
	}
	return list
}

// shortCounter returns the name of a counter without the directories of packages.
func shortCounter(name string) string {
	asks := ""
	if i := strings.IndexByte(name, '('); i >= 0 && (strings.HasPrefix(name, "strings.") || strings.HasPrefix(name, "len(")) {
		asks, name = name[:i+1], name[i+1:]
	}
	field, rest := name, ""
	if i := strings.IndexAny(name, " ,)"); i >= 0 {
		field, rest = name[:i], name[i:]
	}
	if limit, isLess := strings.CutPrefix(rest, " - "); isLess {
		rest = " - " + limit[strings.LastIndexByte(limit, '/')+1:]
	}
	return asks + field[strings.LastIndexByte(field, '/')+1:] + rest
}

// sizeOf says how large the proof of an exclusion is.
func sizeOf(p graph.Proof) string {
	switch {
	case p.Clauses > 0:
		return fmt.Sprintf("the proof: %s and %s that follow from them, replayed by a checker that shares no code with the solver", plural(p.Clauses, "clause"), plural(p.Lemmas, "lemma"))
	case p.Sums > 0:
		return fmt.Sprintf("the proof: %s over the integers, checked by code that knows the conditions and how to add", plural(p.Sums, "step"))
	case p.States > 0:
		return fmt.Sprintf("the proof: %s with the values after them and %s between them, checked to be all that runs may come to", plural(p.States, "step"), plural(p.Ways, "way"))
	case p.Loop > 0:
		return fmt.Sprintf("the proof: each way round through the %s adds to it and takes an edge that has an upper limit", plural(p.Loop, "step"))
	}
	return "the proof: the conditions are constant"
}

// effect says what a step does to a counter, nothing if it leaves it alone.
func effect(c graph.Counter, does graph.Count, name string) string {
	isText := strings.Contains(name, " == ")
	switch {
	case does.Any && isText:
		return fmt.Sprintf("may make %s true or false", name)
	case does.Any:
		return "may leave anything in " + name
	case does.Set != nil && isText:
		return fmt.Sprintf("makes %s %s", name, c.Value(*does.Set))
	case does.Set != nil:
		return fmt.Sprintf("sets %s to %s", name, c.Value(*does.Set))
	case does.Least < 0 && does.Most <= 0:
		return fmt.Sprintf("takes %s from %s", amount(graph.Count{Least: -does.Most, Most: -does.Least}), name)
	case does.Most != 0 || does.Least != 0:
		return fmt.Sprintf("adds %s to %s", amount(does), name)
	}
	return ""
}

// span says for which values of a counter runs take a way.
func span(c graph.Counter, x graph.Within, name string) string {
	if v, ok := x.Only(); ok {
		return fmt.Sprintf("%s is %s", name, c.Value(v))
	}
	var parts []string
	if x.From != nil {
		parts = append(parts, fmt.Sprintf("%s >= %d", name, *x.From))
	}
	if x.To != nil {
		parts = append(parts, fmt.Sprintf("%s <= %d", name, *x.To))
	}
	return strings.Join(parts, " && ")
}

// amount says what a step adds to a counter.
func amount(c graph.Count) string {
	if c.Least == c.Most {
		return strconv.Itoa(c.Most)
	}
	return fmt.Sprintf("%d to %d", c.Least, c.Most)
}

// conditions lists the conditions of a guard.
func conditions(g graph.Guard) string {
	parts := make([]string, len(g))
	for i, c := range g {
		parts[i] = graph.Guard{c}.String()
	}
	return and(parts)
}

// firstUnnamed returns the first tool whose name is not known. There is one.
func firstUnnamed(tools []*graph.Tool) *graph.Tool {
	return tools[slices.IndexFunc(tools, func(t *graph.Tool) bool { return t.Name == "" })]
}

// doubt returns the step that shows what an unknown verdict hangs on.
func doubt(b *check.Base) []Step {
	if u := b.Doubt.Unknown; u != nil && u.Pos.IsValid() {
		return []Step{{Pos: u.Pos, Text: "this part is not known: " + u.Reason.String()}}
	}
	if e := doubtfulEdge(b); e != nil && e.Pos.IsValid() {
		return []Step{{Pos: e.Pos, Text: "it depends on this edge"}}
	}
	return nil
}

func doubtfulEdge(b *check.Base) *graph.Edge {
	if b.Workflow == nil || b.Doubt.Edge == graph.None {
		return nil
	}
	return &b.Workflow.Edges[b.Doubt.Edge]
}

// unknownPart says what is not known of a step, a server or the program.
func unknownPart(k graph.UnknownKind, of string) string {
	switch k {
	case graph.UnknownTargets:
		return "the " + of + " may lead elsewhere"
	case graph.UnknownSources:
		return "the " + of + " may be reached from elsewhere"
	case graph.UnknownTools:
		if of == "server" || of == "program" {
			return "the " + of + " may offer other tools"
		}
		return "the " + of + " may call other tools"
	case graph.UnknownBound:
		return "the number of rounds is not known"
	case graph.UnknownBody:
		return "what the " + of + " does is not known"
	}
	return "there may be more steps and edges"
}

// OrderDoubt says why it is not known whether runs keep a policy: a clause that
// completes "unknown because …".
func OrderDoubt(d product.Doubt) string {
	switch d.Why {
	case product.WhyPart:
		return d.Part.String()
	case product.WhyRecursive:
		return "a sub-workflow contains itself"
	case product.WhySteps:
		return fmt.Sprintf("it has more than %d steps with its sub-workflows", d.Max)
	case product.WhyConditions:
		return fmt.Sprintf("steps wait for what more than %d conditions decide", d.Max)
	case product.WhyInterleaving:
		return fmt.Sprintf("steps that run side by side can interleave in more than MaxMarkings = %d ways", d.Max)
	case product.WhyWork:
		return fmt.Sprintf("its steps can run in too many orders: to look at them takes more than %d parts of work", d.Max)
	case product.WhyAlternatives:
		return fmt.Sprintf("a step can be left in more than %d ways", d.Max)
	case product.WhyTwice:
		return "a step may run a second time before the first is over"
	case product.WhyEqual:
		return "it depends on whether equal conditions in different places are decided equally"
	case product.WhyAutomaton:
		return d.Cost.Error()
	case product.WhyRounds:
		return fmt.Sprintf("bounds are counted up to %d rounds", d.Max)
	case product.WhyCalls:
		return fmt.Sprintf("it is not kept in mind which of more than %d tools a step has called", d.Max)
	case product.WhyStopped:
		return "the engine stops a run after so many supersteps, perhaps before this"
	case product.WhyCutLoop:
		return "the engine ends a loop after so many supersteps and calls it a success, and the run goes on"
	case product.WhyCutRun:
		return "the engine ends a run after so many supersteps and calls it a success, whatever is owed then"
	case product.WhyUnseen:
		return "a router decides so and no edge that is followed shows it"
	case product.WhyKept:
		return "it depends on whether an argument is a value of an earlier call, and the values are not known"
	}
	panic("report: internal error: no words for " + d.Why.String())
}

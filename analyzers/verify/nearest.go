package verify

// This file looks for the nearest plan that is allowed, for who proposed one that is not.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Suggestion is a plan that holds, made of one that does not.
type Suggestion struct {
	Edits []plan.Edit // in order, each of the plan that the one before it leaves
	Text  []byte
	Plan  *plan.Plan
}

// String says what was changed, a line for each edit.
func (s *Suggestion) String() string {
	var b strings.Builder
	for i := range s.Edits {
		fmt.Fprintln(&b, &s.Edits[i])
	}
	return b.String()
}

// What changes cost: to leave a step out does less of what was to be done, so that other ways go first.
const (
	costChange = 1
	costDrop   = 3
	maxCost    = 6
)

// MaxTried is how many plans Nearest verifies, maxWork what that may cost: some seconds.
const (
	MaxTried = 300
	maxWork  = 1 << 24
)

// Nearest returns the plan that holds and is made of the text of one by the fewest changes at the steps with
// findings: a value is cleaned by a tool that its sink accepts, a human is asked, a tool that a policy names and that needs
// nothing is called, a step is moved, or, which counts thrice, left out. It is nil if there is none with a call that
// costs maxCost at most, or none among the first MaxTried that were verified, or among as many as may be. What it returns was
// verified. It takes as long as verifying that many plans.
func (v *Planner) Nearest(file string, text []byte) *Suggestion {
	type try struct {
		text  []byte // before the last edit
		edits []plan.Edit
	}
	byCost := make([][]try, maxCost+1)
	byCost[0] = []try{{text: text}}
	seen, tried, spent := make(map[string]bool), 0, 0
	for cost := range byCost {
		for i := 0; i < len(byCost[cost]); i++ { // it grows
			t := byCost[cost][i]
			text, ok := t.text, true
			if n := len(t.edits); n > 0 {
				text, ok = t.edits[n-1].Apply(t.text)
			}
			if !ok || seen[string(text)] {
				continue
			}
			seen[string(text)] = true
			p, err := plan.Decode(file, text)
			if err != nil || calls(p) <= added(t.edits) {
				continue // nothing is left of what was to be done
			}
			if tried++; tried > MaxTried || spent > maxWork {
				return nil
			}
			findings, work := v.verify(p)
			spent += work
			if PlanVerdict(findings) == verdict.Holds {
				return &Suggestion{t.edits, text, p}
			}
			for _, e := range v.edits(p, findings) {
				total := cost + costChange
				if e.Kind == plan.EditDrop {
					total = cost + costDrop
				}
				if total <= maxCost {
					byCost[total] = append(byCost[total], try{text, append(slices.Clip(t.edits), e)})
				}
			}
		}
	}
	return nil
}

// calls returns how many calls a plan has.
func calls(p *plan.Plan) (n int) {
	for s := range plan.All(p.Steps) {
		if s.Call != nil {
			n++
		}
	}
	return n
}

// added returns how many calls edits add.
func added(edits []plan.Edit) (n int) {
	for _, e := range edits {
		if e.Kind == plan.EditPut || e.Kind == plan.EditClean {
			n++
		}
	}
	return n
}

// edits returns the changes at the steps that findings are about.
func (v *Planner) edits(p *plan.Plan, findings []report.Finding) (list []plan.Edit) {
	var steps []*plan.Step
	for _, f := range findings {
		if f.Suppressed != nil || f.Verdict == verdict.Holds {
			continue
		}
		places := []graph.Pos{f.Pos}
		for _, w := range f.Witness {
			places = append(places, w.Pos)
		}
		for _, pos := range places {
			if s := p.StepAt(pos); s != nil && !slices.Contains(steps, s) {
				steps = append(steps, s)
			}
		}
	}
	for _, s := range steps {
		list = append(list, v.cleaned(s)...)
	}
	for _, s := range steps {
		list = append(list, v.asked(s)...)
	}
	for _, s := range steps {
		list = append(list, moved(p.Steps, s)...)
	}
	for _, s := range steps {
		list = append(list, plan.Edit{Kind: plan.EditDrop, Step: s})
	}
	return list
}

// cleaned returns the edits that clean what gets into sinks of a call.
func (v *Planner) cleaned(s *plan.Step) (list []plan.Edit) {
	if s.Call == nil || v.of.Registry.Tool(s.Call.Tool) == nil {
		return nil
	}
	for _, param := range v.of.Registry.Tool(s.Call.Tool).Params {
		if param.Sink == nil {
			continue
		}
		for _, cleaner := range param.Sink.Unless {
			into := textParam(v.of.Registry.Tool(cleaner))
			if into == "" {
				continue
			}
			for i := range s.Call.Args {
				arg := &s.Call.Args[i]
				for _, ref := range arg.Value.Refs(arg.Name) {
					list = append(list, plan.Edit{Kind: plan.EditClean, Step: s, Tool: cleaner, Ref: ref.Text, Param: into})
				}
			}
		}
	}
	return list
}

// textParam returns the one argument that a tool must have if that can be a text, else "".
func textParam(t *graph.Tool) string {
	if t == nil {
		return ""
	}
	var must []graph.Param
	for _, p := range t.Params {
		if !p.Optional {
			must = append(must, p)
		}
	}
	if len(must) == 0 && len(t.Params) > 0 {
		must = t.Params[:1]
	}
	if len(must) == 1 && isText(&must[0]) {
		return must[0].Path
	}
	return ""
}

// isText reports whether an argument takes any text, as far as is known.
func isText(p *graph.Param) bool {
	return (p.Takes == "" || p.Takes == "string") && !strings.ContainsAny(p.Path, ".[{") && len(p.Bounds) == 0
}

// asked returns the edits that ask a human before a step, or call what a policy wants before it and what needs nothing.
func (v *Planner) asked(s *plan.Step) (list []plan.Edit) {
	for _, t := range v.of.Registry.Tools() {
		texts, ok := v.fill(t, s)
		if ok && (s.Call == nil || t.Name != s.Call.Tool) {
			list = append(list, plan.Edit{Kind: plan.EditPut, Step: s, Tool: t.Name, Texts: texts})
		}
	}
	return list
}

// fill returns the arguments with which a plan may call t before s, and reports whether it may: a question for a human, or
// none for a tool that a policy names. No other tool is called with what nobody has thought of.
func (v *Planner) fill(t *graph.Tool, s *plan.Step) (texts []plan.Field, ok bool) {
	human := slices.Contains(t.Events, "human")
	if t.IsDestructive() || destroying(t) != nil || !human && !slices.ContainsFunc(v.rules, func(r *policy.Rule) bool { return names(r, t.Name) }) {
		return nil, false
	}
	for i := range t.Params {
		p := &t.Params[i]
		switch {
		case p.Optional:
		case !human || !isText(p) || p.Sink != nil:
			return nil, false
		default:
			what := s.Label
			if s.Call != nil {
				what = s.Call.Tool
			}
			texts = append(texts, plan.Field{Name: p.Path, Value: plan.Value{Kind: plan.Text, Text: fmt.Sprintf("May %s run?", what)}})
		}
	}
	return texts, true
}

// names reports whether a rule names a tool by its whole name.
func names(r *policy.Rule, tool string) bool {
	return slices.ContainsFunc(r.Rule.Atoms(), func(a *syntax.Atom) bool { return a.Kind == syntax.AtomTool && a.Name == tool })
}

// moved returns the edits that move a step before one of its list, or one of these before it.
func moved(steps []*plan.Step, s *plan.Step) (list []plan.Edit) {
	for _, in := range lists(steps) {
		at := slices.Index(in, s)
		if at < 0 {
			continue
		}
		for i, other := range in {
			switch {
			case i < at:
				list = append(list, plan.Edit{Kind: plan.EditMove, Step: s, By: other})
			case i > at:
				list = append(list, plan.Edit{Kind: plan.EditMove, Step: other, By: s})
			}
		}
	}
	return list
}

// lists returns all lists of steps in a plan.
func lists(steps []*plan.Step) [][]*plan.Step {
	all := [][]*plan.Step{steps}
	for _, s := range steps {
		if s.If != nil {
			all = append(append(all, lists(s.If.Then)...), lists(s.If.Else)...)
		}
		for _, part := range s.Parts {
			all = append(all, lists(part)...)
		}
	}
	return all
}

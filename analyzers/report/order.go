package report

// This file words what runs do that policies over the order of events forbid.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// A PolicyRule is what findings say of a policy.
type PolicyRule struct {
	ID       string // "policy/NAME"
	Text     string // the rule as it is written
	Severity rules.Severity
	// Description is a sentence on what it demands, "" if it has none.
	Description string
	OWASP       []string // items that it answers
}

// Undeclared says that a policy of w asks for a capability, and that a tool of w declares none.
func Undeclared(w *graph.Workflow, p PolicyRule, pos graph.Pos, t *graph.Tool) *Finding {
	f := &Finding{
		Rule: p.ID, Severity: p.Severity, Verdict: verdict.Unknown, Pos: w.Pos, Workflow: w.Name, Subject: t.Name,
		Message: fmt.Sprintf("whether every run of %q keeps the policy %q is not known: tool %q declares no capability, and policies see those that tools declare", w.Name, p.Text, t.Name),
		Witness: []Step{{Pos: t.Pos, Text: fmt.Sprintf("tool %q%s", t.Name, whatIsAt(t))}},
	}
	if pos.IsValid() {
		f.Witness = append(f.Witness, Step{Pos: pos, Text: "the policy stands here"})
	}
	return f
}

// NeedsUnread says that a policy of w asks for a capability, and that it is not known whether the code of a tool needs it.
func NeedsUnread(w *graph.Workflow, p PolicyRule, pos graph.Pos, t *graph.Tool) *Finding {
	f := Undeclared(w, p, pos, t)
	f.Message = fmt.Sprintf("whether every run of %q keeps the policy %q is not known: what the code of tool %q needs is not known for certain", w.Name, p.Text, t.Name)
	return f
}

// FromOrder returns the finding that w violates a policy, or that this could not
// be decided; nil if it holds.
func FromOrder(w *graph.Workflow, p PolicyRule, res *product.Result) *Finding {
	f := &Finding{Rule: p.ID, Severity: p.Severity, Workflow: w.Name, Pos: w.Pos}
	switch res.Verdict {
	case verdict.Holds:
		if res.Excluded == nil {
			return nil
		}
		found := *res.Excluded.Found
		found.Unfollowed, found.Starts = nil, nil
		f := FromOrder(w, p, &found)
		f.Verdict, f.Proof = verdict.Holds, proofOf(res.Excluded.Proof, w, res.Excluded.Counters, res.Excluded.Clash)
		if res.Excluded.Counters != nil {
			limit(f, w, res.Excluded.Counters)
		} else {
			exclude(f, res.Excluded.Clash)
		}
		return f
	case verdict.Unknown:
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("whether every run of %q keeps the policy %q is not known: %s", w.Name, p.Text, OrderDoubt(res.Doubt))
		if len(res.Path) > 0 {
			last := res.Path[len(res.Path)-1]
			if pos := last.In.Nodes[last.Node].Pos; pos.IsValid() {
				f.Pos, f.Subject = pos, last.In.Nodes[last.Node].Name
			}
		}
		return f
	}
	f.Verdict = verdict.Violated
	f.Message = violation(res, p.Description) + fmt.Sprintf("; the policy is %q", p.Text)
	f.Witness = orderSteps(w, res)
	if at := decisive(res); at >= 0 {
		s := res.Path[at]
		n := &s.In.Nodes[s.Node]
		f.Subject = n.Name
		if n.Pos.IsValid() {
			f.Pos = n.Pos
		}
	}
	notShown(f, res.Unfollowed)
	return f
}

// Vacuous says that an atom of a policy matches nothing that any workflow in its
// scope does. If certain is false, it may match something that is not known.
func Vacuous(p PolicyRule, pos graph.Pos, a *syntax.Atom, names []string, certain bool) *Finding {
	f := newFinding(rules.VacuousPolicy, pos, "nothing in the scope of the policy %q is %s%s", p.Text, a, spell.DidYouMean(a.Name, names))
	f.Subject = p.ID
	if !certain {
		f.Verdict = verdict.Unknown
		f.Message = fmt.Sprintf("nothing that is known in the scope of the policy %q is %s", p.Text, a)
	}
	return f
}

// OutOfScope says that a policy is for workflows that do not exist.
func OutOfScope(p PolicyRule, pos graph.Pos) *Finding {
	f := newFinding(rules.VacuousPolicy, pos, "the policy %q is for no workflow: none is in its scope", p.Text)
	f.Subject = p.ID
	return f
}

// PolicyTooLarge says that a policy could not be checked at all.
func PolicyTooLarge(p PolicyRule, pos graph.Pos, err error) *Finding {
	return &Finding{
		Rule: p.ID, Severity: p.Severity, Verdict: verdict.Unknown, Pos: pos,
		Message: fmt.Sprintf("the policy %q is not checked: %v", p.Text, err),
	}
}

// decisive returns the index of the step at which the automaton last changed its
// state: what breaks the rule, or what owes the thing that never comes. It is -1
// if no step did.
func decisive(res *product.Result) int {
	at, before := -1, res.Part.DFA.Start
	for i, s := range res.Path {
		if s.State != before {
			at, before = i, s.State
		}
	}
	return at
}

// violation says in words what the runs do that violate a part. The description
// of the policy is for what has no words of its own.
func violation(res *product.Result, description string) string {
	r := res.Part.Source
	o := make([]string, len(r.Operands))
	for i, f := range r.Operands {
		o[i] = eventWords(f)
	}
	never := fmt.Sprintf("a run can end without %s", last(o))
	if res.Kind == product.NeverMet {
		never = fmt.Sprintf("a run can go on for ever without %s", last(o))
	}
	switch r.Form {
	case syntax.FormNever:
		return o[0] + " can happen"
	case syntax.FormResponse:
		return "after " + o[0] + ", " + strings.TrimSuffix(never, last(o)) + strings.Join(o[1:], " and then ")
	case syntax.FormWithin:
		if res.Kind == product.BadPrefix {
			return fmt.Sprintf("after %s, %d events can pass without %s", o[0], r.N, o[1])
		}
		return "after " + o[0] + ", " + never
	case syntax.FormUntil:
		if res.Kind == product.BadPrefix {
			return "something else than " + o[0] + " can happen before " + o[1]
		}
		return never
	case syntax.FormBefore:
		return o[1] + " can come without " + o[0] + " before it"
	case syntax.FormBeforeEach:
		return o[1] + " can come without " + o[0] + " since the last time"
	case syntax.FormNeverAfter:
		return o[0] + " can come after " + o[1]
	case syntax.FormAtMost:
		return o[0] + " can happen more than " + times(r.N)
	case syntax.FormAtLeast:
		return o[1] + " can come before " + o[0] + " has happened " + times(r.N)
	case syntax.FormBetween:
		return o[0] + " can come outside of what " + o[1] + " opens and " + o[2] + " closes"
	}
	switch {
	case description != "":
		return fmt.Sprintf("a run can break %q", strings.TrimSuffix(description, "."))
	case res.Kind == product.BadPrefix:
		return "a run can do what the policy forbids"
	case res.Kind == product.Unmet:
		return "a run can end without what the policy demands"
	}
	return "a run can go on for ever without what the policy demands"
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// eventWords names the events at which f holds.
func eventWords(f *syntax.Formula) string {
	switch f.Op {
	case syntax.OpAtom:
		return atomWords(f.Atom)
	case syntax.OpNot:
		if a := f.Args[0]; a.Op == syntax.OpAtom {
			return "anything but " + atomWords(a.Atom)
		}
	case syntax.OpOr:
		return eventWords(f.Args[0]) + " or " + eventWords(f.Args[1])
	}
	return fmt.Sprintf("%q", f.String())
}

func atomWords(a *syntax.Atom) string {
	name := fmt.Sprintf("%q", a.Name)
	if len(a.Tests) > 0 {
		return "a call " + fmt.Sprintf("%q", a.String())
	}
	switch a.Kind {
	case syntax.AtomTool:
		if a.Name == "*" && !a.Literal {
			return "a call of any tool"
		}
		return "a call of " + name
	case syntax.AtomNode:
		return "step " + name
	case syntax.AtomKindOf, syntax.AtomAction:
		return "a step of kind " + a.Name
	case syntax.AtomAgent:
		return "a step of agent " + name
	case syntax.AtomCap:
		return "a call that needs " + a.Name
	case syntax.AtomDecision:
		return "the decision " + name
	case syntax.AtomHuman:
		return "a human being asked"
	}
	return "a call or step tagged " + name
}

// orderSteps words a run. The state of the automaton after each step is in
// brackets.
func orderSteps(w *graph.Workflow, res *product.Result) []Step {
	out := make([]Step, 0, len(res.Path)+1)
	asks := slices.ContainsFunc(res.Part.DFA.Atoms, func(a *syntax.Atom) bool { return a.Kind == syntax.AtomDecision })
	for i, s := range res.Path {
		n := &s.In.Nodes[s.Node]
		step := Step{Pos: n.Pos, Node: n.Name}
		if s.Edge != graph.None {
			if e := &s.In.Edges[s.Edge]; e.Pos.IsValid() {
				step.Pos = e.Pos
			}
		}
		if !step.Pos.IsValid() {
			step.Pos = s.In.Pos
		}
		step.Text = stepWords(s, i == 0)
		if i == 0 {
			step.Text += begins(w, res.Starts)
		}
		if s.What == product.Decide || asks && i == len(res.Path)-1 { // else the arrival at the next step tells
			step.Text += decides(&s)
		}
		step.Text += known(s.Known)
		if i == res.Loop && res.Kind == product.NeverMet {
			step.Text = "from here for ever: " + step.Text
		}
		step.Text += fmt.Sprintf(" [%d]", s.State)
		out = append(out, step)
	}
	switch res.Kind {
	case product.Unmet:
		out = append(out, Step{Pos: w.Pos, Text: "and the run ends"})
	case product.NeverMet:
		if res.Loop < len(out) {
			out = append(out, Step{Pos: out[res.Loop].Pos, Text: fmt.Sprintf("and back to %q", out[res.Loop].Node), Node: out[res.Loop].Node})
		}
	}
	return out
}

// known says what counters are after a step.
func known(list []unroll.Known) string {
	parts := make([]string, len(list))
	for i, k := range list {
		parts[i] = fmt.Sprintf("%s is %s", shortCounter(k.Counter.Name), k.Counter.Value(k.Value))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + and(parts)
}

// decides says which value a step decides for, if it does.
func decides(s *product.Step) string {
	var values []string
	for _, e := range s.Sent {
		if edge := &s.In.Edges[e]; edge.Branch != graph.None && edge.Label != "" {
			values = append(values, fmt.Sprintf("%q", edge.Label))
		}
	}
	if len(values) == 0 {
		return ""
	}
	return ", which decides for " + strings.Join(values, " and ")
}

// stepWords says what happens in one step of a run.
func stepWords(s product.Step, first bool) string {
	n := &s.In.Nodes[s.Node]
	if first && s.Node == s.In.Entry {
		return fmt.Sprintf("the run starts at %q", n.Name)
	}
	came := fmt.Sprintf("%q", n.Name)
	if s.Edge != graph.None {
		came = "then " + arrival(s.In, n, &s.In.Edges[s.Edge])
	}
	switch s.What {
	case product.Call:
		return fmt.Sprintf("%q calls %s", n.Name, tools([]*graph.Tool{s.Tool}))
	case product.RunAndCall:
		return came + ", which calls " + tools([]*graph.Tool{s.Tool})
	case product.Ask:
		return fmt.Sprintf("%q asks a human", n.Name)
	}
	if s.Edge == graph.None {
		switch {
		case s.What == product.Decide:
			return fmt.Sprintf("back in %q", n.Name)
		case s.What == product.Run:
			return fmt.Sprintf("%q runs", n.Name)
		case s.Done:
			return fmt.Sprintf("%q is done", n.Name)
		}
		return fmt.Sprintf("in %q", n.Name)
	}
	return came
}

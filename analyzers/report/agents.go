package report

// This file says what graph/check has found of agents and their tools, apart from workflows.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

func ignoredGate(p *check.IgnoredGate, f *Finding) {
	gate := p.Tool.Gate
	past, how := slip(gate.Slip)
	asks, goesOn := fmt.Sprintf("tool %q asks", p.Tool.Name), "goes on"
	if p.More > 0 {
		asks, goesOn = fmt.Sprintf("tool %q and %d more ask", p.Tool.Name, p.More), "go on"
	}
	if gate.Slip.Does != "" {
		goesOn = gate.Slip.Does + " runs"
	}
	f.Subject = p.Tool.Name
	if gate.Slip.Way == graph.SlipUncalled {
		uncalledGate(p, f)
		return
	}
	if gate.Slip.Way == graph.SlipModel {
		f.Message = fmt.Sprintf("the only confirmation of tool %q is its argument %q, which the model fills in", p.Tool.Name, gate.Slip.Words)
		f.Witness = []Step{
			{Pos: p.Tool.Pos, Text: fmt.Sprintf("a model may call %q", p.Tool.Name)},
			{Pos: gate.Pos, Text: fmt.Sprintf("what the model says in %q decides here, and nobody is asked", gate.Slip.Words)},
		}
		return
	}
	switch gate.Slip.Way {
	case graph.SlipOff:
		offGate(p, f)
		return
	case graph.SlipUnset:
		unsetGate(p, f)
		return
	}
	f.Message = fmt.Sprintf("%s somebody here, and %s %s", asks, goesOn, past)
	f.Witness = []Step{
		{Pos: p.Tool.Pos, Text: fmt.Sprintf("a model may call %q", p.Tool.Name)},
		{Pos: gate.Pos, Text: "somebody is asked here, and " + how},
	}
	switch {
	case gate.Slip.Does != "":
		f.Witness = append(f.Witness, Step{Pos: gate.Slip.Pos, Text: gate.Slip.Does + " runs here all the same"})
	case gate.Slip.Pos.IsValid():
		f.Witness = append(f.Witness, Step{Pos: gate.Slip.Pos, Text: "the tool acts here all the same"})
	}
}

// ignoredAnswer says that a step asks, and another one acts although nobody agreed.
func ignoredAnswer(p *check.IgnoredAnswer, f *Finding) {
	past, how := slip(p.Past.Slip)
	f.Message = fmt.Sprintf("%q asks somebody here, and %q acts %s", f.Subject, p.To().Name, past)
	f.Witness = append([]Step{{Pos: p.Past.Pos, Text: "somebody is asked here, and " + how}}, f.Witness[1:]...)
}

// uncalledGate says that nothing calls what is there to ask before tools run.
func uncalledGate(p *check.IgnoredGate, f *Finding) {
	runs, called := fmt.Sprintf("tool %q runs", p.Tool.Name), fmt.Sprintf("a model may call %q", p.Tool.Name)
	switch {
	case p.Tool.Name == "":
		runs, called = "tools run", "a model may call all tools that come from here"
	case p.More > 0:
		runs = fmt.Sprintf("tool %q and %d more run", p.Tool.Name, p.More)
	}
	asker := p.Tool.Gate.Slip.Words
	f.Message = fmt.Sprintf("nothing calls %s, which is there to ask before tools run, and %s with nobody asked", asker, runs)
	f.Witness = []Step{
		{Pos: p.Tool.Pos, Text: called + ", and nobody is asked"},
		{Pos: p.Tool.Gate.Pos, Text: asker + " is here, and nothing in the program calls it"},
	}
}

// offGate says that a question is switched off from the beginning.
func offGate(p *check.IgnoredGate, f *Finding) {
	gate := p.Tool.Gate
	before := fmt.Sprintf("tool %q", p.Tool.Name)
	if p.More > 0 {
		before = fmt.Sprintf("tool %q and %d more", p.Tool.Name, p.More)
	}
	f.Message = fmt.Sprintf("nobody is asked before %s unless %s says so: by default this question is off", before, gate.Slip.Words)
	f.Witness = []Step{
		{Pos: p.Tool.Pos, Text: fmt.Sprintf("a model may call %q", p.Tool.Name)},
		{Pos: gate.Pos, Text: fmt.Sprintf("somebody is asked here if %s says so, and by default it does not", gate.Slip.Words)},
	}
}

// unsetGate says that nothing sets the hook that would ask.
func unsetGate(p *check.IgnoredGate, f *Finding) {
	gate := p.Tool.Gate
	runs := fmt.Sprintf("tool %q runs", p.Tool.Name)
	if p.More > 0 {
		runs = fmt.Sprintf("tool %q and %d more run", p.Tool.Name, p.More)
	}
	f.Message = fmt.Sprintf("nothing that runs sets %s, which is there to ask before tools run, and %s with nobody asked", gate.Slip.Words, runs)
	f.Witness = []Step{
		{Pos: p.Tool.Pos, Text: fmt.Sprintf("a model may call %q", p.Tool.Name)},
		{Pos: gate.Pos, Text: fmt.Sprintf("%s would be asked here, and it is nil in each run of the program", gate.Slip.Words)},
	}
}

// evadedGate says that a check takes a command for one that does no harm.
func evadedGate(p *check.EvadedGate, f *Finding) {
	slip := p.Tool.Gate.Slip
	runs := fmt.Sprintf("tool %q runs", p.Tool.Name)
	if p.More > 0 {
		runs = fmt.Sprintf("tool %q and %d more run", p.Tool.Name, p.More)
	}
	f.Subject = p.Tool.Name
	where := ""
	if slip.Where != "" {
		where = " where " + slip.Where
	}
	f.Message = fmt.Sprintf("%s %q with nobody asked%s: this check takes it for harmless, and does not let %q through", runs, slip.Words, where, slip.Does)
	f.Witness = []Step{
		{Pos: p.Tool.Pos, Text: fmt.Sprintf("a model may call %q", p.Tool.Name)},
		{Pos: slip.Pos, Text: fmt.Sprintf("the check was tried here: of %q it says what it says of a command that does no harm%s", slip.Words, anyProgram(slip.Words))},
		{Pos: p.Tool.Gate.Pos, Text: fmt.Sprintf("and nobody is asked here%s, while %q is asked about or refused", where, slip.Does)},
	}
}

// slip says which answers lead past a gate, and how.
func slip(s graph.Slip) (past, how string) {
	switch s.Way {
	case graph.SlipRefusal:
		return "where nobody agreed", "the way on from here is that of a refusal"
	case graph.SlipWord:
		words := strings.Split(s.Words, ",")
		for i, w := range words {
			words[i] = strconv.Quote(w)
		}
		answers := strings.Join(words, " or ")
		return "where the answer is " + answers, answers + " leads on as a yes does"
	case graph.SlipFailure:
		return "where nobody can be asked", "a question that fails leads on as a yes does"
	case graph.SlipLate:
		return "where no answer comes in time", "the end of the time for an answer leads on as a yes does"
	case graph.SlipOther:
		return "unless the answer refuses", "any other answer leads on as a yes does, an empty one too"
	}
	return "whatever the answer is", "a no leads on as a yes does"
}

func unlimitedAgent(p *check.UnlimitedAgent, f *Finding) {
	a := p.Agent
	f.Subject = a.Name
	f.Message = fmt.Sprintf("nothing limits how often %q asks its model again", a.Name)
	if !p.Own {
		f.Message += ": the framework's limit is not set"
		f.Fix = limited(a.Pos)
	}
	f.Witness = []Step{
		{a.Pos, "the model is asked here", a.Name},
		{a.Pos, "and again with what its tools answered, for as long as it calls any", a.Name},
	}
}

// usesServer begins the step of somebody who uses a server.
const usesServer = "whoever uses the server "

func unconfirmed(p *check.Unconfirmed, f *Finding) {
	t, a := p.Tool, p.Agent
	f.Subject, f.Waits = t.Name, p.Asked == nil || !check.SaysDestructive(p.Asked) // which else may ask for what its user wants
	f.Witness = []Step{{Pos: a.Pos, Text: fmt.Sprintf("the model of %q", a.Name), Node: a.Name}}
	if a.Kind == graph.AgentServer {
		f.Witness[0].Text = usesServer + strconv.Quote(a.Name)
	}
	switch {
	case t.Name == "":
		f.Subject = a.Name
		f.Message = fmt.Sprintf("%q may call whatever tools it is offered here, and nobody is asked before a destructive one", a.Name)
		f.Witness = append(f.Witness, Step{Pos: t.Pos, Text: "may call all tools that come from here"})
		return
	case t.Gate.Unheeded:
		f.Message = fmt.Sprintf("the confirmation before each call of %q is not heeded: another setting takes its place", t.Name)
	case t.Gate.Kind == graph.GateConditional:
		f.Message = fmt.Sprintf("%q is destructive and nobody may be asked before it", t.Name)
	case p.Asked != nil:
		f.Message = fmt.Sprintf("%q is destructive and nobody is asked before it, as somebody is before %q", t.Name, p.Asked.Name)
	default:
		f.Message = fmt.Sprintf("%q is destructive and nobody is asked before it", t.Name)
	}
	f.Witness = append(f.Witness, Step{Pos: t.Pos, Text: fmt.Sprintf("may call %q", t.Name)})
	ShowHarm(f, t)
	if p.Asked != nil {
		f.Witness = append(f.Witness, Step{Pos: p.Asked.Gate.Pos, Text: fmt.Sprintf("somebody is asked here before %q", p.Asked.Name)})
	}
}

func callCycle(p *check.CallCycle, f *Finding) {
	f.Subject = p.Agent.Name
	way := p.Agent.Name
	f.Witness = []Step{{Pos: p.Agent.Pos, Text: fmt.Sprintf("agent %q", p.Agent.Name), Node: p.Agent.Name}}
	for _, c := range p.Calls {
		way += " -> " + c.To.Name
		step := Step{Pos: c.To.Pos, Text: fmt.Sprintf("hands over to %q", c.To.Name), Node: c.To.Name}
		if c.Tool != nil {
			step.Text = fmt.Sprintf("calls %q by the tool %q", c.To.Name, c.Tool.Name)
			if c.Tool.Pos.IsValid() {
				step.Pos = c.Tool.Pos
			}
		}
		f.Witness = append(f.Witness, step)
	}
	f.Message = fmt.Sprintf("nothing limits how deep agents call each other as tools: %s", way)
}

func untypedReturn(p *check.UntypedReturn, f *Finding) {
	f.Subject = p.Sub.Name
	f.Message = fmt.Sprintf("%q hands text without a form back to %q: it has no key, schema or type for its answer", p.Sub.Name, p.Agent.Name)
	f.Witness = delegation(p.Agent, p.Sub)
}

func widerScope(p *check.WiderScope, f *Finding) {
	f.Subject = p.Sub.Name
	f.Message = fmt.Sprintf("%q may call %s, and %q, which delegates to it, may not", p.Sub.Name, tools(p.Excess), p.Agent.Name)
	if len(p.Excess) == 0 {
		f.Message = fmt.Sprintf("%q may call tools that are not known, and %q delegates to it", p.Sub.Name, p.Agent.Name)
	}
	f.Witness = append(delegation(p.Agent, p.Sub), toolSteps(p.Excess)...)
}

// delegation returns the steps from an agent to one that it delegates to.
func delegation(a, sub *graph.Agent) []Step {
	return []Step{
		{Pos: a.Pos, Text: fmt.Sprintf("agent %q", a.Name), Node: a.Name},
		{Pos: sub.Pos, Text: fmt.Sprintf("delegates to %q", sub.Name), Node: sub.Name},
	}
}

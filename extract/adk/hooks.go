package adk

// This file reads the functions that run beside agents: callbacks around an agent and around
// the questions to its model, of the agent itself and of the plugins of a runner.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// skips reports whether a callback before an agent may answer in its place: the agent does
// not run then, and what follows it does.
func (a *roster) skips(g *agent) (may bool, open *assembly.Unknown) {
	list, open := a.Arg(g.Object, "before").List()
	open = cmp.Or(open, a.passing)
	for _, cb := range list {
		answers, u := a.answers(cb)
		may, open = may || answers, cmp.Or(open, u)
	}
	return may, open
}

// answers reports whether a callback may return something in the place of what it runs
// before, and why that is not known.
func (a *roster) answers(cb assembly.Value) (may bool, open *assembly.Unknown) {
	return a.MayAnswer(cb, func(x assembly.Value) assembly.Value { return x })
}

// hooks notes what the callbacks of a model leave open.
func (l *toolList) hooks() {
	for _, name := range []string{"beforemodel", "modelerror"} {
		list, more := l.Arg(l.agent.Object, name).List()
		l.more(more)
		for _, cb := range list {
			l.more(cb.ModelHook())
		}
	}
}

// beside notes that a tool of the program's own may offer others than itself.
func (l *toolList) beside(v assembly.Value) {
	if v.Object() != nil || typeRow(v) != nil {
		return
	}
	if b := v.ObserveMethod("ProcessRequest"); l.packs(v, b) {
		l.more(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, assembly.ShortFunc(b.Func)), Pos: b.Pos})
	}
}

// packs reports whether a method with which a tool adds itself to what a model is offered may
// add others: it names another, or the tool holds one.
func (l *toolList) packs(v assembly.Value, b *assembly.Behaviour) bool {
	for _, e := range b.Effects {
		if t, ok := l.EffectArg(e, "tool"); ok && e.Kind == "packs" && t.Held() != v.Held() {
			return true
		}
	}
	return l.Declared(b.Func).MayHave("offers") && slices.ContainsFunc(v.Behind().Fields(), func(f assembly.Value) bool {
		return f.Contains(func(x assembly.Value) bool {
			o := x.Object()
			return o != nil && strings.HasPrefix(o.Kind, "tool") || o == nil && x.HasMethod("ProcessRequest")
		})
	})
}

// provided notes that the model's configuration has tools, which its provider runs.
func (l *toolList) provided() {
	if tools := l.Arg(l.agent.Object, "config").Behind().Field("Tools"); !tools.IsZero() {
		l.more(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "the configuration of the model"), Pos: l.agent.At()})
	}
}

// runBeside notes the functions of the program that run beside an agent: its callbacks, what makes its
// instructions, and the Run function of a custom one.
func (a *roster) runBeside(g *agent) {
	for _, of := range []struct{ arg, field string }{
		{"before", "BeforeAgentCallbacks"}, {"after", "AfterAgentCallbacks"},
		{"beforemodel", "BeforeModelCallbacks"}, {"aftermodel", "AfterModelCallbacks"}, {"modelerror", "OnModelErrorCallbacks"},
		{"beforetool", "BeforeToolCallbacks"}, {"aftertool", "AfterToolCallbacks"}, {"toolerror", "OnToolErrorCallbacks"},
		{"instruction", "InstructionProvider"}, {"globalinstruction", "GlobalInstructionProvider"}, {"run", "Run"},
	} {
		assembly.AddHooks(g.Agent, of.field, a.Arg(g.Object, of.arg))
	}
}

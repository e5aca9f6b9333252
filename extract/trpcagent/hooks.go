package trpcagent

// This file reads the callbacks around agents and around the questions to their models.

import (
	"cmp"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// skips reports whether a callback before an agent may answer in its place: the agent does
// not run then, and what follows it does.
func (a *registry) skips(g *agent) (may bool, open *assembly.Unknown) {
	open = a.passing
	for _, x := range a.opts(g).active("agentcallbacks") {
		list, more := a.callbacksOf(x.Arg("value"), "BeforeAgent")
		open = cmp.Or(open, more)
		for _, cb := range list {
			answers, u := a.answers(cb)
			may, open = may || answers, cmp.Or(open, u)
		}
	}
	return may, open
}

// answers reports whether a callback before an agent may return a response: itself, in the
// older form, or in its result.
func (a *registry) answers(cb assembly.Value) (may bool, open *assembly.Unknown) {
	return a.MayAnswer(cb, func(res assembly.Value) assembly.Value {
		if res.Type() == root+"/agent.BeforeAgentResult" {
			return res.Field("CustomResponse")
		}
		return res
	})
}

// hooks notes what the callbacks and the planner of a model leave open. Those after the model
// get the request, too, before tools run.
func (l *toolList) hooks(opts options) {
	for _, of := range []struct{ option, before, after string }{
		{"modelcallbacks", "BeforeModel", "AfterModel"}, {"agentcallbacks", "BeforeAgent", "AfterAgent"},
	} {
		for _, x := range opts.active(of.option) {
			list, more := l.callbacksOf(x.Arg("value"), of.before, of.after)
			l.doubt(more)
			for _, cb := range list {
				l.doubt(cb.ModelHook())
			}
		}
	}
	for _, x := range opts.active("planner") {
		for _, method := range []string{"BuildPlanningInstruction", "ProcessPlanningResponse"} {
			if v := x.Arg("value"); v.HasMethod(method) {
				l.doubt(l.Declared(v.ObserveMethod(method).Func).ModelHook())
			}
		}
	}
	l.runTools()
}

// runBeside notes the functions that run beside an agent: those that its callbacks register.
func (a *registry) runBeside(g *agent, opts options) {
	for _, of := range []struct{ option, name, before, after string }{
		{"modelcallbacks", "WithModelCallbacks", "BeforeModel", "AfterModel"},
		{"agentcallbacks", "WithAgentCallbacks", "BeforeAgent", "AfterAgent"},
		{"toolcallbacks", "WithToolCallbacks", "BeforeTool", "AfterTool"},
	} {
		for _, x := range opts.active(of.option) {
			list, _ := a.callbacksOf(x.Arg("value"), of.before, of.after)
			for _, cb := range list {
				assembly.AddHook(g.Agent, of.name, cb.Func())
			}
		}
	}
}

// runTools notes that options of runs may give agents other tools, whichever agent it is that
// is run.
func (l *toolList) runTools() {
	for _, o := range l.ObjectsOf("runtools") {
		l.doubt(&assembly.Unknown{Reason: reason.Of(reason.RunTools), Pos: l.Place(o)})
	}
}

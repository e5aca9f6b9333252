package temporalio

// This file finds out when a workflow waits for a human: for a signal or an update
// that somebody sends.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// wait returns what a step waits for, and a name for it: a human, whose answer decides
// something or whose word it is that the workflow goes on; or input for a model.
// KindInvalid is neither.
func (f *function) wait(st *assembly.CourseStep) (graph.Kind, string) {
	switch st.Kind {
	case "receive":
		name, ok := f.signalOf(f.StepArg(st, "channel"))
		if c := f.caller(st); c != nil {
			if !f.worksIn(c) { // only to set what the workflow waits for elsewhere
				return graph.KindInvalid, ""
			}
			if !ok {
				name, ok = f.signalOf(f.StepArg(c, "channel"))
			}
		}
		if ok {
			return f.kindOf(func(v assembly.Value) bool { return isFrom(v, st.Pos) }), name
		}
	case "select":
		if f.goesOn(st) {
			return graph.KindInvalid, ""
		}
		for _, c := range f.cases(st, "case") {
			if name, ok := f.signalOf(f.StepArg(c, "channel")); ok {
				return f.kindOf(func(v assembly.Value) bool { return f.isFromCall(v, c) }), name
			}
		}
	case "await":
		for _, h := range f.steps.Steps {
			if (h.Kind == "handler" || h.Kind == "routine") && st.Shares(&h.Effect) {
				if kind, name := f.told(h); kind != graph.KindInvalid {
					return kind, name
				}
			}
		}
	}
	return graph.KindInvalid, ""
}

// kindOf returns what a step is that waits for values that from reports true for:
// what is handed to a model as it is, is what the model works on, and says nothing
// about what it may do.
func (f *function) kindOf(from func(assembly.Value) bool) graph.Kind {
	for _, st := range f.steps.Steps {
		if st.Kind != "activity" || !f.StepArg(st, "args").Contains(from) {
			continue
		}
		for _, x := range f.StepArg(st, "fn").Each() {
			if _, b := f.resolve(x); b != nil && asksModel(b) {
				return graph.KindPassthrough
			}
		}
	}
	return graph.KindHuman
}

// isFrom reports whether a value is what came in at pos, all of it.
func isFrom(v assembly.Value, pos graph.Pos) bool {
	u := v.Opaque()
	return u != nil && u.Pos == pos && (u.State() == "" || u.State() == "*")
}

// signalOf returns the name of the signal of a channel; ok is false for a channel on
// which the workflow sends itself something.
func (f *function) signalOf(channel assembly.Value) (name string, ok bool) {
	for _, o := range channel.Objects("signal") {
		return cmp.Or(f.Arg(o, "name").TextOr(""), "signal"), true
	}
	return "", false
}

// told returns what it means to wait for what a handler of updates sets, or a routine
// that receives signals.
func (f *function) told(h *assembly.CourseStep) (graph.Kind, string) {
	if h.Kind == "handler" {
		name := f.StepArg(h, "name").TextOr("update")
		at := f.StepArg(h, "handler").Observe().Pos
		return f.kindOf(func(v assembly.Value) bool { return isFrom(v, at) }), name
	}
	for _, st := range f.steps.Steps {
		if name, ok := f.signalOf(f.StepArg(st, "channel")); ok && st.Kind == "receive" && slices.Contains(st.Stack, h.Pos) {
			return f.kindOf(func(v assembly.Value) bool { return f.isFromCall(v, h) }), name
		}
	}
	return graph.KindInvalid, ""
}

// cases returns the cases of a selector of the given kinds.
func (f *function) cases(st *assembly.CourseStep, kinds ...string) []*assembly.CourseStep {
	var out []*assembly.CourseStep
	on := f.StepArg(st, "selector").Object()
	for _, c := range f.steps.Steps {
		of := f.StepArg(c, "selector").Object()
		if slices.Contains(kinds, c.Kind) && (on == nil || of == nil || of == on) {
			out = append(out, c)
		}
	}
	return out
}

// goesOn reports whether a selector goes on without anybody: at once, or when
// something that the workflow has started ends. A timer is what an answer has to beat.
func (f *function) goesOn(st *assembly.CourseStep) bool {
	return slices.ContainsFunc(f.cases(st, "race", "default"), func(c *assembly.CourseStep) bool {
		return f.StepArg(c, "future").Object("timer") == nil
	})
}

// caller returns the case or the routine in whose function a step happens, or nil.
func (f *function) caller(st *assembly.CourseStep) *assembly.CourseStep {
	i := slices.IndexFunc(f.steps.Steps, func(c *assembly.CourseStep) bool {
		return (c.Kind == "case" || c.Kind == "routine") && slices.Contains(st.Stack, c.Pos)
	})
	if i < 0 {
		return nil
	}
	return f.steps.Steps[i]
}

// worksIn reports whether the function of a case or a routine starts anything.
func (f *function) worksIn(c *assembly.CourseStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *assembly.CourseStep) bool {
		return starts(st) && slices.Contains(st.Stack, c.Pos)
	})
}

// isFromCall reports whether a value was received in a function that a call was given.
func (f *function) isFromCall(v assembly.Value, call *assembly.CourseStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *assembly.CourseStep) bool {
		return st.Kind == "receive" && slices.Contains(st.Stack, call.Pos) && isFrom(v, st.Pos)
	})
}

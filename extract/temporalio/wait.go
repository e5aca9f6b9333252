package temporalio

// This file finds out when a workflow waits for a human: for a signal or an update
// that somebody sends.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// wait returns what a step waits for, and a name for it: a human, whose answer decides
// something or whose word it is that the workflow goes on; or input for a model.
// KindInvalid is neither.
func (f *function) wait(st *interp.FlowStep) (graph.Kind, string) {
	switch st.Kind {
	case "receive":
		name, ok := signalOf(st.Args["channel"])
		if c := f.caller(st); c != nil {
			if !f.worksIn(c) { // only to set what the workflow waits for elsewhere
				return graph.KindInvalid, ""
			}
			if !ok {
				name, ok = signalOf(c.Args["channel"])
			}
		}
		if ok {
			return f.kindOf(func(v interp.Value) bool { return isFrom(v, st.Pos) }), name
		}
	case "select":
		if f.goesOn(st) {
			return graph.KindInvalid, ""
		}
		for _, c := range f.cases(st, "case") {
			if name, ok := signalOf(c.Args["channel"]); ok {
				return f.kindOf(func(v interp.Value) bool { return f.isFromCall(v, c) }), name
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
func (f *function) kindOf(from func(interp.Value) bool) graph.Kind {
	for _, st := range f.steps.Steps {
		if st.Kind != "activity" || !contains(st.Args["args"], from) {
			continue
		}
		for _, alt := range interp.Alternatives(st.Args["fn"]) {
			if _, b := f.resolve(alt.V); b != nil && asksModel(b) {
				return graph.KindPassthrough
			}
		}
	}
	return graph.KindHuman
}

// isFrom reports whether a value is what came in at pos, all of it.
func isFrom(v interp.Value, pos graph.Pos) bool {
	u, ok := interp.Unwrap(v).(*interp.Unknown)
	return ok && u.Pos == pos && (u.State() == "" || u.State() == "*")
}

// contains reports whether a value, or what it is made of, is one that from reports
// true for.
func contains(v interp.Value, from func(interp.Value) bool) bool {
	if from(v) {
		return true
	}
	switch x := interp.Deref(v).(type) {
	case *interp.Unknown:
		return from(x)
	case *interp.OneOf:
		return slices.ContainsFunc(x.Alts, func(a interp.Alt) bool { return contains(a.V, from) })
	case *interp.Struct:
		return slices.ContainsFunc(x.FieldNames(), func(name string) bool { return contains(interp.Field(x, name), from) })
	case interp.Slice:
		elems, more := interp.Elems(x)
		return more != nil && from(more) || slices.ContainsFunc(elems, func(a interp.Alt) bool { return contains(a.V, from) })
	}
	return false
}

// signalOf returns the name of the signal of a channel; ok is false for a channel on
// which the workflow sends itself something.
func signalOf(v interp.Value) (name string, ok bool) {
	for _, alt := range interp.Alternatives(v) {
		if o, isObject := interp.Unwrap(alt.V).(*interp.Object); isObject && o.Kind == "signal" {
			if name, ok = interp.AsString(o.Arg("name")); !ok || name == "" {
				name = "signal"
			}
			return name, true
		}
	}
	return "", false
}

// told returns what it means to wait for what a handler of updates sets, or a routine
// that receives signals.
func (f *function) told(h *interp.FlowStep) (graph.Kind, string) {
	if h.Kind == "handler" {
		name, ok := interp.AsString(h.Args["name"])
		if !ok {
			name = "update"
		}
		at := f.Observe(h.Args["handler"]).Pos
		return f.kindOf(func(v interp.Value) bool { return isFrom(v, at) }), name
	}
	for _, st := range f.steps.Steps {
		if name, ok := signalOf(st.Args["channel"]); ok && st.Kind == "receive" && slices.Contains(st.Stack, h.Pos) {
			return f.kindOf(func(v interp.Value) bool { return f.isFromCall(v, h) }), name
		}
	}
	return graph.KindInvalid, ""
}

// cases returns the cases of a selector of the given kinds.
func (f *function) cases(st *interp.FlowStep, kinds ...string) []*interp.FlowStep {
	var out []*interp.FlowStep
	on, _ := interp.Unwrap(st.Args["selector"]).(*interp.Object)
	for _, c := range f.steps.Steps {
		of, known := interp.Unwrap(c.Args["selector"]).(*interp.Object)
		if slices.Contains(kinds, c.Kind) && (on == nil || !known || of == on) {
			out = append(out, c)
		}
	}
	return out
}

// goesOn reports whether a selector goes on without anybody: at once, or when
// something that the workflow has started ends. A timer is what an answer has to beat.
func (f *function) goesOn(st *interp.FlowStep) bool {
	return slices.ContainsFunc(f.cases(st, "race", "default"), func(c *interp.FlowStep) bool {
		o, ok := interp.Unwrap(c.Args["future"]).(*interp.Object)
		return !ok || o.Kind != "timer"
	})
}

// caller returns the case or the routine in whose function a step happens, or nil.
func (f *function) caller(st *interp.FlowStep) *interp.FlowStep {
	i := slices.IndexFunc(f.steps.Steps, func(c *interp.FlowStep) bool {
		return (c.Kind == "case" || c.Kind == "routine") && slices.Contains(st.Stack, c.Pos)
	})
	if i < 0 {
		return nil
	}
	return f.steps.Steps[i]
}

// worksIn reports whether the function of a case or a routine starts anything.
func (f *function) worksIn(c *interp.FlowStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *interp.FlowStep) bool {
		return starts(st) && slices.Contains(st.Stack, c.Pos)
	})
}

// isFromCall reports whether a value was received in a function that a call was given.
func (f *function) isFromCall(v interp.Value, call *interp.FlowStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *interp.FlowStep) bool {
		return st.Kind == "receive" && slices.Contains(st.Stack, call.Pos) && isFrom(v, st.Pos)
	})
}

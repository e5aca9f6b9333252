package temporalio

// This file finds out when a workflow waits for a human: for a signal or an update
// that somebody sends.

import (
	"slices"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// wait returns what a step waits for, and a name for it: a human, whose answer decides
// something or whose word it is that the workflow goes on; or input for a model.
// KindInvalid is neither.
func (f *function) wait(st *extract.FlowStep) (graph.Kind, string) {
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
			return f.kindOf(func(v extract.Value) bool { return isFrom(v, st.Pos) }), name
		}
	case "select":
		if f.goesOn(st) {
			return graph.KindInvalid, ""
		}
		for _, c := range f.cases(st, "case") {
			if name, ok := signalOf(c.Args["channel"]); ok {
				return f.kindOf(func(v extract.Value) bool { return f.isFromCall(v, c) }), name
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
func (f *function) kindOf(from func(extract.Value) bool) graph.Kind {
	for _, st := range f.steps.Steps {
		if st.Kind != "activity" || !contains(st.Args["args"], from) {
			continue
		}
		for _, alt := range extract.Alternatives(st.Args["fn"]) {
			if _, b := f.resolve(alt.V); b != nil && asksModel(b) {
				return graph.KindPassthrough
			}
		}
	}
	return graph.KindHuman
}

// isFrom reports whether a value is what came in at pos, all of it.
func isFrom(v extract.Value, pos graph.Pos) bool {
	u, ok := extract.Unwrap(v).(*extract.Unknown)
	return ok && u.Pos == pos && (u.State == "" || u.State == "*")
}

// contains reports whether a value, or what it is made of, is one that from reports
// true for.
func contains(v extract.Value, from func(extract.Value) bool) bool {
	if from(v) {
		return true
	}
	switch x := extract.Deref(v).(type) {
	case *extract.Unknown:
		return from(x)
	case *extract.OneOf:
		return slices.ContainsFunc(x.Alts, func(a extract.Alt) bool { return contains(a.V, from) })
	case *extract.Struct:
		return slices.ContainsFunc(x.FieldNames(), func(name string) bool { return contains(extract.Field(x, name), from) })
	case extract.Slice:
		elems, more := extract.Elems(x)
		return more != nil && from(more) || slices.ContainsFunc(elems, func(a extract.Alt) bool { return contains(a.V, from) })
	}
	return false
}

// signalOf returns the name of the signal of a channel; ok is false for a channel on
// which the workflow sends itself something.
func signalOf(v extract.Value) (name string, ok bool) {
	for _, alt := range extract.Alternatives(v) {
		if o, isObject := extract.Unwrap(alt.V).(*extract.Object); isObject && o.Kind == "signal" {
			if name, ok = extract.AsString(o.Arg("name")); !ok || name == "" {
				name = "signal"
			}
			return name, true
		}
	}
	return "", false
}

// told returns what it means to wait for what a handler of updates sets, or a routine
// that receives signals.
func (f *function) told(h *extract.FlowStep) (graph.Kind, string) {
	if h.Kind == "handler" {
		name, ok := extract.AsString(h.Args["name"])
		if !ok {
			name = "update"
		}
		at := f.Observe(h.Args["handler"]).Pos
		return f.kindOf(func(v extract.Value) bool { return isFrom(v, at) }), name
	}
	for _, st := range f.steps.Steps {
		if name, ok := signalOf(st.Args["channel"]); ok && st.Kind == "receive" && slices.Contains(st.Stack, h.Pos) {
			return f.kindOf(func(v extract.Value) bool { return f.isFromCall(v, h) }), name
		}
	}
	return graph.KindInvalid, ""
}

// cases returns the cases of a selector of the given kinds.
func (f *function) cases(st *extract.FlowStep, kinds ...string) []*extract.FlowStep {
	var out []*extract.FlowStep
	on, _ := extract.Unwrap(st.Args["selector"]).(*extract.Object)
	for _, c := range f.steps.Steps {
		of, known := extract.Unwrap(c.Args["selector"]).(*extract.Object)
		if slices.Contains(kinds, c.Kind) && (on == nil || !known || of == on) {
			out = append(out, c)
		}
	}
	return out
}

// goesOn reports whether a selector goes on without anybody: at once, or when
// something that the workflow has started ends. A timer is what an answer has to beat.
func (f *function) goesOn(st *extract.FlowStep) bool {
	return slices.ContainsFunc(f.cases(st, "race", "default"), func(c *extract.FlowStep) bool {
		o, ok := extract.Unwrap(c.Args["future"]).(*extract.Object)
		return !ok || o.Kind != "timer"
	})
}

// caller returns the case or the routine in whose function a step happens, or nil.
func (f *function) caller(st *extract.FlowStep) *extract.FlowStep {
	i := slices.IndexFunc(f.steps.Steps, func(c *extract.FlowStep) bool {
		return (c.Kind == "case" || c.Kind == "routine") && slices.Contains(st.Stack, c.Pos)
	})
	if i < 0 {
		return nil
	}
	return f.steps.Steps[i]
}

// worksIn reports whether the function of a case or a routine starts anything.
func (f *function) worksIn(c *extract.FlowStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *extract.FlowStep) bool {
		return starts(st) && slices.Contains(st.Stack, c.Pos)
	})
}

// isFromCall reports whether a value was received in a function that a call was given.
func (f *function) isFromCall(v extract.Value, call *extract.FlowStep) bool {
	return slices.ContainsFunc(f.steps.Steps, func(st *extract.FlowStep) bool {
		return st.Kind == "receive" && slices.Contains(st.Stack, call.Pos) && isFrom(v, st.Pos)
	})
}

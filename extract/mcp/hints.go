package mcp

// This file reads a tool's hints as a client gets to see them.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// hints returns the hints of a definition. What is a pointer in its library is not
// sent where it is nil; go-sdk sends the two that are no pointers wherever there
// are annotations at all. Those that a constructor sets are in the definition,
// because its body runs. A hint that is not the same in all runs counts as not
// given.
func hints(def interp.Value) graph.Hints {
	ann := only(interp.Field(def, "Annotations"))
	if interp.IsZero(ann) {
		return graph.Hints{}
	}
	hint := func(name string) graph.Hint {
		v := only(interp.Field(ann, name))
		if p, ok := interp.Unwrap(v).(interp.Ptr); ok {
			v = only(interp.Deref(p))
		} else if _, isNil := interp.Unwrap(v).(interp.Nil); isNil || isPointerHint(def, name) && interp.IsZero(v) {
			return graph.HintUnset
		}
		if b, ok := interp.AsBool(v); ok {
			return graph.HintOf(b)
		}
		return graph.HintUnset
	}
	return graph.Hints{
		ReadOnly: hint("ReadOnlyHint"), Destructive: hint("DestructiveHint"),
		Idempotent: hint("IdempotentHint"), OpenWorld: hint("OpenWorldHint"),
	}
}

// isPointerHint reports whether a library's hint is a pointer.
func isPointerHint(def interp.Value, name string) bool {
	s, ok := interp.Deref(def).(*interp.Struct)
	if !ok {
		return true
	}
	row := table.Call(s.Type)
	return row == nil || row.Text("wire") != goSDK || name == "DestructiveHint" || name == "OpenWorldHint"
}

package mcp

// This file reads a tool's hints as a client gets to see them.

import (
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// hints returns the hints of a definition. What is a pointer in its library is not
// sent where it is nil; go-sdk sends the two that are no pointers wherever there
// are annotations at all. Those that a constructor sets are in the definition,
// because its body runs. A hint that is not the same in all runs counts as not
// given.
func hints(def extract.Value) graph.Hints {
	ann := only(extract.Field(def, "Annotations"))
	if extract.IsZero(ann) {
		return graph.Hints{}
	}
	hint := func(name string) graph.Hint {
		v := only(extract.Field(ann, name))
		if p, ok := extract.Unwrap(v).(extract.Ptr); ok {
			v = only(extract.Deref(p))
		} else if _, isNil := extract.Unwrap(v).(extract.Nil); isNil || isPointerHint(def, name) && extract.IsZero(v) {
			return graph.HintUnset
		}
		if b, ok := extract.AsBool(v); ok {
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
func isPointerHint(def extract.Value, name string) bool {
	s, ok := extract.Deref(def).(*extract.Struct)
	if !ok {
		return true
	}
	row := table.Row(s.Type)
	return row == nil || row.Text("wire") != goSDK || name == "DestructiveHint" || name == "OpenWorldHint"
}

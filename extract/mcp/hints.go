package mcp

// This file reads a tool's hints as a client gets to see them.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// hints returns the hints of a definition. What is a pointer in its library is not
// sent where it is nil; go-sdk sends the two that are no pointers wherever there
// are annotations at all. Those that a constructor sets are in the definition,
// because its body runs. A hint that is not the same in all runs counts as not
// given.
func hints(def assembly.Value) graph.Hints {
	ann := def.Field("Annotations").Only()
	if ann.IsZero() {
		return graph.Hints{}
	}
	hint := func(name string) graph.Hint {
		v := ann.Field(name).Only()
		if v.IsPointer() {
			v = v.Behind().Only()
		} else if v.IsNil() || isPointerHint(def, name) && v.IsZero() {
			return graph.HintUnset
		}
		if b, ok := v.Bool(); ok {
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
func isPointerHint(def assembly.Value, name string) bool {
	row := table.Call(def.Type())
	return row == nil || row.Text("wire") != goSDK || name == "DestructiveHint" || name == "OpenWorldHint"
}

package langgraphgo

// This file reads schemas and mergers, which make of what a step returned what the steps after
// it find in the state.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/internal/funcid"
)

// plain are the functions of the framework that hand on what a step returned, or add it to a
// list.
var plain = []string{
	"OverwriteReducer", "AppendReducer", "AddMessages",
	"OverwriteStructMerge", "OverwriteMerge", "AppendSliceMerge",
}

// schema notes which parts of the state are not what the steps leave there.
func (b *builder) schema() {
	for _, op := range b.obj.Calls("schema") {
		for _, x := range b.ArgOf(op, "value").Each() {
			b.merges(x.Object("schema:map", "schema:struct", "schema:fields"))
		}
	}
	if len(b.obj.Calls("merger")) > 0 || b.Around(b.obj, "schema:own") {
		b.Board.Rewrite()
	}
}

// keepsMessages reports whether the framework gives a graph a schema of maps, which adds messages to those that are there.
// The MessageGraph of version 0.5 has none.
func (b *builder) keepsMessages() bool {
	name := b.obj.Row.Name
	return name == "NewMessagesStateGraph" || strings.Contains(name, "MessageGraph") && !b.Describes("(*"+root+"/graph.MessageGraph).AddNode")
}

// merges notes what a schema does; nil is one that is not made by the framework's functions.
func (b *builder) merges(schema *assembly.Object) {
	if schema == nil || b.Escape(schema, "the schema") != nil {
		b.Board.Rewrite()
		return
	}
	for _, op := range schema.Calls("reducer") {
		key, ok := b.ArgOf(op, "key").Text()
		switch {
		case b.isOne(b.ArgOf(op, "fn"), plain...):
		case ok:
			b.Board.Rewrite(key)
		default:
			b.Board.Rewrite()
		}
	}
	merge := b.Arg(schema, "merge")
	switch {
	case schema.Kind == "schema:map":
	case schema.Kind == "schema:fields", merge.IsNil(), b.isOne(merge, "DefaultStructMerge"):
		b.Board.Keeps = true
	case !b.isOne(merge, plain...):
		b.Board.Rewrite()
	}
}

// isOne reports whether fn is one of the functions of the framework with these names.
func (b *builder) isOne(fn assembly.Value, names ...string) bool {
	id := funcid.Source(fn.Func())
	return b.IsFramework(id) && slices.Contains(names, funcid.Name(id))
}

package main

// This file names the files of a program relative to the working directory.

import (
	"reflect"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// relativize changes every position in p. The program must be ours alone: it
// is one that came out of payloads.
//
// It goes by type, not by field, so that a position in a new part of the model
// is not forgotten.
func relativize(p *graph.Program, dir string) {
	r := &relativizer{dir: dir, seen: make(map[any]bool)}
	r.value(reflect.ValueOf(p))
}

// A relativizer remembers what it has changed: workflows, agents and tools are
// shared, and agents may refer to each other in circles.
type relativizer struct {
	dir  string
	seen map[any]bool // pointers
}

func (r *relativizer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || r.seen[v.Interface()] {
			return
		}
		r.seen[v.Interface()] = true
		r.value(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Struct:
		if pos, ok := v.Addr().Interface().(*graph.Pos); ok {
			*pos = report.Rel(r.dir, *pos)
			return
		}
		for i := range v.NumField() {
			if field := v.Field(i); field.CanInterface() {
				r.value(field)
			}
		}
	}
}

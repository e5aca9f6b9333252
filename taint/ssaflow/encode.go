package ssaflow

// This file says what encoders leave out of a struct.

import (
	"go/types"
	"reflect"
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// encoders are the functions that write the exported fields of a struct as JSON.
var encoders = []string{"encoding/json.Marshal", "encoding/json.MarshalIndent"}

// encoded moves the fields of a struct that k writes as JSON, if the call shows which these are and
// not all of them are written.
func (f *frame) encoded(k *call, r *library.Data, name string) bool {
	v := k.argument(0)
	if v == nil {
		return false
	}
	v = f.unboxed(v)
	t, from := v.Type(), f.value(v)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t, from = p.Elem(), f.kid(from, stepRef)
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || writesItself(t) || f.structure(t, 0) != 0 {
		return false
	}
	var written []int
	for i := range s.NumFields() {
		if field := s.Field(i); field.Embedded() || field.Exported() && reflect.StructTag(s.Tag(i)).Get("json") != "-" {
			written = append(written, i)
		}
	}
	if len(written) == s.NumFields() {
		return false
	}
	p := places{f: f, call: k}
	for _, to := range p.results(0) {
		for _, i := range written {
			e := f.edgeAt(k, taint.OpReturn, name, f.kid(from, f.stepField(t, i)), to.loc)
			e.fromDeep, e.drop = true, r.Labels
			f.edges = append(f.edges, e)
		}
	}
	return true
}

// writesItself reports whether values of a type say themselves how they are written.
func writesItself(t types.Type) bool {
	return slices.ContainsFunc([]string{"MarshalJSON", "MarshalText"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return obj != nil
	})
}

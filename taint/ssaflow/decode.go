package ssaflow

// This file reads what a library writes into structs with tags: text becomes the fields of
// the arguments of a tool there.

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A tagged is a field whose tag says that it is a sink, or that its struct is of a tool that
// sends out what it gets.
type tagged struct {
	sink  taint.Sink
	field int // of the struct itself, -1 for one of what it holds
}

// decoded: a call writes what is at a place into v, which refers to a struct.
func (f *frame) decoded(k *call, name string, from *loc, v ssa.Value) {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		v = boxed.X
	}
	p, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	for _, t := range f.taggedIn(p.Elem()) {
		e := f.edgeAt(k, taint.OpSink, name, nil, nil)
		for _, sanitizer := range taint.ParseLabels(t.sink.Unless) {
			sanitizes := func(id string) bool { return (&Result{program: f.program}).Sanitizes(f.in.Table, id, sanitizer) }
			if t.field >= 0 && AlwaysThrough(v, t.field, k.at, sanitizes) {
				e.drop = e.drop.Union(taint.Labels{taint.MarkOf(sanitizer)})
			}
		}
		f.addSink(t.sink, from, e)
	}
}

// taggedIn returns what the tags of a type say, and those of what its values hold.
func (p *program) taggedIn(t types.Type) []tagged {
	if p.tagged == nil {
		p.tagged = make(map[types.Type][]tagged)
	}
	list, ok := p.tagged[t]
	if !ok {
		p.walkTagged(t, 0, make(map[types.Type]bool), &list)
		p.tagged[t] = list
	}
	return list
}

func (p *program) walkTagged(t types.Type, depth int, seen map[types.Type]bool, out *[]tagged) {
	if seen[t] || depth > maxSteps {
		return
	}
	seen[t] = true
	if s, ok := t.Underlying().(*types.Struct); ok {
		for i := range s.NumFields() {
			p.addTagged(t, i, depth, out)
		}
	}
	for _, c := range p.components(t) {
		p.walkTagged(c.typ, depth+1, seen, out)
	}
}

func (p *program) addTagged(t types.Type, field, depth int, out *[]tagged) {
	tag := p.fieldTag(t, field)
	own := field
	if depth > 0 {
		own = -1
	}
	key := library.FieldKey(t, field)
	if key == "" {
		key = t.Underlying().(*types.Struct).Field(field).Name()
	}
	if tag.Sink != nil {
		*out = append(*out, tagged{fieldSinkOf(key, tag.Sink), own})
	}
	if tool := (graph.Tool{Declared: tag.Capabilities}); tool.Outward() {
		*out = append(*out, tagged{taint.Sink{Name: strings.TrimSuffix(key, "."+funcid.Name(key)), Kind: "outward"}, -1})
	}
}

// fieldSinkOf returns the sink that the tag of a field says it is.
func fieldSinkOf(key string, s *graph.Sink) taint.Sink {
	return taint.Sink{
		Name: key, Kind: taint.KindField,
		Forbid: strings.Join(s.Forbid, "|"), Unless: strings.Join(s.Unless, "|"), Title: s.Name,
	}
}

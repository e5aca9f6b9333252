package ssaflow

// This file reads what the program itself, or a row, says of fields, types and
// functions.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/annotation"
	"github.com/agentvet/agentvet/taint"
)

// fieldSource: the value v comes out of a field, at address or in a struct, whose
// tag, or a row, may say that it holds data of a source.
func (f *frame) fieldSource(v ssa.Value, field ssa.Value) {
	key, pos := fieldKey(field)
	if key == "" {
		return
	}
	at := v.(ssa.Instruction)
	if !pos.IsValid() {
		pos = v.Pos()
	}
	labels := taint.NewLabels(fieldTag(field).Sources...)
	for _, r := range f.in.Table.Rows(key) {
		if r.Verb == taint.VerbSource && r.Field {
			labels = labels.Union(r.Labels)
		}
	}
	if len(labels) > 0 {
		f.addSource(key, labels, f.value(v), edge{at: at, hop: f.hop(taint.OpSource, shortName(key), pos)})
	}
}

// fieldTag returns what the tag of the field says that v reads or is the address of.
func fieldTag(v ssa.Value) annotation.Field {
	var t types.Type
	var index int
	switch v := v.(type) {
	case *ssa.FieldAddr:
		t, index = under(v.X.Type()).(*types.Pointer).Elem(), v.Field
	case *ssa.Field:
		t, index = v.X.Type(), v.Field
	}
	s, ok := under(t).(*types.Struct)
	if !ok || !slices.ContainsFunc(annotation.Keys, func(key string) bool { return strings.Contains(s.Tag(index), key) }) {
		return annotation.Field{}
	}
	field, _ := annotation.ParseTag(s.Tag(index)) // who declares the field hears of errors
	return field
}

// typeSource: v is, or points to, a value of a type that a row says is a source;
// at is where it is made, nil for a parameter.
func (f *frame) typeSource(v ssa.Value, at ssa.Instruction) {
	t, to := types.Unalias(v.Type()), f.value(v)
	if p, ok := t.(*types.Pointer); ok {
		t, to = types.Unalias(p.Elem()), f.ref(v)
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return
	}
	key := named.Obj().Pkg().Path() + "." + named.Obj().Name()
	for _, r := range f.in.Table.Rows(key) {
		if r.Verb == taint.VerbSource && r.Type {
			f.addSource(key, r.Labels, to, edge{at: at, hop: f.hop(taint.OpSource, named.Obj().Name(), v.Pos())})
		}
	}
}

// fieldSink: a store to a field whose tag, or a row, says that it is a sink, or that
// data loses labels there, which are returned.
func (f *frame) fieldSink(i *ssa.Store) (drop taint.Labels) {
	key, _ := fieldKey(i.Addr)
	if key == "" {
		return nil
	}
	at := edge{at: i, hop: f.hop(taint.OpSink, shortName(key), i.Pos())}
	for _, r := range f.in.Table.Rows(key) {
		switch {
		case r.Verb == taint.VerbSink && r.Field:
			f.addSink(taint.Sink{Name: key, Kind: r.Kind}, f.value(i.Val), at)
		case r.Verb == taint.VerbSanitizer && r.Field:
			drop = drop.Union(r.Labels)
		}
	}
	if sink := fieldTag(i.Addr).Sink; sink != nil {
		f.addSink(taint.Sink{
			Name: key, Kind: taint.KindField,
			Forbid: strings.Join(sink.Forbid, "|"), Unless: strings.Join(sink.Unless, "|"), Title: sink.Name,
		}, f.value(i.Val), at)
	}
	return drop
}

// declare adds to the summary of fn what the program declares fn to be.
func (p *program) declare(s *taint.Summary, fn *ssa.Function) *taint.Summary {
	id := p.funcID(fn)
	if drop := p.in.Sanitizers[id]; len(drop) > 0 {
		results := s.Reach(s.Results...)
		for n := range s.Edges {
			if results[s.Edges[n].To] {
				s.Edges[n].Drop = s.Edges[n].Drop.Union(drop)
			}
		}
	}
	if declared, ok := p.in.Sources[id]; ok {
		src := taint.SourceAt{Source: declared, Loc: len(s.Locs)}
		src.Pos = p.pos(fn.Pos())
		s.Locs = append(s.Locs, taint.Loc{})
		s.Sources = append(s.Sources, src)
		for _, r := range s.Results {
			s.Edges = append(s.Edges, taint.Edge{From: src.Loc, To: r, ToDeep: true, Via: []taint.Hop{{Op: taint.OpSource, Name: fn.Name(), Pos: src.Pos}}})
		}
	}
	return s
}

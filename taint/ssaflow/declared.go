package ssaflow

// This file reads what the program itself, or a row, says of fields, types and
// functions.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// fieldSource: the value v comes out of a field, at address or in a struct, whose
// tag, or a row, may say that it holds data of a source.
func (f *frame) fieldSource(v ssa.Value, field ssa.Value) {
	t, index := structOf(field)
	if t == nil {
		return
	}
	key, labels := f.fieldLabels(t, index)
	if f.isSetHere(v) {
		labels = labels.Without(claims(labels))
	}
	if len(labels) == 0 || f.isOwn(key, ownerOf(field)) {
		return
	}
	pos := field.Pos()
	if !pos.IsValid() {
		pos = v.Pos()
	}
	f.addSource(key, labels, f.value(v), edge{at: v.(ssa.Instruction), hop: f.hop(taint.OpSource, funcid.Name(key), pos)})
}

// fieldLabels returns the row key of a field of the struct type t, and the labels that
// what it holds has.
func (p *program) fieldLabels(t types.Type, index int) (key string, labels taint.Labels) {
	tag := p.fieldTag(t, index)
	if tag.Confine != graph.ConfineNone {
		labels = taint.Labels{taint.Confined(tag.Confine.String())}
	}
	if p.in.Acts != nil {
		labels = labels.Union(p.boundLabels(t, index))
	}
	if p.in.Said != nil && p.in.Said(t, index) {
		labels = labels.Union(taint.Labels{taint.LabelSaid})
	}
	key = library.FieldKey(t, index)
	if key == "" && len(labels) > 0 { // of a struct type without a name
		return under(t).(*types.Struct).Field(index).Name(), labels
	}
	if key == "" {
		return "", nil
	}
	labels = labels.Union(taint.NewLabels(tag.Sources...))
	for _, r := range p.in.Table.Rows(key) {
		if r.Verb == library.VerbSource && r.Field {
			labels = labels.Union(r.Labels)
		}
	}
	return key, labels
}

// fieldTag returns what the tag of a field of the struct type t says, with the bounds that rows give it.
func (p *program) fieldTag(t types.Type, index int) annotation.Field {
	s, ok := under(t).(*types.Struct)
	if !ok {
		return annotation.Field{}
	}
	tag := p.in.Tags.Tag(s.Tag(index))
	if numberIn(s.Field(index).Type()) == nil {
		return tag
	}
	for _, r := range p.in.Table.Rows(library.FieldKey(t, index)) {
		tag.Bounds = append(slices.Clip(tag.Bounds), r.Bounds...)
	}
	return tag
}

// fieldSink: a store to a field whose tag, or a row, says that it is a sink.
func (f *frame) fieldSink(i *ssa.Store) {
	t, index := structOf(i.Addr)
	if t == nil {
		return
	}
	key := library.FieldKey(t, index)
	if key == "" {
		return
	}
	at := edge{at: i, hop: f.hop(taint.OpSink, funcid.Name(key), i.Pos())}
	for _, r := range f.in.Table.Rows(key) {
		if r.Verb != library.VerbSink || !r.Field {
			continue
		}
		when, ok := f.fieldConditions(i, r.Where, key)
		switch sink := (taint.Sink{Name: key, Kind: r.Kind}); {
		case !ok:
		case key == envKey:
			for _, v := range f.envEntries(i.Val) {
				f.addSink(sink, f.value(v), at, when...)
			}
		default:
			f.addSink(sink, f.value(i.Val), at, when...)
		}
	}
	if key == hostKey && isPartOfRequest(i.Addr) {
		f.addSink(taint.Sink{Name: key, Kind: "url"}, f.value(i.Val), at)
	}
	if sink := f.fieldTag(t, index).Sink; sink != nil {
		f.addSink(fieldSinkOf(key, sink), f.value(i.Val), at)
	}
}

// Fields of URLs: hostKey says which host is called, schemeKey how the address begins.
const (
	hostKey    = "net/url.URL.Host"
	schemeKey  = "net/url.URL.Scheme"
	requestKey = "net/http.Request.URL"
)

// isPartOfRequest reports whether an address is that of a field of what a request has as its
// URL.
func isPartOfRequest(addr ssa.Value) bool {
	a, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	load, ok := a.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	t, index := structOf(load.X)
	return t != nil && library.FieldKey(t, index) == requestKey
}

// storeDrop returns the labels that data loses in the field that i stores it to.
func (p *program) storeDrop(i *ssa.Store) taint.Labels {
	t, index := structOf(i.Addr)
	if t == nil {
		return nil
	}
	drop := p.keptInField(i)
	for _, r := range p.in.Table.Rows(library.FieldKey(t, index)) {
		if r.Verb == library.VerbSanitizer && r.Field {
			drop = drop.Union(r.Labels)
		}
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

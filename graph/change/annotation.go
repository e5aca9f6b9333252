package change

// This file compares what the annotations of two tools of one name say of their data.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// annotations compares sinks, sources, bounds and confinements. Of an argument that only one of the
// tools has, that it has it is the change.
func annotations(o, n *graph.Tool) (list []Change) {
	add := func(k Kind, of, was, is string, weaker bool, pos graph.Pos) {
		if was == is {
			return
		}
		effect := Takes
		if weaker {
			effect = Adds
		}
		list = append(list, Change{Kind: k, Effect: effect, Name: n.Name, Of: of, Old: was, New: is, Tool: n, Pos: cmp.Or(pos, n.Pos)})
	}
	both := func(of string, was, is *graph.Param) {
		pos := is.Pos
		add(Sink, of, sink(was), sink(is), weakerSink(was.Sink, is.Sink), pos)
		add(Source, of, strings.Join(was.Sources, "|"), strings.Join(is.Sources, "|"), lacks(is.Sources, was.Sources), pos)
		add(Bound, of, limits(was), limits(is), lacks(is.Bounds, was.Bounds), pos)
		add(Confinement, of, confined(was), confined(is), was.Confine != graph.ConfineNone, pos)
	}
	add(Source, "", strings.Join(o.Sources, "|"), strings.Join(n.Sources, "|"), lacks(n.Sources, o.Sources), n.Pos)
	was, is := params(o), params(n)
	for _, path := range keys(was, is) {
		if was[path] != nil && is[path] != nil {
			both(path, was[path], is[path])
		}
	}
	was, is = byPath(o.Returns), byPath(n.Returns) // these are there because they say something
	for _, path := range keys(was, is) {
		both(path, orEmpty(was[path]), orEmpty(is[path]))
	}
	return list
}

func orEmpty(p *graph.Param) *graph.Param { return cmp.Or(p, &graph.Param{}) }

// lacks reports whether a list has not all of another.
func lacks[T comparable](list, other []T) bool {
	return slices.ContainsFunc(other, func(x T) bool { return !slices.Contains(list, x) })
}

// weakerSink reports whether something may reach the new sink that may not reach the old one.
func weakerSink(was, is *graph.Sink) bool {
	switch {
	case was == nil:
		return false
	case is == nil:
		return true
	}
	return lacks(is.Forbid, was.Forbid) || lacks(was.Unless, is.Unless)
}

// sink returns the words for a sink, "" for none.
func sink(p *graph.Param) string {
	return (&graph.Param{Sink: p.Sink}).Says()
}

func limits(p *graph.Param) string {
	var words []string
	for _, l := range p.Bounds {
		words = append(words, l.String())
	}
	return strings.Join(words, ", ")
}

func confined(p *graph.Param) string {
	if p.Confine == graph.ConfineNone {
		return ""
	}
	return p.Confine.String()
}

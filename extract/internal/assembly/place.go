package assembly

// This file chooses the position that stands for what a helper made.

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// PathTo returns the calls that led to a position, in the package of the outermost of them,
// innermost first, after the position itself.
func PathTo(stack []graph.Pos, pos graph.Pos) Path { return interp.WayTo(stack, pos) }

// Origin returns where o is made, if it stands at a call that led there; no position otherwise.
func (a *Assembly) Origin(o *interp.Object) graph.Pos {
	if a.Place(o) == o.Pos && o.At(a) == o.Pos {
		return graph.Pos{}
	}
	return o.Pos
}

// Original returns the object of the program that o is, if o was made when a function was run
// once more to observe it: that which the same call makes under the same name. Others are
// themselves.
func (a *Assembly) Original(o *Object) *Object {
	a.Place(o)
	if _, ok := a.places[o]; ok {
		return o
	}
	name, _ := a.Arg(o, "name").Text()
	for _, p := range a.ObjectsOf(o.Kind) {
		if s, _ := a.Arg(p, "name").Text(); s == name && Spot(p.Pos, p.Stack) == Spot(o.Pos, o.Stack) {
			return p
		}
	}
	return o
}

// Spot tells a call from others, by where it stands and what led there.
func Spot(pos graph.Pos, stack []graph.Pos) string { return fmt.Sprint(pos, stack) }

// Places returns the position of each object for the reader of a finding: in the
// package under analysis, at the innermost call that tells the object from others
// that the same constructor call makes.
func (a *Assembly) Places() map[*interp.Object]graph.Pos {
	ways := make([]interp.Way, len(a.Objects))
	for i, o := range a.Objects {
		ways[i] = interp.WayTo(o.Stack, o.Pos)
	}
	out := make(map[*interp.Object]graph.Pos, len(a.Objects))
	for i, pos := range Places(ways) {
		out[a.Objects[i]] = pos
	}
	return out
}

// MadeAt notes the innermost call or literal that makes a tool, where it may go by a call that leads there. It tells the tool from
// others that go by the same call.
func (a *Assembly) MadeAt(t *graph.Tool, at graph.Pos) { a.pkg.MadeAt(t, at) }

// Places returns a position for each way: the innermost that tells it from the
// others. One call in a helper makes many things; each goes by the call of the
// helper.
func Places(ways []interp.Way) []graph.Pos {
	callers := make(map[graph.Pos]map[graph.Pos]bool)
	for _, way := range ways {
		for i, p := range way {
			if callers[p] == nil {
				callers[p] = make(map[graph.Pos]bool)
			}
			if i+1 < len(way) {
				callers[p][way[i+1]] = true
			}
		}
	}
	out := make([]graph.Pos, len(ways))
	for n, way := range ways {
		if len(way) == 0 {
			continue
		}
		i := 0
		for i+1 < len(way) && len(callers[way[i]]) > 1 {
			i++
		}
		out[n] = way[i]
	}
	return out
}

// PlacesOf returns the position of each object for the reader of a finding: in the
// package under analysis, at the innermost call that tells the object from others
// that the same constructor call makes.
func PlacesOf(objs []*interp.Object) map[*interp.Object]graph.Pos {
	ways := make([]interp.Way, len(objs))
	for i, o := range objs {
		ways[i] = interp.WayTo(o.Stack, o.Pos)
	}
	out := make(map[*interp.Object]graph.Pos, len(objs))
	for i, pos := range Places(ways) {
		out[objs[i]] = pos
	}
	return out
}

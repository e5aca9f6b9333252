package extract

// This file chooses the position that stands for what a helper made.

import (
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A Way is the positions of a call and of the calls that led to it, in the
// package of the outermost of them, innermost first.
type Way []graph.Pos

// WayTo returns the way to a position from the calls that led there, outermost
// first.
func WayTo(stack []graph.Pos, pos graph.Pos) Way {
	all := append(slices.Clone(stack), pos)
	dir := filepath.Dir(all[0].File)
	var way Way
	for _, p := range slices.Backward(all) {
		if filepath.Dir(p.File) == dir {
			way = append(way, p)
		}
	}
	return way
}

// Way returns the way to the literal of a framework's type that made s, nil if
// it is of no such type.
func (s *Struct) Way() Way {
	if len(s.Made) == 0 {
		return nil
	}
	last := len(s.Made) - 1
	return WayTo(s.Made[:last], s.Made[last])
}

// Places returns the position of each object for the reader of a finding: in the
// package under analysis, at the innermost call that tells the object from others
// that the same constructor call makes.
func (a *Assembly) Places() map[*Object]graph.Pos {
	ways := make([]Way, len(a.Objects))
	for i, o := range a.Objects {
		ways[i] = WayTo(o.Stack, o.Pos)
	}
	out := make(map[*Object]graph.Pos, len(a.Objects))
	for i, pos := range Places(ways) {
		out[a.Objects[i]] = pos
	}
	return out
}

// Places returns a position for each way: the innermost that tells it from the
// others. One call in a helper makes many things; each goes by the call of the
// helper.
func Places(ways []Way) []graph.Pos {
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
func PlacesOf(objs []*Object) map[*Object]graph.Pos {
	ways := make([]Way, len(objs))
	for i, o := range objs {
		ways[i] = WayTo(o.Stack, o.Pos)
	}
	out := make(map[*Object]graph.Pos, len(objs))
	for i, pos := range Places(ways) {
		out[objs[i]] = pos
	}
	return out
}

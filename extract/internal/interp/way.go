package interp

// This file says by which calls something was made.

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

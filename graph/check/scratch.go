package check

// This file is memory that one check after the other uses. Checks need many small
// tables of all nodes or edges for a short time, and memory that was just used is
// the fastest.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A scratch is the memory of the checks of one call. What is taken of it and not
// given back is lost for it, no more. What is given back must not be used any more, so
// no Problem may have it.
type scratch struct {
	flags    pool[bool]
	numbers  pool[int32]
	nodes    pool[graph.NodeID]
	edges    pool[graph.EdgeID]
	doms     pool[domNode]
	measures pool[measures]
	states   pool[state]
	reasons  pool[reason]
}

// A pool lends slices of one type.
type pool[T any] struct{ free [][]T }

// take returns n zeros. If no slice is large enough, it drops one, so that a pool
// never has more than are in use at one time.
func (p *pool[T]) take(n int) []T {
	for i := len(p.free) - 1; i >= 0; i-- {
		if s := p.free[i]; cap(s) >= n {
			p.free = slices.Delete(p.free, i, i+1)
			s = s[:n]
			clear(s)
			return s
		}
	}
	if len(p.free) > 0 {
		p.free = p.free[1:]
	}
	return make([]T, n)
}

// give gives slices back.
func (p *pool[T]) give(lists ...[]T) {
	for _, s := range lists {
		if cap(s) > 0 {
			p.free = append(p.free, s)
		}
	}
}

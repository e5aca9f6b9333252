package product

// This file says of a run that was found what is not known of it, and what whoever starts it has to pass.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
)

// follow notes on a violation which conditions of its path are not followed, and what counters start with that whoever
// starts a run chooses.
func (c *Checker) follow(res *Result) {
	res.Unfollowed, res.Starts = nil, nil
	main := c.net.bodies[0].w
	for i, s := range res.Path {
		for _, id := range append(res.sent(i), s.Edge) {
			if id == none {
				continue
			}
			e := &s.In.Edges[id]
			for _, u := range e.Unfollowed {
				res.unfollowed(u)
			}
			for _, x := range e.Within {
				if s.In != main {
					res.unfollowed(needs(x, e))
				}
			}
		}
	}
	for _, counter := range main.Counters {
		r := &tracked{Counter: counter, least: -maxStart, most: maxStart, now: standing{started: true}}
		if counter.Truth {
			r.least, r.most = 0, 1
		}
		if counter.Started {
			r.least, r.most = counter.Start, counter.Start
		}
		r.run(main, res)
		switch {
		case r.last == (graph.Unfollowed{}):
		case r.least > r.most || r.fails:
			res.unfollowed(r.last)
		case !counter.Started:
			res.Starts = append(res.Starts, unroll.Known{Counter: counter, Value: min(max(0, r.least), r.most)})
		}
	}
}

// sent returns the edges along which step i of the path sends tokens, as far as the path needs that.
func (r *Result) sent(i int) []graph.EdgeID {
	if r.Kind == BadPrefix && i == len(r.Path)-1 {
		return nil
	}
	return slices.Clone(r.Path[i].Sent)
}

func (r *Result) unfollowed(u graph.Unfollowed) {
	if !slices.Contains(r.Unfollowed, u) {
		r.Unfollowed = append(r.Unfollowed, u)
	}
}

// needs returns the condition that a counter has a value where an edge is taken.
func needs(x graph.Within, e *graph.Edge) graph.Unfollowed {
	words := strings.Fields(x.String())
	for i, w := range words {
		words[i] = w[strings.LastIndexByte(w, '/')+1:]
	}
	return graph.Unfollowed{Text: strings.Join(words, " "), Pos: e.Pos}
}

// maxStart bounds what a run starts with.
const maxStart = 1 << 30

// A tracked is a counter along a path.
type tracked struct {
	graph.Counter
	least, most int // it has to be when the run starts, so that all edges of the path can be taken
	now         standing
	last        graph.Unfollowed // the last condition on it
	looks       bool             // there is one in the loop
	fails       bool             // some edge cannot be taken
}

// A standing is what a counter is at some time: what it started with, and more, or a number; or it is not known.
type standing struct {
	open, started bool
	more          int
}

// run goes along a path. A loop that is taken for ever and has a limit must leave the counter as it is.
func (r *tracked) run(w *graph.Workflow, res *Result) {
	var before standing
	for i, s := range res.Path {
		if i == res.Loop {
			before, r.looks = r.now, false
		}
		if s.In != w {
			continue
		}
		if s.Edge != none {
			r.take(&w.Edges[s.Edge])
		}
		if s.Edge != none || i == 0 {
			r.step(w.Nodes[s.Node].Does(r.Name))
		}
		for _, e := range res.sent(i) {
			r.take(&w.Edges[e])
		}
	}
	r.fails = r.fails || res.Loop != none && r.looks && !r.now.open && r.now != before
}

// take notes what the counter has to be where an edge is taken.
func (r *tracked) take(e *graph.Edge) {
	for _, x := range e.Within {
		if x.Counter != r.Name || r.now.open {
			continue
		}
		r.last, r.looks = needs(x, e), true
		if !r.now.started {
			r.fails = r.fails || !x.Has(r.now.more)
			continue
		}
		if x.From != nil {
			r.least = max(r.least, *x.From-r.now.more)
		}
		if x.To != nil {
			r.most = min(r.most, *x.To-r.now.more)
		}
	}
}

// step notes what a step does to the counter.
func (r *tracked) step(does graph.Count) {
	switch {
	case does.Set != nil:
		r.now = standing{more: *does.Set}
	case does.Any || does.Least != does.Most:
		r.now = standing{open: true}
	default:
		r.now.more += does.Most
	}
}

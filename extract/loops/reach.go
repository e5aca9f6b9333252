package loops

// This file follows values forwards and backwards, in and out of calls in pairs: what
// goes into a function at one call does not come out of it at another. As in the slicing
// of Horwitz, Reps and Binkley (TOPLAS 1990), summaries lead past calls, and a walk has two
// phases: first it may leave functions to their callers, then only enter others.

// An exit says that what a parameter gets comes out of the function at a place: a result,
// or what another parameter refers to.
type exit struct {
	at    place
	loose bool
}

// A pathEdge says that what parameter from gets is at a place of the same function.
type pathEdge struct {
	from, at place
	loose    bool
}

// A waiting call asks where what it hands over comes out.
type waiting struct {
	from  place // the parameter of the caller
	loose bool
	site  int32
}

// maxEdges is how many places parameters are followed to. What lies beyond is not summarised.
const maxEdges = 20_000_000

// summarize finds the exits of all parameters.
func (n *net) summarize() {
	n.exits = make(map[place][]exit)
	callers := make(map[place][]waiting)
	seen := make(map[pathEdge]bool)
	var work []pathEdge
	push := func(e pathEdge) {
		if n.open = n.open || len(seen) >= maxEdges; len(seen) < maxEdges && !seen[e] && !(e.loose && seen[pathEdge{e.from, e.at, false}]) {
			seen[e] = true
			work = append(work, e)
		}
	}
	for p := range n.names {
		if n.isParam(place(p)) {
			push(pathEdge{place(p), place(p), false})
		}
	}
	comesOut := func(w waiting, x exit) {
		for _, e := range n.out[x.at] {
			if e.kind == returns && e.site == w.site {
				push(pathEdge{w.from, e.other, w.loose || x.loose})
			}
		}
	}
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		isExit := e.at != e.from && n.names[e.at] != "" && !n.isFree(e.at)
		if isExit {
			x := exit{e.at, e.loose}
			n.exits[e.from] = append(n.exits[e.from], x)
			for _, w := range callers[e.from] {
				comesOut(w, x)
			}
		}
		for _, o := range n.out[e.at] {
			switch {
			case o.kind == moves && !n.isFree(o.other):
				push(pathEdge{e.from, o.other, e.loose || o.loose})
			case o.kind == enters:
				w := waiting{e.from, e.loose, o.site}
				callers[o.other] = append(callers[o.other], w)
				for _, x := range n.exits[o.other] {
					comesOut(w, x)
				}
			}
		}
	}
}

// A state is a place in a walk; inside is set once the walk has gone into a call.
type state struct {
	at     place
	inside bool
}

// A walk is a set of places.
type walk struct{ seen map[place]bool }

// forward returns the places that values at some places get to. With exact, only as what
// they are; with fields, what is read of a field of what they are counts as well; with
// outside, not what their own methods do with them.
func (n *net) forward(start []place, exact, outside bool, fields map[place][]place) *walk {
	return n.follow(start, manner{exact: exact, outside: outside}, fields, func(place) bool { return false })
}

// texting returns the places that texts get to as what they are.
func (n *net) texting(start []place, flat bool) *walk {
	return n.follow(start, manner{exact: true, flat: flat}, nil, func(place) bool { return false })
}

// A manner is how values are followed: see forward. With flat, not to maps that get them: what
// is read of a map by another key is not what was put there. They do not go into functions, nor come out
// of them, at the calls of not.
type manner struct {
	exact, outside, flat bool
	not                  map[int32]bool
}

// follow is forward that does not go on behind some places.
func (n *net) follow(start []place, how manner, fields map[place][]place, ends func(place) bool) *walk {
	w := &walk{make(map[place]bool)}
	seen := make(map[state]bool)
	var work []state
	push := func(s state) {
		if n.isFree(s.at) {
			s.inside = false
		}
		if !seen[s] && !ends(s.at) {
			seen[s] = true
			w.seen[s.at] = true
			work = append(work, s)
		}
	}
	for _, p := range start {
		push(state{p, false})
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.out[s.at] {
			switch {
			case e.loose && how.exact, e.put && how.flat:
			case how.outside && e.kind == enters && n.sites[e.site].on == s.at:
			case e.kind != moves && how.not[e.site]:
			case e.kind == moves:
				push(state{e.other, s.inside})
			case e.kind == returns && !s.inside:
				push(state{e.other, false})
			case e.kind == enters:
				push(state{e.other, true})
				for _, x := range n.exits[e.other] {
					if x.loose && how.exact {
						continue
					}
					for _, r := range n.out[x.at] {
						if r.kind == returns && r.site == e.site {
							push(state{r.other, s.inside})
						}
					}
				}
			}
		}
		for _, p := range fields[s.at] {
			push(state{p, s.inside})
		}
	}
	return w
}

// backward returns the places from which values get to a place as what they are.
func (n *net) backward(start place) []place {
	seen := make(map[state]bool)
	var order []place
	var work []state
	push := func(s state) {
		if n.isFree(s.at) {
			s.inside = false
		}
		if !seen[s] {
			if !seen[state{s.at, !s.inside}] {
				order = append(order, s.at)
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	push(state{start, false})
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.in[s.at] {
			switch {
			case e.loose:
			case e.kind == moves:
				push(state{e.other, s.inside})
			case e.kind == enters && !s.inside:
				push(state{e.other, false})
			case e.kind == returns:
				push(state{e.other, true})
				n.past(e, func(arg place) { push(state{arg, s.inside}) })
			}
		}
	}
	return order
}

// past calls yield with each argument of a call that comes out of it by an edge.
func (n *net) past(back edge, yield func(place)) {
	for _, c := range n.sites[back.site].callees {
		for i, arg := range n.params(n.sites[back.site], c) {
			param := n.paramOf(c, i)
			if arg == noPlace || param == noPlace {
				continue
			}
			for _, x := range n.exits[param] {
				if x.at == back.other && !x.loose {
					yield(arg)
				}
			}
		}
	}
}

package dfa

// This file follows one rule.
//
// As long as all arguments are known there is one state. An event that may or may
// not match leads to several; the rule is violated for certain once none is left
// that is not violating.

// watched is where a run is in one rule.
type watched struct {
	*table
	live []State // the states that the run may be in, without violating ones
	lost bool    // or it is in a violating one
	// settled: no event changes the verdict any more.
	settled bool

	next     []State // where the event at hand leads
	nextLost bool
	seen     []uint32 // the states in next have the value round; nil if there is always one state
	round    uint32
}

func newWatched(t *table) watched {
	states := 1
	w := watched{table: t}
	if t.uncertain {
		states = len(t.class)
		w.seen = make([]uint32, states)
	}
	w.live, w.next = make([]State, 0, states), make([]State, 0, states)
	w.reset()
	return w
}

func (w *watched) reset() {
	w.live = append(w.live[:0], w.start)
	w.lost = false
	w.settled = w.class[w.start]&satisfied != 0
}

// advance computes next and nextLost, and reports whether they may differ from live
// and lost.
func (m *Monitor) advance(w *watched, e *Event) bool {
	w.next, w.nextLost = w.next[:0], false
	if w.seen == nil {
		q := m.follow(w.table, w.live[0], e)
		if w.class[q]&violating != 0 {
			w.nextLost = true
			return true
		}
		w.next = append(w.next, q)
		return q != w.live[0]
	}
	if w.round++; w.round == 0 {
		clear(w.seen)
		w.round = 1
	}
	for _, q := range w.live {
		m.spread(w, w.roots[q], e)
	}
	return true
}

// stay makes the event at hand lead to where the run is.
func (w *watched) stay() { w.next, w.nextLost = append(w.next[:0], w.live...), false }

// follow returns the state after q and e, of which each letter of the rule
// certainly holds or does not.
func (m *Monitor) follow(t *table, q State, e *Event) State {
	r := t.roots[q]
	for !r.isLeaf() {
		n := &t.nodes[r]
		if m.truth(n.atom, e) == no {
			r = n.lo
		} else {
			r = n.hi
		}
	}
	return r.state()
}

// spread adds each state to which r may lead.
func (m *Monitor) spread(w *watched, r ref, e *Event) {
	for !r.isLeaf() {
		n := &w.nodes[r]
		switch m.truth(n.atom, e) {
		case no:
			r = n.lo
		case maybe:
			m.spread(w, n.lo, e)
			fallthrough
		default:
			r = n.hi
		}
	}
	q := r.state()
	switch {
	case w.class[q]&violating != 0:
		w.nextLost = true
	case w.seen[q] != w.round:
		w.seen[q] = w.round
		w.next = append(w.next, q)
	}
}

// fails reports whether the event at hand violates the rule for certain.
func (w *watched) fails() bool { return len(w.next) == 0 }

// mayFail reports whether the event at hand may violate the rule.
func (w *watched) mayFail() bool { return w.nextLost }

// commit goes where the event at hand leads.
func (w *watched) commit() {
	w.live, w.next = w.next, w.live
	w.lost = w.lost || w.nextLost
	w.settled = w.all(satisfied)
}

// all reports whether each live state is of the class; there may be none.
func (w *watched) all(c class) bool {
	for _, q := range w.live {
		if w.class[q]&c == 0 {
			return false
		}
	}
	return true
}

// verdict returns the verdict if the run ends here.
func (w *watched) verdict() Verdict {
	switch {
	case len(w.live) == 0:
		return Violated
	case w.all(accepting) && !w.lost:
		return Accepted
	case !w.any(accepting):
		return Unmet // or violated, if lost: either way, not kept
	}
	return Inconclusive
}

func (w *watched) any(c class) bool {
	for _, q := range w.live {
		if w.class[q]&c != 0 {
			return true
		}
	}
	return false
}

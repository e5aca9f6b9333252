package product

// This file is the space of workflows with any number of tokens, which also
// counts rounds and iterations where bounds are known.
//
// A configuration is a marking: for each step, how many tokens wait at it, and
// how far its run is. In a body with supersteps, tokens that are sent wait for
// the next superstep.

import (
	"encoding/binary"
	"slices"
)

// Limits.
const (
	// MaxMarkings is the number of markings up to which interleavings are
	// followed one by one. A marking takes about a hundred bytes: eight branches
	// of three steps each have 65,536.
	MaxMarkings = 1 << 17
	// allMarkings is the number up to which all interleavings are followed, so
	// that the shortest run is found; above it, those that no rule tells apart are
	// left out.
	allMarkings = 1 << 12
	// maxTokens is the number of tokens at one step from which on they are no
	// longer counted: "as many or more".
	maxTokens = 7
	// maxRounds is the greatest bound that is counted out; greater ones are taken
	// to be unlimited.
	maxRounds = 64
)

// An item is what a marking has at one place.
type item struct {
	at    place
	wait  uint8 // tokens that wait
	next  uint8 // tokens that wait for the next superstep
	phase int16 // 0 if the step does not run, else 1 + its phase
	count int16 // runs in the current loop, where that is bounded
	done  bool  // the step has run: kept where a join asks
	// from are the predecessors whose tokens wait, in a body in which steps wait
	// for all: bit i stands for edge i into the step, from the first 64.
	from uint64
}

func (i *item) active() bool  { return i.wait > 0 || i.next > 0 || i.phase > 0 }
func (i *item) trivial() bool { return !i.active() && i.count == 0 && !i.done }

// A marking is the items that are not trivial, by place, and the conditions that
// are decided.
type marking struct {
	items          []item
	assumed, value uint64
}

// A tokens is the space of markings of a net.
type tokens struct {
	*labels
	// exact: rounds and iterations are counted up to known bounds, and a condition is
	// decided once at each place; together: and equally everywhere.
	detail
	effort

	all   []marking
	index map[string]config
	arcs  map[place][]arc
	reach map[placeIn]reaching
	// ahead: where exact, the conditions are decided before anything runs, since
	// steps wait for what comes along optional edges only if these exist.
	ahead bool
	feeds []bool // by place: it leads to a join
	free  map[config][]place
	ample map[config][]move // what reduced follows alone
	// twice: a step that runs has a token for another run, which may begin before
	// the first is over, and this makes a difference. Here they come one by one.
	twice bool
	stays map[symbol]bool
	// Where the order of events makes no difference to the automaton, one is enough. Runs
	// that never end need all of them: swaps is false there. swapped: some were left out.
	swaps, swapped bool
	swappable      map[[2]symbol]bool
	events         map[place][]symbol
	failing        map[place]bool // see mayFail; by the first place of a body
}

// A placeIn is a place where some conditions hold.
type placeIn struct {
	p     place
	value uint64
}

// reaching is the set of nodes of a body from which a node can be reached
// without passing it.
type reaching []bool

func newTokens(l *labels, d detail, how effort) *tokens {
	t := &tokens{
		labels: l, detail: d, effort: how, index: make(map[string]config), arcs: make(map[place][]arc),
		reach: make(map[placeIn]reaching), feeds: make([]bool, len(l.body)), free: make(map[config][]place),
		ample: make(map[config][]move), stays: make(map[symbol]bool), swappable: make(map[[2]symbol]bool), events: make(map[place][]symbol),
		swaps: true, failing: make(map[place]bool),
	}
	t.ahead = l.decidesAhead()
	for _, j := range l.joins {
		b, _ := l.of(j)
		for _, e := range b.edges.Index.In(l.id(j)) {
			t.feeds[b.first+place(b.w.Edges[e].From)] = true
		}
	}
	return t
}

func (t *tokens) with(l *labels) space {
	l.scope = t.scope
	other := newTokens(l, t.detail, t.effort)
	other.swaps = false
	return other
}

func (t *tokens) start() config {
	m := &marking{}
	m.put(t.entry(0)).wait = 1
	return t.intern(m)
}

func (t *tokens) ended(c config) bool { return !slices.ContainsFunc(t.all[c].items, active) }

func active(i item) bool { return i.active() }

// put returns the item at p, which it adds if need be.
func (m *marking) put(p place) *item {
	i, ok := slices.BinarySearchFunc(m.items, p, func(it item, p place) int { return int(it.at - p) })
	if !ok {
		m.items = slices.Insert(m.items, i, item{at: p})
	}
	return &m.items[i]
}

func (m *marking) get(p place) item {
	i, ok := slices.BinarySearchFunc(m.items, p, func(it item, p place) int { return int(it.at - p) })
	if !ok {
		return item{at: p}
	}
	return m.items[i]
}

// spend counts work.
func (t *tokens) spend(n int) {
	if t.work == nil {
		return
	}
	if *t.work -= n; *t.work < 0 {
		panic(tooMany{})
	}
}

func (m *marking) clone() *marking {
	c := *m
	c.items = slices.Clone(m.items)
	return &c
}

// intern returns the configuration of m, which it takes over.
func (t *tokens) intern(m *marking) config {
	m.items = slices.DeleteFunc(m.items, func(i item) bool { return i.trivial() })
	t.spend(1 + len(m.items))
	var region []place
	if t.collapse {
		region = t.region(m)
		t.spend(len(region))
	}
	key := binary.AppendUvarint(nil, m.assumed)
	key = binary.AppendUvarint(key, m.value)
	for _, i := range m.items {
		key = binary.AppendUvarint(key, uint64(i.at))
		flags := i.wait | i.next<<4
		key = append(key, flags)
		key = binary.AppendUvarint(key, uint64(i.phase)<<1|map[bool]uint64{true: 1}[i.done])
		key = binary.AppendUvarint(key, uint64(i.count))
		key = binary.AppendUvarint(key, i.from)
	}
	if region != nil {
		key = append(key, 0xff) // what may follow is the same, whatever the tokens do
	}
	if c, ok := t.index[string(key)]; ok {
		return c
	}
	if len(t.all) >= t.limit {
		panic(tooMany{})
	}
	c := config(len(t.all))
	t.index[string(key)] = c
	t.all = append(t.all, *m)
	if region != nil {
		t.free[c] = region
	}
	return c
}

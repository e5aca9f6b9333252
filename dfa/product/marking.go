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

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
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
	exact    bool // count rounds and iterations up to known bounds; a condition is decided once at each place
	together bool // and equally everywhere
	collapse bool // as soon as there are several tokens, anything may happen that they lead to
	reduced  bool // leave out interleavings that no rule tells apart
	limit    int

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
}

// A placeIn is a place where some conditions hold.
type placeIn struct {
	p     place
	value uint64
}

// reaching is the set of nodes of a body from which a node can be reached
// without passing it.
type reaching []bool

func newTokens(l *labels) *tokens {
	t := &tokens{
		labels: l, limit: MaxMarkings, index: make(map[string]config), arcs: make(map[place][]arc),
		reach: make(map[placeIn]reaching), feeds: make([]bool, len(l.body)), free: make(map[config][]place),
		ample: make(map[config][]move), stays: make(map[symbol]bool),
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
	l.known = t.known
	other := newTokens(l)
	other.exact, other.together, other.collapse = t.exact, t.together, t.collapse
	other.reduced, other.limit = t.reduced, t.limit
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

func (m *marking) clone() *marking {
	c := *m
	c.items = slices.Clone(m.items)
	return &c
}

// intern returns the configuration of m, which it takes over.
func (t *tokens) intern(m *marking) config {
	m.items = slices.DeleteFunc(m.items, func(i item) bool { return i.trivial() })
	var region []place
	if t.collapse {
		region = t.region(m)
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

// moves lets one step after the other go on.
func (t *tokens) moves(c config, yield func(move)) {
	if region, ok := t.free[c]; ok {
		t.anything(c, region, yield)
		return
	}
	m := t.all[c]
	if t.exact && t.ahead && t.decideNext(&m, yield) {
		return
	}
	if t.reduced {
		if list := t.alone(c, &m); list != nil {
			for _, mv := range list {
				yield(mv)
			}
			return
		}
	}
	moving := make(map[int32]bool) // bodies that are not stuck
	for _, it := range m.items {
		if it.phase > 0 {
			moving[t.body[it.at]] = true
			t.twice = t.twice || it.wait > 0 && t.overlaps(it.at)
			t.proceed(&m, it, yield)
		} else if it.wait > 0 && t.enabled(&m, it.at) {
			moving[t.body[it.at]] = true
			t.begin(&m, it, yield)
		}
	}
	for _, it := range m.items { // all of a body wait for each other: each may go first
		if it.wait > 0 && it.phase == 0 && !moving[t.body[it.at]] {
			t.begin(&m, it, yield)
		}
	}
}

// decideNext decides a condition that is not decided yet. It reports false if there
// is none.
func (t *tokens) decideNext(m *marking, yield func(move)) bool {
	for i := range min(len(t.guards), 64) {
		if m.assumed>>i&1 != 0 || t.together && t.guards[i].first != i {
			continue
		}
		for value := range uint64(2) {
			next := m.clone()
			next.assumed |= 1 << i
			next.value |= value << i
			yield(move{to: t.intern(next), at: none, edge: none})
		}
		return true
	}
	return false
}

// exists reports whether control can pass along an edge of b. An optional edge of
// which this is not decided does not count.
func (t *tokens) exists(m *marking, b *body, e graph.EdgeID) bool {
	edge := &b.w.Edges[e]
	if !b.edges.Live[e] || !edge.Optional() {
		return b.edges.Live[e]
	}
	condition, negated := check.Guard(edge)
	i := t.guardAt(b.first+place(edge.From), condition)
	if t.together {
		i = t.guards[i].first
	}
	return i < 64 && m.assumed>>i&1 != 0 && (m.value>>i&1 != 0) != negated
}

// overlaps reports whether two runs of p may go on at once, so that their events
// interleave. It matters if the automaton sees more than one of a run, or if the
// end of one run can be the end of the other.
func (t *tokens) overlaps(p place) bool {
	b, _ := t.of(p)
	if b.supersteps {
		return false
	}
	if t.sub[p] != none {
		return true
	}
	seen := 0
	for _, a := range t.programOf(p) {
		if !t.unseen(move{what: a.what, sym: t.event(p, a.what, a.tool)}) {
			seen++
		}
	}
	decides := slices.ContainsFunc(b.edges.Index.Out(t.id(p)), func(e graph.EdgeID) bool { return t.decided(p, []graph.EdgeID{e}) != 0 })
	ends := b.w.Engine.DeadEnd == graph.DeadEndFails || b.w.Engine.ExitEnds
	return seen > 1 || seen > 0 && (decides || ends)
}

// enabled reports whether a step at which a token waits may run: in a body in which
// steps wait for all, when each predecessor that can still deliver has.
func (t *tokens) enabled(m *marking, p place) bool {
	b, _ := t.of(p)
	in := b.edges.Index.In(t.id(p))
	if !b.waits || len(in) < 2 {
		return true
	}
	may := t.before(m, p)
	if !t.anyActive(m, p, may) {
		return true
	}
	// In a loop, what may come can come through predecessors that have delivered.
	from := m.get(p).from
	late := make([]graph.NodeID, 0, len(in))
	for i, e := range in {
		if t.exists(m, b, e) && (i >= 64 || from>>i&1 == 0) {
			late = append(late, b.w.Edges[e].From)
		}
	}
	return !t.anyActive(m, p, t.leadTo(m, b, late, t.id(p)))
}

// anyActive reports whether a step of the set, which are of the body of p, is
// active; p itself does not count.
func (t *tokens) anyActive(m *marking, p place, set reaching) bool {
	return slices.ContainsFunc(m.items, func(i item) bool {
		return i.at != p && t.body[i.at] == t.body[p] && i.active() && set[t.id(i.at)]
	})
}

// before returns the nodes from which p can be reached without passing p.
func (t *tokens) before(m *marking, p place) reaching {
	key := placeIn{p, m.value}
	if r, ok := t.reach[key]; ok {
		return r
	}
	b, _ := t.of(p)
	id := t.id(p)
	var first []graph.NodeID
	for _, e := range b.edges.Index.In(id) {
		if t.exists(m, b, e) {
			first = append(first, b.w.Edges[e].From)
		}
	}
	t.reach[key] = t.leadTo(m, b, first, id)
	return t.reach[key]
}

// leadTo returns the nodes from which one of the list can be reached without
// passing n, with the list.
func (t *tokens) leadTo(m *marking, b *body, list []graph.NodeID, n graph.NodeID) reaching {
	r := make(reaching, len(b.w.Nodes))
	var work []graph.NodeID
	add := func(from graph.NodeID) {
		if !r[from] && from != n {
			r[from] = true
			work = append(work, from)
		}
	}
	for _, from := range list {
		add(from)
	}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range b.edges.Index.In(last) {
			if t.exists(m, b, e) {
				add(b.w.Edges[e].From)
			}
		}
	}
	return r
}

// begin lets a waiting step run: it takes one token, or all of them.
func (t *tokens) begin(m *marking, it item, yield func(move)) {
	if t.stopsAt(it.at) {
		return
	}
	b, _ := t.of(it.at)
	all := b.supersteps || b.waits
	if !all || b.unsaid {
		t.beginWith(m, it, it.wait-1, yield)
		if it.wait == maxTokens {
			t.beginWith(m, it, maxTokens, yield) // there may be more than were counted
		}
	}
	if all || b.unsaid && it.wait > 1 {
		t.beginWith(m, it, 0, yield)
	}
}

func (t *tokens) beginWith(m *marking, it item, left uint8, yield func(move)) {
	p := it.at
	next := m.clone()
	x := next.put(p)
	x.wait = left
	x.from = 0
	if t.sub[p] != none {
		x.phase = 1 + goesIn
		if b, _ := t.of(p); b.before[t.id(p)] {
			yield(move{to: t.settle(next), at: p, starts: true, what: ask, sym: t.ask, edge: none})
			return
		}
		t.enter(next, move{at: p, starts: true, edge: none}, yield)
		return
	}
	b, n := t.of(p)
	id := t.id(p)
	if w, ok := simple(n); ok && !b.before[id] && !b.behind[id] {
		t.leaveBy(next, p, move{at: p, starts: true, what: w, sym: t.event(p, w, none)}, yield)
		return
	}
	x.phase = 1
	t.proceed(next, *x, yield)
}

// proceed lets a step that runs go on.
func (t *tokens) proceed(m *marking, it item, yield func(move)) {
	p := it.at
	if t.sub[p] != none {
		t.proceedBody(m, it, yield)
		return
	}
	for _, a := range t.programOf(p) {
		if a.from != it.phase-1 {
			continue
		}
		next := m.clone()
		mv := move{at: p, starts: a.from == 0, what: a.what, tool: a.tool, sym: t.event(p, a.what, a.tool), edge: none}
		if a.to != after {
			next.put(p).phase = a.to + 1
			mv.to = t.settle(next)
			yield(mv)
			continue
		}
		next.put(p).phase = 0
		t.leaveBy(next, p, mv, yield)
	}
}

// enter lets a SUBGRAPH node begin its body.
func (t *tokens) enter(m *marking, mv move, yield func(move)) {
	t.clear(m, t.sub[mv.at]) // nothing is left of an earlier run
	x := m.put(mv.at)
	x.phase = 1 + bodyDone
	if _, n := t.of(mv.at); repeats(n) {
		x.count = 1
	}
	m.put(t.entry(t.sub[mv.at])).wait = 1
	mv.to = t.settle(m)
	yield(mv)
}

// proceedBody lets a SUBGRAPH node go on, if its body is not at work: to enter it,
// to begin it again, to end.
func (t *tokens) proceedBody(m *marking, it item, yield func(move)) {
	p := it.at
	if it.phase == 1+goesIn {
		t.enter(m.clone(), move{at: p, edge: none}, yield)
		return
	}
	if slices.ContainsFunc(m.items, func(i item) bool { return i.active() && t.bodies[t.body[i.at]].parent == p }) {
		return
	}
	b, n := t.of(p)
	if it.phase == 1+bodyDone && repeats(n) {
		t.again(m, it, n, yield)
	}
	next := m.clone()
	x := next.put(p)
	if it.phase == 1+bodyDone && b.behind[t.id(p)] {
		x.phase = 1 + goesOn
		yield(move{to: t.settle(next), at: p, what: ask, sym: t.ask, edge: none})
		return
	}
	x.phase, x.count = 0, 0
	t.leaveBy(next, p, move{at: p}, yield)
}

// again begins the body of n once more, if its bound allows.
func (t *tokens) again(m *marking, it item, n *graph.Node, yield func(move)) {
	bounded := t.exact && n.Bound.State == graph.BoundKnown && n.Bound.N <= maxRounds
	if bounded && int(it.count) >= n.Bound.N {
		return
	}
	next := m.clone()
	t.clear(next, t.sub[it.at])
	if bounded {
		next.put(it.at).count++
	}
	next.put(t.entry(t.sub[it.at])).wait = 1
	yield(move{to: t.settle(next), at: it.at, edge: none})
}

func (t *tokens) programOf(p place) []arc {
	if a, ok := t.arcs[p]; ok {
		return a
	}
	b, n := t.of(p)
	rounds := 0
	if t.exact && n.Bound.State == graph.BoundKnown && n.Bound.N <= maxRounds && !t.looped(p) {
		rounds = max(n.Bound.N, 1)
	}
	a := program(n, b.before[t.id(p)], b.behind[t.id(p)], rounds)
	t.arcs[p] = a
	return a
}

// leaveBy yields mv for each way to leave p. The step is over in m.
func (t *tokens) leaveBy(m *marking, p place, mv move, yield func(move)) {
	mv.left = true
	for _, c := range t.leave(p) {
		assumed, value := t.decidedConditions(&c)
		if m.assumed&assumed&(m.value^value) != 0 {
			continue // the condition was decided otherwise
		}
		next := m.clone()
		next.assumed |= assumed
		next.value |= value & assumed
		if !t.countLoop(next, p, c.edges) {
			continue
		}
		out := mv
		out.edges, out.edge = c.edges, none
		t.send(next, p, c.edges)
		t.decides(&out, p, c.edges...)
		out.to = t.settle(next)
		yield(out)
	}
}

// decidedConditions returns what a choice takes to be decided, as bits of
// marking.assumed and value.
func (t *tokens) decidedConditions(c *choice) (assumed, value uint64) {
	if !t.exact || !t.together {
		return c.assumed & t.exactly(), c.value
	}
	for i := range t.guards {
		if c.assumed>>i&1 != 0 {
			first := t.guards[i].first
			assumed |= 1 << first
			value |= c.value >> i & 1 << first
		}
	}
	return assumed, value
}

// exactly is the conditions of which it is kept in mind how they were decided.
func (t *tokens) exactly() uint64 {
	if t.exact {
		return ^uint64(0)
	}
	return 0
}

// send puts tokens on the targets of edges.
func (t *tokens) send(m *marking, p place, edges []graph.EdgeID) {
	b, _ := t.of(p)
	if t.feeds[p] {
		m.put(p).done = true
	}
	if len(edges) == 0 {
		if b.w.Engine.DeadEnd == graph.DeadEndFails && !b.edges.Exit[t.id(p)] {
			m.items = nil // the run fails
		}
		return
	}
	for i, e := range edges {
		to := b.first + place(b.w.Edges[e].To)
		n := &b.w.Nodes[b.w.Edges[e].To]
		switch {
		case n.Kind == graph.KindExit && !b.w.Engine.ExitEnds:
		case n.Kind == graph.KindExit && !b.supersteps:
			t.clear(m, t.body[p])
			return
		case b.joins(b.w.Edges[e].To) && !t.ready(m, b, to):
		case b.supersteps:
			m.put(to).next = 1
		default:
			x := m.put(to)
			x.wait = min(x.wait+1, maxTokens)
			if b.waits {
				from := b.deliveredBy(t.id(p), b.w.Edges[e].To)
				atOnce := slices.ContainsFunc(edges[:i], func(o graph.EdgeID) bool { return b.w.Edges[o].To == b.w.Edges[e].To })
				t.twice = t.twice || x.from&from != 0 && !atOnce // the first token may have begun its run
				x.from |= from
			}
		}
	}
}

// deliveredBy returns the bits of item.from for a token that n sends to the step.
func (b *body) deliveredBy(n, to graph.NodeID) uint64 {
	var from uint64
	for i, e := range b.edges.Index.In(to) {
		if i < 64 && b.w.Edges[e].From == n {
			from |= 1 << i
		}
	}
	return from
}

// ready reports whether all predecessors of a join have run.
func (t *tokens) ready(m *marking, b *body, to place) bool {
	for _, e := range b.edges.Index.In(t.id(to)) {
		if from := b.first + place(b.w.Edges[e].From); b.edges.Live[e] && !m.get(from).done {
			return false
		}
	}
	return true
}

// clear ends a body and those within it.
func (t *tokens) clear(m *marking, b int32) {
	within := func(p place) bool {
		for x := t.body[p]; ; x = t.body[t.bodies[x].parent] {
			if x == b {
				return true
			}
			if t.bodies[x].parent == none {
				return false
			}
		}
	}
	m.items = slices.DeleteFunc(m.items, func(i item) bool { return within(i.at) })
}

// settle begins the next superstep of each body in which nothing is left to do
// in this one, and returns the configuration.
func (t *tokens) settle(m *marking) config {
	for i := 0; i < len(m.items); i++ {
		it := &m.items[i]
		if it.next == 0 || t.busy(m, t.body[it.at]) {
			continue
		}
		t.tick(m, t.body[it.at])
		i = -1 // the items have changed
	}
	return t.intern(m)
}

func (t *tokens) busy(m *marking, b int32) bool {
	return slices.ContainsFunc(m.items, func(i item) bool { return t.body[i.at] == b && (i.wait > 0 || i.phase > 0) })
}

func (t *tokens) tick(m *marking, b int32) {
	w := t.bodies[b].w
	for _, it := range m.items {
		if t.body[it.at] == b && it.next > 0 && w.Nodes[t.id(it.at)].Kind == graph.KindExit {
			t.clear(m, b)
			return
		}
	}
	for i := range m.items {
		if it := &m.items[i]; t.body[it.at] == b {
			it.wait, it.next = it.next, 0
		}
	}
}

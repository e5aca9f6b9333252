package capability

// This file puts functions together.

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Program is functions, and what is known of those that they call.
type Program struct {
	Funcs []*Func
	Table *library.Table
	// Import returns what is said of a function that is not one of Funcs. If it is nil, known
	// tells that the function needs nothing; else nothing is known of it.
	Import func(id string) (s *Summary, known bool)
	// Callees returns the functions that a site runs, none if that is not known; "" stands for others of which nothing is known. It
	// may be nil.
	Callees func(graph.Pos) []string
}

// A use is what stands in Summary.Uses or Summary.Opens.
type use struct {
	loose bool
	path  []Hop
	fixed bool // as of a Use
}

// better reports whether u is to be shown rather than o: what is sure, what somebody chooses, then the shorter way.
func (u use) better(o use) bool {
	if u.loose != o.loose {
		return !u.loose
	}
	if u.fixed != o.fixed {
		return !u.fixed
	}
	return len(u.path) < len(o.path)
}

// A state is what is said of a function so far.
type state struct {
	*Func
	uses  map[string]use
	opens map[Open]use
	runs  map[Run]bool
}

// An edge is a call that a function may make.
type edge struct {
	Call
	loose bool
	// boxed: the receiver, which may be a function, is what is in an interface, or what a method value has bound.
	boxed bool
}

type solver struct {
	*Program
	states  map[string]*state
	users   map[string][]*state // by the functions that they call
	workers map[string][]string // by the channels that other packages can get at
	queued  map[*state]bool
	queue   []*state
	imports map[string]*Summary
}

// maxPrograms is how many names below one capability a function may have: then it has the whole.
const maxPrograms = 12

// Solve returns what is said of the functions of p, by identity. Those that need nothing are
// left out.
func Solve(p *Program) map[string]*Summary {
	s := &solver{Program: p, states: make(map[string]*state), users: make(map[string][]*state), workers: make(map[string][]string), queued: make(map[*state]bool), imports: make(map[string]*Summary)}
	for _, f := range p.Funcs {
		if isShared(f.ID) {
			for _, c := range f.Calls {
				s.workers[f.ID] = append(s.workers[f.ID], c.Func)
			}
			continue
		}
		s.states[f.ID] = &state{Func: f, uses: make(map[string]use), opens: make(map[Open]use), runs: make(map[Run]bool)}
	}
	ids := slices.Sorted(maps.Keys(s.states))
	for _, id := range ids {
		s.push(s.states[id])
	}
	for len(s.queue) > 0 {
		st := s.queue[0]
		s.queue = s.queue[1:]
		s.queued[st] = false
		if s.function(st) {
			for _, user := range s.users[st.ID] {
				s.push(user)
			}
		}
	}
	out := make(map[string]*Summary)
	for _, id := range ids {
		if sum := s.states[id].summary(); sum.told() {
			out[id] = sum
		}
	}
	return out
}

func (s *solver) push(st *state) {
	if !s.queued[st] {
		s.queued[st] = true
		s.queue = append(s.queue, st)
	}
}

// function does a round with a function, and reports whether more is said of it now.
func (s *solver) function(st *state) (more bool) {
	for _, n := range st.Needs {
		more = st.use(n.Name, use{n.Stored, []Hop{{n.Pos, n.By}}, n.Fixed}) || more
	}
	for _, o := range st.Opens {
		more = st.open(o.Open, use{loose: o.loose, path: []Hop{{o.Pos, o.Key}}}) || more
	}
	for _, r := range st.Runs {
		more = st.run(r.Run) || more
	}
	for _, c := range st.Calls {
		more = s.call(st, edge{Call: c, loose: c.Stored}) || more
	}
	for _, site := range st.Sites {
		more = s.site(st, site) || more
	}
	return more
}

// site adds what a call of what only the whole program tells may do.
func (s *solver) site(st *state, site Site) (more bool) {
	var ids []string
	if s.Callees != nil {
		ids = s.Callees(site.Pos)
	}
	for _, id := range ids {
		if id == "" {
			more = st.use(authority.Unknown, use{loose: true, path: []Hop{{site.Pos, site.Name}}}) || more
			continue
		}
		bound := site.Method == "" && strings.HasPrefix(id, "(") // its receiver is no argument
		call := Call{Func: id, Pos: site.Pos, Args: site.Args, Blind: bound, Undo: site.Undo}
		more = s.call(st, edge{Call: call, loose: site.loose || len(ids) > 1, boxed: bound || site.Method != ""}) || more
	}
	switch {
	case len(ids) > 0:
	case site.Method != "" && s.tells(site.Method):
		more = s.call(st, edge{Call: Call{Func: site.Method, Pos: site.Pos, Args: site.Args, Undo: site.Undo}, loose: site.loose})
	case !site.Quiet:
		more = st.use(authority.Unknown, use{loose: site.loose, path: []Hop{{site.Pos, site.Name}}})
	}
	return more
}

// tells reports whether anything is known of what stands behind a method of an interface.
func (s *solver) tells(method string) bool {
	if s.states[method] != nil {
		return true
	}
	sum := s.imported(method)
	return sum != nil && sum.told()
}

// told reports whether s says anything.
func (s *Summary) told() bool { return len(s.Uses)+len(s.Opens)+len(s.Runs) > 0 || s.Behind }

// call adds what a call may do.
func (s *solver) call(st *state, e edge) (more bool) {
	if isShared(e.Func) {
		for _, fn := range s.workers[e.Func] {
			e.Func = fn
			more = fn != st.ID && s.call(st, e) || more
		}
		return more
	}
	hop := Hop{e.Pos, unmarked(e.Func)}
	callee := s.states[e.Func]
	if callee == nil {
		sum := s.imported(e.Func)
		if sum == nil || len(s.Table.Effects(funcid.Key(e.Func))) > 0 {
			return !e.gives && s.unread(st, e, hop)
		}
		if e.gives {
			sum = &Summary{Runs: sum.Runs}
		}
		for _, u := range sum.Uses {
			more = st.use(e.named(u.Name), use{u.Loose || e.loose, joined(hop, u.Path), u.Fixed}) || more
		}
		for _, o := range sum.Opens {
			more = s.bind(st, e, o.Open, use{loose: o.Loose || e.loose, path: joined(hop, o.Path)}) || more
		}
		for _, r := range sum.Runs {
			more = s.give(st, e, r) || more
		}
		return more
	}
	if !slices.Contains(s.users[e.Func], st) {
		s.users[e.Func] = append(s.users[e.Func], st)
	}
	if !e.gives {
		for _, name := range slices.Sorted(maps.Keys(callee.uses)) {
			u := callee.uses[name]
			more = st.use(e.named(name), use{u.loose || e.loose, joined(hop, u.path), u.fixed}) || more
		}
		for _, o := range slices.SortedFunc(maps.Keys(callee.opens), compareOpen) {
			u := callee.opens[o]
			more = s.bind(st, e, o, use{loose: u.loose || e.loose, path: joined(hop, u.path)}) || more
		}
	}
	for _, r := range slices.SortedFunc(maps.Keys(callee.runs), compareRun) {
		more = s.give(st, e, r) || more
	}
	return more
}

// unread adds what a call of a function may do of which nothing was read: what rows say of it, nothing where it is one of the standard
// library that none tells of.
func (s *solver) unread(st *state, e edge, hop Hop) (more bool) {
	rows := s.Table.Effects(funcid.Key(e.Func))
	if len(rows) == 0 && !library.IsStandard(funcid.Package(e.Func)) {
		return st.use(authority.Unknown, use{loose: e.loose, path: []Hop{hop}})
	}
	o, u := Open{Key: funcid.Key(e.Func), Param: -1}, use{loose: e.loose, path: []Hop{hop}}
	for _, r := range rows {
		o.Param = max(o.Param, r.Argument())
	}
	if o.Param >= 0 && !o.asksWho() {
		if strings.HasPrefix(e.Func, "(") && !e.Blind {
			o.Param++ // behind the receiver
		}
		return s.bind(st, e, o, u)
	}
	for _, name := range library.Needs(rows, Text{Text: "?"}.of) {
		more = st.use(name, u) || more
	}
	return more
}

// imported returns what is said of a function of another package, nil if it was not read.
func (s *solver) imported(id string) *Summary {
	if sum, ok := s.imports[id]; ok {
		return sum
	}
	sum, known := s.Import(id)
	if sum == nil && known {
		sum = new(Summary)
	}
	s.imports[id] = sum
	return sum
}

// bind adds what a call needs whose rows depend on an argument.
func (s *solver) bind(st *state, e edge, o Open, u use) (more bool) {
	if e.Undo && o.deletes(s.Table) {
		return st.use(authority.Undo, u)
	}
	if o.asksWho() {
		return s.chosen(st, e, o, u)
	}
	rows, bound := s.Table.Effects(o.Key), false
	names := func(t Text) {
		for _, name := range library.Needs(rows, t.of) {
			more = st.use(name, u) || more
		}
		bound = true
	}
	for _, a := range e.Args {
		switch {
		case a.Index != o.Param || a.Field != o.Field && (a.Field != "" || a.Param == nil):
		case a.Of != nil:
			more = st.open(Open{o.Key, a.Of.Param, a.Of.Field}, u) || more
			bound = true
		case a.Param != nil && a.Field == "":
			more = st.open(Open{o.Key, *a.Param, o.Field}, u) || more
			bound = true
		case a.Param != nil:
			more = st.open(Open{Key: o.Key, Param: *a.Param}, u) || more
			bound = true
		case a.Text != nil:
			names(*a.Text)
		}
	}
	if !bound {
		names(Text{Text: "?"})
	}
	return more
}

// chosen adds what a call needs that takes a file away which is chosen by an argument, or by what the function has
// captured.
func (s *solver) chosen(st *state, e edge, o Open, u use) (more bool) {
	args, index, known := e.Args, o.Param, !e.Blind
	if o.Param < 0 {
		literal := unmarked(e.Func)
		args, index, known = nil, -1-o.Param, isIn(literal, unmarked(st.ID))
		for _, m := range st.Makes {
			if m.Func == literal {
				args = m.Vars
			}
		}
	}
	any := !known
	for _, a := range args {
		if a.Index != index {
			continue
		}
		for _, param := range a.From {
			if param == anybody {
				any = true
				continue
			}
			more = st.open(Open{Key: o.Key, Param: param, Field: o.Field}, u) || more
			known = false
		}
	}
	if u.fixed = known && !any; any || u.fixed {
		for _, name := range o.needs(s.Table) {
			more = st.use(name, u) || more
		}
	}
	return more
}

// isIn reports whether a literal is one that a function makes itself.
func isIn(literal, fn string) bool {
	i := strings.LastIndexByte(literal, '$')
	return i >= 0 && literal[:i] == fn
}

// give adds what a call does that runs one of its arguments. A receiver that is a function is known where it is called:
//
//	func (f SenderFunc) Send(to string) error { return f(to) }
func (s *solver) give(st *state, e edge, r Run) (more bool) {
	if e.boxed && r.Param == 0 && !slices.ContainsFunc(e.Args, func(a Arg) bool { return a.Index == 0 && (a.Func != "" || a.Param != nil && a.Field == "" || a.Rest) }) {
		return s.site(st, Site{Pos: r.Pos, Name: "a function value", loose: e.loose || r.loose})
	}
	for _, a := range e.Args {
		switch {
		case a.Index != r.Param:
		case a.Func != "" && a.Func != st.ID:
			more = s.call(st, edge{Call: Call{Func: a.Func, Pos: e.Pos, Blind: true}, loose: e.loose || r.loose}) || more
		case a.Param != nil:
			more = st.run(Run{*a.Param, r.Pos, e.loose || r.loose}) || more
		case a.Rest && !r.Pos.IsValid(): // a library runs it
			more = st.use(authority.Unknown, use{loose: e.loose || r.loose, path: []Hop{{e.Pos, unmarked(e.Func)}, {Func: "a function value"}}}) || more
		case a.Rest:
			more = s.site(st, Site{Pos: r.Pos, Name: "a function value", loose: e.loose || r.loose}) || more
		}
	}
	return more
}

func joined(hop Hop, path []Hop) []Hop { return append([]Hop{hop}, path...) }

func (st *state) use(name string, u use) bool {
	if above, _, ok := strings.Cut(name, "."); ok && above == "exec" && st.programs() >= maxPrograms {
		if _, has := st.uses[name]; !has {
			name = above
		}
	}
	old, ok := st.uses[name]
	if ok && !u.better(old) {
		return false
	}
	st.uses[name] = u
	return true
}

// programs counts the programs that a function runs.
func (st *state) programs() (n int) {
	for name := range st.uses {
		if strings.HasPrefix(name, "exec.") {
			n++
		}
	}
	return n
}

func (st *state) open(o Open, u use) bool {
	old, ok := st.opens[o]
	if ok && !u.better(old) {
		return false
	}
	st.opens[o] = u
	return true
}

func (st *state) run(r Run) bool {
	if st.runs[r] {
		return false
	}
	st.runs[r] = true
	return true
}

func (st *state) summary() *Summary {
	sum := &Summary{Behind: st.Func != nil && st.Behind}
	for _, name := range slices.Sorted(maps.Keys(st.uses)) {
		u := st.uses[name]
		sum.Uses = append(sum.Uses, Use{name, u.loose, u.fixed, u.path})
	}
	for _, o := range slices.SortedFunc(maps.Keys(st.opens), compareOpen) {
		u := st.opens[o]
		sum.Opens = append(sum.Opens, OpenUse{o, u.loose, u.path})
	}
	sum.Runs = slices.SortedFunc(maps.Keys(st.runs), compareRun)
	return sum
}

func compareOpen(a, b Open) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Param, b.Param), cmp.Compare(a.Field, b.Field))
}

func compareRun(a, b Run) int {
	return cmp.Or(cmp.Compare(a.Param, b.Param), a.Pos.Compare(b.Pos), compareBool(a.loose, b.loose))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// closed returns what is said of a function that is called with arguments of which nothing is
// known, as a framework calls a handler: sorted by name. What it has captured the program has made before, and so
// it has some parameters: no call chooses these.
func (s *Summary) closed(made []int, t *library.Table) []Use {
	st := &state{uses: make(map[string]use)}
	for _, u := range s.Uses {
		st.use(u.Name, use{u.Loose, u.Path, u.Fixed})
	}
	for _, o := range s.Opens {
		names, fixed := library.Needs(t.Effects(o.Key), Text{Text: "?"}.of), false
		if o.asksWho() {
			names, fixed = o.needs(t), o.Param < 0 || slices.Contains(made, o.Param)
		}
		for _, name := range names {
			st.use(name, use{o.Loose, o.Path, fixed})
		}
	}
	return st.summary().Uses
}

package extract

// This file finds the conditions of routers of which it is not known whether they can hold where a run comes to them.
//
// What a model says, or whoever starts a run, may be anything, so that a condition on it may hold. What steps work out, such as
// how many rounds there were, is what it is: a condition on that may never hold when a run comes to it. Where counters of the
// workflow say what happens to it, it is followed. Else the edge says that it is not.
//
// It only ever adds to what is said of a finding, and takes none away. So it does not ask which values a pointer may
// lead to: a variable is a field of a type, a key of a map, or a variable of the source.

import (
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A writing is what some function puts into a slot.
type writing struct {
	fn      *ssa.Function
	v       ssa.Value // nil for what the program does not decide
	literal bool      // into what the function makes itself
	at      *ssa.BasicBlock
}

// nature says what decides the value of a slot.
type nature uint8

const (
	given    nature = iota // no step writes it
	told                   // what a step is told, such as by a model
	growing                // a list to which steps add what they are told
	computed               // steps work it out, or set it to constants
)

// following knows what values are worked out from.
type following struct {
	*program
	writings map[slot][]writing
	filled   map[string]bool // types of structs that code fills in which is not seen
	calls    map[*ssa.Function][]ssa.CallInstruction
	valued   map[*ssa.Function]bool // functions that others may call
	running  map[*ssa.Function]bool // functions that steps and routers run
	mine     map[*ssa.Function]bool // those of the workflow that is looked at
	deciding map[*ssa.Function]bool // those that its routers run
	natures  map[slot]nature
	lessons  map[slot][]lesson
	under    map[ssa.Value]bool // that are under way
	left     int                // how many values may still be looked at, see maxWorked
	ifs      map[string][]*ssa.If
}

// findUnfollowed notes on the edges of workflows which of their conditions are not followed.
func (p *program) findUnfollowed(out *graph.Program) {
	asks := func(w *graph.Workflow) bool {
		return slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return e.Branch != graph.None && len(e.Guard) > 0 })
	}
	if !slices.ContainsFunc(out.AllWorkflows(), asks) {
		return
	}
	f := &following{
		program: p, writings: make(map[slot][]writing), filled: make(map[string]bool), calls: make(map[*ssa.Function][]ssa.CallInstruction),
		valued: make(map[*ssa.Function]bool), running: make(map[*ssa.Function]bool), under: make(map[ssa.Value]bool), ifs: make(map[string][]*ssa.If),
	}
	for _, w := range out.Workflows {
		f.runsAll(w, f.running)
	}
	f.index()
	for _, w := range out.Workflows {
		f.mine, f.natures, f.lessons = make(map[*ssa.Function]bool), make(map[slot]nature), make(map[slot][]lesson)
		f.runsAll(w, f.mine)
		f.deciding = make(map[*ssa.Function]bool)
		for _, body := range w.All() {
			for i := range body.Branches {
				f.runs(body.Branches[i].Func, f.deciding)
			}
		}
		for _, body := range w.All() {
			if asks(body) {
				f.workflow(body)
			}
		}
	}
}

// runsAll adds the functions that a workflow and its bodies run.
func (f *following) runsAll(w *graph.Workflow, to map[*ssa.Function]bool) {
	for _, body := range w.All() {
		for i := range body.Nodes {
			f.runs(body.Nodes[i].Func, to)
		}
		for i := range body.Branches {
			f.runs(body.Branches[i].Func, to)
		}
	}
}

// counts reports whether a writing is one of the workflow that is looked at, while a run goes on, or may be.
func (f *following) counts(w writing) bool {
	return f.mine[w.fn] || !w.literal && !f.running[w.fn]
}

// runs adds a function and those that it mentions.
func (f *following) runs(id string, to map[*ssa.Function]bool) {
	fn := f.fns[id]
	if fn == nil {
		fn = f.fns[funcid.Source(id)]
	}
	for work := []*ssa.Function{fn}; len(work) > 0; work = work[1:] {
		if fn := work[0]; fn != nil && !to[fn] && f.fns[funcid.Of(fn)] != nil {
			to[fn] = true
			work = append(work, references(fn)...)
		}
	}
}

// index finds what functions write, whom they call, and where they decide.
func (f *following) index() {
	for id, fn := range f.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				f.indexInstr(fn, in)
			}
		}
		f.indexIfs(id, fn)
	}
}

func (f *following) indexInstr(fn *ssa.Function, in ssa.Instruction) {
	for _, o := range in.Operands(nil) {
		callee, ok := (*o).(*ssa.Function)
		if !ok {
			continue
		}
		if call, is := in.(ssa.CallInstruction); is && call.Common().Value == callee {
			f.calls[callee] = append(f.calls[callee], call)
		} else {
			f.valued[callee] = true
		}
	}
	switch in := in.(type) {
	case *ssa.Store:
		if s, literal, ok := f.slotAt(in.Addr); ok {
			made, own := in.Addr.(*ssa.Alloc)
			literal = literal || own && made.Parent() == fn || fn.Synthetic == "package initializer"
			f.writings[s] = append(f.writings[s], writing{fn, in.Val, literal, in.Block()})
		}
	case *ssa.MapUpdate:
		if key, ok := keyOf(in.Key); ok {
			_, literal := in.Map.(*ssa.MakeMap)
			f.writings[key] = append(f.writings[key], writing{fn, in.Value, literal, in.Block()})
		}
	case ssa.CallInstruction:
		if callee := in.Common().StaticCallee(); callee != nil && f.fns[funcid.Of(callee)] != nil {
			return
		}
		if _, builtin := in.Common().Value.(*ssa.Builtin); builtin {
			return
		}
		for _, arg := range in.Common().Args {
			f.fills(fn, arg)
		}
	}
}

// fills notes that code which is not seen gets a value, and may put something where it leads.
func (f *following) fills(fn *ssa.Function, v ssa.Value) {
	if box, ok := v.(*ssa.MakeInterface); ok {
		v = box.X
	}
	ptr, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	if s, _, ok := f.slotAt(v); ok {
		f.writings[s] = append(f.writings[s], writing{fn: fn})
	}
	if _, isStruct := ptr.Elem().Underlying().(*types.Struct); isStruct {
		if _, made := v.(*ssa.Alloc); made {
			f.filled[recipe.TypeString(ptr.Elem())] = true
		}
	}
}

// indexIfs finds the conditions of a function that the interpreter has run, by where it says that they stand.
func (f *following) indexIfs(id string, fn *ssa.Function) {
	r := f.lowered[id]
	if r == nil || len(r.Blocks) != len(fn.Blocks) {
		return
	}
	for i := range r.Blocks {
		n := len(fn.Blocks[i].Instrs)
		if n == 0 || len(r.Blocks[i].Instrs) == 0 {
			continue
		}
		last := &r.Blocks[i].Instrs[len(r.Blocks[i].Instrs)-1]
		if cond, ok := fn.Blocks[i].Instrs[n-1].(*ssa.If); ok && last.Op == recipe.OpIf {
			key := r.PosOf(last).String() + " " + last.Sym
			f.ifs[key] = append(f.ifs[key], cond)
		}
	}
}

// settle finds out what decides the values of slots, and of those that these are worked out from.
func (f *following) settle(slots map[slot]bool) {
	var found []slot
	work := slices.Collect(maps.Keys(slots))
	for ; len(work) > 0; work = work[1:] {
		s := work[0]
		if _, known := f.natures[s]; known {
			continue
		}
		f.natures[s] = computed
		found = append(found, s)
		for _, w := range f.writings[s] {
			if !f.counts(w) {
				continue
			}
			l := lesson{told: w.v == nil}
			if w.v != nil {
				l.basis, l.list = f.worked(w.v), isList(w.v.Type())
				_, l.constant = w.v.(*ssa.Const)
				l.fn, l.under = w.fn, f.conditions(w.at)
				work = slices.AppendSeq(work, maps.Keys(l.under.all()))
			}
			f.lessons[s] = append(f.lessons[s], l)
			work = slices.AppendSeq(work, maps.Keys(l.all()))
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range found {
			if n := f.learnt(s); n != f.natures[s] {
				f.natures[s], changed = n, true
			}
		}
	}
}

// A lesson is what a slot is worked out from where something is put into it.
type lesson struct {
	basis
	told, list bool
	constant   bool // a constant, under conditions that are worked out from under
	under      basis
	fn         *ssa.Function
}

// isChosen reports whether a constant is put into a slot because of what the program does not decide, and not because of what was
// there.
func (f *following) isChosen(s slot, l lesson) bool {
	return l.constant && !l.under.all()[s] && f.isTold(s, l.under)
}

// conditions returns what decides whether a function comes to a block.
func (f *following) conditions(b *ssa.BasicBlock) (all basis) {
	for d := b.Idom(); d != nil; d = d.Idom() {
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if ok && slices.ContainsFunc(d.Succs, func(next *ssa.BasicBlock) bool { return len(next.Preds) == 1 && next.Dominates(b) }) {
			all.add(f.worked(cond.Cond))
		}
	}
	return all
}

// learnt returns what decides the value of a slot for what is known of others.
func (f *following) learnt(s slot) nature {
	n := given
	for _, l := range f.lessons[s] {
		switch {
		case l.told || f.isTold(s, l.basis):
		case l.constant && !l.under.all()[s] && slices.ContainsFunc(f.lessons[s], func(o lesson) bool { return o.fn == l.fn && f.isChosen(s, o) }):
			// what it is where it is not chosen
		default:
			return computed
		}
		if n = max(n, told); l.list && l.all()[s] {
			n = growing
		}
	}
	if at := strings.LastIndexByte(s.name, '.'); at > 0 && f.filled[s.name[:at]] {
		n = max(n, told)
	}
	return n
}

// isTold reports whether a value that is put into a slot hangs on what the program does not decide.
func (f *following) isTold(s slot, b basis) bool {
	if b.input {
		return true
	}
	for from := range b.all() {
		if from != s && f.natures[from] != computed {
			return true
		}
	}
	return false
}

func isList(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// apart returns a basis with what variables of functions are worked out from in place of them: what a router notes in one
// while it runs is not what lasts.
func (f *following) apart(b basis) (out basis) {
	out.input, out.lengths = b.input, b.lengths
	seen := make(map[slot]bool)
	for work := slices.Collect(maps.Keys(b.slots)); len(work) > 0; work = work[1:] {
		s := work[0]
		if seen[s] {
			continue
		}
		seen[s] = true
		var from basis
		if v, ok := s.v.(*ssa.Alloc); ok && f.deciding[v.Parent()] {
			for _, l := range f.lessons[s] {
				from.add(l.basis)
			}
		}
		if !from.input && len(from.slots)+len(from.lengths) == 0 {
			out.slot(s)
			continue
		}
		work = slices.AppendSeq(work, maps.Keys(from.slots))
		out.input = out.input || from.input
		for l := range from.lengths {
			out.length(l)
		}
	}
	return out
}

// open returns the slots on which a value hangs and which steps work out; ok is false if nothing is known of the value.
func (f *following) open(b basis) (list []slot, ok bool) {
	for s := range b.slots {
		if f.natures[s] == computed {
			list = append(list, s)
		}
	}
	for s := range b.lengths {
		if n := f.natures[s]; n == computed || n == growing {
			list = append(list, s)
		}
	}
	return list, b.input || len(b.all()) > 0
}

// workflow notes which conditions of a workflow are not followed.
func (f *following) workflow(w *graph.Workflow) {
	r := &routing{following: f, w: w, gives: make([]map[slot]bool, len(w.Nodes))}
	r.gave()
	for i := range w.Edges {
		// A router of a framework goes by what the model says, and by how the program has set it up.
		if e := &w.Edges[i]; e.Branch != graph.None && w.Branches[e.Branch].Func != "" && !f.isLibrarys(w.Branches[e.Branch].Func) {
			e.Unfollowed = r.guard(graph.EdgeID(i), e.Guard)
		}
	}
}

// A routing is the conditions of one workflow.
type routing struct {
	*following
	w      *graph.Workflow
	gives  []map[slot]bool // what each node writes
	others map[slot]bool   // what is written elsewhere, too
	asks   []ask
}

// An ask is a condition of an edge that hangs on a slot.
type ask struct {
	edge graph.EdgeID
	slot slot
	text string
}

// gave finds what each node writes, and what is written by functions that are no part of any.
func (r *routing) gave() {
	runs := make([]map[*ssa.Function]bool, len(r.w.Nodes))
	all := make(map[*ssa.Function]bool)
	for n := range r.w.Nodes {
		runs[n], r.gives[n] = make(map[*ssa.Function]bool), make(map[slot]bool)
		r.runs(r.w.Nodes[n].Func, runs[n])
	}
	for i := range r.w.Branches {
		if b := &r.w.Branches[i]; b.From != graph.None {
			r.runs(b.Func, runs[b.From])
		}
	}
	for n := range runs {
		maps.Copy(all, runs[n])
	}
	r.others = make(map[slot]bool)
	for s, list := range r.writings {
		for _, w := range list {
			for n := range runs {
				if runs[n][w.fn] {
					r.gives[n][s] = true
				}
			}
			if !all[w.fn] && r.counts(w) {
				r.others[s] = true
			}
		}
	}
	for i := range r.w.Edges {
		if e := &r.w.Edges[i]; e.Branch != graph.None {
			for _, c := range flat(e.Guard) {
				b, _ := r.cond(c)
				for s := range b.all() {
					r.asks = append(r.asks, ask{graph.EdgeID(i), s, graph.Guard{c}.String()})
				}
			}
		}
	}
}

// flat returns the conditions of a guard that are no choices.
func flat(g graph.Guard) (list []graph.Cond) {
	for _, c := range g {
		if c.Any == nil {
			list = append(list, c)
		}
		for _, of := range c.Any {
			list = append(list, flat(of)...)
		}
	}
	return list
}

// cond returns what a condition hangs on. known is false if its code is not read. What decides how the program builds the
// workflow is decided before a run.
func (r *routing) cond(c graph.Cond) (b basis, known bool) {
	for _, in := range r.ifs[c.Pos.String()+" "+c.Text] {
		if known = true; r.mine[in.Parent()] {
			b.add(r.worked(in.Cond))
		} else {
			b.input = true
		}
	}
	r.settle(b.all())
	return r.apart(b), known || !c.Pos.IsValid()
}

// guard returns the conditions of a guard that are not followed; of a choice, those of the alternative that has fewest.
func (r *routing) guard(e graph.EdgeID, g graph.Guard) (list []graph.Unfollowed) {
	for _, c := range g {
		if c.Any == nil {
			if !r.follows(e, c) {
				list = append(list, graph.Unfollowed{Text: graph.Guard{c}.String(), Pos: c.Pos})
			}
			continue
		}
		least := r.guard(e, c.Any[0])
		for _, of := range c.Any[1:] {
			if other := r.guard(e, of); len(other) < len(least) {
				least = other
			}
		}
		list = append(list, least...)
	}
	return list
}

// follows reports whether it is known of a condition whether it can hold where a run comes to the edge.
func (r *routing) follows(e graph.EdgeID, c graph.Cond) bool {
	b, known := r.cond(c)
	open, something := r.open(b)
	if !known || !something && c.Pos.IsValid() {
		return false
	}
	if slices.ContainsFunc(open, func(s slot) bool { return !r.counted(e, s) }) {
		return false
	}
	return !r.asksAgain(e, graph.Guard{c}.String(), b)
}

// counted reports whether counters say all of a slot that an edge depends on.
func (r *routing) counted(e graph.EdgeID, s slot) bool {
	return s.name != "" && slices.ContainsFunc(r.w.Edges[e].Within, func(x graph.Within) bool {
		return isOf(x.Counter, s.name) && !slices.ContainsFunc(r.w.Nodes, func(n graph.Node) bool {
			does := n.Does(x.Counter)
			return does.Any || does.Least != does.Most
		})
	})
}

// isOf reports whether a counter is a field, or what is asked of it.
func isOf(counter, field string) bool {
	if key, isKey := strings.CutPrefix(field, "["); isKey {
		name := "state[" + strconv.Quote(strings.TrimSuffix(key, "]")) + "].("
		return strings.HasPrefix(counter, name) || strings.Contains(counter, "("+name)
	}
	return counter == field || strings.HasPrefix(counter, field+" ") || strings.Contains(counter, "("+field+")") || strings.Contains(counter, "("+field+", ")
}

// asksAgain reports whether another condition asks for the same as one of e, and no step has to write it between the two.
func (r *routing) asksAgain(e graph.EdgeID, text string, b basis) bool {
	from := r.handed(b)
	for _, a := range r.asks {
		if a.text == text || !from[a.slot] || r.others[a.slot] || r.natures[a.slot] == given {
			continue
		}
		if r.comes(r.w.Edges[a.edge].To, r.w.Edges[e].From, a.slot) {
			return true
		}
	}
	return false
}

// handed returns the slots of a basis, and those from which steps work them out.
func (r *routing) handed(b basis) map[slot]bool {
	all := make(map[slot]bool)
	for work := slices.Collect(maps.Keys(b.all())); len(work) > 0; work = work[1:] {
		if s := work[0]; !all[s] {
			all[s] = true
			for _, l := range r.lessons[s] {
				if !l.input {
					work = slices.AppendSeq(work, maps.Keys(l.all()))
				}
			}
		}
	}
	return all
}

// comes reports whether a run may come from the beginning of a step to the end of another one, and no step on the way writes
// a slot.
func (r *routing) comes(from, to graph.NodeID, s slot) bool {
	seen := make(map[graph.NodeID]bool)
	for work := []graph.NodeID{from}; len(work) > 0; work = work[1:] {
		n := work[0]
		if seen[n] || r.gives[n][s] {
			continue
		}
		seen[n] = true
		if n == to {
			return true
		}
		for i := range r.w.Edges {
			if r.w.Edges[i].From == n {
				work = append(work, r.w.Edges[i].To)
			}
		}
	}
	return false
}

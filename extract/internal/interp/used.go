package interp

// This file finds out which objects go anywhere: an agent that is built and then
// forgotten is a defect.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Used reports whether an object is passed, returned, stored or part of another.
func (m *Machine) Used(o *Object) bool { return m.used[o] || len(o.Uses) > 0 }

// Forgotten reports whether the package holds an object, and neither uses it nor what the same call in it makes at another
// time. What is made in a loop is not: what becomes of it in all rounds is not followed.
func (m *Machine) Forgotten(o *Object) bool {
	return o.Reached && !o.Loop && !slices.ContainsFunc(m.objects, func(other *Object) bool {
		return other.Pos == o.Pos && slices.Equal(other.Stack, o.Stack) && m.Used(other)
	})
}

// Leaves reports whether an importer of the package can get hold of an object: a
// function returns it, or a variable of the package has it.
func (m *Machine) Leaves(o *Object) bool {
	held := false
	u := &user{func(x *Object) { held = held || x == o }, make(map[any]bool)}
	for _, vals := range m.returned {
		for _, v := range vals {
			u.value(v)
		}
	}
	for _, c := range m.globals {
		u.cell(c)
	}
	return held
}

// Limits returns why the package was not read to its end, nothing if it was.
func (m *Machine) Limits() []graph.Unknown { return m.unknowns }

// Unseen returns the operations that only happened to what callers give, of whom none was seen, sorted.
func (m *Machine) Unseen() (out []graph.Unknown) {
	for pos, seen := range m.seenOn {
		if !seen {
			out = append(out, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.UnseenCall), Pos: pos})
		}
	}
	slices.SortFunc(out, func(a, b graph.Unknown) int { return a.Pos.Compare(b.Pos) })
	return out
}

// Astray reports whether the program does something to an object that is not known,
// which may be o: both are of one package of the framework.
func (m *Machine) Astray(o *Object) bool { return m.astray[o.Row.Package] }

// Returned lists what the root functions of the package return, by function.
func (m *Machine) Returned() [][]Value { return m.returned }

// Objects returns what rows made, in order.
func (m *Machine) Objects() []*Object { return m.objects }

// use marks all objects in v as used.
func (m *Machine) use(v Value) {
	(&user{func(o *Object) { m.used[o] = true }, make(map[any]bool)}).value(v)
}

// reach marks all objects in vals as held by the package under analysis.
func (m *Machine) reach(vals []Value) {
	u := &user{func(o *Object) { o.Reached = true }, make(map[any]bool)}
	for _, v := range vals {
		u.value(v)
	}
}

// reachable returns the variables, maps and objects that the program can get hold of.
func (m *Machine) reachable() map[any]bool {
	u := &user{func(*Object) {}, make(map[any]bool, m.reached)}
	defer func() { m.reached = len(u.seen) }()
	for _, c := range m.globals {
		u.cell(c)
	}
	for _, fr := range m.stack {
		for _, v := range fr.regs {
			if v != nil {
				u.value(v)
			}
		}
		for _, d := range fr.defers {
			u.value(Tuple(d.args))
		}
	}
	return u.seen
}

// user walks what is reachable from a value.
type user struct {
	mark func(*Object)
	seen map[any]bool
}

func (u *user) cell(c *Cell) {
	if !u.seen[c] {
		u.seen[c] = true
		if c.v != nil {
			u.value(c.v)
		}
	}
}

func (u *user) cells(cells []*Cell) {
	for _, c := range cells {
		u.cell(c)
	}
}

func (u *user) value(v Value) {
	switch x := v.(type) {
	case *Object:
		if u.seen[x] {
			return
		}
		u.seen[x] = true
		u.mark(x)
		if x.Parent != nil { // the result of Compile stands for the graph
			u.value(x.Parent)
		}
	case Part:
		u.value(x.Object)
	case Ptr:
		u.cell(x.Cell)
	case Iface:
		u.value(x.V)
	case *Struct:
		for _, c := range x.Fields {
			u.cell(c)
		}
	case *Array:
		u.cells(x.Elems)
	case Slice:
		u.cells(x.Elems)
	case *Map:
		if u.seen[x] {
			return
		}
		u.seen[x] = true
		for _, e := range x.Entries {
			u.value(e.key)
			u.cell(e.cell)
		}
	case FuncValue:
		for _, b := range x.Bindings {
			u.value(b)
		}
	case Tuple:
		for _, e := range x {
			if e != nil {
				u.value(e)
			}
		}
	case *OneOf:
		for _, a := range x.Alts {
			u.value(a.V)
		}
	case *Unknown:
		for _, c := range x.fields {
			u.cell(c)
		}
	}
}

// giveBack notes, of an object that went where it may have come back from, that
// the operations on an object that is not known may be on it.
func (m *Machine) giveBack() {
	for _, o := range m.objects {
		if len(o.kept) > 0 && m.astray[o.Row.Package] {
			o.Uses = append(o.Uses, Use{Callee: "code behind " + o.kept[0].Callee, Pos: o.kept[0].Pos})
		}
	}
}

// declined marks as used what is in the results of a call that the caller does without, although it takes others that
// tell of them: it calls once to learn the names of agents, and again for the agents. That there is no error tells of nothing.
//
//	_, names, err := build(dirs)
func (m *Machine) declined(fr *frame, in *recipe.Instr, v Value) {
	results, ok := v.(Tuple)
	if !ok || in.Op != recipe.OpCall || !m.prog.IsLocal(in.Sym) {
		return
	}
	taken := m.takenOf(fr.fn)[in.Dst]
	if !slices.ContainsFunc(taken, func(n int32) bool { return int(n) < len(in.Res) && in.Res[n] != byte(recipe.ShapeError) }) {
		return
	}
	for n, r := range results {
		if r != nil && !slices.Contains(taken, int32(n)) {
			m.use(r)
		}
	}
}

// takenOf returns which results of calls a function reads, by the register of the call.
func (m *Machine) takenOf(fn *recipe.Func) map[int32][]int32 {
	if taken, ok := m.taken[fn]; ok {
		return taken
	}
	read := make(map[int32]bool)
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			in := &fn.Blocks[i].Instrs[j]
			for n, a := range in.Args {
				if a >= 0 && (in.Op != recipe.OpExtract || n == 0) {
					read[a] = true
				}
			}
		}
	}
	taken := make(map[int32][]int32)
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			if in := &fn.Blocks[i].Instrs[j]; in.Op == recipe.OpExtract && read[in.Dst] {
				taken[in.Args[0]] = append(taken[in.Args[0]], in.Args[1])
			}
		}
	}
	if m.taken == nil {
		m.taken = make(map[*recipe.Func]map[int32][]int32)
	}
	m.taken[fn] = taken
	return taken
}

// useAll marks what the program keeps when all functions have run: what package
// variables hold, and what is an argument of another object.
func (m *Machine) useAll() {
	for _, c := range m.globals {
		if c.v != nil {
			m.use(c.v)
		}
	}
	for _, o := range m.objects {
		for _, v := range o.Args {
			m.use(v)
		}
		for _, op := range o.Ops {
			for _, v := range op.Args {
				m.use(v)
			}
		}
	}
}

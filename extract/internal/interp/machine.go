package interp

// This file runs recipes: frames, blocks, and the fork where a condition is not
// known.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Machine interprets the functions of one program.
type Machine struct {
	prog     Program
	table    *library.Table
	trail    trail
	guard    Guard
	refine   map[Value]Value // what values are on the current way, by identity
	globals  map[string]*Cell
	targs    []string // type arguments of the call that is about to run
	back     bool     // see site; of the call that is about to run
	stack    []*frame
	budget   budget
	opened   []*Map      // those that began to have entries that are not known
	rounds   int         // how often a way came back to a condition that is being tried
	at       graph.Pos   // of the last instruction that has one
	built    int         // objects and operations so far
	conds    map[any]int // conditions, by identity; does not keep their values alive
	lastCond int
	evals    ids             // of conditions, for workflows
	values   ids             // of what they compare
	moment   int             // which observation of a function is under way; 0 for none
	moments  int             // observations so far
	many     int             // what happens may happen several times
	memory   memory          // when variables may have changed that are not followed
	written  map[string]bool // fields and keys that are written, see Unknown.State
	rec      *recorder       // order of effects, while observing
	deciding bool            // deciders count as humans
	watch    []*Behaviour    // being observed, innermost last
	outlived outlived        // what observed functions change
	current  string          // the function with which the evaluation began
	cleaning int             // how deep the stack was when a deferred call without arguments ran
	excluded []exclusion     // refusals that a human did not give, on the present way
	arms     []*arm          // choices of a model whose code runs, innermost last
	picks    []picked        // elements that rounds of loops are about, innermost last
	loopsIn  map[*recipe.Func][]*recipe.Loop
	live     map[*recipe.Func][]regSet          // see live
	taken    map[*recipe.Func]map[int32][]int32 // see takenOf
	reached  int                                // how much could be reached the last time

	starting  bool      // packages are being initialised
	backwards bool      // ranges over maps go the other way round
	ranged    graph.Pos // where one goes over several entries

	evaluation evaluation // what is noted of the one that runs
	aborts     []Abort

	objects  []*Object
	returned [][]Value // results of root functions
	unknowns []graph.Unknown
	visited  map[string]bool       // functions that ran
	logLines map[*recipe.Func]bool // which functions only log, as far as this was asked
	used     map[*Object]bool      // objects that go anywhere
	tooLong  map[string]bool       // functions that reached the limit of a call
	cuts     map[string]int        // how often functions were observed for long, and not to their end
	astray   map[string]bool       // packages of operations on objects that are not known
	seenOn   map[graph.Pos]bool    // operations: whether they were seen to happen to an object, or only to what a caller gives
}

// A Program gives the machine its functions.
type Program interface {
	// Func returns the function with the given identity, or nil if its body is
	// not known.
	Func(id string) *recipe.Func
	// Method returns the identity of a method of a concrete type, or "".
	Method(typ, name string) string
	// MethodOf is Method; known is false if the type may have the method all the
	// same.
	MethodOf(typ, name string) (id string, known bool)
	// RowOf returns the key of the row that describes a function, or "".
	RowOf(id string) string
	// Init returns the function that initialises a package-level variable, or
	// nil.
	Init(global string) *recipe.Func
	// IsLocal reports whether a function belongs to the package under analysis.
	IsLocal(id string) bool
	// IsOwn reports whether a function belongs to the module under analysis.
	IsOwn(id string) bool
	// Declares reports whether a variable without a function that initialises it
	// begins as zero.
	Declares(global string) bool
	// Settable returns the shape of a variable of another package, of a basic type, that
	// functions may set to anything at any time; 0 of others.
	Settable(global string) recipe.Shape
	// IsFramework reports whether a function belongs to a known framework.
	IsFramework(id string) bool
	// IsHuman reports whether the program says that a function asks a human.
	IsHuman(id string) bool
	// Calling returns the functions of the package whose code calls what a row
	// describes, or a function by its identity, in the order of their declarations.
	Calling(callee string) []string
	// Naming returns the functions of the package whose code names a package-level variable,
	// see recipe.GlobalID, in the order of their declarations.
	Naming(variable string) []string
}

// NewMachine returns a machine for a program and a table of framework knowledge.
func NewMachine(p Program, t *library.Table) *Machine {
	return &Machine{
		prog: p, table: t,
		conds: make(map[any]int), evals: make(ids), values: make(ids), globals: make(map[string]*Cell), visited: make(map[string]bool), logLines: make(map[*recipe.Func]bool),
		used: make(map[*Object]bool), tooLong: make(map[string]bool), cuts: make(map[string]int), astray: make(map[string]bool), seenOn: make(map[graph.Pos]bool),
	}
}

// frame is one activation of a function.
type frame struct {
	fn       *recipe.Func
	regs     []Value
	call     graph.Pos // where it was called
	defers   []deferred
	returns  []result
	early    []earlyWay // ways that returned while others went on, by mark
	base     int        // length of the guard when it was entered
	block    int32      // where it is
	targs    []string   // type arguments
	back     bool       // see site
	assumed  []func()   // what ends the assumptions about conditions
	answered bool       // it has left, on an early way, what a human did not want
	forks    map[int32]*fork
	pinned   map[int32]Value // what registers hold in any round of a loop …
	arrived  map[int32]Value // … and what the last round made of them
	rounds   map[int32]int   // how often it came to a condition …
	built    int             // … since Machine.built had this value
}

// earlyWay is a way that returned from the state that the trail had at mark.
type earlyWay struct {
	mark int
	way  way
}

type deferred struct {
	in   *recipe.Instr
	args []Value
}

// result is one return of a function.
type result struct {
	vals  []Value
	guard Guard
	now   []int // the last effects, see recorder
	stops bool  // an interrupt ends the run
}

// exit says how a run of blocks ended.
type exit uint8

const (
	reached  exit = iota // the block where it should stop
	returned             // a return
	failed               // a return with an error
	died                 // a panic, or a call that does not return
	looped               // a block whose condition is being tried already
)

// tooMuch is thrown when a limit is reached.
type tooMuch struct{ pos graph.Pos }

// run executes fn and returns its results, joined over all ways.
func (m *Machine) run(fn *recipe.Func, args, free []Value, call graph.Pos) []Value {
	vals, _ := m.runCall(fn, args, free, call)
	return vals
}

// runCall is run; it also reports whether any way returns.
func (m *Machine) runCall(fn *recipe.Func, args, free []Value, call graph.Pos) ([]Value, bool) {
	fr := &frame{fn: fn, regs: make([]Value, fn.Regs), call: call, base: len(m.guard), targs: m.targs, back: m.back}
	m.targs, m.back = nil, false
	copy(fr.regs, args)
	copy(fr.regs[len(fn.Params):], free)
	m.visited[fn.ID] = true
	m.allow(fn)
	m.stack = append(m.stack, fr)
	rounds, mark := m.rounds, m.trail.mark()
	m.blocks(fr, 0, -1, -1)
	m.guard = m.guard[:fr.base]
	fr.forget(0)
	m.early(fr)
	m.trail.leave(fr, mark)
	m.stack = m.stack[:len(m.stack)-1]
	rs := fr.good()
	var now [][]int
	for _, r := range rs {
		now = append(now, r.now)
	}
	m.rec.set(now...)
	vals := fr.result(rs)
	if len(m.watch) > 0 && len(m.stack) > 0 {
		fr.openError(vals)
		m.noteFailure(fr, vals)
	}
	// A function that was not seen to return because a loop was cut short may
	// return all the same.
	return vals, len(rs) > 0 || m.rounds > rounds
}

// openError says of the results of a function that an observed one calls that there
// may be an error where the ways with one were left out.
func (fr *frame) openError(vals []Value) {
	if last := len(vals) - 1; slices.ContainsFunc(fr.returns, fr.failed) && nilness(vals[last]) == isNil {
		vals[last] = &Unknown{Reason: reason.Of(reason.MayFail), Pos: fr.fn.Pos()}
	}
}

// failed reports whether a return has an error, and does not stop the run.
func (fr *frame) failed(r result) bool { return !r.stops && fails(fr.fn, r.vals) }

// early joins, at the end of a function, the state of each way that returned
// early with that of the ways that went on from there.
func (m *Machine) early(fr *frame) {
	for i := len(fr.early) - 1; i >= 0; i-- {
		e := fr.early[i]
		rest := way{changes: m.trail.cut(e.mark)}
		m.merge([]way{e.way, rest}, false)
	}
	fr.early = nil
}

// good returns the returns of a frame without those that return an error or stop the
// run, if there are others.
func (fr *frame) good() []result {
	rs := fr.returns
	if good := slices.DeleteFunc(slices.Clone(rs), func(r result) bool { return r.stops || fails(fr.fn, r.vals) }); len(good) > 0 {
		rs = good
	}
	return rs
}

// result joins the returns of a frame, leaving out those with an error if there
// are others: agentvet reads the run in which building succeeds.
func (fr *frame) result(rs []result) []Value {
	out := make([]Value, len(fr.fn.Results))
	for i := range out {
		var all union
		for _, r := range rs {
			g := r.guard
			if len(rs) == 1 {
				g = nil
			}
			all.join(guarded(r.vals[i], g))
		}
		all.close()
		if out[i] = all.value(); out[i] == nil {
			out[i] = &Unknown{Reason: reason.Of(reason.NoReturn, ShortFunc(fr.fn.ID)), Pos: fr.fn.Pos()}
		}
	}
	return out
}

// fails reports whether results hold a non-nil error.
func fails(f *recipe.Func, vals []Value) bool {
	n := len(f.Results)
	return n > 0 && recipe.Shape(f.Results[n-1]) == recipe.ShapeError && isError(vals[n-1])
}

// isError reports whether an error value is known not to be nil.
func isError(v Value) bool {
	switch x := v.(type) {
	case Iface, Ptr, *Struct:
		return true
	case *OneOf:
		for _, a := range x.Alts {
			if !isError(a.V) {
				return false
			}
		}
		return len(x.Alts) > 0
	}
	return false
}

// blocks runs from block b, entered from block from, until stop.
func (m *Machine) blocks(fr *frame, b, from, stop int32) exit {
	entered := false // the φs of b are set
	for {
		if b == stop {
			m.phis(fr, b, from)
			return reached
		}
		if !entered {
			m.phis(fr, b, from)
		}
		entered = false
		if f := fr.forks[b]; f != nil {
			f.back(fr)
			m.rounds++
			return looped
		}
		blk := &fr.fn.Blocks[b]
		fr.block = b
		last := m.block(fr, blk)
		if last == nil {
			return died
		}
		switch last.Op {
		case recipe.OpJump:
			b, from = blk.Succs[0], b
			if b <= from && m.endless(fr, b, maxKnown) {
				m.cutShort(fr, b)
				return looped
			}
		case recipe.OpReturn:
			return m.ret(fr, last)
		case recipe.OpIf:
			cond := m.get(fr, last.Args[0])
			if known, ok := AsBool(cond); ok {
				from = b
				b = blk.Succs[1]
				if known {
					b = blk.Succs[0]
				}
				continue
			}
			if m.endless(fr, b, maxRounds) {
				return looped
			}
			ex := m.fork(fr, b, last, cond)
			if ex != reached {
				return ex
			}
			if blk.Join == stop {
				return reached
			}
			from, b, entered = b, blk.Join, true
		default:
			return died
		}
	}
}

// cutShort notes that a loop whose conditions are all decided was given up, if it
// has an end: then the function returns, in a way that is not known.
func (m *Machine) cutShort(fr *frame, b int32) {
	if fr.fn.Blocks[b].Join < 0 {
		return // a server's
	}
	m.rounds++
	if fr.fn.Builds || fr.fn.Free > 0 {
		m.noteLimit(m.at)
	}
}

// endless reports whether a function has come to a condition or a block so often
// that it is taken for a loop without end, such as a server's. What one more round
// does, the rounds before have done: in a builder, none of them made anything.
func (m *Machine) endless(fr *frame, b int32, limit int) bool {
	if fr.rounds == nil || len(m.watch) == 0 && fr.built != m.built {
		fr.rounds, fr.built = make(map[int32]int), m.built
	}
	fr.rounds[b]++
	return fr.rounds[b] > limit
}

// block runs the instructions of a block up to its last, which it returns, or
// nil if one of them does not return.
func (m *Machine) block(fr *frame, blk *recipe.Block) *recipe.Instr {
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		m.budget.steps++
		if m.budget.steps > m.budget.limit {
			panic(tooMuch{m.at})
		}
		switch in.Op {
		case recipe.OpPhi:
		case recipe.OpIf, recipe.OpJump, recipe.OpReturn, recipe.OpPanic:
			return in
		default:
			if !m.instr(fr, in) {
				return nil
			}
		}
	}
	return nil
}

// phis sets the φs of block b as entered from block from.
func (m *Machine) phis(fr *frame, b, from int32) {
	blk := &fr.fn.Blocks[b]
	way := slices.Index(blk.Preds, from)
	if way < 0 {
		return
	}
	var vals []Value
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != recipe.OpPhi {
			break
		}
		v, pinned := fr.pinned[in.Dst]
		if now := m.get(fr, in.Args[way]); !pinned {
			v = now
		} else {
			m.use(now) // what the variable holds goes on unseen
			fr.arrived[in.Dst] = now
		}
		vals = append(vals, v)
	}
	for i, v := range vals { // all φs of a block are set at once
		m.trail.setReg(fr, blk.Instrs[i].Dst, v)
	}
}

func (m *Machine) ret(fr *frame, in *recipe.Instr) exit {
	vals := make([]Value, len(in.Args))
	for i, a := range in.Args {
		vals[i] = m.get(fr, a)
	}
	m.noteAwaits(vals)
	stops := m.noteReturned(fr, vals)
	if !stops && !fails(fr.fn, vals) {
		m.noteReturns(vals, fr.fn.PosOf(in))
	}
	fr.returns = append(fr.returns, result{vals, slices.Clone(m.guard[fr.base:]), m.rec.at(), stops})
	if stops || fails(fr.fn, vals) {
		return failed
	}
	return returned
}

// literal notes where a literal of a framework's type stands, which the variable c
// holds; one of a type with a row of its own is an Object. Where a constructor of
// the framework makes it, that is the call of the constructor.
func (m *Machine) literal(s *Struct, c *Cell, pos graph.Pos) {
	if s.Type == "" || !m.prog.IsFramework(s.Type) {
		return
	}
	frames := m.stack
	for len(frames) > 1 && m.prog.IsFramework(frames[len(frames)-1].fn.ID) {
		pos = frames[len(frames)-1].call
		frames = frames[:len(frames)-1]
	}
	stack := calls(frames)
	s.Made = append(stack[:len(stack):len(stack)], pos)
	s.In = nil
	for _, fr := range frames {
		s.In = append(s.In, fr.fn.ID)
	}
	r := m.table.Call(s.Type)
	if r == nil || r.Verb != library.VerbLiteral || len(frames) == 0 {
		return
	}
	fn := frames[len(frames)-1].fn.ID
	m.trail.addObject(&m.objects, &Object{
		Row: r, Kind: r.Kind, Args: map[string]Value{"value": Ptr{c}}, Pos: pos, Func: fn,
		Stack: stack, Guard: slices.Clone(m.guard), Reached: m.prog.IsLocal(fn),
	})
}

// rowOf returns the framework call that a value is computed from, also where it
// decides which of several values it is.
func rowOf(v Value) string {
	switch x := Unwrap(v).(type) {
	case *Unknown:
		return x.Row
	case *OneOf:
		for _, a := range x.Alts {
			if row := rowOf(a.V); row != "" {
				return row
			}
			for _, c := range a.Guard {
				if c.Row != "" && c.choice == "" {
					return c.Row
				}
			}
		}
	}
	return ""
}

// outside runs f as if nothing had been decided or begun, with limits of its
// own: for what happens before any function of the program runs. What it did
// when it reached a limit stays: a variable that is set in part is no worse than
// one that is not known.
func (m *Machine) outside(f func()) {
	saved := *m
	m.guard, m.refine, m.stack, m.watch, m.trail, m.rec = nil, nil, nil, nil, trail{}, nil
	m.budget = rootBudget()
	around := m.begin()
	defer func() {
		defer m.end(around)
		m.guard, m.refine, m.stack, m.watch, m.trail, m.rec = saved.guard, saved.refine, saved.stack, saved.watch, saved.trail, saved.rec
		m.budget = saved.budget
		if r := recover(); r != nil {
			t, ok := r.(tooMuch)
			if !ok {
				panic(r)
			}
			m.noteLimit(t.pos)
		}
	}()
	f()
}

// noteLimit notes that an evaluation was given up.
func (m *Machine) noteLimit(pos graph.Pos) {
	m.unknowns = append(m.unknowns, graph.Unknown{
		What: graph.UnknownAnything, Node: graph.None,
		Reason: reason.Of(reason.Steps), Pos: pos,
	})
}

// callStack returns the positions of the calls that led to the current frame.
func (m *Machine) callStack() []graph.Pos { return calls(m.stack) }

func calls(frames []*frame) []graph.Pos {
	var out []graph.Pos
	for _, fr := range frames {
		if fr.call.IsValid() {
			out = append(out, fr.call)
		}
	}
	return out
}

package interp

// This file observes what a function of the program does when the framework
// calls it: what a router returns, what a node does to the state, whether it
// asks a human.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Behaviour is what a function may do, over all its ways.
type Behaviour struct {
	Results [][]Alt // by result
	Writes  []Write
	// Final is what each written state may hold when the function returns.
	// Alternatives that are Unknown with the same State were not written.
	Final   map[string]Value
	Effects []Effect
	Passed  []Passed // what it hands to functions that its caller chose
	// Dispatched are the methods with bodies that it calls through interfaces.
	Dispatched []FuncValue
	Course     *Course       // the order of effects
	Objects    []*Object     // framework objects that it makes
	Known      bool          // the body was seen and run to its end
	Reason     reason.Reason // why not, if not
	Pos        graph.Pos     // of the function
	Func       string
	Conds      []Cond     // conditions that it could not decide
	cut        bool       // a call in it was given up
	stream     bool       // see ObserveStream
	doing      bool       // see ObserveDoing
	legs       int        // how many functions it is, see ObserveLegs; 0 for one
	handing    Handing    // how these hand on the state
	compares   bool       // with legs: an answer is compared with a word of agreement
	uses       bool       // see Inquires
	later      *Behaviour // how it runs after other calls of it, where it asks somebody
	isLater    bool       // it is that
}

// A Write is a change of state that outlives the call.
type Write struct {
	State string // see Unknown.State
	V     Value
	Guard Guard
	Pos   graph.Pos
	Stack []graph.Pos // the calls that led there, outermost first
}

// Passed is a call of a function that is not known.
type Passed struct {
	Args  []Value
	Guard Guard
	Pos   graph.Pos
	Stack []graph.Pos
}

// An Effect is a framework call with a meaning of its own.
type Effect struct {
	Kind  string  // human, llm, tool, run; answer: reads what a human said
	On    *Object // the object that it happens on, if known
	Row   *library.Call
	Args  map[string]Value
	Pos   graph.Pos
	Stack []graph.Pos
	Guard Guard
	Loops []LoopAt // around it, outermost first
	In    string   // the function that it happens in
	// Answered: it is a "handle" step that depends on what a human said.
	Answered bool
	held     []*Cell // variables of functions that it is given
}

// Observe runs function value f as the framework would: with the first arguments
// as given, where they are not nil, and others that are not known. A function
// that it returns is run too: frameworks ask for iterators. What it changes is
// taken back.
func (m *Machine) Observe(f Value, args ...Value) *Behaviour { return m.ObserveInner(f, args, nil) }

// ObserveInner is Observe for a function that returns functions, which run with
// the first arguments as given in inner.
func (m *Machine) ObserveInner(f Value, args, inner []Value) *Behaviour {
	return m.observeInner(&Behaviour{}, f, args, inner)
}

func (m *Machine) observeInner(b *Behaviour, f Value, args, inner []Value) *Behaviour {
	for _, alt := range Alternatives(f) {
		switch fv := Unwrap(alt.V).(type) {
		case FuncValue:
			m.observe(b, fv, args, inner)
		case Nil, Zero:
		case *Unknown:
			b.Reason, b.Pos = fv.Reason, fv.Pos
		default:
			b.Reason = reason.Of(reason.NoneSeen, "function")
		}
	}
	return b
}

func (m *Machine) observe(b *Behaviour, f FuncValue, given, inner []Value) {
	fn := m.prog.Func(f.ID)
	b.Func = f.ID
	if fn == nil {
		b.Reason = reason.Of(reason.BodyOf, ShortFunc(f.ID))
		return
	}
	b.Pos = fn.Pos()
	args := m.chosenArgs(fn, given)
	m.sandbox(b, func() {
		vals := m.run(fn, args, f.Bindings, graph.Pos{})
		returned := func() { m.runReturned(vals, inner) }
		if b.isLater {
			m.after(m.changing(func() { m.sandbox(&Behaviour{doing: true}, returned) }), returned)
		} else {
			returned()
		}
		b.results(vals)
		b.Known = true
	})
}

// results notes what the function returns on one more way.
func (b *Behaviour) results(vals []Value) {
	for i, v := range vals {
		v = freezeAll(v)
		for len(b.Results) <= i {
			b.Results = append(b.Results, nil)
		}
		if o, ok := v.(*OneOf); ok {
			b.Results[i] = append(b.Results[i], o.Alts...)
		} else {
			b.Results[i] = append(b.Results[i], Alt{V: v})
		}
	}
}

// chosenArgs returns arguments for fn: those that are given, where they are not
// nil, and others that are not known.
func (m *Machine) chosenArgs(fn *recipe.Func, given []Value) []Value {
	args := m.unknownArgs(fn, reason.Of(reason.CallerChooses), false)
	for i, v := range given {
		if v != nil && i < len(args) {
			args[i] = v
		}
	}
	return args
}

// ObserveRoot observes a function that nothing known calls, with the limits of
// one that builds.
func (m *Machine) ObserveRoot(id string) *Behaviour {
	b := &Behaviour{Func: id}
	fn := m.prog.Func(id)
	if fn == nil {
		b.Reason = reason.Of(reason.BodyOf, ShortFunc(id))
		return b
	}
	b.Pos = fn.Pos()
	m.sandbox(b, func() {
		m.budget = rootBudget()
		free := make([]Value, fn.Free)
		for i := range free {
			free[i] = &Unknown{Reason: reason.Of(reason.VariableAround), Pos: fn.Pos(), Param: true}
		}
		m.runReturned(m.run(fn, m.unknownArgs(fn, reason.Reason{}, true), free, graph.Pos{}), nil)
		b.Known = true
	})
	return b
}

// runReturned runs the functions among results, with the first arguments as given.
func (m *Machine) runReturned(vals, given []Value) {
	m.rec.since = m.trail.births // what made them is done
	for _, v := range vals {
		for _, alt := range Alternatives(v) {
			f, ok := Unwrap(alt.V).(FuncValue)
			if !ok {
				continue
			}
			if fn := m.prog.Func(f.ID); fn != nil {
				m.enter(&site{in: &recipe.Instr{}, args: m.chosenArgs(fn, given)}, fn, f.Bindings)
			}
		}
	}
}

// CallMethod calls a method of a value of the program and returns its results,
// nil if its body is not known. What it changes is taken back.
func (m *Machine) CallMethod(recv Value, name string, args ...Value) []Value {
	id := m.prog.Method(DynamicType(recv), name)
	if id == "" {
		return nil
	}
	fn := m.prog.Func(id)
	if fn == nil {
		return nil
	}
	all := append([]Value{Unwrap(recv)}, args...)
	for i := len(all); i < len(fn.Params); i++ {
		all = append(all, &Unknown{Reason: reason.Of(reason.CallerChooses), Pos: fn.Pos()})
	}
	var out []Value
	m.sandbox(&Behaviour{Func: id}, func() {
		for _, v := range m.run(fn, all, nil, graph.Pos{}) {
			out = append(out, freezeAll(v))
		}
	})
	return out
}

// ObserveMethod observes a method of a value of the program, as Observe does a function.
func (m *Machine) ObserveMethod(recv Value, name string, args ...Value) *Behaviour {
	return m.observeMethod(&Behaviour{}, recv, name, args...)
}

// ObserveStream is ObserveMethod for a method that returns a stream, which its caller
// reads to the end: the goroutine that it starts last always runs.
func (m *Machine) ObserveStream(recv Value, name string) *Behaviour {
	return m.observeMethod(&Behaviour{stream: true}, recv, name)
}

func (m *Machine) observeMethod(b *Behaviour, recv Value, name string, given ...Value) *Behaviour {
	id := m.prog.Method(DynamicType(recv), name)
	fn := m.prog.Func(id)
	if id == "" || fn == nil {
		b.Reason = reason.Of(reason.BodyOfMethod, name)
		return b
	}
	b.Func, b.Pos = id, fn.Pos()
	args := m.chosenArgs(fn, append([]Value{Unwrap(recv)}, given...))
	m.sandbox(b, func() {
		vals := m.run(fn, args, nil, graph.Pos{})
		m.runReturned(vals, nil)
		b.results(vals)
		b.Known = true
	})
	return b
}

// sandbox runs f, recording in b, and takes back what it changed. A framework may call what is observed at any time, so it finds
// what other such functions, and earlier calls of itself, have left.
func (m *Machine) sandbox(b *Behaviour, f func()) {
	if len(m.watch) > 0 {
		m.isolated(b, f)
		return
	}
	m.outliving(b.doing && !b.isLater, func() { m.isolated(b, f) })
}

// isolated is sandbox with all variables as they are.
func (m *Machine) isolated(b *Behaviour, f func()) {
	mark, within := m.trail.mark(), m.budget
	guard, stack, excluded, cleaning := m.guard, m.stack, m.excluded, m.cleaning
	m.budget, m.guard, m.stack, m.excluded, m.cleaning = budget{limit: maxObserve}, nil, nil, nil, 0
	if m.cuts[b.Func] >= maxCuts {
		m.budget.limit = maxMore
	}
	m.watch = append(m.watch, b)
	moment, many := m.moment, m.many
	m.moments++
	m.moment, m.many = m.moments, 0
	rec := m.rec
	m.rec = newRecorder()
	m.rec.since = m.trail.births
	defer func() {
		r := recover()
		if (b.cut || r != nil) && m.budget.steps > maxObserve/3 {
			m.cuts[b.Func]++
		}
		b.Course = m.rec.end()
		m.rec = rec
		m.watch = m.watch[:len(m.watch)-1]
		m.moment, m.many = moment, many
		if b.cut {
			b.Known, b.Reason = false, reason.Of(reason.StepsBelow)
		}
		b.finalState(m.trail.log[mark:])
		ops := make([][]*Op, len(b.Objects))
		for i, o := range b.Objects {
			ops[i] = o.Ops
		}
		m.trail.cut(mark)
		for i, o := range b.Objects { // what was made here stays as it was left
			o.Ops = ops[i]
		}
		m.budget, m.guard, m.stack, m.excluded, m.cleaning = within, guard, stack, excluded, cleaning
		if r != nil {
			t, ok := r.(tooMuch)
			if !ok {
				panic(r)
			}
			b.Known, b.Reason, b.Pos = false, reason.Of(reason.Steps), t.pos
		}
	}()
	f()
}

// finalState notes the state as the changes of one function leave it.
func (b *Behaviour) finalState(changes []change) {
	for _, c := range changes {
		if c.cell != nil && c.cell.state != "" {
			if b.Final == nil {
				b.Final = make(map[string]Value)
			}
			b.Final[c.cell.state] = freeze(c.new)
		}
	}
}

// awaited reports whether in, a go statement, is the last that a function does whose
// caller waits for what it started.
func (m *Machine) awaited(fr *frame, in *recipe.Instr) bool {
	if n := len(m.watch); n == 0 || !m.watch[n-1].stream || len(m.stack) > 1 {
		return false
	}
	after := false
	for i := range fr.fn.Blocks[fr.block].Instrs {
		switch x := &fr.fn.Blocks[fr.block].Instrs[i]; {
		case x == in:
			after = true
		case !after:
		case x.Op == recipe.OpReturn:
			return true
		case x.Op != recipe.OpLoad && x.Op != recipe.OpRunDefers:
			return false
		}
	}
	return false
}

func (m *Machine) noteWrite(state string, v Value) {
	if m.written == nil {
		m.written = make(map[string]bool)
	}
	m.written[state] = true
	m.fieldChanges(state)
	if len(m.watch) == 0 {
		return
	}
	v = freeze(v)
	for _, b := range m.watch {
		b.Writes = append(b.Writes, Write{State: state, V: v, Guard: slices.Clone(m.guard), Pos: m.at, Stack: m.callStack()})
	}
}

// noteDispatched notes that an observed function itself calls a method through an
// interface.
func (m *Machine) noteDispatched(id string) {
	n := len(m.watch)
	if n == 0 || len(m.stack) != 1 {
		return
	}
	b := m.watch[n-1]
	if !slices.ContainsFunc(b.Dispatched, func(f FuncValue) bool { return f.ID == id }) {
		b.Dispatched = append(b.Dispatched, FuncValue{ID: id})
	}
}

// MayDispatch returns the methods of the given types, or of pointers to them, that the
// body of f, or of a function in it, could call through an interface:
// Behaviour.Dispatched has no others of them.
func (m *Machine) MayDispatch(f FuncValue, types []string) []FuncValue {
	var out []FuncValue
	seen := make(map[string]bool)
	var scan func(id string)
	scan = func(id string) {
		fn := m.prog.Func(id)
		if fn == nil || seen[id] {
			return
		}
		seen[id] = true
		for i := range fn.Blocks {
			for j := range fn.Blocks[i].Instrs {
				in := &fn.Blocks[i].Instrs[j]
				switch {
				case in.Op == recipe.OpClosure:
					scan(in.Sym)
				case in.Op == recipe.OpInvoke || in.Call == recipe.OpInvoke:
					for _, typ := range types {
						for _, t := range []string{typ, "*" + typ} {
							if id := m.prog.Method(t, in.Sym); id != "" {
								out = append(out, FuncValue{ID: id})
							}
						}
					}
				}
			}
		}
	}
	scan(f.ID)
	return out
}

// notePassed notes a call of a function that is not known.
func (m *Machine) notePassed(s *site) {
	if len(m.watch) == 0 {
		return
	}
	p := Passed{Guard: slices.Clone(m.guard), Pos: s.pos, Stack: m.callStack()}
	for _, a := range s.args {
		p.Args = append(p.Args, freeze(a))
	}
	for _, b := range m.watch {
		b.Passed = append(b.Passed, p)
	}
}

func (m *Machine) noteEffect(r *library.Call, s *site, arg func(int) Value) {
	if len(m.watch) == 0 {
		return
	}
	var on *Object
	if len(s.args) > 0 {
		on, _ = Unwrap(s.args[0]).(*Object)
	}
	e := Effect{r.Kind, on, r, rowArgs(r, arg), s.pos, m.callStack(), slices.Clone(m.guard), m.loops(), s.fn, false, heldBy(s.args)}
	for _, b := range m.watch {
		b.Effects = append(b.Effects, e)
	}
	if m.onLegs() && r.Kind != "human" && r.Kind != "answer" {
		m.noteUse(s.args) // a tool or a model that is told of the answer may heed it
	}
	m.rec.step(e)
}

// noteCalled notes the call of a function that the framework made.
func (m *Machine) noteCalled(s *site, o *Object) {
	if len(m.watch) == 0 {
		return
	}
	e := Effect{
		Kind: o.Kind, On: o, Row: o.Row, Args: o.Args, Pos: s.pos, Stack: m.callStack(),
		Guard: slices.Clone(m.guard), Loops: m.loops(), In: s.fn,
	}
	for _, b := range m.watch {
		b.Effects = append(b.Effects, e)
	}
	m.rec.step(e)
}

// noteAnswer notes, on the way where a condition finds the answer of a human, that
// the human has answered: a step of kind "answered".
func (m *Machine) noteAnswer(cond Value, holds bool, pos graph.Pos) {
	u, ok := Unwrap(cond).(*Unknown)
	if !ok || m.rec == nil {
		return
	}
	if !pos.IsValid() {
		pos = m.at
	}
	if eq := u.equals(); eq != nil && holds != eq.neg {
		m.noteResumed(eq, pos)
	}
	if u.given() == 0 || (u.given() == givenTrue) != holds {
		return
	}
	if r := m.table.Call(u.Row); r != nil && r.Kind == "answer" && !m.rec.hasAnswer(r) {
		m.rec.step(Effect{Kind: "answered", Row: r, Pos: pos, Stack: m.callStack(), Guard: slices.Clone(m.guard)})
	}
}

func (m *Machine) noteCond(c Cond) {
	for _, b := range m.watch {
		b.Conds = append(b.Conds, c)
	}
}

func (m *Machine) noteObject(o *Object) {
	for _, b := range m.watch {
		b.Objects = append(b.Objects, o)
	}
}

// Params returns the parameter types of a function value as its callers see
// them, nil if its body is not known.
func (m *Machine) Params(f Value) []recipe.Param {
	fv, ok := Unwrap(f).(FuncValue)
	if !ok {
		return nil
	}
	if fn := m.prog.Func(fv.ID); fn != nil {
		return fn.Params
	}
	return nil
}

// Has reports whether the function may have an effect of kind.
func (b *Behaviour) Has(kind string) bool {
	return slices.ContainsFunc(b.Effects, func(e Effect) bool { return e.Kind == kind })
}

// HasMethod reports whether the dynamic type of v has a method with a known
// body.
func (m *Machine) HasMethod(v Value, name string) bool {
	id := m.prog.Method(DynamicType(v), name)
	return id != "" && m.prog.Func(id) != nil
}

// Declares reports whether the dynamic type of v, or what it points to, declares a method of
// its own, and does not have it by embedding.
func (m *Machine) Declares(v Value, name string) bool {
	typ := strings.TrimPrefix(DynamicType(v), "*")
	return slices.ContainsFunc([]string{typ, "*" + typ}, func(typ string) bool {
		id := m.prog.Method(typ, name)
		return id != "" && !funcid.IsWrapper(id)
	})
}

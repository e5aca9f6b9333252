package tally

// This file reads steps that share their state by a pointer.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Field is a field of a struct to which functions of the package hand on pointers, and which
// nothing else can write than what is said here.
type Field struct {
	Name string
	Type string // a basic type
	// Writers are the functions that may write it in a struct that they did not make, and those
	// that call one or have one as a value, sorted.
	Writers []string
	// Given are the calls of a framework that get one of them, by function. What a framework gets
	// it may run; who only gives it away is no writer.
	Given map[string][]graph.Pos
}

// IsNumber reports whether the field is a number that does not wrap around before a loop has run
// two thousand million times.
func (f Field) IsNumber() bool { return slices.Contains(integers, f.Type) }

// zero returns what the field is in a new struct.
func (f Field) zero() value {
	switch {
	case f.IsNumber():
		return number(0)
	case f.Type == "bool":
		return truthOf(false)
	case f.Type == "string":
		return text("")
	}
	return value{}
}

// A Shared is a field of the state of a workflow. The framework hands a pointer to the state to
// functions of steps, one at a time, and to functions that these pass to it.
type Shared struct {
	Funcs   Funcs
	Type    string // of the struct
	Field   Field
	Process string // the row of the function that calls its second argument with the state
	// Foreign: a run may find another state than the workflow began with, or none.
	Foreign bool
	// Direct: steps and routers get the pointer as their last parameter, and steps return it first.
	Direct  bool
	Package Package // says which other variables are one number

	entered map[string]bool
	uses    map[*recipe.Func]*uses
}

// A Call is what the framework calls at some time in a step: one of some functions. Handlers get
// the state as their third parameter.
type Call struct {
	Funcs   []string
	Handler bool
}

func (s *Shared) machine() *machine {
	if s.uses == nil {
		s.uses, s.entered = make(map[*recipe.Func]*uses), make(map[string]bool)
	}
	return &machine{s: s, entered: s.entered, cells: make(map[string]int), uses: s.uses}
}

// Entered reports whether a function was run in a step.
func (s *Shared) Entered(id string) bool { return s.entered[id] }

// Ends are what a field may be after a step.
type Ends []value

// Open is a field of which nothing is known.
var Open = Ends{value{}}

// Step returns what the field may be after the calls of a step, one after the other. ok is false
// if it may be written where that is not seen, or if the step always fails.
func (s *Shared) Step(calls []Call) (e Ends, ok bool) {
	m := s.machine()
	e = m.calls(calls, []value{start(0, 0)})
	if s.Foreign {
		m.without = true
		e = append(e, m.calls(calls, []value{start(0, 0)})...)
	}
	return e, !m.wild && len(e) > 0
}

// Effect returns what the step does to a number or a truth value.
func (e Ends) Effect() Effect {
	return e.effect(func(v value) Effect {
		if v.kind == isNumber || v.kind == isTruth {
			return Effect{Set: &v.n}
		}
		return anything
	})
}

// Is returns what the step does to the truth value that a text is another one.
func (e Ends) Is(t string) Effect {
	return e.effect(func(v value) Effect {
		if v.kind != isText || slices.Contains(v.texts, t) && len(v.texts) > 1 {
			return anything
		}
		n := 0
		if v.texts[0] == t {
			n = 1
		}
		return Effect{Set: &n}
	})
}

func (e Ends) effect(of func(value) Effect) (all Effect) {
	for i, v := range e {
		now := Effect{Least: v.n, Most: v.m}
		if v.kind != isStart {
			now = of(v)
		}
		if i > 0 {
			now = all.or(now)
		}
		all = now
	}
	return all
}

// calls returns what the field may be after some calls, on ways on which none has certainly
// failed.
func (m *machine) calls(list []Call, from []value) []value {
	for _, c := range list {
		var after []value
		for _, v := range from {
			for _, id := range c.Funcs {
				for _, out := range m.top(id, c.Handler, v) {
					if !slices.ContainsFunc(after, out.field.equal) {
						after = append(after, out.field)
					}
				}
			}
		}
		from = after
	}
	return from
}

// top runs a function as the framework calls it, and returns how it ends where it does not
// certainly fail.
func (m *machine) top(id string, handler bool, field value) []outcome {
	fn := m.s.Funcs(id)
	switch {
	case fn == nil:
		m.opaque(id, nil, &moment{})
		return []outcome{{moment: &moment{field: field}}}
	case handler && m.without:
		return nil // there is no state that it could get
	}
	args := make([]value, len(fn.Params))
	for i, p := range fn.Params {
		if i == 2 && handler || m.s.Direct && i == len(fn.Params)-1 {
			args[i], _ = m.state(p)
		} else if p.Type == "context.Context" {
			args[i] = value{kind: isContext}
		}
	}
	captured := make([]value, fn.Free)
	for i := range captured {
		if _, n, ok := m.s.Package.Captured(id, i, nil); ok && n != nil {
			captured[i] = value{kind: isKept, n: *n}
		}
	}
	outs := m.run(id, args, captured, &moment{field: field}, nil, id, false)
	if m.s.Direct && len(fn.Params) > 0 {
		m.keepsState(fn, outs)
	}
	return slices.DeleteFunc(outs, func(out outcome) bool {
		for _, v := range out.results {
			m.lose(v, out.moment)
		}
		return fails(fn, out.results)
	})
}

// keepsState notes that a step may go on with another state than it got: it returns that as it is if it does not fail.
func (m *machine) keepsState(fn *recipe.Func, outs []outcome) {
	if _, isState := m.state(fn.Params[len(fn.Params)-1]); !isState {
		m.wild = true
	}
	if len(fn.Results) > 0 && recipe.Shape(fn.Results[0]) == recipe.ShapeString { // a router
		return
	}
	for _, out := range outs {
		if !fails(fn, out.results) && (len(out.results) == 0 || out.results[0].kind != isShared) {
			m.wild = true
		}
	}
}

// Begins returns what the field is in the state that a call passes, which has to be a pointer to a struct that the function
// around the call has just made, and that it uses for nothing else but to fill it in and to read it. Else ok is false.
func (s *Shared) Begins(fn *recipe.Func, in *recipe.Instr, passed recipe.Operand) (e Ends, ok bool) {
	c := newCall(fn, nil, nil)
	made := c.defs[passed]
	if made == nil || made.Op != recipe.OpAlloc || made.Type != s.Type || c.block[made] != c.block[in] {
		return nil, false
	}
	e = Ends{s.Field.zero()}
	for _, u := range c.uses[passed] {
		if u.in == in {
			continue
		}
		if u.in.Op != recipe.OpFieldAddr {
			return nil, false
		}
		for _, use := range c.uses[u.in.Dst] {
			switch {
			case use.in.Op == recipe.OpLoad:
			case use.in.Op != recipe.OpStore || use.arg != 0:
				return nil, false
			case u.in.Sym != s.Field.Name:
			case c.block[use.in] != c.block[in] || c.index[use.in] > c.index[in] || !e[0].equal(s.Field.zero()) || use.in.Args[1] >= 0:
				e = Open
			default:
				e = Ends{(&frame{fn: fn}).value(nil, use.in.Args[1])}
			}
		}
	}
	return e, true
}

// fails reports whether results of a function certainly say that it failed.
func fails(fn *recipe.Func, results []value) bool {
	n := len(fn.Results)
	return n > 0 && recipe.Shape(fn.Results[n-1]) == recipe.ShapeError && len(results) == n && results[n-1].kind == isError
}

// Start returns what the field is in the state that a function makes. ok is false if the function
// may return a state that others have, too.
func (s *Shared) Start(id string) (e Ends, ok bool) {
	m := s.machine()
	fn := m.function(id)
	if fn == nil {
		return nil, false
	}
	for _, out := range m.run(id, make([]value, len(fn.Params)), make([]value, fn.Free), &moment{}, nil, id, false) {
		if len(out.results) != 1 || out.results[0].kind != isFresh {
			return nil, false
		}
		e = append(e, out.cells[out.results[0].n])
	}
	return e, !m.wild && len(e) > 0
}

// A Chooser is a router that may ask for the field.
type Chooser struct {
	Limits []int    // that it compares the field, as it was before, with; sorted
	Truth  bool     // it decides by it
	Texts  []string // that it compares it with; sorted
	Gives  bool     // it may return it
	Adds   int      // what it adds to it itself, if Exact
	Exact  bool

	s  *Shared
	id string
}

// Chooser reads a router. ok is false if the field may be written where that is not seen.
func (s *Shared) Chooser(id string) (c *Chooser, ok bool) {
	m := s.machine()
	c = &Chooser{s: s, id: id, Exact: true}
	for i, out := range m.top(id, false, start(0, 0)) {
		v := out.field
		c.Exact = c.Exact && v.kind == isStart && v.n == v.m && (i == 0 || v.n == c.Adds)
		c.Adds = v.n
		c.Gives = c.Gives || len(out.results) > 0 && out.results[0].kind == isStart
	}
	c.Limits, c.Truth, c.Texts = m.limits, m.asked, m.texts
	slices.Sort(c.Limits)
	slices.Sort(c.Texts)
	c.Limits, c.Texts = slices.Compact(c.Limits), slices.Compact(c.Texts)
	return c, !m.wild
}

// Number returns the texts that the router may return where the field was a number before. It
// stands for all between the same limits. ok is false if the router may return others.
func (c *Chooser) Number(n int) (texts []string, ok bool) {
	texts, _, ok = c.choose(number(n), start(0, 0))
	return texts, ok
}

// IsTrue is Number for a truth value.
func (c *Chooser) IsTrue(is bool) (texts []string, ok bool) {
	texts, _, ok = c.choose(truthOf(is), truthOf(is))
	return texts, ok
}

// Is returns the texts that the router may return where the field was a text, or was not. In
// that case it may return others, too, but not that one, if more.
func (c *Chooser) Is(t string, is bool) (texts []string, more, ok bool) {
	if is {
		return c.choose(text(t), text(t))
	}
	return c.choose(value{kind: isOther, texts: []string{t}}, value{kind: isOther, texts: []string{t}})
}

func (c *Chooser) choose(given, field value) (texts []string, more, ok bool) {
	m := c.s.machine()
	m.given, m.limits = &given, c.Limits
	outs := m.top(c.id, false, field)
	if c.s.Foreign {
		m.without = true
		outs = append(outs, m.top(c.id, false, field)...)
	}
	ok = !m.wild
	for _, out := range outs {
		switch {
		case len(out.results) == 0:
			ok = false
		case out.results[0].kind == isText:
			texts = append(texts, out.results[0].texts...)
		case out.results[0].kind == isOther:
			more = true
		default:
			ok = false
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts), more, ok
}

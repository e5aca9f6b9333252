package interp

// This file observes functions that a framework calls one after the other, each with what the one before it has returned, as
// one function: the steps of a workflow on one way, and the routers between them.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Leg is a step on a way through a workflow, and what leads on from there. Functions get a context and what the step before has
// returned; the last result of a step is an error, with which the run ends.
type Leg struct {
	Step   Value  // the function of the step, nil for code of the framework, which acts as a whole
	Router Value  // what chooses the next step, with what this one has returned, or nil
	Goes   bool   // the step chooses the next one itself, by a command
	To     string // the result of the router, or of the command, that leads on
}

// legFile is the file of positions that tell legs apart: line i+1 stands for leg i.
const legFile = "\x00leg"

func legPos(i int) graph.Pos { return graph.Pos{File: legFile, Line: i + 1, Col: 1} }

// leg returns the leg that a step of the course of several is in, -1 for none.
func (s *CourseStep) leg() int {
	at := s.Pos
	if len(s.Stack) > 0 {
		at = s.Stack[0]
	}
	if at.File != legFile {
		return -1
	}
	return at.Line - 1
}

// stepOther is the kind of a step where a condition between legs may be about an answer, or about something else: what is not
// known to come from an answer may come from one by ways that are not followed.
const stepOther = "other"

// ObserveLegs observes legs as one function, for SlipOfLegs. It is not Known where one of the functions is not.
func (m *Machine) ObserveLegs(legs []Leg, h Handing) *Behaviour {
	b := &Behaviour{Func: legFile, doing: true, legs: len(legs), handing: h}
	l := &legRecipe{m: m, handing: h, fn: &recipe.Func{ID: legFile, Params: make([]recipe.Param, 2), Results: string(recipe.ShapeError)}}
	if !l.build(legs) {
		b.Reason = reason.Of(reason.NoneSeen, "function")
		return b
	}
	m.sandbox(b, func() {
		args := m.unknownArgs(l.fn, reason.Of(reason.CallerChooses), false)
		copy(args[2:], l.funcs)
		if u, ok := args[1].(*Unknown); ok && h.Merges { // there is a map, and what is in it is not known
			args[1] = &Map{More: u, born: m.trail.birth()}
		}
		m.run(l.fn, args, nil, graph.Pos{})
		b.Known = true
	})
	return b
}

// SlipOfLegs returns what gets past the questions of the first of the legs that were observed, to what the last of them does to
// the world or has tools do. confirms says that somebody was asked whether to go on, which else a condition has to show, or
// a comparison.
func (b *Behaviour) SlipOfLegs(confirms bool) (slip Slip, asks graph.Pos) {
	f := b.Course
	if f == nil || !b.Known || b.Inquires() || !confirms && !b.compares && !slices.ContainsFunc(f.Steps, (*CourseStep).confirms) {
		return Slip{}, graph.Pos{}
	}
	held := func(s *CourseStep) bool {
		return s.leg() == b.legs-1 && (s.Kind == "tool" || s.Kind == "fn:tools" || s.acts() || s.Kind == stepDoes && len(s.Stack) == 0)
	}
	counts := func(s *CourseStep) bool {
		return s.Kind == "human" || s.Kind == StepAwaits || s.Kind == stepUnclear || s.Kind == stepOther || f.counts(s, held)
	}
	for _, q := range f.Steps {
		if q.Kind != "human" || q.leg() != 0 {
			continue
		}
		from := func(s *CourseStep) bool {
			if q.Row.IsInterrupt() {
				return s.leg() == 0 && (s.Kind == stepResumed || s.Kind == "answered")
			}
			return s == q
		}
		for _, to := range f.Steps {
			if !held(to) {
				continue
			}
			if one := f.slipFrom(from, to, counts); one.Way != graph.SlipNone && one.Way != graph.SlipFailure {
				return one, q.Pos
			}
		}
	}
	return Slip{}, graph.Pos{}
}

// onLegs reports whether legs are observed, and no function within them by itself.
func (m *Machine) onLegs() bool { return m.noticing() && m.watch[len(m.watch)-1].legs > 0 }

// isAside reports whether a condition on legs is about no answer: it asks whether there is an error, goes through a list, or asks
// whether somebody has answered at all.
func (m *Machine) isAside(cond Value) bool {
	u, ok := Unwrap(cond).(*Unknown)
	if !ok {
		return false
	}
	if _, round := u.Origin.(RoundCheck); round {
		return true
	}
	if c, ok := u.Origin.(*Comparison); ok && c.isError { // which may be there because of an answer
		return !slices.ContainsFunc(Alternatives(c.eq.u), func(a Alt) bool {
			return slices.ContainsFunc(a.Guard.cases(), func(g Guard) bool {
				_, about := m.consentUnder(g)
				return about
			})
		})
	}
	return u.given() != 0 && m.rec.human[u.Row] && u.own()
}

// legHolds reports whether what somebody answered, or what was found to be the case of it, is in a value that is not known.
func (m *Machine) legHolds(u *Unknown, depth int) bool {
	if m.rec.human[u.Row] {
		return true
	}
	for _, c := range u.fields {
		if m.holdsAnswer(c.v, depth-1) {
			return true
		}
	}
	return false
}

// handsOn reports whether what a function that does nothing to the world returns may have in it what it is given, in another form.
func handsOn(id string) bool {
	return strings.HasPrefix(id, "fmt.Sprint") || strings.HasPrefix(id, "fmt.Append") || strings.HasPrefix(strings.TrimLeft(id, "(*"), "encoding/json.")
}

// noteCompared notes that something is compared with a word of agreement that is what somebody has answered.
func (m *Machine) noteCompared(v Value) {
	if !m.onLegs() {
		return
	}
	for _, alt := range Alternatives(v) {
		u, ok := Unwrap(alt.V).(*Unknown)
		if !ok || !m.rec.human[u.Row] {
			continue
		}
		if eq := u.equals(); eq != nil && isWord(eq.c, agreeing) {
			m.watch[len(m.watch)-1].compares = true
		}
	}
}

// A legRecipe makes a function of legs.
type legRecipe struct {
	m       *Machine
	handing Handing
	fn      *recipe.Func
	funcs   []Value // its arguments after the context and what the first step gets
}

// build makes the function, and reports whether it could.
func (l *legRecipe) build(legs []Leg) bool {
	type parts struct{ step, router recipe.Operand }
	var all []parts
	take := func(v Value) (recipe.Operand, bool) {
		if v == nil {
			return recipe.NoOperand, true
		}
		f, ok := Unwrap(v).(FuncValue)
		if !ok {
			return 0, false
		}
		if fn := l.m.prog.Func(f.ID); fn == nil || len(fn.Params) != 2 || fn.Results == "" {
			return 0, false
		}
		l.fn.Params = append(l.fn.Params, recipe.Param{Name: "f"})
		l.funcs = append(l.funcs, f)
		return recipe.Operand(len(l.fn.Params) - 1), true
	}
	for _, leg := range legs {
		step, ok := take(leg.Step)
		router, known := take(leg.Router)
		if !ok || !known {
			return false
		}
		all = append(all, parts{step, router})
	}
	l.fn.Regs = len(l.fn.Params)
	if len(l.funcs) > 0 {
		copy(l.fn.Params, l.m.prog.Func(l.funcs[0].(FuncValue).ID).Params)
	}
	state := recipe.Operand(1)
	for i, leg := range legs {
		last := i == len(legs)-1
		if all[i].step == recipe.NoOperand {
			if !last {
				return false
			}
			l.add(i, recipe.Instr{Op: recipe.OpCall, Sym: "the framework.acts", Dst: -1})
			break
		}
		next, ok := l.call(i, all[i].step, state)
		if !ok {
			return false
		}
		if last {
			break
		}
		if state = l.hand(i, state, next); leg.Goes {
			l.choose(i, l.add(i, recipe.Instr{Op: recipe.OpCall, Sym: legGoes, Args: []recipe.Operand{next}, Shape: recipe.ShapeString, Res: string(recipe.ShapeString)}), leg.To)
		}
		if all[i].router != recipe.NoOperand {
			to, ok := l.call(i, all[i].router, state)
			if !ok {
				return false
			}
			l.choose(i, to, leg.To)
		}
	}
	l.end(l.constant(recipe.Const{Kind: recipe.ConstNil, Shape: recipe.ShapeError}))
	return true
}

// call adds a call, and the end of the run where it returns an error. It returns the first result.
func (l *legRecipe) call(leg int, f, state recipe.Operand) (recipe.Operand, bool) {
	id := l.funcs[int(f)-2].(FuncValue).ID
	results := l.m.prog.Func(id).Results
	fails := len(results) == 2 && recipe.Shape(results[1]) == recipe.ShapeError
	out := l.add(leg, recipe.Instr{Op: recipe.OpCallValue, Args: []recipe.Operand{f, 0, state}, Res: results})
	if len(results) == 1 {
		return out, recipe.Shape(results[0]) != recipe.ShapeError
	}
	if !fails {
		return 0, false
	}
	first := l.add(leg, recipe.Instr{Op: recipe.OpExtract, Args: []recipe.Operand{out, 0}, Shape: recipe.Shape(results[0])})
	err := l.add(leg, recipe.Instr{Op: recipe.OpExtract, Args: []recipe.Operand{out, 1}, Shape: recipe.ShapeError})
	good := l.add(leg, recipe.Instr{Op: recipe.OpNilCheck, Sym: "==", Args: []recipe.Operand{err}, Shape: recipe.ShapeBool})
	l.branch(good, "there is no error", func() { l.end(err) })
	return first, true
}

// choose goes on only where a router has returned a text.
func (l *legRecipe) choose(leg int, to recipe.Operand, text string) {
	want := l.constant(recipe.Const{Kind: recipe.ConstString, Shape: recipe.ShapeString, Text: text})
	is := l.add(leg, recipe.Instr{Op: recipe.OpBinary, Sym: "==", Type: "string", Shape: recipe.ShapeBool, Args: []recipe.Operand{to, want}})
	l.branch(is, "it goes on", func() {
		l.end(l.constant(recipe.Const{Kind: recipe.ConstNil, Shape: recipe.ShapeError}))
	})
}

// add adds an instruction to the block that is not closed, and returns its register.
func (l *legRecipe) add(leg int, in recipe.Instr) recipe.Operand {
	if len(l.fn.Blocks) == 0 {
		l.fn.Blocks = []recipe.Block{{Join: -1}}
	}
	at := legPos(leg)
	if in.File, in.Line, in.Col = at.File, int32(at.Line), int32(at.Col); in.Dst == 0 {
		in.Dst = int32(l.fn.Regs)
		l.fn.Regs++
	}
	b := &l.fn.Blocks[len(l.fn.Blocks)-1]
	b.Instrs = append(b.Instrs, in)
	return in.Dst
}

// branch closes the block with a condition: where it does not hold, other ends the function.
func (l *legRecipe) branch(cond recipe.Operand, text string, other func()) {
	n := int32(len(l.fn.Blocks) - 1)
	b := &l.fn.Blocks[n]
	b.Instrs = append(b.Instrs, recipe.Instr{Op: recipe.OpIf, Args: []recipe.Operand{cond}, Sym: text, Dst: -1})
	b.Succs = []int32{n + 2, n + 1}
	l.fn.Blocks = append(l.fn.Blocks, recipe.Block{Preds: []int32{n}, Join: -1})
	other()
	l.fn.Blocks = append(l.fn.Blocks, recipe.Block{Preds: []int32{n}, Join: -1})
}

// end closes the block: the function returns an error.
func (l *legRecipe) end(err recipe.Operand) {
	b := &l.fn.Blocks[len(l.fn.Blocks)-1]
	b.Instrs = append(b.Instrs, recipe.Instr{Op: recipe.OpReturn, Args: []recipe.Operand{err}, Dst: -1})
}

func (l *legRecipe) constant(c recipe.Const) recipe.Operand {
	l.fn.Consts = append(l.fn.Consts, c)
	return ^recipe.Operand(len(l.fn.Consts) - 1)
}

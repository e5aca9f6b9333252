package interp

// This file follows what code does with a choice that a model made: the name of
// a tool that it wants called, which a switch, a chain of comparisons or a map of
// handlers turns into a call. Steps of an observed function say so: "choose" where
// one name is taken, "handle" where the first function that does something is
// called for it.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Arguments of a "choose" step: the name, the function that handles it, and the
// type into which the arguments are decoded, if these are found.
const (
	ChoiceArg  = "choice"
	HandlerArg = "handler"
	ArgsArg    = "args"
)

// A LoopAt is a loop around a step: in one activation of a function, which the
// calls that led there identify.
type LoopAt struct {
	ID    string
	Func  string // the function
	Bound graph.Bound
	Waits bool // each round waits for what others send
}

// choiceRow returns the row that says that v is the name of a tool that a model
// chose, nil if it is not.
func (m *Machine) choiceRow(v Value) *library.Call {
	u, ok := Unwrap(v).(*Unknown)
	if !ok || u.State() == "" {
		return nil
	}
	if r := m.table.Call(u.State()); r != nil && r.Verb == library.VerbChoice {
		return r
	}
	return nil
}

// An arm is the code for one name that a model may choose, while it runs.
type arm struct {
	name  string
	outer string // the function that the arm has called, while that runs
	done  bool   // the step "handle" is noted
	step  *CourseStep
}

// chosen returns the name that a model chose on the side of a condition where it
// holds or fails, and its row; nil on a side where the name is not known.
func (m *Machine) chosen(cond Value, holds bool) (*library.Call, string) {
	u, ok := cond.(*Unknown)
	if !ok || u.equals() == nil || holds == u.equals().neg {
		return nil, ""
	}
	name, isName := AsString(u.equals().c)
	if !isName {
		return nil, ""
	}
	return m.choiceRow(u.equals().u), name
}

// enterArm notes that the code for a name begins, and returns the function that
// ends it.
func (m *Machine) enterArm(r *library.Call, name string, pos graph.Pos) func() {
	n := len(m.arms)
	if r == nil || m.rec == nil || n > 0 && m.arms[n-1].name == name {
		return func() {}
	}
	step := m.step(Effect{Kind: "choose", Row: r, Args: map[string]Value{ChoiceArg: String(name)}, Pos: pos})
	m.arms = append(m.arms, &arm{name: name, step: step})
	return func() { m.arms = m.arms[:n] }
}

// enterChosen enters the arm on a side of a condition, if it has one.
func (m *Machine) enterChosen(cond Value, holds bool, pos graph.Pos) func() {
	r, name := m.chosen(cond, holds)
	return m.enterArm(r, name, pos)
}

// enterArms enters the arms that the guard of an alternative stands for.
func (m *Machine) enterArms(g Guard) func() {
	n := len(m.arms)
	for _, c := range g {
		if c.choice != "" {
			m.enterArm(m.table.Call(c.Row), c.choice, c.Pos)
		}
	}
	return func() { m.arms = m.arms[:n] }
}

// inArm makes a call of a function in an arm. The first call that does something
// handles the choice; one that asks a human is a question about it.
func (m *Machine) inArm(s *site, id string, call func() (Value, bool)) (Value, bool) {
	if len(m.arms) == 0 {
		return call()
	}
	a := m.arms[len(m.arms)-1]
	if id == "encoding/json.Unmarshal" && len(s.args) == 2 {
		a.step.Args[ArgsArg] = String(strings.TrimPrefix(DynamicType(s.args[1]), "*"))
	}
	if isHarmless(id) {
		return call()
	}
	if a.outer != "" && !a.done && m.answered() {
		m.handle(a, a.outer, s.pos) // in a function that asked first
	}
	if a.outer != "" || a.done {
		return call()
	}
	a.outer = id
	if _, known := a.step.Args[HandlerArg]; !known {
		a.step.Args[HandlerArg] = FuncValue{ID: id}
	}
	asked := m.rec.asked
	v, ok := call()
	if a.outer = ""; m.rec.asked == asked {
		m.handle(a, id, s.pos)
	}
	return v, ok
}

// answered reports whether the present way depends on what a human said: it is not the
// way on which they refused.
func (m *Machine) answered() bool {
	return slices.ContainsFunc(m.guard, func(c Cond) bool { return m.rec.human[c.Row] && !c.refused() }) ||
		slices.ContainsFunc(m.stack, func(fr *frame) bool { return fr.answered })
}

// leftEarly notes that of the ways of a condition only one goes on: what follows
// depends on the condition as much as what stands inside it.
func (m *Machine) leftEarly(fr *frame, cond Value, ways []way, exits []exit) {
	if m.rec == nil || !m.rec.human[rowOf(cond)] {
		return
	}
	goes, side := 0, givenTrue
	for i, ex := range exits {
		if ex == reached {
			if goes++; ways[i].guard[0].Neg {
				side = givenFalse
			}
		}
	}
	agrees := m.agreement(cond)
	fr.answered = fr.answered || goes == 1 && (agrees == 0 || agrees == side)
}

// leaf notes a call of a function without a body: what an arm does happens there.
func (m *Machine) leaf(s *site, id string) {
	if len(m.arms) == 0 || isHarmless(id) {
		return
	}
	a := m.arms[len(m.arms)-1]
	if a.outer != "" {
		id = a.outer
	}
	m.handle(a, id, s.pos)
}

func (m *Machine) handle(a *arm, id string, pos graph.Pos) {
	if a.done {
		return
	}
	a.done = true
	a.step.Args[HandlerArg] = FuncValue{ID: id}
	m.step(Effect{Kind: "handle", Row: &library.Call{Head: library.Head{Name: id}}, Args: map[string]Value{ChoiceArg: String(a.name)}, Pos: pos, Answered: m.answered()})
}

// isHarmless reports whether a function of the standard library prints, parses or
// compares, so that it is not what a tool is for.
func isHarmless(id string) bool {
	id = strings.TrimLeft(id, "(*")
	for _, pkg := range []string{"fmt.", "log.", "log/slog.", "context.", "strings.", "strconv.", "errors.", "encoding/json.", "sort.", "slices.", "maps.", "time.", "bytes.", "unicode"} {
		if strings.HasPrefix(id, pkg) {
			return true
		}
	}
	return false
}

// isLogLine reports whether a function of a library that logs writes a line at a level at which the program goes on. It does
// nothing to the program: what it is given is as before.
func (m *Machine) isLogLine(fn *recipe.Func) bool {
	is, known := m.logLines[fn]
	if !known {
		is = fn.Results == "" && logLine.MatchString(funcid.Name(fn.ID)) && library.All().IsLogger(funcid.Package(fn.ID)) && !m.prog.IsOwn(fn.ID)
		m.logLines[fn] = is
	}
	return is
}

// logLine matches the names of functions that log a line, such as Infof, WarningDepth and ErrorContext, and not Fatal or InfoFn.
var logLine = regexp.MustCompile(`^(Trace|Debug|Info|Notice|Warn|Warning|Error|Print)(f|ln|w|S|Context|Ctx|Contextf|Depth|Depthf)?$`)

// step notes an effect with the calls and loops around it.
func (m *Machine) step(e Effect) *CourseStep {
	e.Stack, e.Guard, e.Loops = m.callStack(), slices.Clone(m.guard), m.loops()
	return m.rec.step(e)
}

// loops returns the loops around the present instruction, outermost first.
func (m *Machine) loops() []LoopAt {
	var out []LoopAt
	for i, fr := range m.stack {
		for _, l := range m.loopsOf(fr.fn) {
			if l.Has(fr.block) {
				out = append(out, LoopAt{ID: fmt.Sprintf("%s%d", wayTo(m.stack[:i+1]), l.Head), Func: fr.fn.ID, Bound: l.Bound, Waits: l.Waits})
			}
		}
	}
	return out
}

// wayTo names the calls that lead to the last of some frames.
func wayTo(stack []*frame) string {
	var b strings.Builder
	for _, fr := range stack {
		fmt.Fprintf(&b, "%s@%s/", fr.fn.ID, fr.call)
	}
	return b.String()
}

// loopsOf returns the loops of a function, which are found once.
func (m *Machine) loopsOf(fn *recipe.Func) []*recipe.Loop {
	if l, ok := m.loopsIn[fn]; ok {
		return l
	}
	if m.loopsIn == nil {
		m.loopsIn = make(map[*recipe.Func][]*recipe.Loop)
	}
	l := recipe.Loops(fn)
	m.loopsIn[fn] = l
	return l
}

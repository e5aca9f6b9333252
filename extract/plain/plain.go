package plain

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("plain")

// framework is the name of no framework.
const framework = "go"

// Framework returns what agentvet knows of programs without a framework.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: framework, Table: table, Assemble: assemble}
}

// assemble observes each function from which a model is called, and makes an
// agent of each call whose answer the program dispatches on.
func assemble(a *assembly.Assembly) {
	var roots []string
	calls := make(map[graph.Pos]*assembly.Object)
	for _, o := range a.ObjectsOf("llm") {
		if !a.Owned(o) {
			continue
		}
		calls[o.Pos] = o
		if !slices.Contains(roots, o.Root) {
			roots = append(roots, o.Root)
		}
	}
	for _, root := range roots {
		if root == "" {
			continue
		}
		b := a.ObserveRoot(root)
		seen := make(map[graph.Pos]bool)
		for i, s := range b.Course.Steps {
			if s.Row.Verb != library.VerbAsk || calls[s.Pos] == nil || seen[s.Pos] {
				continue // a function that calls itself asks at the same place
			}
			seen[s.Pos] = true
			if l := newLoop(a, b, i); l != nil {
				a.Program.Workflows = append(a.Program.Workflows, assembly.ModelFlow(l.agent))
				a.Program.Agents = append(a.Program.Agents, l.agent)
				a.Program.Tools = append(a.Program.Tools, l.agent.Tools...)
				a.Close(calls[s.Pos], l.agent.Unknowns)
			}
		}
	}
}

// A loop is a call of a model whose answer the program dispatches on.
type loop struct {
	*assembly.Assembly
	course  *assembly.Course
	ask     *assembly.CourseStep
	chosen  []*assembly.CourseStep // the names for which there is code
	again   bool                   // the answer to a choice goes back to the model
	unasked bool                   // it may do so with no human in between
	around  assembly.LoopAt        // the innermost loop around the call and the choices
	agent   *graph.Agent
	offered []offer
	more    *assembly.Unknown // further tools may be offered
}

// newLoop reads the call at step i of what a function does; nil if the program
// does not let the model choose a tool there.
func newLoop(a *assembly.Assembly, b *assembly.Behaviour, i int) *loop {
	l := &loop{Assembly: a, course: b.Course, ask: b.Course.Steps[i]}
	l.follow(i)
	l.offered, l.more = offers(a.StepArg(l.ask, "tools"))
	if len(l.chosen) == 0 && !(l.again && len(l.offered) > 0) {
		return nil
	}
	l.around = common(l.ask, l.chosen)
	in := l.ask.In
	if l.around.Func != "" {
		in = l.around.Func
	}
	l.agent = &graph.Agent{
		Name: assembly.FuncName(in), Kind: graph.AgentLoop, Framework: framework, Bound: l.bound(), Pos: a.At(l.ask.Pos, l.ask.Stack),
	}
	l.tools()
	if !b.Known {
		l.unknown(graph.UnknownTools, b.Reason, b.Pos)
	}
	switch {
	case !l.again && !a.Command: // who calls the function may do so again
		l.unknown(graph.UnknownBound, reason.Of(reason.AsksAgain), l.agent.Pos)
	case l.again && l.around.ID == "" && l.inLine(i) > 0 && b.Known && a.Command:
		l.agent.Bound = graph.Known(l.inLine(i))
	case l.again && l.around.ID == "":
		l.unknown(graph.UnknownBound, reason.Of(reason.Itself, "function that asks"), l.agent.Pos)
	case l.again && !l.isRound():
		l.unknown(graph.UnknownBound, reason.Of(reason.AsksAgain), l.agent.Pos)
	case l.again && l.waits():
		l.unknown(graph.UnknownBound, reason.Of(reason.TurnCount), l.agent.Pos)
	}
	return l
}

func (l *loop) unknown(what graph.UnknownKind, why reason.Reason, pos graph.Pos) {
	l.agent.Unknowns = append(l.agent.Unknowns, graph.Unknown{What: what, Node: graph.None, Reason: why, Pos: pos})
}

// follow finds the choices that the program makes of the answer to step i, and
// whether it comes back to the step, and with no human on the way.
func (l *loop) follow(i int) {
	seen := make(map[int]bool)
	var visit func(j int, own bool)
	visit = func(j int, own bool) {
		if j == assembly.CourseEnd || seen[j] {
			return
		}
		s := l.course.Steps[j]
		if s.Row == l.ask.Row && s.Pos == l.ask.Pos {
			l.again = true
			return
		}
		seen[j] = true
		if s.Row.Verb == library.VerbAsk {
			own = false // what follows may be about the answer of that call
		}
		if own && s.Kind == "choose" && !l.ChoosesAny(s) {
			l.chosen = append(l.chosen, s)
		}
		for _, next := range s.Next {
			visit(next, own)
		}
	}
	for _, next := range l.ask.Next {
		visit(next, true)
	}
	l.unasked = l.again && l.repeatsUnasked(make(map[int]bool), l.ask.Next)
}

// repeatsUnasked reports whether one of the next steps leads to another round with
// no human on the way.
func (l *loop) repeatsUnasked(seen map[int]bool, next []int) bool {
	return slices.ContainsFunc(next, func(j int) bool {
		if j == assembly.CourseEnd || seen[j] {
			return false
		}
		seen[j] = true
		s := l.course.Steps[j]
		asked := s.Kind == "human" || s.Kind == "answer"
		return s.Row == l.ask.Row && s.Pos == l.ask.Pos || !asked && l.repeatsUnasked(seen, s.Next)
	})
}

// inLine returns how often the program asks from step i on, at most, where calls of one function ask one
// after the other, and nothing goes round; else 0.
func (l *loop) inLine(i int) int {
	const open = -1
	longest := make(map[int]int)
	var asks func(j int) int // 0 if something goes round
	asks = func(j int) int {
		if n, ok := longest[j]; ok {
			return max(n, 0)
		}
		longest[j] = open
		s, most := l.course.Steps[j], 1
		for _, next := range s.Next {
			if next == assembly.CourseEnd {
				continue
			}
			n := asks(next)
			if n == 0 {
				return 0
			}
			most = max(most, n)
		}
		if s.Row.Verb == library.VerbAsk {
			if len(s.Loops) > 0 || len(s.Stack) != len(l.ask.Stack) || j != i && slices.Equal(s.Stack, l.ask.Stack) {
				return 0
			}
			most++
		}
		longest[j] = most
		return most
	}
	return max(asks(i)-1, 0) // each way has one more than it asks
}

// common returns the innermost loop around all of the steps, the zero LoopAt if
// there is none.
func common(ask *assembly.CourseStep, chosen []*assembly.CourseStep) assembly.LoopAt {
	loops := ask.Loops
	for _, c := range chosen {
		n := 0
		for n < len(loops) && n < len(c.Loops) && loops[n].ID == c.Loops[n].ID {
			n++
		}
		loops = loops[:n]
	}
	if len(loops) == 0 {
		return assembly.LoopAt{}
	}
	return loops[len(loops)-1]
}

// isRound reports whether the loop is that of the agent. Where no choice is seen, one that stands in
// another one, and has a limit, may only try again until there is an answer.
func (l *loop) isRound() bool {
	return len(l.chosen) > 0 || len(l.ask.Loops) == 1 || l.around.Bound.State == graph.BoundUnlimited
}

// waits reports whether the loop goes on for as long as others begin its rounds: a timer, or who has work for the agent.
func (l *loop) waits() bool { return l.around.Bound.State == graph.BoundUnlimited && l.around.Waits }

// bound returns how often the model is asked at most. Of a conversation, in which a
// human has a say in each round, it says nothing.
func (l *loop) bound() graph.Bound {
	switch {
	case !l.again && l.Command:
		return graph.Known(1)
	case !l.again:
		return graph.Bound{}
	case !l.isRound():
		return graph.Bound{}
	case l.waits() || l.around.Bound.State == graph.BoundUnlimited && !l.unasked:
		return graph.Bound{}
	}
	return l.around.Bound
}

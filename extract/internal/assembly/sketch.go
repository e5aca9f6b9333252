package assembly

// This file builds workflows in which a node goes to exactly one of its targets:
// those that follow from the control flow of code.

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
)

// A Sketch is a workflow under construction, of what code does.
type Sketch struct{ *sketch.Sketch }

// An Arrow is a target of a node, a Member a node as a list names it.
type (
	Arrow  = sketch.Arrow
	Member = sketch.Member
)

// NewSketch returns a workflow that begins with its entry, start; Finish adds its
// exit, end.
func NewSketch(name, framework, start, end string, pos graph.Pos) *Sketch {
	return &Sketch{sketch.New(name, framework, start, end, pos)}
}

// Place adds a node under a name that is free, which it returns. It is said here, too, for types that also have an
// Assembly, which has another Place.
func (s *Sketch) Place(n graph.Node) string { return s.Sketch.Place(n) }

// PlaceUnknown adds a node of which only the reason is known why nothing is, and returns its
// name.
func (s *Sketch) PlaceUnknown(n graph.Node, u *Unknown) string {
	return s.PlaceOpen(n, []graph.Unknown{u.Open(graph.UnknownBody, n.Pos)})
}

// PlaceUnseen adds a node of which nothing is known because v is not, and returns its name.
func (s *Sketch) PlaceUnseen(n graph.Node, v Value) string {
	return s.PlaceUnknown(n, v.Why(reason.NoneSeen, "step"))
}

// HumanAt returns the node of a question to a human in a function, named by its line.
func HumanAt(pos graph.Pos) graph.Node {
	return graph.Node{Name: fmt.Sprintf("human:%d", pos.Line), Kind: graph.KindHuman, Pos: pos}
}

// ModelAt returns the node of a call of a model in a function, named by its line.
func ModelAt(pos graph.Pos) graph.Node {
	return graph.Node{Name: fmt.Sprintf("model:%d", pos.Line), Kind: graph.KindLLM, Pos: pos}
}

// Course adds the steps of an observed function. place returns the nodes of a step,
// none for one that does not count.
func (s *Sketch) Course(b *interp.Behaviour, place func(*interp.CourseStep) []string) {
	nodes := make([][]string, len(b.Course.Steps))
	for i, st := range b.Course.Steps {
		nodes[i] = place(st)
	}
	first := make(map[string]int) // the step that came to a node first
	for i := len(nodes) - 1; i >= 0; i-- {
		for _, name := range nodes[i] {
			first[name] = i
		}
	}
	join := func(at int, from []string, next []int) {
		for _, i := range b.Course.Follow(nodes, next) {
			to, pos := []string{s.End}, b.Pos
			if i != interp.CourseEnd {
				to, pos = nodes[i], b.Course.Steps[i].Pos
			}
			for _, f := range from {
				for _, t := range to {
					kind := graph.EdgeInvalid
					if at >= 0 && t != s.End && first[t] <= first[f] {
						kind = graph.EdgeLoop
					}
					s.Arrow(f, Arrow{To: t, Kind: kind, Pos: pos})
				}
			}
		}
	}
	join(-1, []string{s.Start}, b.Course.First)
	for i, st := range b.Course.Steps {
		join(i, nodes[i], st.Next)
		if b.Known && !b.Course.Returns() && len(b.Course.Follow(nodes, st.Next)) == 0 { // the program exits, and so ends the run
			join(i, nodes[i], []int{interp.CourseEnd})
		}
	}
}

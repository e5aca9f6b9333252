package assembly

// This file builds workflows in which a node goes to exactly one of its targets:
// those that follow from the control flow of code.

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Sketch is a workflow under construction. A node with one arrow gets an
// unconditional edge, a node with several gets one branch.
type Sketch struct {
	*graph.Builder
	start, end string
	taken      map[string]bool
	arrows     map[string][]Arrow
	order      []string // nodes with arrows

	Names map[any]string // of nodes, by what they stand for
}

// An Arrow is a target of a node.
type Arrow struct {
	To, Label string
	Guard     graph.Guard
	Kind      graph.EdgeKind
	Pos       graph.Pos
}

// NewSketch returns a workflow that begins with its entry, start; Finish adds its
// exit, end.
func NewSketch(name, framework, start, end string, pos graph.Pos) *Sketch {
	s := &Sketch{
		Builder: graph.NewBuilder(name, framework, pos), start: start, end: end,
		taken: make(map[string]bool), arrows: make(map[string][]Arrow), Names: make(map[any]string),
	}
	s.Workflow().Mode = graph.ModeAll
	s.Workflow().Engine.DeadEnd = graph.DeadEndExits
	s.Place(graph.Node{Name: start, Kind: graph.KindEntry, Pos: pos})
	return s
}

// Place adds a node under a name that is free, which it returns.
func (s *Sketch) Place(n graph.Node) string {
	name := n.Name
	for i := 2; s.taken[n.Name]; i++ {
		n.Name = fmt.Sprintf("%s#%d", name, i)
	}
	s.taken[n.Name] = true
	s.Node(n)
	return n.Name
}

// PlaceOpen adds a node, with what is not known of it, and returns its name.
func (s *Sketch) PlaceOpen(n graph.Node, unknowns []graph.Unknown) string {
	name := s.Place(n)
	for _, u := range unknowns {
		u.Node = s.Lookup(name)
		s.Unknown(u)
	}
	return name
}

// Once adds the node that stands for something, if it is not there yet, and returns its name.
func (s *Sketch) Once(of any, node func() (graph.Node, []graph.Unknown)) string {
	if _, ok := s.Names[of]; !ok {
		s.Names[of] = s.PlaceOpen(node())
	}
	return s.Names[of]
}

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

// Has reports whether a node has the name.
func (s *Sketch) Has(name string) bool { return s.taken[name] }

// Arrow adds a target. A second arrow to it adds the conditions under which there is one.
func (s *Sketch) Arrow(from string, to Arrow) {
	if len(s.arrows[from]) == 0 {
		s.order = append(s.order, from)
	}
	for i := range s.arrows[from] {
		if old := &s.arrows[from][i]; old.To == to.To {
			old.Guard = old.Guard.Or(to.Guard)
			return
		}
	}
	s.arrows[from] = append(s.arrows[from], to)
}

// Arrows returns the targets of a node.
func (s *Sketch) Arrows(from string) []Arrow { return s.arrows[from] }

// Finish adds the end and the edges.
func (s *Sketch) Finish() *graph.Workflow {
	s.Place(graph.Node{Name: s.end, Kind: graph.KindExit, Pos: s.Workflow().Pos})
	for _, from := range s.order {
		arrows := s.arrows[from]
		if len(arrows) == 1 {
			x := arrows[0]
			s.Edge(from, x.To, graph.Edge{Kind: x.kindOr(graph.EdgeDirect), Guard: x.Guard, Pos: x.Pos})
			continue
		}
		br := s.Branch(graph.Branch{From: s.Lookup(from), Pos: s.Workflow().Nodes[s.Lookup(from)].Pos})
		for _, x := range arrows {
			s.BranchEdge(br, from, x.To, graph.Edge{Kind: x.kindOr(graph.EdgeConditional), Label: x.Label, Guard: x.Guard, Pos: x.Pos})
		}
	}
	return s.Build()
}

func (x Arrow) kindOr(def graph.EdgeKind) graph.EdgeKind {
	if x.Kind == graph.EdgeInvalid {
		return def
	}
	return x.Kind
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
			to, pos := []string{s.end}, b.Pos
			if i != interp.CourseEnd {
				to, pos = nodes[i], b.Course.Steps[i].Pos
			}
			for _, f := range from {
				for _, t := range to {
					kind := graph.EdgeInvalid
					if at >= 0 && t != s.end && first[t] <= first[f] {
						kind = graph.EdgeLoop
					}
					s.Arrow(f, Arrow{To: t, Kind: kind, Pos: pos})
				}
			}
		}
	}
	join(-1, []string{s.start}, b.Course.First)
	for i, st := range b.Course.Steps {
		join(i, nodes[i], st.Next)
		if b.Known && !b.Course.Returns() && len(b.Course.Follow(nodes, st.Next)) == 0 { // the program exits, and so ends the run
			join(i, nodes[i], []int{interp.CourseEnd})
		}
	}
}

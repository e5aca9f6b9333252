package sketch

import (
	"fmt"

	"github.com/agentvet/agentvet/graph"
)

// A Sketch is a workflow under construction. A node with one arrow gets an
// unconditional edge, a node with several gets one branch.
type Sketch struct {
	*graph.Builder
	Start, End string // the names of its ends
	taken      map[string]bool
	arrows     map[string][]Arrow
	order      []string // nodes with arrows

	Names map[any]string // of nodes, by what they stand for
}

// Named gives a name to the graph that a view shows, for frameworks whose graphs have none: policies and grants may be for graphs of
// certain names. A view of several graphs, or of one that has a name, stays as it is.
func Named(name string, view View) View {
	return func(oneTarget func(step string) bool) *graph.Program {
		if view == nil {
			return nil
		}
		p := view(oneTarget)
		if p != nil && len(p.Workflows) == 1 && p.Workflows[0].Name == "" {
			p.Workflows[0].Name = name
		}
		return p
	}
}

// An Arrow is a target of a node.
type Arrow struct {
	To, Label string
	Guard     graph.Guard
	Kind      graph.EdgeKind
	Pos       graph.Pos
}

// New returns a workflow that begins with its entry, start; Finish adds its
// exit, end.
func New(name, framework, start, end string, pos graph.Pos) *Sketch {
	s := &Sketch{
		Builder: graph.NewBuilder(name, framework, pos), Start: start, End: end,
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
	s.Place(graph.Node{Name: s.End, Kind: graph.KindExit, Pos: s.Workflow().Pos})
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

// ModelNode returns the step in which an agent asks its model and runs the tools
// that this chooses.
func ModelNode(g *graph.Agent) graph.Node {
	return graph.Node{
		Name: g.Name, Kind: graph.KindLLM, Tools: g.Tools, Calls: graph.CallsAny, Agent: g.Name, Bound: g.Bound, Pos: g.Pos,
	}
}

package report

// This file words the paths that engines return.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// steps returns a path through w in words. The step at index loop, if it is
// one, begins a cycle that the last step closes.
func steps(w *graph.Workflow, path graph.Witness, loop int) []Step {
	out := make([]Step, 0, len(path))
	for i, s := range path {
		in := s.In
		if in == nil {
			in = w
		}
		n := &in.Nodes[s.Node]
		step := Step{Pos: n.Pos, Node: n.Name}
		switch {
		case i == 0 && s.Node == in.Entry:
			step.Text = fmt.Sprintf("the run starts at %q", n.Name)
			if !step.Pos.IsValid() {
				step.Pos = in.Pos
			}
		case i == 0:
			step.Text = fmt.Sprintf("step %q is declared here", n.Name)
		case s.Edge == graph.None:
			step.Text = fmt.Sprintf("into or out of a sub-workflow: %q", n.Name)
		default:
			e := &in.Edges[s.Edge]
			step.Text = "then " + arrival(in, n, e)
			if e.Pos.IsValid() {
				step.Pos = e.Pos
			}
		}
		if closes(path, loop, i) {
			step.Text = fmt.Sprintf("and back to %q", n.Name)
		}
		out = append(out, step)
	}
	return out
}

// closes reports whether step i is the last one of path and is back at the step
// with index loop.
func closes(path graph.Witness, loop, i int) bool {
	return loop != graph.None && loop < i && i == len(path)-1 &&
		path[loop].Node == path[i].Node && path[loop].In == path[i].In
}

// arrival says how an edge leads to a node.
func arrival(w *graph.Workflow, n *graph.Node, e *graph.Edge) string {
	text := fmt.Sprintf("%q", n.Name)
	if n.Kind != graph.KindPassthrough && n.Kind != graph.KindInvalid {
		text += fmt.Sprintf(" (%s)", n.Kind)
	}
	if e.Label != "" && e.Branch != graph.None {
		text += fmt.Sprintf(" if %s %q", chooser(w, e), e.Label)
	}
	return text + when(e.Guard.String())
}

// chooser says who takes a labelled edge, and how: a function, or a model, which
// calls a tool or hands over to another agent.
func chooser(w *graph.Workflow, e *graph.Edge) string {
	if f := w.Branches[e.Branch].Func; f != "" {
		return shortName(f) + " chooses"
	}
	from := &w.Nodes[e.From]
	if from.Kind != graph.KindLLM {
		return "the router chooses"
	}
	has := func(name string) bool {
		return slices.ContainsFunc(from.Tools, func(t *graph.Tool) bool { return t.Name == name })
	}
	switch {
	case has(e.Label):
		return "the model calls"
	case has("transfer_to_agent") && w.Nodes[e.To].Agent != "":
		return "the model transfers to"
	}
	return "the model chooses"
}

// when returns " when CONDITION", or "".
func when(guard string) string {
	if guard == "" {
		return ""
	}
	return " when " + strings.Join(strings.Fields(guard), " ")
}

// compilerMarks are those of package funcid, which reads code, so that it is not imported here.
var compilerMarks = []string{"$bound", "$thunk", "$wrapper"}

// shortName returns the last element of a package-qualified name:
// "app.Agent.route" for "(*example.com/app.Agent).route$bound".
func shortName(name string) string {
	for _, mark := range compilerMarks {
		name = strings.TrimSuffix(name, mark)
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.NewReplacer("(*", "", "(", "", ")", "").Replace(name)
}

// cycle returns the nodes of a path from index loop on as "a -> b -> a".
func cycle(path []Step, loop int) string {
	if loop == graph.None || loop >= len(path) {
		loop = 0
	}
	f := Finding{Witness: path[loop:]}
	if p := f.Path(); p != "" {
		return p
	}
	if len(path) > 0 {
		n := path[len(path)-1].Node
		return n + " -> " + n
	}
	return "for ever"
}

// edgeStep returns a step that shows an edge.
func edgeStep(w *graph.Workflow, e graph.EdgeID, text string) Step {
	edge := &w.Edges[e]
	pos := edge.Pos
	if !pos.IsValid() {
		pos = w.Nodes[edge.From].Pos
	}
	return Step{Pos: pos, Text: fmt.Sprintf("%s: %s", edgeName(w, e), text)}
}

func edgeName(w *graph.Workflow, e graph.EdgeID) string {
	edge := &w.Edges[e]
	return w.Nodes[edge.From].Name + " -> " + w.Nodes[edge.To].Name
}

// lastNode returns the node at which a path ends.
func lastNode(path []Step) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1].Node
}

// labels returns the values that the edges of a branch take.
func labels(w *graph.Workflow, b graph.BranchID) []string {
	var out []string
	for i := range w.Edges {
		if w.Edges[i].Branch == b && w.Edges[i].Label != "" {
			out = append(out, w.Edges[i].Label)
		}
	}
	return out
}

func nodeNames(w *graph.Workflow) []string {
	out := make([]string, len(w.Nodes))
	for i := range w.Nodes {
		out[i] = w.Nodes[i].Name
	}
	return out
}

// tools returns `tool "a"`, or `tools "a", "b"`.
func tools(list []*graph.Tool) string {
	if len(list) == 0 {
		return "a sensitive tool"
	}
	var names []string
	for _, t := range list {
		if t.Name == "" {
			names = append(names, "of unknown name")
			continue
		}
		names = append(names, fmt.Sprintf("%q", t.Name))
	}
	if len(names) == 1 {
		return "tool " + names[0]
	}
	return "tools " + strings.Join(names, ", ")
}

// toolNames returns the names that are known.
func toolNames(list []*graph.Tool) []string {
	var names []string
	for _, t := range list {
		if t.Name != "" {
			names = append(names, t.Name)
		}
	}
	return names
}

func toolSteps(list []*graph.Tool) []Step {
	var out []Step
	for _, t := range list {
		name := fmt.Sprintf("tool %q", t.Name)
		if t.Name == "" {
			name = "a tool of unknown name"
		}
		out = append(out, Step{Pos: t.Pos, Text: name + whatIsAt(t)})
	}
	return out
}

// The ends of a step at the position of a tool.
const (
	madeTool = " is made here"
	toolCode = " has its code here"
)

// whatIsAt returns the end of a step at the position of a tool: tools that are made at one place stand where their code is.
func whatIsAt(t *graph.Tool) string {
	if t.Pos.IsValid() && t.Pos == t.HandlerPos {
		return toolCode
	}
	return madeTool
}

// isToolStep reports whether a step says where a tool is.
func isToolStep(s Step) bool {
	return (strings.HasSuffix(s.Text, madeTool) || strings.HasSuffix(s.Text, toolCode)) && strings.Contains(s.Text, "tool ")
}

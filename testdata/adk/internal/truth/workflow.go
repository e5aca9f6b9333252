package truth

// This file asks the framework for the graph of a workflow.

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/workflow"
)

// A Workflow is one graph. Nodes are sorted by id, edges by from, to.
type Workflow struct {
	Name    string  `json:"name"`
	Package string  `json:"package"`
	Nodes   []*Node `json:"nodes"`
	Edges   []Edge  `json:"edges"`
}

// A Node is one node of a graph.
type Node struct {
	ID    string    `json:"id"`
	Type  string    `json:"type"`            // start, function, emitting, dynamic, agent, tool, join, parallel, workflow, custom
	Tools []string  `json:"tools"`           // of the tool or of the agent that the node runs
	Agent string    `json:"agent,omitempty"` // the agent that the node runs
	Rerun bool      `json:"rerun,omitempty"` // runs again when a human has answered
	Sub   *Workflow `json:"sub,omitempty"`   // the body of a workflow or parallel node
}

// An Edge is one edge. Without routes and default it is unconditional.
type Edge struct {
	From    string   `json:"from"`
	To      string   `json:"to"`
	Routes  []string `json:"routes"` // as text, as the framework compares them
	Default bool     `json:"default"`
}

func (w *walker) workflow(name string, edges []workflow.Edge) *Workflow {
	out := &Workflow{Name: name, Package: w.pkg, Nodes: []*Node{}, Edges: []Edge{}}
	seen := map[workflow.Node]bool{}
	for _, e := range edges {
		for _, n := range []workflow.Node{e.From, e.To} {
			if !seen[n] {
				seen[n] = true
				out.Nodes = append(out.Nodes, w.node(n))
			}
		}
		out.Edges = append(out.Edges, Edge{
			From: e.From.Name(), To: e.To.Name(), Routes: labels(e.Route), Default: e.Route == workflow.Default,
		})
	}
	slices.SortFunc(out.Nodes, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return out
}

func (w *walker) node(n workflow.Node) *Node {
	out := &Node{ID: n.Name(), Tools: []string{}}
	if rerun := n.Config().RerunOnResume; rerun != nil {
		out.Rerun = *rerun
	}
	v := reflect.ValueOf(n).Elem()
	switch n := n.(type) {
	case *workflow.FunctionNode:
		out.Type = "function"
		if given(v, "emittingFn") {
			out.Type = "emitting"
		}
	case *workflow.ToolNode:
		out.Type = "tool"
		out.Tools = append(out.Tools, unsealed(v, "tool").Interface().(tool.Tool).Name())
	case *workflow.AgentNode:
		out.Type = "agent"
		w.agentNode(unsealed(v, "agent").Interface().(agent.Agent), out)
	case *workflow.JoinNode:
		out.Type = "join"
	case *workflow.ParallelWorker:
		out.Type = "parallel"
		body := w.node(unsealed(v, "wrapped").Interface().(workflow.Node))
		out.Sub = &Workflow{Name: n.Name(), Package: w.pkg, Nodes: []*Node{body}, Edges: []Edge{}}
	case *workflow.WorkflowNode:
		out.Type = "workflow"
		out.Sub = w.workflow(n.Name(), nested(n))
	default:
		switch {
		case n == workflow.Start:
			out.Type = "start"
		case strings.Contains(v.Type().String(), "workflow.dynamicNode["):
			out.Type = "dynamic"
		default:
			out.Type = "custom" // a type of the program's own
		}
	}
	return out
}

// agentNode describes the agent that a node runs, and walks it as an agent of
// its own: in a graph it has no parent to transfer to.
func (w *walker) agentNode(a agent.Agent, out *Node) {
	out.Agent = a.Name()
	w.walk(a, nil)
	for _, t := range w.seen[a].Tools {
		out.Tools = append(out.Tools, t.Name)
	}
}

// nested returns the edges of the workflow inside a node.
func nested(n *workflow.WorkflowNode) []workflow.Edge {
	inner := unsealed(reflect.ValueOf(n).Elem(), "subWorkflow").Elem()
	graph := unsealed(inner, "graph").Elem()
	var edges []workflow.Edge
	for _, out := range unsealed(graph, "successors").Interface().(map[workflow.Node][]workflow.Edge) {
		edges = append(edges, out...)
	}
	return edges
}

// labels returns the texts that take an edge.
func labels(r workflow.Route) []string {
	texts := []string{}
	if r == nil || r == workflow.Default {
		return texts
	}
	if v := reflect.ValueOf(r); v.Kind() == reflect.Slice && strings.Contains(v.Type().String(), "MultiRoute") {
		for i := range v.Len() {
			texts = append(texts, fmt.Sprint(v.Index(i).Interface()))
		}
		return texts
	}
	return append(texts, fmt.Sprint(r))
}

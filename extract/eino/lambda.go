package eino

// This file finds out what the function of a node does: whether it asks a human, a
// model, or runs a tool or a graph.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// lambda completes the node of a function. One kind of effect makes it a node of that
// kind; where the order of several matters, it is a workflow of its own. A function
// that asks a human is a human step if it does so on every way to its end. It returns what
// is not known of the step.
func (g *graphBuilder) lambda(n *graph.Node, value assembly.Value) []graph.Unknown {
	obj := value.Each()[0].Object("lambda")
	if obj == nil {
		return []graph.Unknown{value.Open(graph.UnknownBody, n.Pos)}
	}
	fns := g.functions(obj)
	if len(fns) == 0 {
		return nil // one of the framework's own, which passes data on
	}
	g.code[n.Name] = append(g.code[n.Name], fns...)
	b := g.observe(obj)
	n.Func, n.Sink = b.Func, g.returnsNothing(b)
	g.Board.WriteBody(n.Name, b)
	return g.does(n, b, obj.Stack)
}

// coded returns the code of the steps of a graph or a chain that get what the step before them has returned, and of the routers
// after them.
func (g *graphBuilder) coded(w *graph.Workflow) assembly.Coded {
	code := assembly.Coded{Steps: make(map[graph.NodeID]assembly.StepCode), Routers: make(map[graph.BranchID]assembly.Value)}
	if g.obj.Kind == "workflow" {
		return code // fields are mapped
	}
	for i := range w.Nodes {
		fns := g.code[w.Nodes[i].Name]
		if len(fns) == 1 && g.relays[w.Nodes[i].Name] {
			code.Steps[graph.NodeID(i)] = assembly.StepCode{Func: fns[0], Body: fns[0].Observe()}
		}
	}
	for _, use := range g.branches {
		if name := use.obj.Row.Name; name == "NewGraphBranch" || name == "NewChainBranch" {
			code.Routers[use.id] = g.Arg(use.obj, "router")
		}
	}
	return code
}

// does completes a node by what a function does, to which the calls in stack led, and
// returns what is not known of it.
func (a *workshop) does(n *graph.Node, b *assembly.Behaviour, stack []graph.Pos) (open []graph.Unknown) {
	*n, open = a.Do(*n, assembly.Doing{Stops: true, Lines: true, Uses: a.toolsRun, Workflows: a.runs, Sketch: a.sketch}, stack, assembly.Phase{Body: b})
	if n.Kind == graph.KindSubgraph && !b.Known {
		n.Sub.Unknowns = append(n.Sub.Unknowns, graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
		return nil // it is said inside
	}
	return open
}

// sketch begins a workflow that follows from code.
func (a *workshop) sketch(name string, pos graph.Pos) *assembly.Sketch {
	return assembly.NewSketch(name, a.Name, start, end, pos)
}

// toolsRun returns the tools that an effect runs. What a function runs itself is no offer to a
// model.
func (a *workshop) toolsRun(e assembly.Effect) (tools []*graph.Tool, _ []*assembly.Unknown) {
	if v, one := a.EffectArg(e, "tool"); one {
		for _, x := range v.Each() {
			if t := a.tool(x); t != nil {
				tools = append(tools, t)
			}
		}
		return tools, nil
	}
	node, _ := a.EffectArg(e, "node")
	tools, more := a.toolsOfNode(node)
	if more != nil {
		tools = append(tools, &graph.Tool{Framework: a.Name, Unknown: more.Reason, Pos: more.Pos})
	}
	return tools, nil
}

// returnsNothing reports whether a function never returns a value: it is there
// for what it does.
func (a *workshop) returnsNothing(b *assembly.Behaviour) bool {
	results := a.Result(b, 0)
	something := func(x assembly.Value) bool { return !x.IsZero() }
	return b.Known && len(results) > 0 && !slices.ContainsFunc(results, something)
}

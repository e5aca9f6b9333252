package pocketflow

// This file reads nodes: what tells them apart, their names and ways on.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// node is a node or flow of the library.
type node struct {
	obj   *interp.Object
	name  string
	pos   graph.Pos
	edges []edge // in order; of those that always exist, one an action
	open  *interp.Unknown
	vague bool // which nodes get its successors is not known either
}

// edge is the successor of a node for an action.
type edge struct {
	action string
	to     interp.Value
	guard  interp.Guard
	pos    graph.Pos
}

func (n *node) isFlow() bool  { return n.obj.Kind == "flow" }
func (n *node) isBatch() bool { return strings.HasPrefix(n.obj.Row.Name, "NewBatch") }

// nodeOf returns the node that v is or embeds, nil if it is none that is known.
func (a *assembler) nodeOf(v interp.Value) *node {
	switch x := interp.Deref(v).(type) {
	case *interp.Object:
		if x.Kind != "node" && x.Kind != "flow" {
			return nil
		}
		if a.nodes[x] == nil {
			n := &node{obj: x, pos: a.places[x]}
			a.nodes[x] = n
			n.connect(a)
		}
		return a.nodes[x]
	case *interp.Struct:
		for _, name := range []string{"Node", "BatchNode", "Flow", "BatchFlow"} {
			if n := a.nodeOf(interp.Field(x, name)); n != nil {
				return n
			}
		}
	}
	return nil
}

// connect reads the successors of a node.
func (n *node) connect(a *assembler) {
	for _, op := range n.obj.Calls("next") {
		pos := op.At(a.Assembly)
		if op.Guard.Unsaid() {
			n.vague, n.open = true, &interp.Unknown{Reason: "which node gets the successor is not known", Pos: pos}
		}
		for _, act := range interp.Alternatives(op.Arg("action")) {
			action, ok := interp.AsString(act.V)
			if !ok {
				n.open = interp.UnknownIn(act.V)
				continue
			}
			n.add(edge{orDefault(action), op.Arg("node"), slices.Concat(op.Guard, act.Guard), pos})
		}
		if op.Loop || n.obj.Loop {
			n.open = &interp.Unknown{Reason: "a loop makes nodes, and how often it runs is not known", Pos: pos}
		}
	}
	for _, u := range n.obj.Uses {
		if u.Callee != "" && !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			n.open = &interp.Unknown{Reason: "it is passed to " + interp.ShortFunc(u.Callee) + ", whose body agentvet cannot see", Pos: u.Pos}
		}
	}
}

// setting returns what the program sets on a node: by a call of kind, which takes
// arg, or by an assignment to one of the fields; Zero if it sets nothing.
func (n *node) setting(kind, arg string, fields ...string) interp.Value {
	var out interp.Value = interp.Zero{}
	for _, op := range n.obj.Calls(kind, "set") {
		v := op.Arg(arg)
		if op.Kind == "set" {
			if field, _ := interp.AsString(op.Arg("field")); !slices.Contains(fields, field) {
				continue
			}
			v = op.Arg("value")
		}
		if len(op.Guard) > 0 {
			v = &interp.OneOf{Alts: append(interp.Alternatives(out), interp.Alt{V: v, Guard: op.Guard})}
		}
		out = v
	}
	return out
}

// settings of nodes and flows.
func (n *node) prep() interp.Value { return n.setting("prep", "fn", "PrepFunc", "PrepBatchFunc") }
func (n *node) exec() interp.Value { return n.setting("exec", "fn", "ExecFunc", "ExecItemFunc") }
func (n *node) post() interp.Value { return n.setting("post", "fn", "PostFunc", "PostBatchFunc") }
func (n *node) fallback() interp.Value {
	return n.setting("fallback", "fn", "ExecFallbackFunc", "ExecItemFallbackFunc")
}

// defaultAction is the action of a node that names none.
const defaultAction = "default"

func orDefault(action string) string {
	if action == "" {
		return defaultAction
	}
	return action
}

// add adds an edge. It replaces those of its action that cannot come after it.
func (n *node) add(e edge) {
	n.edges = slices.DeleteFunc(n.edges, func(old edge) bool {
		return old.action == e.action && (len(e.guard) == 0 || old.guard.Implies(e.guard))
	})
	n.edges = append(n.edges, e)
}

// nameOf returns the name of a node in a flow.
func (n *node) nameOf(v interp.Value, in *node) string {
	if n.name != "" {
		return n.name
	}
	typ := strings.TrimPrefix(interp.DynamicType(v), "*")
	f, _ := interp.Unwrap(n.exec()).(interp.FuncValue)
	switch {
	case typ != "" && !strings.HasPrefix(typ, root):
		n.name = typ[strings.LastIndex(typ, ".")+1:]
	case f.ID != "" && !strings.Contains(f.ID, "$"):
		n.name = assembly.FuncName(f.ID)
	case n.obj.Func != in.obj.Func:
		n.name = assembly.FuncName(n.obj.Func)
	default:
		n.name = fmt.Sprintf("node:%d", n.pos.Line)
	}
	return n.name
}

// tries returns how often Exec runs at most, none if that is once.
func (n *node) tries() graph.Bound {
	v := n.setting("retry", "max", "MaxRetries")
	switch tries, ok := interp.AsInt(v); {
	case n.isBatch() || !ok:
		return graph.Bound{State: graph.BoundPresent}
	case tries > 1:
		return graph.Known(tries)
	}
	return graph.Bound{}
}

// phases observes the functions of a node. Post gets what Prep and Exec return.
func (a *assembler) phases(n *node) (list []assembly.Phase, post *interp.Behaviour) {
	var prepared, done interp.Value
	add := func(f interp.Value, ph assembly.Phase, args ...interp.Value) *interp.Behaviour {
		if interp.IsZero(f) {
			return nil
		}
		ph.Body = a.Observe(f, append([]interp.Value{nil, nil}, args...)...)
		list = append(list, ph)
		return ph.Body
	}
	prepared = result(add(n.prep(), assembly.Phase{Name: "prep"}))
	if n.isBatch() {
		prepared = nil // Exec gets one item
	}
	exec := add(n.exec(), assembly.Phase{Name: "exec", Max: n.tries(), Skip: n.isBatch()}, prepared)
	fallback := add(n.fallback(), assembly.Phase{Name: "fallback", Skip: true}, prepared)
	if !n.isBatch() && fallback == nil {
		done = result(exec)
	}
	return list, add(n.post(), assembly.Phase{Name: "post"}, prepared, done)
}

// result returns the first result of a function, nil if it is not known.
func result(b *interp.Behaviour) interp.Value {
	if b == nil || !b.Known || len(b.Results) == 0 {
		return nil
	}
	return &interp.OneOf{Alts: b.Results[0]}
}

// covered reports whether the node has a successor for the action in every
// configuration of the program.
func (n *node) covered(action string) bool {
	for i, e := range n.edges {
		if e.action != action {
			continue
		}
		if len(e.guard) == 0 || slices.ContainsFunc(n.edges[:i], func(f edge) bool { return f.action == action && f.guard.Denies(e.guard) }) {
			return true
		}
	}
	return false
}

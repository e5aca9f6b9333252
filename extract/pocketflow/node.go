package pocketflow

// This file reads nodes: what tells them apart, their names and ways on.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// node is a node or flow of the library.
type node struct {
	obj   *extract.Object
	name  string
	pos   graph.Pos
	edges []edge // in order; of those that always exist, one an action
	open  *extract.Unknown
	vague bool // which nodes get its successors is not known either
}

// edge is the successor of a node for an action.
type edge struct {
	action string
	to     extract.Value
	guard  extract.Guard
	pos    graph.Pos
}

func (n *node) isFlow() bool  { return n.obj.Kind == "flow" }
func (n *node) isBatch() bool { return strings.HasPrefix(n.obj.Row.Func, "NewBatch") }

// nodeOf returns the node that v is or embeds, nil if it is none that is known.
func (a *assembler) nodeOf(v extract.Value) *node {
	switch x := extract.Deref(v).(type) {
	case *extract.Object:
		if x.Kind != "node" && x.Kind != "flow" {
			return nil
		}
		if a.nodes[x] == nil {
			n := &node{obj: x, pos: a.places[x]}
			a.nodes[x] = n
			n.connect(a)
		}
		return a.nodes[x]
	case *extract.Struct:
		for _, name := range []string{"Node", "BatchNode", "Flow", "BatchFlow"} {
			if n := a.nodeOf(extract.Field(x, name)); n != nil {
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
			n.vague, n.open = true, &extract.Unknown{Reason: "which node gets the successor is not known", Pos: pos}
		}
		for _, act := range extract.Alternatives(op.Arg("action")) {
			action, ok := extract.AsString(act.V)
			if !ok {
				n.open = extract.UnknownIn(act.V)
				continue
			}
			n.add(edge{orDefault(action), op.Arg("node"), slices.Concat(op.Guard, act.Guard), pos})
		}
		if op.Loop || n.obj.Loop {
			n.open = &extract.Unknown{Reason: "a loop makes nodes, and how often it runs is not known", Pos: pos}
		}
	}
	for _, u := range n.obj.Uses {
		if u.Callee != "" && !a.IsFramework(u.Callee) && !a.IsStandard(u.Callee) {
			n.open = &extract.Unknown{Reason: "it is passed to " + extract.ShortFunc(u.Callee) + ", whose body agentvet cannot see", Pos: u.Pos}
		}
	}
}

// setting returns what the program sets on a node: by a call of kind, which takes
// arg, or by an assignment to one of the fields; Zero if it sets nothing.
func (n *node) setting(kind, arg string, fields ...string) extract.Value {
	var out extract.Value = extract.Zero{}
	for _, op := range n.obj.Calls(kind, "set") {
		v := op.Arg(arg)
		if op.Kind == "set" {
			if field, _ := extract.AsString(op.Arg("field")); !slices.Contains(fields, field) {
				continue
			}
			v = op.Arg("value")
		}
		if len(op.Guard) > 0 {
			v = &extract.OneOf{Alts: append(extract.Alternatives(out), extract.Alt{V: v, Guard: op.Guard})}
		}
		out = v
	}
	return out
}

// settings of nodes and flows.
func (n *node) prep() extract.Value { return n.setting("prep", "fn", "PrepFunc", "PrepBatchFunc") }
func (n *node) exec() extract.Value { return n.setting("exec", "fn", "ExecFunc", "ExecItemFunc") }
func (n *node) post() extract.Value { return n.setting("post", "fn", "PostFunc", "PostBatchFunc") }
func (n *node) fallback() extract.Value {
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
func (n *node) nameOf(v extract.Value, in *node) string {
	if n.name != "" {
		return n.name
	}
	typ := strings.TrimPrefix(extract.DynamicType(v), "*")
	f, _ := extract.Unwrap(n.exec()).(extract.FuncValue)
	switch {
	case typ != "" && !strings.HasPrefix(typ, root):
		n.name = typ[strings.LastIndex(typ, ".")+1:]
	case f.ID != "" && !strings.Contains(f.ID, "$"):
		n.name = extract.FuncName(f.ID)
	case n.obj.Func != in.obj.Func:
		n.name = extract.FuncName(n.obj.Func)
	default:
		n.name = fmt.Sprintf("node:%d", n.pos.Line)
	}
	return n.name
}

// tries returns how often Exec runs at most, none if that is once.
func (n *node) tries() graph.Bound {
	v := n.setting("retry", "max", "MaxRetries")
	switch tries, ok := extract.AsInt(v); {
	case n.isBatch() || !ok:
		return graph.Bound{State: graph.BoundPresent}
	case tries > 1:
		return graph.Known(tries)
	}
	return graph.Bound{}
}

// phases observes the functions of a node. Post gets what Prep and Exec return.
func (a *assembler) phases(n *node) (list []extract.Phase, post *extract.Behaviour) {
	var prepared, done extract.Value
	add := func(f extract.Value, ph extract.Phase, args ...extract.Value) *extract.Behaviour {
		if extract.IsZero(f) {
			return nil
		}
		ph.Body = a.Observe(f, append([]extract.Value{nil, nil}, args...)...)
		list = append(list, ph)
		return ph.Body
	}
	prepared = result(add(n.prep(), extract.Phase{Name: "prep"}))
	if n.isBatch() {
		prepared = nil // Exec gets one item
	}
	exec := add(n.exec(), extract.Phase{Name: "exec", Max: n.tries(), Skip: n.isBatch()}, prepared)
	fallback := add(n.fallback(), extract.Phase{Name: "fallback", Skip: true}, prepared)
	if !n.isBatch() && fallback == nil {
		done = result(exec)
	}
	return list, add(n.post(), extract.Phase{Name: "post"}, prepared, done)
}

// result returns the first result of a function, nil if it is not known.
func result(b *extract.Behaviour) extract.Value {
	if b == nil || !b.Known || len(b.Results) == 0 {
		return nil
	}
	return &extract.OneOf{Alts: b.Results[0]}
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

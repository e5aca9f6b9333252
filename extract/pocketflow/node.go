package pocketflow

// This file reads nodes: what tells them apart, their names and ways on.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// node is a node or flow of the library.
type node struct {
	obj   *assembly.Object
	name  string
	pos   graph.Pos
	edges []edge // in order; of those that always exist, one an action
	open  *assembly.Unknown
	vague bool              // which nodes get its successors is not known either
	own   *assembly.Unknown // its type replaces what the engine calls
}

// edge is the successor of a node for an action.
type edge struct {
	action string
	to     assembly.Value
	guard  assembly.Guard
	pos    graph.Pos
}

func (n *node) isFlow() bool  { return n.obj.Kind == "flow" }
func (n *node) isBatch() bool { return strings.HasPrefix(n.obj.Row.Name, "NewBatch") }

// nodeOf returns the node that v is or embeds, nil if it is none that is known.
func (a *flows) nodeOf(v assembly.Value) *node {
	if o := v.Behind().Object(); o != nil {
		if o.Kind != "node" && o.Kind != "flow" {
			return nil
		}
		return a.node(o)
	}
	for _, name := range []string{"Node", "BatchNode", "Flow", "BatchFlow"} {
		if n := a.embedded(v, name); n != nil {
			return n
		}
	}
	return nil
}

// embedded returns the node in an embedded field of a struct.
func (a *flows) embedded(v assembly.Value, name string) *node {
	if !v.IsStruct() || v.Field(name).IsZero() {
		return nil
	}
	return a.nodeOf(v.Field(name))
}

// node returns the node that a constructor makes, one for each call.
func (a *flows) node(o *assembly.Object) *node {
	if a.nodes[o] == nil {
		n := &node{obj: o, pos: a.Place(o)}
		a.nodes[o] = n
		a.connect(n)
	}
	return a.nodes[o]
}

// replaced are the methods that the engine calls: others than these two change nothing.
var replaced = []string{"InternalRun", "GetNextNode"}

// replaces notes that the type of a value, which embeds a node, runs it in its own way.
func (a *flows) replaces(n *node, v assembly.Value) {
	for _, name := range replaced {
		if v.Declares(name) && !strings.HasPrefix(v.Dynamic(), root) {
			n.own = &assembly.Unknown{Reason: reason.Of(reason.OwnFunction), Pos: v.ObserveMethod(name).Pos}
		}
	}
}

// connect reads the successors of a node.
func (a *flows) connect(n *node) {
	for _, op := range n.obj.Calls("successors") { // code may write into the map
		n.vague, n.open = true, &assembly.Unknown{Reason: reason.Of(reason.Successor), Pos: op.At(a.Assembly)}
	}
	for _, op := range n.obj.Calls("next") {
		pos := op.At(a.Assembly)
		if op.Guard.Unsaid() {
			n.vague, n.open = true, &assembly.Unknown{Reason: reason.Of(reason.Successor), Pos: pos}
		}
		for _, x := range a.ArgOf(op, "action").Each() {
			action, ok := x.Text()
			if !ok {
				n.open = x.Unknown()
				continue
			}
			n.add(edge{orDefault(action), a.Read(op.Arg("node")), x.Guard, pos})
		}
		if op.Loop || n.obj.Loop {
			n.open = &assembly.Unknown{Reason: reason.Of(reason.LoopOfNodes), Pos: pos}
		}
	}
	if u := a.Escape(n.obj, "it"); u != nil {
		n.open = u
	}
}

// setting returns what the program sets on a node: by a call of kind, which takes
// arg, or by an assignment to one of the fields; zero if it sets nothing.
func (a *flows) setting(n *node, kind, arg string, fields ...string) assembly.Value {
	out := a.Unset()
	for _, op := range n.obj.Calls(kind, "set") {
		v := a.Read(op.Arg(arg))
		if op.Kind == "set" {
			if field := a.Read(op.Arg("field")).TextOr(""); !slices.Contains(fields, field) {
				continue
			}
			v = a.Read(op.Arg("value"))
		}
		out = out.Or(v.Under(op.Guard))
	}
	return out
}

// settings of nodes and flows.
func (a *flows) prep(n *node) assembly.Value {
	return a.setting(n, "prep", "fn", "PrepFunc", "PrepBatchFunc")
}
func (a *flows) exec(n *node) assembly.Value {
	return a.setting(n, "exec", "fn", "ExecFunc", "ExecItemFunc")
}
func (a *flows) post(n *node) assembly.Value {
	return a.setting(n, "post", "fn", "PostFunc", "PostBatchFunc")
}
func (a *flows) fallback(n *node) assembly.Value {
	return a.setting(n, "fallback", "fn", "ExecFallbackFunc", "ExecItemFallbackFunc")
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
func (f *flowBuilder) nameOf(n *node, v assembly.Value) string {
	if n.name != "" {
		return n.name
	}
	typ, exec := v.Dynamic(), f.exec(n).Func()
	switch {
	case typ != "" && !strings.HasPrefix(typ, root):
		n.name = assembly.TypeName(typ)
	case exec != "" && !strings.Contains(exec, "$"):
		n.name = assembly.FuncName(exec)
	case n.obj.Func != f.node.obj.Func:
		n.name = assembly.FuncName(n.obj.Func)
	default:
		n.name = fmt.Sprintf("node:%d", n.pos.Line)
	}
	return n.name
}

// tries returns how often Exec runs at most, none if that is once.
func (a *flows) tries(n *node) graph.Bound {
	switch tries, ok := a.setting(n, "retry", "max", "MaxRetries").Int(); {
	case n.isBatch() || !ok:
		return graph.Bound{State: graph.BoundPresent}
	case tries > 1:
		return graph.Known(tries)
	}
	return graph.Bound{}
}

// phases observes the functions of a node. Post gets what Prep and Exec return.
func (a *flows) phases(n *node) (list []assembly.Phase, post *assembly.Behaviour) {
	var prepared, done, none assembly.Value
	add := func(f assembly.Value, ph assembly.Phase, args ...assembly.Value) *assembly.Behaviour {
		if f.IsZero() {
			return nil
		}
		ph.Body = f.ObserveWith(append([]assembly.Value{none, none}, args...)...)
		list = append(list, ph)
		return ph.Body
	}
	body := add(a.prep(n), assembly.Phase{Name: "prep"})
	if !n.isBatch() { // where Exec gets one item
		prepared = a.FirstOf(body)
	}
	exec := add(a.exec(n), assembly.Phase{Name: "exec", Max: a.tries(n), Skip: n.isBatch()}, prepared)
	fallback := add(a.fallback(n), assembly.Phase{Name: "fallback", Skip: true}, prepared)
	if !n.isBatch() && fallback == nil {
		done = a.FirstOf(exec)
	}
	return list, add(a.post(n), assembly.Phase{Name: "post"}, prepared, done)
}

// covered reports whether the node has a successor for the action in every
// configuration of the program.
func (n *node) covered(action string) bool {
	i := slices.IndexFunc(n.edges, func(e edge) bool { return e.action == action })
	if i < 0 {
		return false
	}
	always := n.edges[i].guard
	for _, e := range n.edges[i+1:] {
		if e.action == action {
			always = always.Or(e.guard)
		}
	}
	return len(always) == 0
}

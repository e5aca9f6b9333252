package loops

// This file says which functions calls run, for those who follow nothing else.

import (
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Dynamic returns the functions that calls of function values, and of methods of interfaces,
// run in the module with some graphs, those of libraries included; "" is among them if there are
// others, of which nothing is known. A call that it lacks may run anything.
func Dynamic(graphs []*valueflow.Graph) Calls {
	n := newNet(graphs)
	out := n.dynamicCalls(nil)
	for _, s := range n.sites {
		if s.on == noPlace || s.Method != "" && library.IsStandard(funcid.Package(s.Iface)) {
			continue
		}
		for _, v := range n.values(s.on) {
			switch {
			case s.Method != "":
				n.foreignMethod(v, s.Method, func(id string) { out.add(s.Pos, id) })
			case v.method != "":
				for _, held := range n.values(v.recv) {
					n.foreignMethod(held, v.method, func(id string) { out.add(s.Pos, id) })
				}
			case v.fn != "" && n.byID[v.fn] == nil:
				out.add(s.Pos, v.fn)
			}
		}
	}
	return out
}

// foreignMethod calls add for the method of a name of what is held in an interface, if it is no function of the module.
func (n *net) foreignMethod(held value, name string, add func(id string)) {
	if held.boxed == nil || n.method(held.typ, name) != nil {
		return
	}
	methods := held.boxed.Methods
	if t := n.types[held.typ]; t != nil {
		methods = t.Methods
	}
	for _, m := range methods {
		if m.Name == name {
			add(m.Func)
		}
	}
}

package interp

// This file says what operands and variables hold.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// get returns the value of an operand.
func (m *Machine) get(fr *frame, o recipe.Operand) Value {
	if o >= 0 {
		if v := fr.regs[o]; v != nil {
			return m.refined(v)
		}
		return &Unknown{Reason: reason.Of(reason.NotSet)}
	}
	c := &fr.fn.Consts[^o]
	switch c.Kind {
	case recipe.ConstNil:
		return Nil{}
	case recipe.ConstZero:
		return zero(c.Shape, c.Type)
	case recipe.ConstFunc:
		return FuncValue{ID: c.Text, Row: c.Row}
	case recipe.ConstGlobal:
		return Ptr{m.global(c.Text)}
	}
	return Const{c.Value()}
}

// refined returns what a value is on the current way.
func (m *Machine) refined(v Value) Value { return refinedBy(m.refine, v) }

// refinedBy follows what was found out of a value, and of what it was then found to be.
func refinedBy(refine map[Value]Value, v Value) Value {
	for range refine {
		if !hasIdentity(v) {
			break
		}
		r, ok := refine[v]
		if !ok || r == v {
			break
		}
		v = r
	}
	return v
}

// zero returns the zero value of a shape.
func zero(s recipe.Shape, typ string) Value {
	switch s {
	case recipe.ShapeString:
		return stringConst("")
	case recipe.ShapeInt, recipe.ShapeFloat:
		return intConst(0)
	case recipe.ShapeBool:
		return boolConst(false)
	case recipe.ShapeNil, recipe.ShapeError:
		return Nil{}
	case recipe.ShapeStruct:
		return &Struct{Type: typ, Fields: make(map[string]*Cell)}
	}
	return Zero{}
}

// global returns the variable of a package, initialised at its first use.
func (m *Machine) global(id string) *Cell {
	c, ok := m.globals[id]
	if ok {
		return c
	}
	c = &Cell{kept: true}
	m.globals[id] = c
	switch init := m.prog.Init(id); {
	case init != nil:
		m.outside(func() { m.run(init, nil, nil, graph.Pos{}) })
	case !m.prog.Declares(id):
		c.v = m.foreignVar(id)
	}
	if !m.starting {
		m.widenForeign(id, c)
	}
	return c
}

// foreignVar returns what a variable of another package holds, of which only the
// name is known.
func (m *Machine) foreignVar(id string) Value {
	if r := m.table.Call(id); r != nil && r.Verb == library.VerbVar {
		return &Object{Row: r, Kind: r.Kind}
	}
	name := funcid.Name(id)
	if strings.HasPrefix(name, "Err") || name == "EOF" {
		return Iface{Type: "error", V: &Struct{Type: "error", Fields: map[string]*Cell{}}}
	}
	return &Unknown{Reason: reason.Of(reason.VariableOf, funcid.Package(id))}
}

package library

// This file finds the rows of methods that implement an interface of a framework. A
// call through the interface is the row's whatever the type behind it; one on a type
// of a library, such as a client of one model's service, means the same. Methods of
// the program's own types run as they are written.

import (
	"go/types"
	"strings"
)

// An ifaceRow is a row of a method of an interface.
type ifaceRow struct {
	row    *Call
	method string
	forms  []*types.Interface // instances, for a generic one
}

// noteInterface notes a row if it is one of a method of an interface of p.
func (r *Resolved) noteInterface(p *types.Package, row *Call) {
	name, method, _ := strings.Cut(row.Name, ".")
	obj, ok := p.Scope().Lookup(name).(*types.TypeName)
	if !ok || !types.IsInterface(obj.Type()) || row.Verb == VerbBody {
		return
	}
	ir := ifaceRow{row: row, method: method}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if ok && named.TypeParams().Len() > 0 && named.TypeArgs().Len() == 0 {
		for _, other := range p.Scope().Names() { // type Agent = TypedAgent[*Message]
			n, ok := types.Unalias(p.Scope().Lookup(other).Type()).(*types.Named)
			if ok && n.Origin() == named && n.TypeArgs().Len() > 0 {
				ir.forms = append(ir.forms, n.Underlying().(*types.Interface))
			}
		}
	} else if i, ok := obj.Type().Underlying().(*types.Interface); ok {
		ir.forms = append(ir.forms, i)
	}
	if len(ir.forms) > 0 {
		r.ifaces = append(r.ifaces, ir)
	}
}

// RowOf returns the row of a function, or nil: its own, or, for a method of a library,
// that of the interface which its type implements.
func (r *Resolved) RowOf(fn *types.Func) *Call {
	fn = fn.Origin()
	if row := r.ByFunc[fn]; row != nil {
		return row
	}
	recv := fn.Signature().Recv()
	if recv == nil || fn.Pkg() == nil || r.IsForeign == nil || !fn.Exported() || IsStandard(fn.Pkg().Path()) {
		return nil
	}
	for _, ir := range r.ifaces {
		if ir.method == fn.Name() && ir.row.Package != fn.Pkg().Path() && !types.IsInterface(recv.Type()) &&
			r.IsForeign(fn.Pkg().Path()) && ir.implementedBy(recv.Type()) {
			return ir.row
		}
	}
	return nil
}

func (ir *ifaceRow) implementedBy(t types.Type) bool {
	for _, form := range ir.forms {
		if types.Implements(t, form) || types.Implements(types.NewPointer(t), form) {
			return true
		}
	}
	return false
}

package extract

// This file finds functions that no run of the program comes to.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// uncalled returns the identities of the functions of the package that nothing can call, and that would register tools with a server which
// they are given: what only the package itself may name, and what no main function, initializer, method or exported function of it comes to.
//
//	func registerShell(s *server.MCPServer) { s.AddTool(…) }
//
// What makes something whole counts, whoever calls it: there is something to say of it. There are none if nothing that is come to builds
// anything: then the package is a part of a program, or is not done yet. What C code or the linker calls is not seen.
func (p *program) uncalled(builds map[string]bool) map[string]bool {
	isCommand := p.ssa.Pkg.Name() == "main"
	reached := make(map[*ssa.Function]bool)
	var work []*ssa.Function
	add := func(fn *ssa.Function) {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if !reached[fn] {
			reached[fn] = true
			work = append(work, fn)
		}
	}
	for _, fn := range p.declared {
		switch name := fn.Name(); {
		case fn.Parent() != nil: // with the function around it
		case fn.Signature.Recv() != nil, fn.Synthetic != "", fn.Object() == nil, name == "init", isCommand && name == "main", !isCommand && p.isExported(fn):
			add(fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range references(fn) {
			add(to)
		}
		for _, literal := range fn.AnonFuncs {
			add(literal)
		}
	}
	if !slices.ContainsFunc(p.declared, func(fn *ssa.Function) bool { return reached[fn] && builds[funcid.Of(fn)] }) {
		return nil
	}
	out := make(map[string]bool)
	for _, fn := range p.declared {
		for top := fn; !reached[fn] && top != nil; top = top.Parent() {
			if p.isGivenServer(top) {
				out[funcid.Of(fn)] = true
			}
		}
	}
	return out
}

// isGivenServer reports whether a function has a parameter that tools are registered with: a server of a library.
func (p *program) isGivenServer(fn *ssa.Function) bool {
	return fn.Parent() == nil && slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool {
		t := types.Unalias(v.Type())
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		named, ok := t.(*types.Named)
		if !ok || named.Obj().Pkg() == nil {
			return false
		}
		row := p.table.Call(named.Obj().Pkg().Path() + ".New" + named.Obj().Name())
		return row != nil && row.Kind == "server"
	})
}

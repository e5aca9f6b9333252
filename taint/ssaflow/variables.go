package ssaflow

// This file knows functions that package-level variables hold and nobody replaces.
//
//	var writeFile = os.WriteFile

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// heldFunc returns the identity of the function that a called value is, if it is what a
// package-level variable has been declared with and its package does not set, "" if not. Others
// may set one that they can see: then only is false.
func (p *program) heldFunc(called ssa.Value) (id string, only bool) {
	load, ok := called.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return "", false
	}
	g, ok := load.X.(*ssa.Global)
	switch {
	case !ok:
		return "", false
	case g.Pkg == p.in.Pkg:
		return p.declaredWith(g), !token.IsExported(g.Name())
	case p.in.Held == nil:
		return "", false
	}
	v, ok := g.Object().(*types.Var)
	if !ok {
		return "", false
	}
	return p.in.Held(v), false
}

// declaredWith returns the identity of the function that a variable of the package holds, "" if it
// is set anywhere, or holds no function that has a name.
func (p *program) declaredWith(g *ssa.Global) string {
	v := p.initial(g)
	if named, ok := v.(*ssa.ChangeType); ok {
		v = named.X
	}
	if fn, ok := v.(*ssa.Function); ok {
		return p.funcID(fn)
	}
	return ""
}

// heldFuncs returns the functions that variables of the package hold which others can see.
func (p *program) heldFuncs() map[*types.Var]string {
	out := make(map[*types.Var]string)
	for _, m := range p.in.Pkg.Members {
		g, ok := m.(*ssa.Global)
		if !ok || !token.IsExported(g.Name()) {
			continue
		}
		if v, ok := g.Object().(*types.Var); ok {
			if id := p.declaredWith(g); id != "" {
				out[v] = id
			}
		}
	}
	return out
}

// isFixedError reports whether a package-level variable has an error that is made once: of the standard library, as
// filepath.SkipDir, of another package, by its name, or of this one, if only its declaration sets it. What returns it
// returns nothing else that others return, too.
func (p *program) isFixedError(g *ssa.Global) bool {
	if g.Pkg == nil || !isError(under(g.Type()).(*types.Pointer).Elem()) {
		return false
	}
	if g.Pkg == p.in.Pkg {
		return isNewError(p.initial(g))
	}
	return library.IsStandard(g.Pkg.Pkg.Path()) || strings.HasPrefix(g.Name(), "Err")
}

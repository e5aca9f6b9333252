package unread

// This file finds libraries that are given tools and that nobody has heard of.

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/library"
)

// toldOfTools is what is said of a library that is given tools.
const toldOfTools = "to which the program gives tools"

// isStrange reports whether a package is of a library of which nothing is known, and not of the program.
func (s *seer) isStrange(p *types.Package) bool {
	root := rootOf(p.Path())
	return p != s.pass.Pkg && !library.IsStandard(p.Path()) && !within(p.Path(), s.pass.Module.Path) && libraryOf(p.Path()) == nil && !isRead(root)
}

// takesTool reports whether a function makes a tool of a name and of code that is called with a context:
//
//	func NewTool(name, description string, schema map[string]any, run func(ctx context.Context, args map[string]any) (string, error)) Tool
func takesTool(fn *types.Func) bool {
	sig := fn.Signature()
	if !strings.Contains(fn.Name(), "Tool") {
		return false
	}
	named, runs := false, false
	for p := range sig.Params().Variables() {
		switch t := p.Type().Underlying().(type) {
		case *types.Basic:
			named = named || t.Info()&types.IsString != 0
		case *types.Signature:
			runs = runs || takesContext(t)
		}
	}
	return named && runs
}

func takesContext(sig *types.Signature) bool {
	if sig.Params().Len() < 2 || sig.Results().Len() == 0 {
		return false
	}
	named, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == "context.Context"
}

// implements adds the types of the package that are tools of a library: they have the methods of an interface that is called after tools, one
// of which is called with a context, and one of which says something without being told anything.
func (s *seer) implements(files []*ast.File) {
	var tools []*types.Named
	for _, imported := range s.pass.Pkg.Imports() {
		if !s.isStrange(imported) {
			continue
		}
		for _, name := range imported.Scope().Names() {
			if obj, ok := imported.Scope().Lookup(name).(*types.TypeName); ok && obj.Exported() && strings.Contains(name, "Tool") {
				if named, ok := obj.Type().(*types.Named); ok && isTool(named) {
					tools = append(tools, named)
				}
			}
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || len(tools) == 0 {
				continue
			}
			for _, spec := range decl.Specs {
				t, ok := spec.(*ast.TypeSpec)
				if !ok || t.TypeParams != nil {
					continue
				}
				obj := s.pass.TypesInfo.Defs[t.Name]
				if obj == nil || types.IsInterface(obj.Type()) {
					continue
				}
				for _, tool := range tools {
					if types.Implements(types.NewPointer(obj.Type()), tool.Underlying().(*types.Interface)) {
						s.add(report.SeenLibrary, t.Pos(), rootOf(tool.Obj().Pkg().Path()), toldOfTools, false)
						break
					}
				}
			}
		}
	}
}

// isTool reports whether a type is an interface of tools.
func isTool(t *types.Named) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || t.TypeParams().Len() > 0 {
		return false
	}
	says, runs := false, false
	for m := range iface.Methods() {
		sig := m.Signature()
		says = says || sig.Params().Len() == 0 && sig.Results().Len() > 0
		runs = runs || takesContext(sig)
	}
	return says && runs
}

package taintflow

// This file finds the functions of a package that a framework runs.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// functions finds what is known of a function by its identity.
type functions struct {
	pass   *analysis.Pass
	result *ssaflow.Result
	own    map[string]*ssa.Function // by identity
	byPath map[string]*types.Package
	table  *taint.Table
	tags   *annotation.Set
}

func newFunctions(pass *analysis.Pass, result *ssaflow.Result, table *taint.Table) *functions {
	return &functions{pass: pass, result: result, own: ownFunctions(pass), byPath: packagesOf(pass.Pkg), table: table, tags: annotated(pass).Set}
}

// packagesOf returns pkg and the packages that it imports, and that these import, as far
// as is known: of one that is not imported directly, a driver may know only what those
// that are mention of it, so that it is not complete.
func packagesOf(pkg *types.Package) map[string]*types.Package {
	byPath := make(map[string]*types.Package)
	var visit func(*types.Package)
	visit = func(pkg *types.Package) {
		if byPath[pkg.Path()] == nil {
			byPath[pkg.Path()] = pkg
			for _, p := range pkg.Imports() {
				visit(p)
			}
		}
	}
	visit(pkg)
	return byPath
}

// ownFunctions returns the functions of a package by identity.
func ownFunctions(pass *analysis.Pass) map[string]*ssa.Function {
	own := make(map[string]*ssa.Function)
	for _, fn := range pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		own[funcid.Of(fn)] = fn
	}
	return own
}

// find returns the function that a framework runs as the one with an identity.
func (f *functions) find(id string) agentflow.Func {
	id = funcid.Source(id)
	if fn := f.own[id]; fn != nil {
		return agentflow.Func{ID: id, Data: dataParams(fn.Signature), Clean: f.clean(fn)}
	}
	if obj := funcid.Find(f.byPath, id); obj != nil {
		return agentflow.Func{ID: funcid.OfObject(obj), Data: dataParams(obj.Signature())}
	}
	// A closure of another package: the first parameter is a context, by custom.
	fn := agentflow.Func{ID: id}
	for i := 1; i < f.result.Params(id); i++ {
		fn.Data = append(fn.Data, i)
	}
	if len(fn.Data) == 0 {
		return agentflow.Func{}
	}
	return fn
}

// dataParams returns the parameters of a function that hold data, the receiver
// counted: contexts and options hold none.
func dataParams(sig *types.Signature) (out []int) {
	first := 0
	if sig.Recv() != nil {
		first = 1
	}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if isContext(t) || sig.Variadic() && i == sig.Params().Len()-1 && isOption(t) {
			continue
		}
		out = append(out, first+i)
	}
	return out
}

// isContext reports whether t is a context.Context or has all its methods, as the
// contexts of frameworks do.
func isContext(t types.Type) bool {
	return !slices.ContainsFunc([]string{"Deadline", "Done", "Err", "Value"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		return obj == nil
	})
}

// isOption reports whether t is a list of functional options.
func isOption(t types.Type) bool {
	list, ok := t.(*types.Slice)
	if !ok {
		return false
	}
	named, isNamed := types.Unalias(list.Elem()).(*types.Named)
	_, isFunc := list.Elem().Underlying().(*types.Signature)
	return isFunc || isNamed && strings.HasSuffix(named.Obj().Name(), "Option")
}

// clean returns the sanitizers that everything in a field of an argument of fn goes
// through, by field: every use of the field hands it to the same sanitizer.
func (f *functions) clean(fn *ssa.Function) map[string][]string {
	out := make(map[string][]string)
	for _, p := range fn.Params {
		s := structOf(p.Type())
		if s == nil {
			continue
		}
		for i := range s.NumFields() {
			tag := f.tags.Tag(s.Tag(i))
			if tag.Sink == nil {
				continue
			}
			for _, sanitizer := range tag.Sink.Unless {
				if f.alwaysThrough(p, i, sanitizer) {
					out[s.Field(i).Name()] = append(out[s.Field(i).Name()], sanitizer)
				}
			}
		}
	}
	return out
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// alwaysThrough reports whether field i of p is only read to be handed to a
// sanitizer, and p itself goes nowhere else.
func (f *functions) alwaysThrough(p *ssa.Parameter, i int, sanitizer string) bool {
	found := false
	var ok func(v ssa.Value) bool
	ok = func(v ssa.Value) bool {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.Store: // go/ssa keeps a parameter of struct type in a variable
				variable, isVariable := ref.Addr.(*ssa.Alloc)
				if ref.Val != v || !isVariable {
					if ref.Addr == v {
						continue
					}
					return false
				}
				if v != ssa.Value(p) || !ok(variable) {
					return false
				}
			case *ssa.FieldAddr:
				if ref.Field == i && !f.loadsInto(ref, sanitizer, &found) {
					return false
				}
			case *ssa.Field:
				if ref.Field == i && !f.handedTo(ref, sanitizer, &found) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	return ok(p) && found
}

// loadsInto reports whether what is at an address is only loaded for a sanitizer.
func (f *functions) loadsInto(addr *ssa.FieldAddr, sanitizer string, found *bool) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !f.handedTo(ref, sanitizer, found) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handedTo reports whether all uses of v are calls of a sanitizer.
func (f *functions) handedTo(v ssa.Value, sanitizer string, found *bool) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			callee := ref.Call.StaticCallee()
			if callee == nil || !f.sanitizes(funcid.Of(callee), sanitizer) {
				return false
			}
			*found = true
		default:
			return false
		}
	}
	return true
}

// sanitizes reports whether the function with an identity is the sanitizer of a name, for
// all that goes through it.
func (f *functions) sanitizes(id, name string) bool {
	mark := taint.MarkOf(name)
	rows := f.table.Rows(funcid.Key(id))
	named := slices.ContainsFunc(rows, func(r *library.Data) bool {
		return r.Verb == library.VerbSanitizer && slices.Contains(r.Labels, mark)
	})
	if named {
		return !slices.ContainsFunc(rows, func(r *library.Data) bool { return r.Verb == library.VerbFlow })
	}
	return f.result.Sanitizers(id).Has(mark)
}

package taintflow

// This file finds the functions of a package that a framework runs.

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/lazyssa"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// functions finds what is known of a function by its identity.
type functions struct {
	pass   *analysis.Pass
	result *ssaflow.Result
	own    func() map[string]*ssa.Function // by identity
	byPath map[string]*types.Package
	table  *taint.Table
	tags   *annotation.Set
}

func newFunctions(pass *analysis.Pass, result *ssaflow.Result, table *taint.Table) *functions {
	return &functions{
		pass: pass, result: result, own: sync.OnceValue(func() map[string]*ssa.Function { return ownFunctions(pass) }),
		byPath: packagesOf(pass.Pkg), table: table, tags: annotated(pass).Set,
	}
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
	for _, fn := range lazyssa.Of(pass).SrcFuncs {
		own[funcid.Of(fn)] = fn
	}
	return own
}

// find returns the function that a framework runs as the one with an identity.
func (f *functions) find(id string) agentflow.Func {
	id = funcid.Source(id)
	if fn := f.own()[id]; fn != nil {
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
				if ssaflow.AlwaysThrough(p, i, nil, func(id string) bool { return f.result.Sanitizes(f.table, id, sanitizer) }) {
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

package library_test

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// TestRows resolves every row against the libraries themselves, each version that a module
// of testdata pins: a typo in a row, or a function that a new version has renamed, fails
// here, and would be silence elsewhere. A row needs not be in each version, as those of a
// library share their rows, but in one. What a row on data says of arguments and results
// must fit them.
//
// The sources are checked without what they import from modules that have no rows: names
// are all that is asked for, and to compile every framework takes minutes.
func TestRows(t *testing.T) {
	all := library.All()
	found := make(map[string]bool)  // by the place of the row
	wrong := make(map[string]error) // likewise
	src := &sources{t: t, fset: token.NewFileSet(), byDir: make(map[string]*types.Package)}
	for _, pins := range modules(t) {
		src := src.of(pins, all.Packages(library.AllFamilies))
		for _, path := range all.Packages(library.AllFamilies) {
			if strings.Contains(path, "*") {
				for _, p := range src.matching(path) {
					decided(all, p, found)
				}
				continue
			}
			p := src.rowPackage(path)
			if p == nil {
				continue
			}
			for _, r := range all.CallsOf(path) {
				obj, _ := library.Lookup(p, r.Name)
				found[r.Pos.String()] = found[r.Pos.String()] || obj != nil && hasParts(p, r, obj)
			}
			for _, r := range all.DataOf(path) {
				fits, err := fit(all, p, r)
				found[r.Pos.String()] = found[r.Pos.String()] || fits
				wrong[r.Pos.String()] = cmp.Or(wrong[r.Pos.String()], err)
			}
			patterns := false
			for _, r := range all.EffectRows() {
				if r.Package != path {
					continue
				}
				if strings.Contains(r.Name, "*") {
					patterns = true
					continue
				}
				fits, err := fitEffect(p, r)
				found[r.Pos.String()] = found[r.Pos.String()] || fits
				wrong[r.Pos.String()] = cmp.Or(wrong[r.Pos.String()], err)
			}
			if patterns {
				decided(all, p, found)
			}
		}
	}
	for _, r := range all.Calls() {
		if !found[r.Pos.String()] {
			t.Errorf("%s: no pinned version has %s", r.Pos, r.Key())
		}
	}
	heads := make(map[string]string)
	for _, r := range all.DataRows() {
		heads[r.Pos.String()] = r.Key()
	}
	for _, r := range all.EffectRows() {
		heads[r.Pos.String()] = r.Key()
	}
	for _, pos := range slices.Sorted(maps.Keys(heads)) {
		switch {
		case wrong[pos] != nil:
			t.Errorf("%s: %v", pos, wrong[pos])
		case !found[pos]:
			t.Errorf("%s: no pinned version has %s", pos, heads[pos])
		}
	}
}

// hasParts reports whether a type that is a part of a protocol has the fields that its row
// names. Other rows say of functions what TestRows cannot ask types.
func hasParts(p *types.Package, r *library.Call, obj types.Object) bool {
	if r.Verb != library.VerbPart {
		return true
	}
	for _, a := range r.Args {
		t := obj.Type()
		for _, name := range a.Path {
			field, _, _ := types.LookupFieldOrMethod(t, true, p, name)
			v, ok := field.(*types.Var)
			if !ok {
				return false
			}
			t = v.Type()
		}
	}
	return true
}

// decided notes the rows that count for a function or a method of p: no other one says more of it.
func decided(all *library.Table, p *types.Package, found map[string]bool) {
	for _, fn := range functions(p) {
		for _, r := range all.Effects(library.KeyOf(fn)) {
			found[r.Pos.String()] = true
		}
	}
}

// functions returns the exported functions of p, and the exported methods of its types.
func functions(p *types.Package) (out []*types.Func) {
	add := func(obj types.Object) {
		if fn, ok := obj.(*types.Func); ok && fn.Exported() && fn.Pkg() == p {
			out = append(out, fn.Origin())
		}
	}
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		add(obj)
		typ, ok := obj.(*types.TypeName)
		if !ok {
			continue
		}
		of := typ.Type()
		if !types.IsInterface(of) {
			of = types.NewPointer(of)
		}
		for sel := range types.NewMethodSet(of).Methods() {
			add(sel.Obj())
		}
	}
	return out
}

// fitEffect reports whether p has what a row on effects is about, and what is wrong with the row.
func fitEffect(p *types.Package, r *library.Effect) (bool, error) {
	obj, key := library.Lookup(p, r.Name)
	switch {
	case obj == nil:
		return false, nil
	case key != r.Key():
		return true, misfit("the row says nothing: its name is that of " + key)
	}
	if lacks := r.Lacks(obj); lacks != "" {
		return true, misfit(r.Key() + " has no " + lacks)
	}
	return true, nil
}

type misfit string

func (m misfit) Error() string { return string(m) }

// fit reports whether p has what a row on data is about, and what is wrong with the row.
func fit(all *library.Table, p *types.Package, r *library.Data) (bool, error) {
	obj, key := library.Lookup(p, r.Name)
	if obj == nil {
		return false, nil
	}
	if key != r.Key() {
		if says(all.Data(key), strings.Replace(r.String(), r.Key(), key, 1)) {
			return true, nil // what it is about has got another name, which has the row, too
		}
		return true, misfit("the row says nothing: its name is that of " + key)
	}
	if is, lacks := library.Misfit(r, obj); lacks != "" {
		return true, misfit(r.Key() + " is " + is + ": it has no " + lacks)
	}
	return true, nil
}

// says reports whether one of rows reads as text does.
func says(rows []*library.Data, text string) bool {
	return slices.ContainsFunc(rows, func(r *library.Data) bool { return r.String() == text })
}

package taintflow

// This file looks up what the rows of a policy file are about.

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/spell"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// tableFor returns what is known of libraries in pkg under a policy. A row that asks of a
// function what it has not is left out: that nothing passes by way of an argument that
// does not exist would read as if the function cleaned all that it is given.
func tableFor(pkg *types.Package, p *policy.Policy) (*taint.Table, []report.RowUse) {
	rows := p.LibraryRows()
	uses := rowUses(pkg, rows)
	var idle []*library.Data
	for i, r := range rows {
		if uses[i].State == report.RowMisplaced {
			idle = append(idle, r)
		}
	}
	return p.Table(idle...), uses
}

// rowUses returns what pkg and the packages that it imports tell of each of rows.
func rowUses(pkg *types.Package, rows []*library.Data) []report.RowUse {
	if len(rows) == 0 {
		return nil
	}
	out := verify.NewRowUses(rows)
	byPath := packagesOf(pkg)
	byPath[universe.Path()] = universe
	paths := slices.Sorted(maps.Keys(byPath))
	catalogs := make(map[string]*catalog)
	for i, r := range rows {
		p := byPath[r.Package]
		if p == nil {
			out[i].Near = nearest(r.Package, paths, r.Package+"/")
			continue
		}
		if catalogs[r.Package] == nil {
			catalogs[r.Package] = catalogOf(p)
		}
		catalogs[r.Package].lookUp(r, &out[i], p == pkg || p == universe || p.Complete())
	}
	return out
}

// universe stands for the package of rows on what is declared nowhere: error.Error.
var universe = types.NewPackage("builtin", "builtin")

// nearest returns the name that is meant, if one is near, and does not begin with what
// is known to be wrong.
func nearest(name string, names []string, wrong string) []string {
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.HasPrefix(n, wrong) })
	if near := spell.Nearest(name, names); near != "" {
		return []string{near}
	}
	return nil
}

// A catalog is what a package has, by the names that a user of it writes: functions,
// types, variables, and what types have, the promoted ones included.
type catalog struct {
	path  string // of the package
	names map[string]entry
}

// An entry is something that a row may be about, and the key that its rows have.
type entry struct {
	obj types.Object
	key string
}

func catalogOf(pkg *types.Package) *catalog {
	c, scope := &catalog{pkg.Path(), make(map[string]entry)}, pkg.Scope()
	if pkg == universe {
		scope = types.Universe
	}
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			c.add(name, obj, ssaflow.ObjectID(obj))
		case *types.Var:
			c.add(name, obj, c.path+"."+name)
		case *types.TypeName:
			c.add(name, obj, typeKey(obj.Type()))
			c.addMethods(name, obj.Type())
			c.addFields(name, obj.Type(), make(map[types.Type]bool))
		}
	}
	return c
}

// add adds what rows with a key are about, if there is one. What is promoted is also
// found by the name of the type that declares it, which need not be exported.
func (c *catalog) add(name string, obj types.Object, key string) {
	if key == "" {
		return
	}
	c.names[name] = entry{obj, key}
	if own, ok := strings.CutPrefix(key, c.path+"."); ok {
		c.names[own] = entry{obj, key}
	}
}

// typeKey returns the key of rows on the type t, "" if there cannot be any.
func typeKey(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

func (c *catalog) addMethods(name string, t types.Type) {
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for sel := range types.NewMethodSet(t).Methods() {
		fn := sel.Obj().(*types.Func)
		c.add(name+"."+fn.Name(), fn, ssaflow.ObjectID(fn))
	}
}

// addFields adds the fields of a type, and those of the types that it embeds where no
// other has their name.
func (c *catalog) addFields(name string, t types.Type, seen map[types.Type]bool) {
	s, key := structOf(t), typeKey(deref(t))
	if s == nil || key == "" || seen[t] {
		return
	}
	seen[t] = true
	for f := range s.Fields() {
		if _, taken := c.names[name+"."+f.Name()]; !taken {
			c.add(name+"."+f.Name(), f, key+"."+f.Name())
		}
	}
	for f := range s.Fields() {
		if f.Embedded() {
			c.addFields(name, f.Type(), seen)
		}
	}
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// lookUp tells u what r is about. The catalog has everything that can be called if it is
// complete.
func (c *catalog) lookUp(r *library.Data, u *report.RowUse, complete bool) {
	e, ok := c.names[r.Name]
	switch {
	case !ok && !complete:
		u.State = report.RowHidden
	case !ok:
		u.State, u.Near = report.RowMissing, c.near(r.Name)
	case e.key != r.Key():
		u.State, u.Near = report.RowMoved, []string{e.key}
	default:
		u.State = report.RowFound
		if u.Is, u.Lacks = misfit(r, e.obj); u.Lacks != "" {
			u.State = report.RowMisplaced
		}
	}
}

// near returns what is meant by a name that the package has not: another member of the
// type, or else another name, which may be that of another type with such a member.
func (c *catalog) near(name string) []string {
	typ, member, isMember := strings.Cut(name, ".")
	names := slices.Sorted(maps.Keys(c.names))
	if !isMember {
		return nearest(name, names, name+".")
	}
	var members []string
	for _, n := range names {
		if m, ok := strings.CutPrefix(n, typ+"."); ok {
			members = append(members, m)
		}
	}
	if m := spell.Nearest(member, members); m != "" {
		return []string{typ + "." + m}
	}
	return nearest(name, names, typ+".")
}

// misfit returns what obj is and what r takes it to have that it has not, "" for nothing.
func misfit(r *library.Data, obj types.Object) (is, lacks string) {
	switch obj := obj.(type) {
	case *types.Func:
		is = types.TypeString(obj.Signature(), types.RelativeTo(obj.Pkg()))
		if r.Field || r.Type {
			return is, "place of a field or of a type"
		}
		return is, lackedPlace(r, obj.Signature())
	case *types.TypeName:
		if !r.Type {
			return "a type", "arguments and results; the place of all its values is `type`, of a source"
		}
	case *types.Var:
		switch {
		case obj.IsField() && !r.Field:
			return "a field", "arguments and results; its place is `field`, of a source, a sink or a sanitizer"
		case !obj.IsField() && (r.Verb != library.VerbFlow || len(r.Passes) > 0):
			return "a variable", "arguments and results; `flow " + r.Name + "` would say that nothing comes out of it"
		}
	}
	return "", ""
}

// lackedPlace returns the place of r that a function has not, "" if it has all.
func lackedPlace(r *library.Data, sig *types.Signature) string {
	places := slices.Clone(r.Places)
	for _, pass := range r.Passes {
		places = append(append(places, pass.From...), pass.To...)
	}
	if r.Where != nil {
		places = append(places, library.Place{Index: r.Where.Index})
	}
	switch r.Verb {
	case library.VerbPut, library.VerbGet, library.VerbShare:
		places = append(places, library.Place{Index: r.Index})
	}
	for _, at := range places {
		what, n := "argument", sig.Params().Len()
		if at.Result {
			what, n = "result", sig.Results().Len()
		}
		switch {
		case at.Index == library.Recv && sig.Recv() == nil:
			return "receiver"
		case at.Index == library.Each && n == 0:
			return what
		case at.Index >= n:
			return fmt.Sprintf("%s %d", what, at.Index)
		}
	}
	switch {
	case r.Verb == library.VerbShare && !takes(sig.Params().At(r.Index).Type(), r.Param):
		return fmt.Sprintf("function with a parameter %d as argument %d", r.Param, r.Index)
	case r.Verb == library.VerbValidator && !mayAnswer(sig, r.Answer):
		return "last result that is " + r.Answer
	}
	return ""
}

// takes reports whether t is a function with a parameter of that number.
func takes(t types.Type, param int) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && param < sig.Params().Len()
}

// mayAnswer reports whether the last result of a function can be the answer that a
// validator gives.
func mayAnswer(sig *types.Signature, answer string) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	switch t := sig.Results().At(n - 1).Type().Underlying().(type) {
	case *types.Basic:
		return answer != "nil" && t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer, *types.Slice, *types.Map, *types.Signature, *types.Chan:
		return answer == "nil"
	}
	return false
}

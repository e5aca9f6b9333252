package library_test

import (
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

// TestSurface asks of everything that a framework exports where agents are built whether it is
// read, or why it needs not be: an option, a field or a method that nobody thought of may add a
// tool or take a limit away, and would be silence. It walks the declarations of each version
// that a module of testdata pins:
//
//   - the functions, and the methods of types, of each package with rows on calls, but for one
//     with rows on fields alone;
//   - the fields of the structs that calls with rows take or make, to build something, or take
//     to ask a model;
//   - other packages of the module, each as a whole, that speak of a type of one with rows.
//
// Of a client, of which a framework is a small part, it walks in the packages with rows what is
// about types that rows name, and of structs the fields themselves.
//
// Something is read if a row is about it, or takes it out of an argument. A row that takes
// nothing, an ignored option, says only that the option is known: it needs a reason, too.
//
// To add a framework, run the test, and write what it lists into surface/NAME.txt: see
// library.SurfaceLine.
func TestSurface(t *testing.T) {
	for _, name := range extracted(t) {
		t.Run(name, func(t *testing.T) {
			if clientsAlone[name] {
				t.Skip("clients: nothing is built")
			}
			walkFramework(t, name)
		})
	}
}

// clientsAlone are tables of clients in which nothing is built: what a program may ask a model
// with is in its requests, whose tools are read by the code that runs them, whatever a client
// exports; a program of which that is not understood is package loops' to say so.
var clientsAlone = map[string]bool{"plain": true}

func walkFramework(t *testing.T, name string) {
	argued := readSurface(t, name)
	table := library.Of(name)
	src := &sources{t: t, fset: token.NewFileSet(), byDir: make(map[string]*types.Package)}
	missing := make(map[string]string) // and the version that has it
	for _, pins := range modules(t) {
		src := src.of(pins, builders(table))
		for _, pin := range src.pins {
			s := &surface{sources: src, table: table, pin: pin}
			s.walk()
			for _, what := range s.all {
				if !s.read[what] && !argued.allows(what) {
					missing[what.String()] = pin.version
				}
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s of %s: no row reads it, and surface/%s.txt does not say why", what, missing[what], name)
	}
	argued.stale()
}

// builders returns the packages of a table in which something is built: not those of which
// only fields matter, which belong to others.
func builders(table *library.Table) []string {
	return slices.DeleteFunc(table.Packages(library.CallRows), func(path string) bool {
		return !slices.ContainsFunc(table.CallsOf(path), func(r *library.Call) bool { return r.Verb != library.VerbField })
	})
}

// An exported is what a program may name: a package, a function, a type's method or field.
type exported struct {
	pkg  string // below the module, "." for its root
	name string // "" for the package
}

func (e exported) String() string { return strings.TrimSpace(e.pkg + " " + e.name) }

// A surface is what one version of a module exports.
type surface struct {
	*sources
	table *library.Table
	pin   pin
	all   []exported
	read  map[exported]bool
	part  *regexp.Regexp // of a client: the types that rows name
}

func (s *surface) walk() {
	s.read = make(map[exported]bool)
	if slices.Contains(s.table.Clients(), s.pin.path) {
		s.part = s.named()
	}
	var configs []types.Type // what functions with rows take and make
	for _, path := range s.packages() {
		if !slices.Contains(builders(s.table), path) {
			if p := s.load(path, s.dirOf(path)); p != nil && s.speaks(p) {
				s.all = append(s.all, exported{s.below(path), ""})
			}
			continue
		}
		p := s.rowPackage(path)
		if p == nil {
			continue
		}
		configs = append(configs, s.rows(p)...)
		s.functions(p)
	}
	s.fields(configs)
}

// packages returns the paths of the packages of the module that others may import.
func (s *surface) packages() (paths []string) {
	for _, dir := range goDirs(s.t, s.pin.dir) {
		paths = append(paths, path.Join(s.pin.path, dir))
	}
	return paths
}

// below returns a path below that of the module.
func (s *surface) below(path string) string {
	if path == s.pin.path {
		return "."
	}
	return strings.TrimPrefix(path, s.pin.path+"/")
}

// rows notes what the rows of a package read, and returns what the functions that they are
// about take and make.
func (s *surface) rows(p *types.Package) (configs []types.Type) {
	for _, r := range s.table.DataOf(p.Path()) {
		if _, key := library.Lookup(p, r.Name); key != "" {
			s.read[s.exportedOf(p.Path(), key)] = true
		}
	}
	for _, r := range s.table.CallsOf(p.Path()) {
		obj, key := library.Lookup(p, r.Name)
		if obj == nil {
			continue
		}
		if !ignores(r) {
			s.read[s.exportedOf(p.Path(), key)] = true
			s.read[exported{s.below(p.Path()), r.Name}] = true // also where that is an alias
		}
		configs = append(configs, s.arguments(r, obj)...)
	}
	return configs
}

// ignores reports whether a row says only that an option is known.
func ignores(r *library.Call) bool {
	return len(r.Args) == 0 && slices.Contains([]string{"opt", "opt:ignored", "option:other", "ignored", "other"}, r.Kind)
}

// exportedOf returns what a key in a package stands for.
func (s *surface) exportedOf(pkg, key string) exported {
	return exported{s.below(pkg), strings.TrimPrefix(key, pkg+".")}
}

// arguments returns the types of what the object of a row takes, and, where the row builds
// something, of what it makes. It notes the fields that the row takes out of them.
func (s *surface) arguments(r *library.Call, obj types.Object) (list []types.Type) {
	sig, ok := obj.Type().Underlying().(*types.Signature)
	if !ok {
		s.takes(r, library.Recv, obj.Type())
		return []types.Type{obj.Type()}
	}
	for i := range sig.Params().Len() {
		list = append(list, sig.Params().At(i).Type())
		s.takes(r, i, sig.Params().At(i).Type())
	}
	if recv := sig.Recv(); recv != nil {
		s.takes(r, library.Recv, recv.Type())
		configures := func(a library.Arg) bool { return a.Index == library.Recv && len(a.Path) > 0 }
		if r.Verb == library.VerbAsk && slices.ContainsFunc(r.Args, configures) { // as of a runner
			list = append(list, recv.Type())
		}
	}
	switch r.Verb {
	case library.VerbAsk: // what it yields is for when a program runs
	case library.VerbNew, library.VerbOp:
		for res := range sig.Results().Variables() {
			list = append(list, res.Type())
		}
	default:
		return nil // what a call takes or yields when a program runs
	}
	return list
}

// takes notes the fields that a row takes out of its argument of a number.
func (s *surface) takes(r *library.Call, index int, t types.Type) {
	for _, a := range r.Args {
		if a.Index != index || a.Text != "" {
			continue
		}
		at := t
		for _, name := range a.Path {
			owner, field := fieldOf(at, name)
			if field == nil {
				break
			}
			if e, ok := s.member(owner, name); ok {
				s.read[e] = true
			}
			at = field.Type()
		}
	}
}

// named returns a pattern for the types that rows on calls name, and that constructors make.
func (s *surface) named() *regexp.Regexp {
	names := []string{"none"}
	for _, path := range builders(s.table) {
		p := s.rowPackage(path)
		if p == nil {
			continue
		}
		for _, r := range s.table.CallsOf(path) {
			obj, _ := library.Lookup(p, r.Name)
			if typ := typeOf(r); obj != nil && typ != "" {
				names = append(names, path+"."+typ)
			}
			fn, ok := obj.(*types.Func)
			if !ok || r.Verb != library.VerbNew {
				continue
			}
			for res := range fn.Signature().Results().Variables() {
				if named, _ := structOf(res.Type()); named != nil {
					names = append(names, named.Obj().Pkg().Path()+"."+named.Obj().Name())
				}
			}
		}
	}
	for i := range names {
		names[i] = regexp.QuoteMeta(names[i])
	}
	return regexp.MustCompile("(" + strings.Join(names, "|") + `)\b`)
}

// typeOf returns the type that a row names, "" for a function.
func typeOf(r *library.Call) string {
	typ, _, isMember := strings.Cut(r.Name, ".")
	if !isMember && r.Verb != library.VerbType {
		return ""
	}
	return typ
}

// about reports whether an object of a package is walked. Of a client's package with rows on
// types, those are that mention one.
func (s *surface) about(obj types.Object) bool {
	ofTypes := func(r *library.Call) bool { return typeOf(r) != "" }
	return s.part == nil || !slices.ContainsFunc(s.table.CallsOf(obj.Pkg().Path()), ofTypes) ||
		s.part.MatchString(types.TypeString(obj.Type(), nil))
}

// functions adds the functions of a package, and the methods of its types.
func (s *surface) functions(p *types.Package) {
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() || !s.about(obj) {
			continue
		}
		switch obj := obj.(type) {
		case *types.Func:
			s.all = append(s.all, exported{s.below(p.Path()), name})
		case *types.TypeName:
			s.methods(obj)
		}
	}
}

// methods adds the methods of a type, each by the type of the package that declares it. A
// package that others cannot import declares those of a type that is an alias for one of it.
func (s *surface) methods(of *types.TypeName) {
	t := of.Type()
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		fn := m.Obj().(*types.Func)
		switch key := library.KeyOf(fn.Origin()); {
		case !fn.Exported() || key == "" || fn.Pkg() == nil:
		case fn.Pkg() == of.Pkg():
			s.all = append(s.all, s.exportedOf(fn.Pkg().Path(), key))
		case of.IsAlias() && within(fn.Pkg().Path(), path.Join(s.pin.path, "internal")):
			s.all = append(s.all, exported{s.below(of.Pkg().Path()), of.Name() + "." + fn.Name()})
		}
	}
}

// fields adds the fields of the structs of the module that are among types, or part of one.
func (s *surface) fields(list []types.Type) {
	seen := make(map[*types.TypeName]bool)
	for len(list) > 0 {
		t := list[0]
		list = list[1:]
		named, str := structOf(t)
		if named == nil || seen[named.Obj()] {
			continue
		}
		seen[named.Obj()] = true
		for f := range str.Fields() {
			if e, ok := s.member(named, f.Name()); ok && f.Exported() && !f.Embedded() {
				s.all = append(s.all, e)
			}
			if s.part == nil || f.Embedded() {
				list = append(list, f.Type())
			}
		}
	}
}

// member returns a member of a type, if the type is one of the module.
func (s *surface) member(of *types.Named, name string) (exported, bool) {
	p := of.Obj().Pkg()
	if p == nil || !within(p.Path(), s.pin.path) {
		return exported{}, false
	}
	return exported{s.below(p.Path()), of.Obj().Name() + "." + name}, true
}

// speaks reports whether a function or a type of a package mentions a type of a package that
// has rows.
func (s *surface) speaks(p *types.Package) bool {
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		text := types.TypeString(obj.Type(), nil)
		if _, isType := obj.(*types.TypeName); isType {
			text = types.TypeString(obj.Type().Underlying(), nil)
		}
		if s.part != nil {
			if s.part.MatchString(text) {
				return true
			}
			continue
		}
		for _, path := range builders(s.table) {
			if strings.Contains(text, path+".") {
				return true
			}
		}
	}
	return false
}

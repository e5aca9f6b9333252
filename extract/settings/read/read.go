package read

// This file goes through a package.

import (
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An Input is a package to read.
type Input struct {
	Fset  *token.FileSet
	Pkg   *ssa.Package
	Funcs []*ssa.Function // all that have a body, closures included, but not those of tests
	// Own reports whether a package belongs to the program: what is in it, its own Kept says.
	Own func(path string) bool
}

// Package returns what a package says of settings, in time linear in its code.
func Package(in *Input) *settings.Kept {
	r := &reader{
		Input: in, table: settingsTable(), used: make(map[settings.Use]bool),
		k: &settings.Kept{
			Package: in.Pkg.Pkg.Path(), Main: in.Pkg.Pkg.Name() == "main",
			Parts: make(map[settings.Thing][]settings.Thing), Names: make(map[string][]string),
		},
	}
	for _, name := range in.Pkg.Pkg.Scope().Names() {
		if obj, ok := in.Pkg.Pkg.Scope().Lookup(name).(*types.TypeName); ok && !obj.IsAlias() {
			r.declared(obj.Type())
		}
	}
	funcs := in.Funcs
	if init := in.Pkg.Func("init"); init != nil && !slices.Contains(funcs, init) { // values of package-level variables
		funcs = append(slices.Clone(funcs), init)
		for _, fn := range init.AnonFuncs {
			if !slices.Contains(funcs, fn) {
				funcs = append(funcs, fn)
			}
		}
	}
	for _, fn := range funcs {
		if fn.Blocks != nil {
			r.function(fn)
		}
		r.guard(fn)
		if isRoot(fn) {
			r.k.Roots = append(r.k.Roots, funcid.Source(funcid.Of(fn)))
		}
	}
	return r.k
}

// isRoot reports whether a program begins with a function.
func isRoot(fn *ssa.Function) bool {
	return fn.Signature.Recv() == nil && fn.Parent() == nil &&
		(fn.Name() == "main" && fn.Pkg.Pkg.Name() == "main" || fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#"))
}

type reader struct {
	*Input
	table *table
	k     *settings.Kept
	used  map[settings.Use]bool // those that k has, without positions

	fn    *ssa.Function
	id    string
	opens bool // fn opens a file
}

// declared notes the fields of a struct type of the package, and what is in them.
func (r *reader) declared(t types.Type) {
	st, typ := structIn(t)
	if st == nil {
		return
	}
	r.parts(t)
	for i := range st.NumFields() {
		f := st.Field(i)
		if inner, _ := structIn(f.Type()); inner != nil {
			if _, isNamed := types.Unalias(innermost(f.Type())).(*types.Named); !isNamed {
				r.declared(f.Type()) // a struct without a name of its own
			}
			continue
		}
		name, skipped := nameOf(st, i)
		_, owner, _ := cutLast(string(typ))
		if isSetting(f.Type()) && r.table.isLimit(f.Name(), owner) {
			r.k.Fields = append(r.k.Fields, settings.Field{Thing: fieldThing(t, i), Type: typ, Name: name, Pos: r.pos(f.Pos()), Skipped: skipped})
		}
	}
}

// parts notes which structs are in a struct, and in these.
func (r *reader) parts(t types.Type) {
	st, typ := structIn(t)
	if st == nil || r.k.Parts[typ] != nil {
		return
	}
	r.k.Parts[typ] = []settings.Thing{} // a struct may hold another one of its type
	for f := range st.Fields() {
		if inner, part := structIn(f.Type()); inner != nil {
			r.k.Parts[typ] = append(r.k.Parts[typ], part)
			r.parts(f.Type())
		}
	}
}

// cutLast cuts around the last dot.
func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, '.')
	return s[:max(i, 0)], s[i+1:], i >= 0
}

// maxNested is how deep lists and maps are in each other: a type may be a list of itself.
const maxNested = 8

// isSetting reports whether a type is one that somebody writes: a truth, a number, a text, and lists and maps of such.
func isSetting(t types.Type) bool {
	b, ok := innermost(t).Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0
}

// innermost returns what a type is, points to, or is a list or a map of.
func innermost(t types.Type) types.Type {
	for range maxNested {
		elem, ok := t.Underlying().(interface{ Elem() types.Type }) // a pointer, a slice, an array, a map
		if _, isChan := elem.(*types.Chan); !ok || isChan {
			break
		}
		t = elem.Elem()
	}
	return t
}

// tags are the keys of struct tags that libraries know fields by, the first one that is there counts.
var tags = []string{"yaml", "toml", "mapstructure", "koanf", "hcl", "json", "env", "envconfig", "ini", "name", "long", "arg"}

// nameOf returns the name by which whoever writes settings knows a field, and whether libraries leave it out.
func nameOf(st *types.Struct, i int) (name string, skipped bool) {
	tag := reflect.StructTag(st.Tag(i))
	for _, key := range tags {
		text, _, _ := strings.Cut(tag.Get(key), ",")
		switch text {
		case "":
		case "-":
			skipped = true
		default:
			return text, false
		}
	}
	return st.Field(i).Name(), skipped || !st.Field(i).Exported()
}

// structIn returns the struct type that a type is, points to, or is a list or a map of, and what it is called; nil if there is none.
func structIn(t types.Type) (*types.Struct, settings.Thing) {
	st, name := valueflow.StructOf(innermost(t))
	return st, settings.Thing("t " + name)
}

// fieldThing returns the thing that field i is of the struct that a type is, points to, or is a list or a map of.
func fieldThing(t types.Type, i int) settings.Thing {
	return settings.Thing(valueflow.FieldOf(innermost(t), i))
}

func paramThing(fn *ssa.Function, i int) settings.Thing {
	return settings.Thing("p " + funcid.Source(funcid.Of(fn)) + "#" + strconv.Itoa(i))
}

// ownField returns the thing that field i of a struct is, "" if the struct is not the program's.
func (r *reader) ownField(t types.Type, i int) settings.Thing {
	st, _ := valueflow.StructOf(t)
	if st == nil || st.Field(i).Pkg() == nil || !r.Own(st.Field(i).Pkg().Path()) {
		return ""
	}
	return fieldThing(t, i)
}

func (r *reader) pos(p token.Pos) graph.Pos {
	if !p.IsValid() {
		return graph.Pos{}
	}
	at := r.Fset.Position(p)
	return graph.Pos{File: filepath.Clean(at.Filename), Line: at.Line, Col: at.Column}
}

// function reads one function.
func (r *reader) function(fn *ssa.Function) {
	r.fn, r.id = fn, funcid.Source(funcid.Of(fn))
	r.opens = slices.ContainsFunc(fn.Blocks, r.opensFile)
	for i, p := range fn.Params {
		if isSetting(p.Type()) || types.IsInterface(p.Type()) {
			r.follow(paramThing(fn, i), p)
		}
	}
	names := make(map[string]bool)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if to, ok := (*op).(*ssa.Function); ok {
					names[funcid.Source(funcid.Of(to))] = true
					if m := funcid.Bound(to); m != nil { // of an embedded type, maybe
						names[funcid.OfObject(m)] = true
					}
				}
			}
			r.instr(instr, names)
		}
	}
	for name := range names {
		r.k.Names[r.id] = append(r.k.Names[r.id], name)
	}
	slices.Sort(r.k.Names[r.id])
}

// opensFile reports whether a block has a call that opens a file.
func (r *reader) opensFile(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		return ok && r.is(&c.Call, "open")
	})
}

// row returns what a function of a library that is called does with settings.
func (r *reader) row(c *ssa.CallCommon) (row, bool) {
	switch callee := c.StaticCallee(); {
	case callee != nil && callee.Object() != nil:
		return r.table.of(funcid.Of(callee))
	case c.IsInvoke():
		return r.table.of(funcid.OfObject(c.Method))
	}
	return row{}, false
}

func (r *reader) is(c *ssa.CallCommon, verb string) bool {
	w, ok := r.row(c)
	return ok && w.verb == verb
}

// instr reads one instruction.
func (r *reader) instr(instr ssa.Instruction, names map[string]bool) {
	switch in := instr.(type) {
	case *ssa.FieldAddr:
		if f := r.ownField(in.X.Type(), in.Field); f != "" && isSetting(deref(in.Type())) {
			r.follow(f, in)
		}
	case *ssa.Field:
		if f := r.ownField(in.X.Type(), in.Field); f != "" && isSetting(in.Type()) {
			r.follow(f, in)
		}
	case *ssa.UnOp:
		if g, ok := in.X.(*ssa.Global); ok && in.Op == token.MUL && isSetting(in.Type()) && r.ownGlobal(g) {
			r.follow(globalThing(g), in)
		}
	case *ssa.MakeInterface:
		if st, t := structIn(in.X.Type()); st != nil {
			r.parts(in.X.Type())
			r.follow(t, in)
		}
		for m := range methodsOf(in.X.Type()) {
			names[m] = true
		}
	case *ssa.ChangeType:
		if st, t := structIn(in.X.Type()); st != nil && t != structName(in.Type()) {
			r.parts(in.X.Type())
			r.use(settings.Use{Thing: t, Kind: settings.Looked, Pos: r.pos(in.Pos())})
		}
	case *ssa.BinOp:
		if st, t := structIn(in.X.Type()); st != nil && !isPointer(in.X.Type()) {
			r.use(settings.Use{Thing: t, Kind: settings.Looked, Pos: r.pos(in.Pos())})
		}
	case *ssa.Call:
		r.source(in)
	}
}

func structName(t types.Type) settings.Thing {
	_, name := structIn(t)
	return name
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (r *reader) ownGlobal(g *ssa.Global) bool { return g.Pkg != nil && r.Own(g.Pkg.Pkg.Path()) }

func globalThing(g *ssa.Global) settings.Thing {
	return settings.Thing(valueflow.VarName(g.Pkg.Pkg.Path() + "." + g.Name()))
}

// methodsOf returns the identities of the methods that a value of a type has, by way of embedding, too.
func methodsOf(t types.Type) map[string]bool {
	out := make(map[string]bool)
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if m, ok := set.At(i).Obj().(*types.Func); ok {
			out[funcid.OfObject(m)] = true
		}
	}
	return out
}

// source notes a call that returns a single setting, or puts it where an argument leads.
func (r *reader) source(call *ssa.Call) {
	c := &call.Call
	w, known := r.row(c)
	callee := c.StaticCallee()
	switch {
	case known && (w.verb == "flag" || w.verb == "text"):
	case !known && callee != nil && callee.Object() != nil && callee.Pkg != nil && r.Own(callee.Pkg.Pkg.Path()): // getenv("READ_ONLY", "false")
		w = row{verb: "text", arg: -1}
	default:
		return
	}
	name, at := nameIn(c, !known)
	if name == "" || !r.table.isLimit(name, "") {
		return
	}
	by := calledAs(c)
	value := ssa.Value(call)
	if w.arg >= 0 {
		value = c.Args[w.arg]
		if t := r.thingAt(value); t != "" {
			r.k.Filled = append(r.k.Filled, settings.Filled{Thing: t, Name: name, By: by, Func: r.id, Pos: r.pos(call.Pos())})
			return
		}
		if _, ok := value.(*ssa.Alloc); !ok { // it is somewhere else: only the caller knows
			return
		}
	}
	pos := r.pos(call.Pos())
	s := settings.Source{Thing: settings.Thing("s " + pos.String()), Name: name, By: by, Func: r.id, Pos: pos, Flag: w.verb == "flag"}
	if !known {
		s.Via = paramThing(callee, at)
	}
	r.k.Sources = append(r.k.Sources, s)
	r.follow(s.Thing, value)
}

// nameIn returns the first constant text that a call is given, and as which argument; of functions of the program's own one that looks
// like the name of a variable of the environment.
func nameIn(c *ssa.CallCommon, asVariable bool) (name string, at int) {
	for i, arg := range c.Args {
		k, ok := arg.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		text := constant.StringVal(k.Value)
		if !asVariable || text == strings.ToUpper(text) && strings.Contains(text, "_") {
			return text, i
		}
	}
	return "", -1
}

// calledAs returns how a call reads in the code: "yaml.Unmarshal".
func calledAs(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	callee := c.StaticCallee()
	if callee == nil {
		return "a function"
	}
	if callee.Signature.Recv() == nil && callee.Pkg != nil {
		return callee.Pkg.Pkg.Name() + "." + callee.Name()
	}
	return callee.Name()
}

// thingAt returns the thing at an address, "" if it is none of the program's.
func (r *reader) thingAt(addr ssa.Value) settings.Thing {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return r.ownField(a.X.Type(), a.Field)
	case *ssa.Global:
		if r.ownGlobal(a) {
			return globalThing(a)
		}
	}
	return ""
}

// use notes what is done with a thing, once a function.
func (r *reader) use(u settings.Use) {
	u.Func = r.id
	key := u
	key.Pos = graph.Pos{}
	if u.Thing == u.Into || r.used[key] {
		return
	}
	r.used[key] = true
	r.k.Uses = append(r.k.Uses, u)
}

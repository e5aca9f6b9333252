package interp

// This file finds out what a function cannot do without running it. To run it tells more,
// and costs more: most handlers of a server ask nobody, whatever happens in them.

import (
	"go/types"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// MayHave reports whether observing f may show an effect of one of some kinds. False is certain: no
// function that f could come to has one, but for a decider that a map has under a sentence. It is found by rapid type analysis (Bacon and
// Sweeney, 1996): a function that is mentioned is called, and a method that is called is
// that of each type which becomes an interface on the way. What f has captured counts as
// mentioned. It takes time linear in the code and the values that f reaches.
func (m *Machine) MayHave(f Value, kinds ...string) bool {
	r := m.reaching(kinds...)
	r.value(f)
	r.all()
	return r.found
}

func (m *Machine) reaching(kinds ...string) *reach {
	return &reach{
		m: m, kinds: kinds, funcs: make(map[string]bool), types: make(map[string]bool),
		methods: map[string]bool{"Error": true, "String": true}, // which fmt calls
		globals: make(map[string]bool), cells: make(map[*Cell]bool), maps: make(map[*Map]bool), objects: make(map[*Object]bool),
	}
}

// all follows what was noted so far, until what is looked for is found.
func (r *reach) all() {
	for len(r.queue) > 0 && !r.found {
		fn := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		r.scan(fn)
	}
}

type reach struct {
	m     *Machine
	kinds []string
	found bool
	queue []*recipe.Func

	funcs, globals map[string]bool // that are mentioned
	types          map[string]bool // that values in interfaces have
	methods        map[string]bool // names of methods that are called through interfaces
	cells          map[*Cell]bool
	maps           map[*Map]bool
	objects        map[*Object]bool
}

// seeks reports whether effects of a kind are looked for.
func (r *reach) seeks(kind string) bool { return slices.Contains(r.kinds, kind) }

// row notes that a call that a row describes is mentioned.
func (r *reach) row(key string) {
	if row := r.m.table.Call(key); row != nil && r.seeks(row.Kind) {
		r.found = true
	}
}

// mention notes that the name of something that may be called is mentioned.
func (r *reach) mention(name string) {
	r.found = r.found || r.seeks(Decider) && saysDecision(name)
	r.data(name)
}

// callee notes that the name of a function is mentioned, or that of a method, or of the interface
// that it is called by: owner is the function or that interface. What isDecider rules out by its
// package is no decider here, either.
func (r *reach) callee(owner, name string) {
	if r.m.prog.IsFramework(owner) || library.IsStandard(funcid.Package(owner)) {
		r.data(name)
	} else {
		r.mention(name)
	}
}

// data notes that a text, or the name of something that is not called, is mentioned.
func (r *reach) data(name string) {
	r.found = r.found || r.seeks(OwnConsent) && SaysConsent(name)
}

// text notes that a text is mentioned. It may be the key under which a map has a function, unless it is a sentence.
func (r *reach) text(s string) {
	if strings.ContainsAny(s, " \n") {
		r.data(s)
	} else {
		r.mention(s)
	}
}

// isBasic reports whether values of a type, as it is written, are numbers, texts or lists of them.
func isBasic(typ string) bool {
	obj := types.Universe.Lookup(strings.TrimLeft(typ, "*[]"))
	if obj == nil {
		return false
	}
	_, basic := obj.Type().(*types.Basic)
	return basic
}

// function notes that a function is mentioned.
func (r *reach) function(id string) {
	if id == "" || r.funcs[id] {
		return
	}
	r.funcs[id] = true
	r.callee(id, withoutPackage(id))
	if r.seeks("human") && r.m.prog.IsHuman(id) {
		r.found = true
	}
	if fn := r.m.prog.Func(id); fn != nil {
		r.queue = append(r.queue, fn)
	}
}

// dynamic notes that values of a type become interfaces.
func (r *reach) dynamic(typ string) {
	if typ == "" || r.types[typ] {
		return
	}
	r.types[typ] = true
	for _, name := range sortedKeys(r.methods) {
		r.method(typ, name)
	}
}

// invoked notes that a method is called through an interface.
func (r *reach) invoked(name string) {
	if r.methods[name] {
		return
	}
	r.methods[name] = true
	for _, typ := range sortedKeys(r.types) {
		r.method(typ, name)
	}
}

func (r *reach) method(typ, name string) {
	if id := r.m.prog.Method(typ, name); id != "" {
		r.row(r.m.prog.RowOf(id))
		r.function(id)
	}
}

// global notes that a variable is mentioned. One that was not asked for yet will hold
// what its initialiser makes.
func (r *reach) global(id string) {
	if r.globals[id] {
		return
	}
	r.globals[id] = true
	if c, ok := r.m.globals[id]; ok {
		r.cell(c)
	} else if init := r.m.prog.Init(id); init != nil {
		r.function(init.ID)
	}
}

// scan notes what the body of a function mentions.
func (r *reach) scan(fn *recipe.Func) {
	for _, p := range fn.Params {
		if isBasic(p.Type) {
			r.data(p.Name)
		} else {
			r.mention(p.Name)
		}
	}
	for i := range fn.Consts {
		switch c := &fn.Consts[i]; c.Kind {
		case recipe.ConstFunc:
			r.row(c.Row)
			r.function(c.Text)
		case recipe.ConstGlobal:
			r.global(c.Text)
		default:
			r.text(c.Text)
		}
	}
	for i := range fn.Blocks {
		for j := range fn.Blocks[i].Instrs {
			r.instr(&fn.Blocks[i].Instrs[j])
		}
	}
}

func (r *reach) instr(in *recipe.Instr) {
	op := in.Op
	if op == recipe.OpGo || op == recipe.OpDefer {
		op = in.Call
	}
	r.row(in.Row)
	for _, typ := range in.Targs {
		r.dynamic(typ)
	}
	switch op {
	case recipe.OpCall, recipe.OpClosure:
		r.function(in.Sym)
	case recipe.OpInvoke:
		r.callee(in.Type, ShortFunc(in.Type))
		r.callee(in.Type, in.Sym)
		r.invoked(in.Sym)
	case recipe.OpInterface:
		r.dynamic(in.Type)
	case recipe.OpField, recipe.OpFieldAddr:
		if in.Call == recipe.OpCallValue {
			r.mention(in.Sym)
		} else {
			r.data(in.Sym)
		}
		typ, _, _ := strings.Cut(in.Type, "[")
		r.row(typ + "." + in.Sym) // a row may name a function in a field like a method
	}
}

func (r *reach) cell(c *Cell) {
	if c == nil || r.cells[c] {
		return
	}
	r.cells[c] = true
	r.value(c.v)
}

func (r *reach) each(cells []*Cell) {
	for _, c := range cells {
		r.cell(c)
	}
}

// value notes what a value holds that may be called.
func (r *reach) value(v Value) {
	switch x := v.(type) {
	case FuncValue:
		r.row(x.Row)
		r.function(x.ID)
		for _, b := range x.Bindings {
			r.value(b)
		}
	case Ptr:
		r.cell(x.Cell)
	case *Struct:
		if x.Type != "" {
			r.dynamic(x.Type)
			r.dynamic("*" + x.Type)
		}
		for _, name := range sortedKeys(x.Fields) {
			r.cell(x.Fields[name])
		}
	case *Array:
		r.each(x.Elems)
	case Slice:
		r.each(x.Elems)
	case *Map:
		r.maps[x] = true
		for _, e := range x.Entries {
			r.value(e.key)
			r.cell(e.cell)
		}
	case *iterator:
		for _, e := range x.entries {
			r.cell(e.cell)
		}
	case Iface:
		r.dynamic(x.Type)
		r.value(x.V)
	case Tuple:
		for _, e := range x {
			r.value(e)
		}
	case Part:
		r.object(x.Object)
	case *Object:
		r.object(x)
	case *Unknown:
		r.row(x.State())
		r.mention(x.called())
		for _, name := range sortedKeys(x.fields) {
			r.cell(x.fields[name])
		}
	case *OneOf:
		for _, a := range x.Alts {
			r.value(a.V)
		}
	}
}

func (r *reach) object(o *Object) {
	if o == nil || r.objects[o] {
		return
	}
	r.objects[o] = true
	kind, isFunc := strings.CutPrefix(o.Kind, "fn:")
	r.found = r.found || isFunc && r.seeks(kind)
	for _, name := range sortedKeys(o.Args) {
		r.value(o.Args[name])
	}
	for _, op := range o.Ops {
		for _, name := range sortedKeys(op.Args) {
			r.value(op.Args[name])
		}
	}
	r.object(o.Parent)
	for _, typ := range o.Targs {
		r.dynamic(typ)
	}
}

package extract

// This file is what happens before a function of the program is called: packages
// are initialised, and functions fill the variables that others read.

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// startup returns what happens before a function of the package is called.
func (p *program) startup() interp.Startup {
	s := interp.Startup{Init: p.lowerer.LowerPackage(p.ssa)}
	var starts []string
	for _, path := range p.first {
		starts = append(starts, recipe.StartID(path))
	}
	for _, id := range append(starts, p.starts...) {
		if f := p.Func(id); f != nil {
			s.Before = append(s.Before, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.ssa.Members)) {
		if g, ok := p.ssa.Members[name].(*ssa.Global); ok {
			v := p.variable(g)
			if f, embedded := p.embedded[v.ID]; f != nil {
				s.Embedded = append(s.Embedded, f)
			} else {
				v.Unread = embedded
			}
			s.Vars = append(s.Vars, v)
		}
	}
	return s
}

// variable describes a variable of the package, and what functions may change in it when
// somebody asks them to. Nobody calls the functions of a command but itself.
func (p *program) variable(g *ssa.Global) interp.Variable {
	v := interp.Variable{ID: recipe.GlobalID(g), Name: g.Name()}
	if p.ssa.Pkg.Name() == "main" {
		return v
	}
	if !p.given[v.ID] && !slices.ContainsFunc(p.changed[v.ID], func(fn string) bool { return !p.early[fn] }) {
		return v
	}
	if shape := basicShape(g); shape != 0 {
		v.Changes, v.Shape = interp.TakesAny, shape
	}
	switch g.Type().Underlying().(*types.Pointer).Elem().Underlying().(type) {
	case *types.Slice:
		v.Changes = interp.GrowsSlice
	case *types.Map:
		v.Changes = interp.GrowsMap
	}
	return v
}

// basicShape returns the shape of a variable of a basic type, 0 for others.
func basicShape(g *ssa.Global) recipe.Shape {
	t := g.Type().Underlying().(*types.Pointer).Elem()
	if _, ok := t.Underlying().(*types.Basic); !ok {
		return 0
	}
	return recipe.ShapeOf(t)
}

// Settable implements Program: a variable of another package is what a function that
// nobody is seen to call makes of it, too.
func (p *program) Settable(global string) recipe.Shape {
	p.need(global)
	return p.settable[global]
}

// findChanges finds which functions change which package-level variables:
// p.changed has those that do so themselves.
func (p *program) findChanges() {
	p.changed, p.early, p.given = make(map[string][]string), make(map[string]bool), make(map[string]bool)
	for _, call := range recipe.Effects(p.ssa) {
		if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == p.ssa && (fn.Object() == nil || strings.HasPrefix(fn.Name(), "init#")) {
			p.early[funcid.Of(fn)] = true
		}
	}
	for _, fn := range p.declared {
		for _, g := range p.givenBy(fn) {
			p.given[recipe.GlobalID(g)] = true
		}
		if fn.Synthetic != "" {
			continue
		}
		id := funcid.Of(fn)
		for _, g := range p.changes(fn) {
			at := recipe.GlobalID(g)
			if !slices.Contains(p.changed[at], id) {
				p.changed[at] = append(p.changed[at], id)
			}
			if shape := basicShape(g); shape != 0 && !p.early[id] && g.Pkg != p.ssa {
				p.settable[at] = shape
			}
		}
	}
}

// changes returns the package-level variables that fn may change: it stores into
// them or into what they refer to, or passes them to a function that could. One of a
// basic type may change wherever its address goes.
func (p *program) changes(fn *ssa.Function) []*ssa.Global {
	var out []*ssa.Global
	add := func(v ssa.Value) {
		if g := globalOf(v); g != nil && g.Name() != "init$guard" {
			out = append(out, g)
		}
	}
	out = p.givenBy(fn)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				add(in.Addr)
			case *ssa.MapUpdate:
				add(in.Map)
			case ssa.CallInstruction:
				callee := in.Common().StaticCallee()
				for _, arg := range in.Common().Args {
					if _, isVar := arg.(*ssa.Global); isVar || callee != nil && p.row(callee) == nil && p.mayChange(callee, arg) {
						add(arg)
					}
				}
			}
		}
	}
	return out
}

// givenBy returns the variables of basic types whose addresses a function uses for
// anything but loads and stores: whoever has the address may set them at any time. A
// framework only reads what its options point to:
//
//	&mcp.ToolAnnotations{OpenWorldHint: &no}
func (p *program) givenBy(fn *ssa.Function) []*ssa.Global {
	var out []*ssa.Global
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			ops := in.Operands(nil)
			switch in := in.(type) {
			case *ssa.UnOp:
				continue
			case *ssa.Store:
				if p.isOption(in.Addr) {
					continue
				}
				ops = ops[1:] // the first is the address
			}
			for _, o := range ops {
				if g, ok := (*o).(*ssa.Global); ok && basicShape(g) != 0 {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// isOption reports whether an address is that of a field of a framework's struct.
func (p *program) isOption(addr ssa.Value) bool {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	of, ok := types.Unalias(field.X.Type().Underlying().(*types.Pointer).Elem()).(*types.Named)
	return ok && of.Obj().Pkg() != nil && p.isFramework(of.Obj().Pkg().Path())
}

// mayChange reports whether a function may change what arg refers to.
func (p *program) mayChange(callee *ssa.Function, arg ssa.Value) bool {
	switch arg.Type().Underlying().(type) {
	case *types.Pointer, *types.Map:
		id := funcid.Of(callee)
		return !library.IsStandard(funcid.Package(id)) && !p.IsFramework(id)
	}
	return false
}

// globalOf returns the package-level variable that an address or a value comes
// from, or nil.
func globalOf(v ssa.Value) *ssa.Global {
	for {
		switch x := v.(type) {
		case *ssa.Global:
			return x
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return nil
		}
	}
}

// maxStart is the number of instructions up to which what a package does when it
// is initialised is exported. Registering some things takes less; generated code
// that describes a schema takes more.
const maxStart = 600

// maxOwnStart is the same for packages of the module under analysis: a package that
// registers its tools is what a program is read for.
const maxOwnStart = 20_000

// addStart exports what the initialiser changes beside the variables' initial
// values, if importers may see it.
func (e *exporter) addStart() {
	if !e.alone {
		e.out.Starts = slices.Clone(e.starts)
		for _, id := range e.starts {
			e.add(id)
		}
	}
	visible, size := e.startChanges()
	if len(visible) == 0 {
		return
	}
	most := maxStart
	if e.own {
		most = maxOwnStart
	}
	f := e.lowerer.LowerStart(e.ssa)
	if size > most || f == nil {
		for _, g := range visible {
			e.out.Changes = append(e.out.Changes, recipe.Change{Global: g})
		}
		return
	}
	e.lowered[f.ID] = f
	e.add(f.ID)
	e.out.Starts = append(e.out.Starts, f.ID)
}

// startChanges returns the variables of this and other packages that the effects
// of the initialiser may change, and the instructions of the functions of the
// package that it calls.
func (e *exporter) startChanges() (visible []string, instrs int) {
	seen := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if seen[fn] {
			return
		}
		seen[fn] = true
		id := funcid.Of(fn)
		if fn.Pkg != e.ssa && !library.IsStandard(funcid.Package(id)) {
			e.need(id)
		}
		for _, g := range e.changedBy[id] {
			if !e.open[g] {
				visible = append(visible, g)
			}
		}
		if fn.Pkg != e.ssa {
			return
		}
		instrs += size(fn)
		for _, g := range e.changes(fn) {
			if e.done["global:"+recipe.GlobalID(g)] || g.Pkg != e.ssa {
				visible = append(visible, recipe.GlobalID(g))
			}
		}
		for _, callee := range references(fn) {
			visit(callee)
		}
		for _, anon := range fn.AnonFuncs {
			visit(anon)
		}
	}
	for _, call := range recipe.Effects(e.ssa) {
		if fn := call.Call.StaticCallee(); fn != nil {
			visit(fn)
		}
	}
	slices.Sort(visible)
	return slices.Compact(visible), instrs
}

// addChanges exports which functions change which of the exported variables. A
// variable that a function without a recipe changes is open.
func (e *exporter) addChanges() {
	open := make(map[string]bool)
	for _, at := range slices.Sorted(maps.Keys(e.changed)) {
		known := e.done["global:"+at]
		for _, fn := range e.changed[at] {
			c := recipe.Change{Func: fn, Global: at, Any: e.anyTime(fn, at)}
			switch {
			case known && !e.done[fn]:
				open[at] = true
			case known || c.Any != 0:
				e.out.Changes = append(e.out.Changes, c)
			}
		}
	}
	for at := range e.given {
		if g := e.global(at); g != nil && e.done["global:"+at] {
			e.out.Changes = append(e.out.Changes, recipe.Change{Func: recipe.InitID(at), Global: at, Any: basicShape(g)})
		}
	}
	for id := range open {
		e.out.Changes = append(e.out.Changes, recipe.Change{Global: id})
	}
	for _, c := range e.foreign {
		if e.alone {
			break // their own packages say it
		}
		if c.Func == "" || c.Any != 0 || e.done[c.Func] {
			e.out.Changes = append(e.out.Changes, c)
		}
	}
}

// anyTime returns the shape of a basic variable that a function of the package may set
// at any time, if importers may see it; otherwise 0.
func (e *exporter) anyTime(fn, global string) recipe.Shape {
	g := e.global(global)
	switch {
	case e.early[fn]:
		return 0
	case g == nil:
		return e.settable[global]
	case !e.done["global:"+global]:
		return 0
	}
	return basicShape(g)
}

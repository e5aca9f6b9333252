package extract

// This file finds counters that a program keeps outside of the state of a workflow: in fields of what the methods that are its
// steps are called on, and in variables that they have captured.
//
// What is said of one has to hold whatever else runs, so it counts only what each step adds at least, and asks only up to what number a
// router goes on. That is right if nothing ever sets the number back: each place in the package that writes it adds to it, or fills in
// what its function has just made, and nothing else gets its address.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A keptAt is where a counter is: a variable, or a field of the struct that a pointer leads to.
type keptAt struct {
	root  ssa.Value
	field string // "" for the variable itself
}

// A keeping looks for the counters of one workflow.
type keeping struct {
	*program
	// received are, of methods that are steps or routers, the receivers that are bound to them.
	received map[*ssa.Parameter]ssa.Value
	maker    *ssa.Function // makes the closures that are steps and routers
	kinds    map[keptAt]*keptKind
}

// A keptKind is how the program counts in one place.
type keptKind struct {
	ok   bool
	down bool
	list bool // it is how long a list is
	// of are all structs of the type that has the field, nil if others may make some.
	of *sharing
}

// Kept implements assembly.Package. Each function has to be made once, where the others are made, too, so that all have the same
// receiver, or the same variables.
func (p *program) Kept(steps, routers []string) (out []tally.Kept) {
	k := &keeping{program: p, received: make(map[*ssa.Parameter]ssa.Value), kinds: make(map[keptAt]*keptKind)}
	fns := k.all(slices.Concat(routers, steps))
	for _, o := range k.compared(routers, fns) {
		kind := k.kind(o.at)
		if !kind.ok || kind.down && o.less != (limitOf{}) {
			continue
		}
		c := tally.Kept{Name: nameOf(o, kind), Down: kind.down, Adds: make(map[string]tally.Effect), Ends: make(map[string]map[string]int)}
		if o.less == (limitOf{}) {
			c.Start = k.begins(o.at, kind)
		}
		for id, fn := range fns {
			if n, ok := k.adds(fn, o.at, nil, true); ok && n.most != 0 {
				c.Adds[id] = effectOf(n, kind.down)
			}
		}
		for _, id := range routers {
			if fn := fns[id]; fn != nil {
				r := &routerEnds{keeping: k, fn: fn, of: o, down: kind.down, adds: c.Adds[id]}
				c.Ends[id] = r.ends()
			}
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(x, y tally.Kept) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// all returns the functions of the package that are called by these names, without those that are not made where the first one is.
func (k *keeping) all(ids []string) map[string]*ssa.Function {
	fns := make(map[string]*ssa.Function)
	for _, id := range ids {
		fn, by, ok := k.made(id)
		if !ok || by != nil && k.maker != nil && by != k.maker {
			continue // what it counts, nobody says
		}
		if by != nil {
			k.maker = by
		}
		fns[id] = fn
	}
	return fns
}

// A comparedAt is a counter, less a number that stays as it is and is not known, if it is compared with one.
type comparedAt struct {
	at   keptAt
	less limitOf
}

// compared returns what routers compare.
func (k *keeping) compared(routers []string, fns map[string]*ssa.Function) (list []comparedAt) {
	for _, id := range routers {
		if fns[id] == nil {
			continue
		}
		for _, q := range k.questions(fns[id]) {
			if o := (comparedAt{q.of.at, q.limit.of}); !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

func effectOf(n addition, down bool) tally.Effect {
	if down {
		return tally.Effect{Least: -n.most, Most: -n.least}
	}
	return tally.Effect{Least: n.least, Most: n.most}
}

// made returns the function of the package that id stands for and, of a closure, the function that makes it: once, and only for the
// framework.
func (k *keeping) made(id string) (fn, by *ssa.Function, ok bool) {
	if k.closures == nil {
		k.findClosures()
	}
	list := k.closures[id]
	if len(list) > 1 {
		return nil, nil, false
	}
	if len(list) == 0 {
		fn = k.fns[id]
		return fn, nil, fn != nil && len(fn.FreeVars) == 0 && fn.Signature.Recv() == nil
	}
	closure := list[0]
	if !k.stays(closure, make(map[ssa.Value]bool)) {
		return nil, nil, false
	}
	fn = closure.Fn.(*ssa.Function)
	if funcid.Bound(fn) != nil {
		fn = k.fns[funcid.Source(id)]
		if fn == nil || len(fn.Params) == 0 || len(closure.Bindings) != 1 {
			return nil, nil, false
		}
		if old := k.received[fn.Params[0]]; old != nil && old != closure.Bindings[0] {
			return nil, nil, false
		}
		k.received[fn.Params[0]] = closure.Bindings[0]
	}
	return fn, closure.Parent(), true
}

// findClosures finds where functions of the package make others.
func (p *program) findClosures() {
	p.closures = make(map[string][]*ssa.MakeClosure)
	for _, f := range p.fns {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if c, is := in.(*ssa.MakeClosure); is {
					id := funcid.Of(c.Fn.(*ssa.Function))
					p.closures[id] = append(p.closures[id], c)
				}
			}
		}
	}
}

// origin returns the value that v is in the function that makes the steps, nil if that is not known.
func (k *keeping) origin(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Global, *ssa.Alloc:
		return v
	case *ssa.Parameter:
		if of := k.received[v]; of != nil {
			return k.origin(of)
		}
		return v
	case *ssa.FreeVar:
		if of := binding(v); of != nil {
			return k.origin(of)
		}
	case *ssa.UnOp:
		variable, ok := k.origin(v.X).(*ssa.Alloc)
		if v.Op != token.MUL || !ok || !onlyRead(variable, nil, true) {
			return nil
		}
		if list := fillings(variable, nil); len(list) == 1 {
			return k.origin(list[0].Val)
		}
	case *ssa.ChangeType:
		return k.origin(v.X)
	}
	return nil
}

// at returns what counter an address is that of. Steps that get the receiver by value count in a copy.
func (k *keeping) at(addr ssa.Value) (at keptAt, ok bool) {
	if f, is := addr.(*ssa.FieldAddr); is {
		at = keptAt{k.origin(f.X), fieldOf(f)}
		return at, k.lasts(at.root)
	}
	at.root = k.origin(addr)
	_, isParam := at.root.(*ssa.Parameter)
	return at, !isParam && k.lasts(at.root)
}

// lasts reports whether a value is the same one in all steps: of what makes the steps, or around that.
func (k *keeping) lasts(v ssa.Value) bool {
	if v == nil {
		return false
	}
	if _, global := v.(*ssa.Global); global {
		return true
	}
	for fn := k.maker; fn != nil; fn = fn.Parent() {
		if v.Parent() == fn {
			return true
		}
	}
	return false
}

// nameOf names a counter.
func nameOf(o comparedAt, kind *keptKind) string {
	name := placeName(o.at)
	if kind.list {
		name = "len(" + name + ")"
	}
	if o.less != (limitOf{}) {
		name += " - " + o.less.name
	}
	return name
}

func placeName(at keptAt) string {
	if at.field != "" {
		return recipe.TypeString(elemOf(at.root.Type())) + "." + at.field
	}
	if v, ok := at.root.(*ssa.Alloc); ok {
		return v.Comment
	}
	return at.root.(*ssa.Global).Pkg.Pkg.Path() + "." + at.root.Name()
}

// kind says how the program counts in a place, asking each use of its address.
func (k *keeping) kind(at keptAt) *keptKind {
	if kind := k.kinds[at]; kind != nil {
		return kind
	}
	c := &keptCount{keeping: k}
	c.ok = c.everywhere(at) && c.up != c.falls && !(c.falls && c.list)
	c.down = c.falls
	k.kinds[at] = &c.keptKind
	return &c.keptKind
}

// A keptCount looks through all uses of a place.
type keptCount struct {
	*keeping
	keptKind
	up, falls bool // somewhere it is counted up, or down
}

// everywhere reports whether all that writes a place counts.
func (c *keptCount) everywhere(at keptAt) bool {
	if at.field == "" {
		switch root := at.root.(type) {
		case *ssa.Alloc:
			return c.counts(root, root)
		case *ssa.Global:
			return root.Pkg == c.ssa && !token.IsExported(root.Name()) && c.global(root)
		}
		return false
	}
	typ, ok := elemOf(at.root.Type()).(*types.Named)
	if !ok {
		return false
	}
	named := c.structOf(recipe.TypeString(typ))
	if named == nil || !types.Identical(named, typ) {
		return false
	}
	s := &sharing{program: c.program, typ: named}
	if !c.fields(s, at.field) {
		return false
	}
	loses := c.offers(named)
	for _, fn := range c.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if s.overwrites(in) || s.overwritesOwn(in) || s.isPart(in) {
					return false
				}
				loses = loses || s.loses(in)
			}
		}
	}
	if !loses {
		c.of = s
	}
	return !loses || !token.IsExported(at.field)
}

// fields reports whether all that is done with a field of a struct, in all functions, reads or counts.
func (c *keptCount) fields(s *sharing, name string) bool {
	for _, fn := range c.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				f, is := in.(*ssa.FieldAddr)
				if !is || !s.isPointer(f.X.Type()) || fieldOf(f) != name {
					continue
				}
				made, _ := f.X.(*ssa.Alloc)
				if !c.counts(f, made) {
					return false
				}
			}
		}
	}
	return c.up != c.falls
}

// overwritesOwn reports whether a function writes a whole struct of the type that it has made, after others have got it.
func (s *sharing) overwritesOwn(in ssa.Instruction) bool {
	store, ok := in.(*ssa.Store)
	if !ok || !types.Identical(store.Val.Type(), s.typ) {
		return false
	}
	made, own := store.Addr.(*ssa.Alloc)
	return own && slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool { return handsOn(use, made) && comesAfter(in, use, made) })
}

// isPart reports whether an instruction gets the address of a struct of the type that is a part of something else.
func (s *sharing) isPart(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		return s.isPointer(in.Type())
	case *ssa.IndexAddr:
		return s.isPointer(in.Type())
	}
	return false
}

// global asks each function of the package that has a variable of the package.
func (c *keptCount) global(v *ssa.Global) bool {
	for _, fn := range c.fns {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if slices.ContainsFunc(in.Operands(nil), func(o *ssa.Value) bool { return *o == v }) && !c.use(v, in, nil) {
					return false
				}
			}
		}
	}
	return true
}

// counts reports whether all uses of an address read or count; where its function has made what has the variable, it may fill it in
// before others get it.
func (c *keptCount) counts(addr ssa.Value, made *ssa.Alloc) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(in ssa.Instruction) bool { return !c.use(addr, in, made) })
}

func (c *keptCount) use(addr ssa.Value, in ssa.Instruction, made *ssa.Alloc) bool {
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.UnOp:
		return true
	case *ssa.Store:
		if in.Addr != addr || in.Val == addr {
			return false
		}
		if n, list, ok := stepOf(in); ok {
			c.list = c.list || list
			c.up, c.falls = c.up || n > 0, c.falls || n < 0
			return true
		}
		return made != nil && !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
			return handsOn(use, made) && comesAfter(in, use, made)
		})
	case *ssa.Call:
		n, counts := atomicStep(in, addr)
		c.up, c.falls = c.up || n > 0, c.falls || n < 0
		return counts
	case *ssa.MakeClosure:
		for i, b := range in.Bindings {
			if b == addr && !c.counts(in.Fn.(*ssa.Function).FreeVars[i], nil) {
				return false
			}
		}
		return true
	}
	return false
}

// stepOf returns what a store adds to what was there; list says that it is how many elements are appended.
func stepOf(in *ssa.Store) (n int, list, ok bool) {
	switch v := in.Val.(type) {
	case *ssa.BinOp:
		x, y := v.X, v.Y
		if _, first := x.(*ssa.Const); first && v.Op == token.ADD {
			x, y = y, x
		}
		by, isConst := y.(*ssa.Const)
		if v.Op != token.ADD && v.Op != token.SUB || !isConst || !readsAt(x, in) || !countsIn(v.Type()) {
			return 0, false, false
		}
		n = int(by.Int64())
		if v.Op == token.SUB {
			n = -n
		}
		unsigned := v.Type().Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
		return n, false, n > 0 && n <= maxKeptStep || !unsigned && n < 0 && n >= -maxKeptStep
	case *ssa.Call:
		if b, is := v.Call.Value.(*ssa.Builtin); is && b.Name() == "append" && len(v.Call.Args) == 2 && readsAt(v.Call.Args[0], in) {
			return appended(v.Call.Args[1]), true, true
		}
	}
	return 0, false, false
}

// maxKeptStep bounds what is added at once: integers with 32 bits would wrap around.
const maxKeptStep = 64

// countsIn reports whether a type does not wrap around before a loop has run for a very long time.
func countsIn(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && slices.Contains([]types.BasicKind{types.Int, types.Int32, types.Int64, types.Uint, types.Uint32, types.Uint64}, basic.Kind())
}

// appended returns how many elements are appended at least.
func appended(v ssa.Value) int {
	if s, ok := v.(*ssa.Slice); ok && s.Low == nil && s.High == nil {
		if ptr, ok := s.X.Type().Underlying().(*types.Pointer); ok {
			if list, ok := ptr.Elem().Underlying().(*types.Array); ok {
				return int(min(list.Len(), maxKeptStep))
			}
		}
	}
	return 0
}

// readsAt reports whether a value is what a store finds at its address, with nothing that could write there in between.
func readsAt(v ssa.Value, in *ssa.Store) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || load.Block() != in.Block() || !sameAddress(load.X, in.Addr) {
		return false
	}
	for _, between := range in.Block().Instrs[indexOf(load)+1 : indexOf(in)] {
		switch x := between.(type) {
		case *ssa.Store:
			if sameAddress(x.Addr, in.Addr) {
				return false
			}
		case *ssa.Call:
			if b, is := x.Call.Value.(*ssa.Builtin); !is || b.Name() != "append" && b.Name() != "len" {
				return false
			}
		case *ssa.Send, *ssa.Select, *ssa.RunDefers:
			return false
		}
		if x, is := between.(*ssa.UnOp); is && x.Op == token.ARROW {
			return false
		}
	}
	return true
}

func sameAddress(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	a, ok := x.(*ssa.FieldAddr)
	b, is := y.(*ssa.FieldAddr)
	return ok && is && a.Field == b.Field && sameStruct(a.X, b.X)
}

// sameStruct reports whether two pointers are one: the same value, or both read from one variable that is written once.
func sameStruct(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	a, ok := x.(*ssa.UnOp)
	b, is := y.(*ssa.UnOp)
	if !ok || !is || a.Op != token.MUL || a.X != b.X {
		return false
	}
	from := a.X
	if v, ok := from.(*ssa.FreeVar); ok {
		from = binding(v)
	}
	variable, ok := from.(*ssa.Alloc)
	return ok && onlyRead(variable, nil, true) && len(fillings(variable, nil)) == 1
}

// atomicStep returns what a call of sync/atomic adds to the variable at an address; ok is false if it may do anything else.
func atomicStep(in *ssa.Call, addr ssa.Value) (n int, ok bool) {
	callee := in.Call.StaticCallee()
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "sync/atomic" || len(in.Call.Args) == 0 || in.Call.Args[0] != addr {
		return 0, false
	}
	method := callee.Signature.Recv() != nil
	name := callee.Name()
	if method && name == "Load" || !method && strings.HasPrefix(name, "Load") {
		return 0, true
	}
	if !(method && name == "Add" || !method && strings.HasPrefix(name, "Add")) || len(in.Call.Args) != 2 || !countsIn(in.Call.Args[1].Type()) {
		return 0, false
	}
	by, isConst := in.Call.Args[1].(*ssa.Const)
	if !isConst || by.Value == nil {
		return 0, false
	}
	n64 := by.Int64()
	if n64 == 0 || isUnsigned(in.Call.Args[1].Type()) && n64 < 0 || n64 > maxKeptStep || n64 < -maxKeptStep {
		return 0, false
	}
	return int(n64), true
}

// begins returns what a counter is when it is made, nil if that is not known. A list has no less than no elements.
func (k *keeping) begins(at keptAt, kind *keptKind) *int {
	if kind.list {
		return new(int)
	}
	root, own := at.root.(*ssa.Alloc)
	switch {
	case own && at.field == "":
		return k.filled(root, nil, true)
	case own:
		return k.filled(root, []string{at.field}, true)
	case at.field != "" && kind.of != nil:
		return kind.of.always([]string{at.field})
	}
	return nil
}

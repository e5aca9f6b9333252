package trial

// This file runs functions.

import (
	"go/token"
	"go/types"
	"regexp"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// Limits of a run. A check of a command takes some thousand instructions at most.
const (
	maxSteps  = 50_000
	maxDepth  = 16      // of calls
	maxLength = 1 << 16 // of texts and arrays
)

// A Runner runs functions of one package.
type Runner struct {
	pkg     *ssa.Package
	globals map[*ssa.Global]*cell // what the initialiser sets, and nothing else changes; nil until it has run
	funcs   []*ssa.Function
	spent   int // instructions of all runs

	makers   map[types.Type]*ssa.Function // see receiver
	patterns map[string]*regexp.Regexp    // see compiled
}

// New returns a Runner for a package; funcs are all its functions that have a body, closures included.
func New(pkg *ssa.Package, funcs []*ssa.Function) *Runner { return &Runner{pkg: pkg, funcs: funcs} }

// stuck ends a run of which it is not known how it goes on.
type stuck struct{}

// undecided ends a run that comes to a branch on what is not known, and does not depend on what the function is tried with: a setting.
type undecided struct{ at *ssa.If }

// settings say which way is taken at branches on what is not known.
type settings map[*ssa.If]bool

// A run is one call of a function, and of what it calls.
type run struct {
	*Runner
	steps   int
	depth   int
	lenient bool // the initialiser: what is not known is left open
	set     settings
}

// A frame is a function that runs.
type frame struct {
	*run
	fn     *ssa.Function
	values map[ssa.Value]value
}

// call runs a function with some settings; ok is false if it is not known what it returns. If that is so because of another setting,
// that is the branch that open has.
func (r *Runner) call(fn *ssa.Function, args []value, set settings) (results tuple, open *ssa.If, ok bool) {
	r.initialise()
	started := &run{Runner: r, set: set}
	defer func() {
		r.spent += started.steps
		switch e := recover().(type) {
		case nil:
		case stuck:
			results, ok = nil, false
		case undecided:
			results, open, ok = nil, e.at, false
		default:
			panic(e)
		}
	}()
	return started.enter(fn, args, nil), nil, true
}

// initialise runs the initialiser of the package, as far as it is known what that does.
func (r *Runner) initialise() {
	if r.globals != nil {
		return
	}
	r.globals = make(map[*ssa.Global]*cell)
	for _, m := range r.pkg.Members {
		if g, ok := m.(*ssa.Global); ok {
			r.globals[g] = &cell{zero(g.Type().Underlying().(*types.Pointer).Elem())}
		}
	}
	if init := r.pkg.Func("init"); init != nil && init.Blocks != nil {
		func() {
			defer func() {
				if e := recover(); e != nil {
					if _, is := e.(stuck); !is {
						panic(e)
					}
					for _, c := range r.globals { // what it would have set is not known
						c.v = unknown{}
					}
				}
			}()
			(&run{Runner: r, steps: -20 * maxSteps, lenient: true}).enter(init, nil, nil)
		}()
	}
	for g := range r.changed() {
		r.globals[g] = &cell{unknown{}}
	}
}

// changed returns the variables of the package that functions may change after it is initialised.
func (r *Runner) changed() map[*ssa.Global]bool {
	out := make(map[*ssa.Global]bool)
	for _, fn := range r.funcs {
		if fn.Synthetic == "package initializer" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if g, ok := (*op).(*ssa.Global); ok && mayChange(g, instr) {
						out[g] = true
					}
				}
			}
		}
	}
	return out
}

// mayChange reports whether an instruction that uses a variable may change it, or what it refers to.
func mayChange(g *ssa.Global, instr ssa.Instruction) bool {
	if load, ok := instr.(*ssa.UnOp); ok && load.X == ssa.Value(g) {
		return anyUse(load, writes)
	}
	if addr, ok := instr.(*ssa.FieldAddr); ok {
		return anyUse(addr, isNoLoad)
	}
	if addr, ok := instr.(*ssa.IndexAddr); ok && addr.X == ssa.Value(g) {
		return anyUse(addr, isNoLoad)
	}
	_, isDebug := instr.(*ssa.DebugRef)
	return !isDebug
}

func anyUse(v ssa.Value, is func(use ssa.Instruction, v ssa.Value) bool) bool {
	for _, use := range *v.Referrers() {
		if is(use, v) {
			return true
		}
	}
	return false
}

// isNoLoad reports whether what uses an address does more than to load what is there, or a part of it.
func isNoLoad(use ssa.Instruction, _ ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		return use.Op != token.MUL
	case *ssa.FieldAddr:
		return anyUse(use, isNoLoad)
	case *ssa.IndexAddr:
		return anyUse(use, isNoLoad)
	}
	return true
}

// writes reports whether what uses a map, a list or a pointer writes there itself.
func writes(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.MapUpdate:
		return use.Map == v
	case *ssa.IndexAddr:
		return anyUse(use, isNoLoad)
	case *ssa.FieldAddr:
		return anyUse(use, isNoLoad)
	case *ssa.Call:
		b, ok := use.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "delete" || b.Name() == "clear" || b.Name() == "copy")
	}
	return false
}

// enter runs a function to its end.
func (r *run) enter(fn *ssa.Function, args, bound []value) tuple {
	if r.depth++; r.depth > maxDepth || fn.Blocks == nil || len(args) != len(fn.Params) || len(bound) != len(fn.FreeVars) || fn.Recover != nil {
		panic(stuck{})
	}
	defer func() { r.depth-- }()
	f := &frame{run: r, fn: fn, values: make(map[ssa.Value]value)}
	for i, p := range fn.Params {
		f.values[p] = args[i]
	}
	for i, v := range fn.FreeVars {
		f.values[v] = bound[i]
	}
	return f.through()
}

// through goes from block to block, to the end of the function.
func (f *frame) through() tuple {
	var from *ssa.BasicBlock
	for b := f.fn.Blocks[0]; ; {
		f.phis(b, from)
		next, out := f.block(b)
		if next == nil {
			return out
		}
		from, b = b, next
	}
}

// phis sets the variables of a block that depend on where it is come from, all at once.
func (f *frame) phis(b, from *ssa.BasicBlock) {
	var vals []value
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		for i, p := range b.Preds {
			if p == from {
				vals = append(vals, f.get(phi.Edges[i]))
				break
			}
		}
	}
	for i, v := range vals {
		f.values[b.Instrs[i].(*ssa.Phi)] = v
	}
}

// block runs the instructions of a block, and returns the next one, or what the function returns.
func (f *frame) block(b *ssa.BasicBlock) (next *ssa.BasicBlock, out tuple) {
	for _, instr := range b.Instrs {
		if f.steps++; f.steps > maxSteps {
			panic(stuck{})
		}
		switch i := instr.(type) {
		case *ssa.Phi, *ssa.DebugRef, *ssa.RunDefers:
		case *ssa.Jump:
			return b.Succs[0], nil
		case *ssa.If:
			return b.Succs[sideOf(f.decided(i))], nil
		case *ssa.Return:
			for _, v := range i.Results {
				out = append(out, f.get(v))
			}
			return nil, out
		case *ssa.Store:
			f.store(i)
		case *ssa.MapUpdate:
			f.update(i)
		case ssa.Value:
			f.values[i] = f.made(i)
		default:
			panic(stuck{})
		}
	}
	panic(stuck{})
}

// decided returns what the condition of a branch is.
func (f *frame) decided(i *ssa.If) bool {
	cond := f.get(i.Cond)
	if yes, known := cond.(bool); known {
		return yes
	}
	if yes, set := f.set[i]; set {
		return yes
	}
	if u, isUnknown := cond.(unknown); isUnknown && !u.mixed && !f.lenient {
		panic(undecided{i})
	}
	panic(stuck{})
}

// sideOf returns the way that a branch takes.
func sideOf(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// mixed returns what an instruction makes that is not known: it is mixed if an operand is, or is data that is known and no constant.
func (f *frame) mixed(v ssa.Value) unknown {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return unknown{}
	}
	passes := false // what it has is handed on as it is
	switch v := v.(type) {
	case *ssa.UnOp:
		passes = v.Op == token.MUL
	case *ssa.Field, *ssa.FieldAddr, *ssa.Extract, *ssa.ChangeType, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Phi:
		passes = true
	}
	for _, op := range instr.Operands(nil) {
		switch (*op).(type) {
		case nil, *ssa.Const, *ssa.Function, *ssa.Builtin, *ssa.Global:
			continue
		}
		switch x := f.get(*op).(type) {
		case unknown:
			if x.mixed {
				return x
			}
		case string, bool, int64, list, arguments, tuple:
			if !passes {
				return unknown{mixed: true}
			}
		}
	}
	return unknown{}
}

// made returns what an instruction makes; in the initialiser, what is not known is left open.
func (f *frame) made(v ssa.Value) (out value) {
	if f.lenient && f.depth == 1 {
		defer func() {
			if e := recover(); e != nil {
				if _, is := e.(stuck); !is {
					panic(e)
				}
				f.depth, out = 1, unknown{}
			}
		}()
	}
	out = f.eval(v)
	if u, isUnknown := out.(unknown); isUnknown && !u.mixed {
		return f.mixed(v)
	}
	return out
}

// get returns the value of an operand.
func (f *frame) get(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return constantOf(v)
	case *ssa.Function:
		return &closure{fn: v}
	case *ssa.Global:
		if c := f.globals[v]; c != nil {
			return c
		}
		return unknown{} // of another package
	}
	if out, ok := f.values[v]; ok {
		return out
	}
	return unknown{}
}

func (f *frame) store(i *ssa.Store) {
	if _, isGlobal := i.Addr.(*ssa.Global); isGlobal && !f.lenient {
		panic(stuck{}) // the next run would see it
	}
	c, ok := f.get(i.Addr).(*cell)
	if !ok || c == nil {
		if f.lenient {
			return
		}
		panic(stuck{})
	}
	c.v = copied(f.get(i.Val), i.Val.Type())
}

func (f *frame) update(i *ssa.MapUpdate) {
	m, ok := f.get(i.Map).(*mapping)
	key := f.get(i.Key)
	if !ok || m == nil || !isKey(key) {
		if ok && m != nil && f.lenient { // which entry it is is not known, so no entry is
			m.values = nil
			return
		}
		panic(stuck{})
	}
	if m.values != nil {
		m.set(key, copied(f.get(i.Value), i.Value.Type()))
	}
}

// isKey reports whether a value can be the key of a mapping.
func isKey(v value) bool {
	switch v.(type) {
	case string, bool, int64:
		return true
	}
	return false
}

// eval returns what an instruction makes.
func (f *frame) eval(v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Alloc:
		return &cell{zero(v.Type().Underlying().(*types.Pointer).Elem())}
	case *ssa.BinOp:
		return binary(v.Op, f.get(v.X), f.get(v.Y), v.X.Type())
	case *ssa.UnOp:
		return f.unary(v)
	case *ssa.Call:
		return f.called(&v.Call, v.Type())
	case *ssa.ChangeType:
		return f.get(v.X)
	case *ssa.ChangeInterface:
		return f.get(v.X)
	case *ssa.MakeInterface:
		if x := f.get(v.X); isKnown(x) {
			return boxed{v.X.Type(), x}
		}
	case *ssa.Convert:
		return converted(f.get(v.X), v.X.Type(), v.Type())
	case *ssa.Extract:
		if t, ok := f.get(v.Tuple).(tuple); ok && v.Index < len(t) {
			return t[v.Index]
		}
	case *ssa.Field:
		if r, ok := f.get(v.X).(record); ok {
			return r[v.Field].v
		}
	case *ssa.FieldAddr:
		c, ok := f.get(v.X).(*cell)
		switch {
		case ok && c == nil:
			panic(stuck{})
		case ok:
			if r, isRecord := c.v.(record); isRecord {
				return r[v.Field]
			}
		}
	case *ssa.Index:
		return f.element(f.get(v.X), f.get(v.Index), false)
	case *ssa.IndexAddr:
		x := f.get(v.X)
		if c, ok := x.(*cell); ok && c != nil {
			x = c.v
		}
		return f.element(x, f.get(v.Index), true)
	case *ssa.Lookup:
		return f.lookup(v)
	case *ssa.Slice:
		return f.slice(v)
	case *ssa.MakeMap:
		return &mapping{values: make(map[value]value)}
	case *ssa.MakeSlice:
		n, ok := f.get(v.Len).(int64)
		if ok && 0 <= n && n <= maxLength {
			out := make(list, n)
			for i := range out {
				out[i] = &cell{zero(v.Type().Underlying().(*types.Slice).Elem())}
			}
			return out
		}
	case *ssa.MakeClosure:
		out := &closure{fn: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			out.bound = append(out.bound, f.get(b))
		}
		return out
	case *ssa.Range:
		return f.iterate(f.get(v.X))
	case *ssa.Next:
		if it, ok := f.get(v.Iter).(*iterator); ok {
			return it.next(v)
		}
	case *ssa.TypeAssert:
		return asserted(f.get(v.X), v)
	default:
		panic(stuck{})
	}
	return unknown{}
}

func (f *frame) unary(v *ssa.UnOp) value {
	x := f.get(v.X)
	switch v.Op {
	case token.MUL:
		c, ok := x.(*cell)
		switch {
		case !ok:
			return unknown{}
		case c == nil:
			panic(stuck{})
		}
		return copied(c.v, v.Type())
	case token.NOT:
		if b, ok := x.(bool); ok {
			return !b
		}
	case token.SUB:
		if n, ok := x.(int64); ok {
			return binary(token.SUB, int64(0), n, v.Type())
		}
	case token.XOR:
		if n, ok := x.(int64); ok {
			return wrapped(^n, v.Type())
		}
	case token.ARROW:
		panic(stuck{})
	}
	return unknown{}
}

// element returns an element of a list or a text, or its address.
func (f *frame) element(x, index value, addr bool) value {
	i, ok := index.(int64)
	if !ok {
		return unknown{}
	}
	switch x := x.(type) {
	case string:
		if i < 0 || i >= int64(len(x)) {
			panic(stuck{})
		}
		return int64(x[i])
	case list:
		switch {
		case i < 0 || i >= int64(len(x)):
			panic(stuck{})
		case addr:
			return x[i]
		}
		return x[i].v
	}
	return unknown{}
}

func (f *frame) lookup(v *ssa.Lookup) value {
	x, key := f.get(v.X), f.get(v.Index)
	switch x := x.(type) {
	case string:
		return f.element(x, key, false)
	case arguments:
		out := x.as(v.X.Type().Underlying().(*types.Map).Elem())
		if v.CommaOk {
			return tuple{out, true}
		}
		return out
	}
	m, ok := x.(*mapping)
	if !ok || !isKey(key) || m != nil && m.values == nil {
		if v.CommaOk {
			return tuple{unknown{}, unknown{}}
		}
		return unknown{}
	}
	elem := v.X.Type().Underlying().(*types.Map).Elem()
	out, found := zero(elem), false
	if m != nil {
		if got, has := m.values[key]; has {
			out, found = got, true
		}
	}
	if v.CommaOk {
		return tuple{out, found}
	}
	return out
}

// as returns an argument as a value of a type: a text, or what holds any value.
func (a arguments) as(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return string(a)
		}
	case *types.Interface:
		if u.Empty() {
			return boxed{types.Typ[types.String], string(a)}
		}
	}
	return unknown{}
}

func (f *frame) slice(v *ssa.Slice) value {
	x := f.get(v.X)
	if c, ok := x.(*cell); ok && c != nil {
		x = c.v
	}
	size := 0
	switch x := x.(type) {
	case string:
		size = len(x)
	case list:
		size = len(x)
	default:
		return unknown{}
	}
	bound := func(v ssa.Value, otherwise int) int {
		if v == nil {
			return otherwise
		}
		n, ok := f.get(v).(int64)
		if !ok || n < 0 || n > int64(size) { // up to the capacity is not told from up to the length
			panic(stuck{})
		}
		return int(n)
	}
	low, high := bound(v.Low, 0), bound(v.High, size)
	if low > high {
		panic(stuck{})
	}
	if s, ok := x.(string); ok {
		return s[low:high]
	}
	return x.(list)[low:high:high]
}

// converted returns a value as one of another type.
func converted(v value, from, to types.Type) value {
	target, isBasic := to.Underlying().(*types.Basic)
	switch x := v.(type) {
	case int64:
		switch {
		case isBasic && target.Info()&types.IsString != 0:
			return string(rune(x))
		case isBasic && target.Info()&types.IsInteger != 0:
			return wrapped(x, to)
		}
	case string:
		if isBasic {
			return x
		}
		slice, ok := to.Underlying().(*types.Slice)
		if !ok {
			return unknown{}
		}
		var out list
		if b, ok := slice.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
			for i := range len(x) {
				out = append(out, &cell{int64(x[i])})
			}
			return out
		}
		for _, r := range x {
			out = append(out, &cell{int64(r)})
		}
		return out
	case list:
		if !isBasic || target.Info()&types.IsString == 0 {
			return x
		}
		var out []byte
		elem := from.Underlying().(*types.Slice).Elem().Underlying().(*types.Basic)
		for _, c := range x {
			n, ok := c.v.(int64)
			if !ok {
				return unknown{}
			}
			if elem.Kind() == types.Uint8 {
				out = append(out, byte(n))
			} else {
				out = utf8.AppendRune(out, rune(n))
			}
		}
		return string(out)
	}
	return unknown{}
}

// asserted returns what an interface value holds, if it is of a type.
func asserted(x value, v *ssa.TypeAssert) value {
	b, ok := x.(boxed)
	is := ok && b.typ != nil
	out := zero(v.AssertedType)
	switch {
	case !ok:
		out = unknown{}
	case !is:
	case types.IsInterface(v.AssertedType):
		is = types.Implements(b.typ, v.AssertedType.Underlying().(*types.Interface))
		if is {
			out = b
		}
	case types.Identical(b.typ, v.AssertedType):
		out = b.v
	default:
		is = false
	}
	switch {
	case v.CommaOk && !ok:
		return tuple{unknown{}, unknown{}}
	case v.CommaOk:
		return tuple{out, is}
	case ok && !is:
		panic(stuck{})
	}
	return out
}

// An iterator goes through a map or a text.
type iterator struct {
	keys, values []value
	at           int
}

func (f *frame) iterate(x value) value {
	switch x := x.(type) {
	case string:
		it := &iterator{}
		for i, r := range x {
			it.keys, it.values = append(it.keys, int64(i)), append(it.values, int64(r))
		}
		return it
	case *mapping:
		it := &iterator{}
		if x == nil {
			return it
		}
		if x.values == nil {
			return unknown{}
		}
		for _, k := range x.keys {
			it.keys, it.values = append(it.keys, k), append(it.values, x.values[k])
		}
		return it
	}
	return unknown{}
}

func (it *iterator) next(v *ssa.Next) value {
	if it.at == len(it.keys) {
		t := v.Type().(*types.Tuple)
		return tuple{false, zero(t.At(1).Type()), zero(t.At(2).Type())}
	}
	it.at++
	return tuple{true, it.keys[it.at-1], it.values[it.at-1]}
}

// called returns what a call returns.
func (f *frame) called(c *ssa.CallCommon, t types.Type) value {
	args := make([]value, len(c.Args))
	for i, a := range c.Args {
		args[i] = f.get(a)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return builtin(b.Name(), args)
	}
	if c.IsInvoke() {
		return f.invoked(c, args)
	}
	fn := c.StaticCallee()
	var bound []value
	if fn == nil {
		cl, ok := f.get(c.Value).(*closure)
		if !ok || cl == nil {
			panic(stuck{})
		}
		fn, bound = cl.fn, cl.bound
	} else if cl, ok := f.get(c.Value).(*closure); ok {
		bound = cl.bound
	}
	return f.apply(fn, args, bound)
}

// apply returns what a function returns.
func (f *run) apply(fn *ssa.Function, args, bound []value) value {
	if out, ok := f.native(fn, args); ok {
		return out
	}
	if f.lenient && fn.Pkg != f.pkg { // it initialises another package, or makes what is not known
		return unknown{}
	}
	switch out := f.enter(fn, args, bound); len(out) {
	case 1:
		return out[0]
	default:
		return out
	}
}

// invoked returns what a method of an interface value returns.
func (f *frame) invoked(c *ssa.CallCommon, args []value) value {
	b, ok := f.get(c.Value).(boxed)
	if !ok || b.typ == nil {
		panic(stuck{})
	}
	if e, isFailure := b.v.(failure); isFailure && c.Method.Name() == "Error" {
		return e.text
	}
	fn := f.pkg.Prog.LookupMethod(b.typ, c.Method.Pkg(), c.Method.Name())
	if fn == nil {
		panic(stuck{})
	}
	return f.apply(fn, append([]value{b.v}, args...), nil)
}

// builtin returns what a function of the language returns.
func builtin(name string, args []value) value {
	switch name {
	case "len", "cap":
		switch x := args[0].(type) {
		case string:
			return int64(len(x))
		case list:
			if name == "len" {
				return int64(len(x))
			}
		case *mapping:
			if x == nil {
				return int64(0)
			}
			if x.values != nil {
				return int64(len(x.keys))
			}
		}
		return unknown{}
	case "append":
		x, ok := args[0].(list)
		switch y := args[1].(type) {
		case list:
			if ok && len(x)+len(y) <= maxLength {
				out := x[:len(x):len(x)] // what others append to it is not seen here
				for _, c := range y {
					out = append(out, &cell{c.v})
				}
				return out
			}
		case string:
			if ok && len(x)+len(y) <= maxLength {
				out := x[:len(x):len(x)]
				for i := range len(y) {
					out = append(out, &cell{int64(y[i])})
				}
				return out
			}
		}
		return unknown{}
	}
	panic(stuck{})
}

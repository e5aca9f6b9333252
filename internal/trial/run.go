package trial

// This file runs functions.

import (
	"go/token"
	"go/types"
	"regexp"

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
	shared  map[any]bool          // the variables and maps behind them, which no run may set
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

	// Of a part of a function, which is run with what is not known left open: see TryInline.
	open   bool
	texts  map[ssa.Value]value
	asks   map[ssa.Value]bool // calls whose results a condition is made of
	visits map[*ssa.If]int    // of branches that are not known
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
		case *ssa.Go, *ssa.Defer:
			if !f.isOpen() {
				panic(stuck{})
			}
			f.spoil(i.(ssa.CallInstruction).Common())
		case *ssa.Send:
			if !f.isOpen() {
				panic(stuck{})
			}
		default:
			panic(stuck{})
		}
	}
	panic(stuck{})
}

// isOpen reports whether the function is the one of which a part is run.
func (f *frame) isOpen() bool { return f.open && f.depth == 1 }

// decided returns what the condition of a branch is.
func (f *frame) decided(i *ssa.If) bool {
	cond := f.get(i.Cond)
	if yes, known := cond.(bool); known {
		return yes
	}
	if yes, set := f.set[i]; set {
		return yes
	}
	if u, isUnknown := cond.(unknown); isUnknown && (!u.mixed && !f.lenient || f.isOpen()) {
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
	if text, is := f.texts[v]; is {
		return text
	}
	if (f.lenient || f.open) && f.depth == 1 {
		defer func() {
			if e := recover(); e != nil {
				if !f.mayLeave(v, e) {
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

// mayLeave reports whether what an instruction makes may be left open that cannot be run. What a call may set that is not run, it has set
// to anything.
func (f *frame) mayLeave(v ssa.Value, why any) bool {
	_, isUndecided := why.(undecided)
	if f.open && isUndecided && f.asks[v] {
		return false // both ways are tried
	}
	if _, is := why.(stuck); !is && !(f.open && isUndecided) {
		return false
	}
	if instr, ok := v.(ssa.CallInstruction); ok && f.open {
		f.spoil(instr.Common())
	}
	return true
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
	c, ok := f.get(i.Addr).(*cell)
	if ok && f.shared[c] {
		if f.isOpen() {
			return // what functions set is not known in any run
		}
		panic(stuck{}) // the next run would see it
	}
	if !ok || c == nil {
		if f.lenient || f.isOpen() {
			return
		}
		panic(stuck{})
	}
	c.v = copied(f.get(i.Val), i.Val.Type())
}

func (f *frame) update(i *ssa.MapUpdate) {
	m, ok := f.get(i.Map).(*mapping)
	if f.isOpen() && (!ok || m == nil || f.shared[m]) {
		return
	}
	if ok && f.shared[m] {
		panic(stuck{})
	}
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

package capability

// This file finds where the values of a package come from, as far as its functions show.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// origins knows what functions of a package store, and what literals capture.
type origins struct {
	closures map[*ssa.Function]*ssa.MakeClosure // by literal; nil for one that is made twice
	globals  map[*ssa.Global][]ssa.Value        // what is stored there
	escaped  map[*ssa.Global]bool               // the address is used otherwise
	uses     map[*ssa.Global][]ssa.Instruction  // all of them
	said     map[ssa.Value]Text                 // see text
	chosen   map[ssa.Value][]Text               // see choices
	own      bool                               // see Input
	fields   map[*types.Var]*keptFuncs          // unexported, of functions, of a library
	// captured are the parameters of functions that literals in them run, of a library.
	captured map[*ssa.Function][]int
}

func newOrigins(fns []*ssa.Function, own bool) *origins {
	o := &origins{
		own: own, captured: make(map[*ssa.Function][]int),
		closures: make(map[*ssa.Function]*ssa.MakeClosure), globals: make(map[*ssa.Global][]ssa.Value), escaped: make(map[*ssa.Global]bool),
		uses: make(map[*ssa.Global][]ssa.Instruction),
		said: make(map[ssa.Value]Text), chosen: make(map[ssa.Value][]Text), fields: make(map[*types.Var]*keptFuncs),
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				o.note(instr)
			}
		}
	}
	return o
}

func (o *origins) note(instr ssa.Instruction) {
	var operands [8]*ssa.Value
	used := instr.Operands(operands[:0])
	for _, op := range used {
		if g, ok := (*op).(*ssa.Global); ok {
			o.uses[g] = append(o.uses[g], instr)
		}
	}
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		o.noteField(instr)
	case *ssa.MakeClosure:
		fn := instr.Fn.(*ssa.Function)
		if _, again := o.closures[fn]; again {
			o.closures[fn] = nil
		} else {
			o.closures[fn] = instr
		}
	case *ssa.Store:
		if g, ok := instr.Addr.(*ssa.Global); ok {
			o.globals[g] = append(o.globals[g], instr.Val)
			return
		}
	case *ssa.UnOp:
		return // a load
	}
	for _, op := range used {
		if g, ok := (*op).(*ssa.Global); ok {
			o.escaped[g] = true
		}
	}
}

// maxLeaves is how many values one may come from.
const maxLeaves = 32

// leaves returns the values that v is one of, past copies, local variables and what literals
// capture. Rest: there may be others.
func (o *origins) leaves(v ssa.Value) (out []ssa.Value, rest bool) {
	seen := make(map[ssa.Value]bool)
	var visit func(ssa.Value)
	all := func(list []ssa.Value, more bool) {
		for _, v := range list {
			visit(v)
		}
		rest = rest || more
	}
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		if seen[v] = true; len(seen) > maxLeaves {
			rest = true
			return
		}
		switch v := v.(type) {
		case *ssa.Phi:
			all(v.Edges, false)
		case *ssa.ChangeType:
			visit(v.X)
		case *ssa.ChangeInterface:
			visit(v.X)
		case *ssa.FreeVar:
			if b := o.binding(v); b != nil {
				visit(b)
			} else {
				rest = true
			}
		case *ssa.UnOp:
			if v.Op == token.MUL && !isPart(v.X) {
				all(o.loads(v.X))
				return
			}
			out = append(out, v)
		default:
			out = append(out, v)
		}
	}
	if v == nil {
		return nil, true
	}
	visit(v)
	return out, rest
}

// isPart reports whether an address is that of a field or an element.
func isPart(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	}
	return false
}

// binding returns what a literal has captured, nil if that is not known.
func (o *origins) binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	made := o.closures[fn]
	if n := slices.Index(fn.FreeVars, v); made != nil && n >= 0 && n < len(made.Bindings) {
		return made.Bindings[n]
	}
	return nil
}

// loads returns what may be stored at an address.
func (o *origins) loads(addr ssa.Value) (out []ssa.Value, rest bool) {
	switch addr := addr.(type) {
	case *ssa.FreeVar:
		if b := o.binding(addr); b != nil {
			return o.loads(b)
		}
	case *ssa.Global:
		exported := addr.Object() == nil || addr.Object().Exported()
		return o.globals[addr], exported || o.escaped[addr] || len(o.globals[addr]) == 0
	case *ssa.Alloc:
		return o.stores(addr)
	}
	return nil, true
}

// stores returns what is stored in a variable: at v, its address, and where literals capture it.
func (o *origins) stores(v ssa.Value) (out []ssa.Value, rest bool) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				out = append(out, ref.Val)
			} else {
				rest = true
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v && i < len(fn.FreeVars) {
					more, open := o.stores(fn.FreeVars[i])
					out, rest = append(out, more...), rest || open
				}
			}
		default:
			rest = true
		}
	}
	return out, rest
}

// funcs returns the functions that a function value may be, and the parameter, -1 for none.
// Rest: it may be others. One that the standard library has made, as context.WithCancel does, needs
// nothing: what that was given runs there.
func (o *origins) funcs(v ssa.Value) (fns []*ssa.Function, param int, rest bool) {
	param = -1
	leaves, rest := o.leaves(v)
	for _, leaf := range leaves {
		switch leaf := leaf.(type) {
		case *ssa.Function:
			fns = append(fns, leaf)
		case *ssa.MakeClosure:
			fns = append(fns, leaf.Fn.(*ssa.Function))
		case *ssa.Const: // nil
		case *ssa.Call:
			rest = rest || !isStandardCall(leaf)
		case *ssa.Extract:
			call, ok := leaf.Tuple.(*ssa.Call)
			rest = rest || !ok || !isStandardCall(call)
		case *ssa.UnOp:
			if n := elementOf(leaf); n >= 0 && param < 0 && !o.own && leaf.Parent() == v.Parent() {
				param = n
				continue
			}
			kept, known := o.keptIn(leaf)
			fns, rest = append(fns, kept...), rest || !known
		case *ssa.Parameter:
			switch n := paramIndex(leaf, v); {
			case n >= 0 && param < 0:
				param = n
			case n < 0 && !o.own:
				o.capture(leaf)
			default:
				rest = true
			}
		default:
			rest = true
		}
	}
	return fns, param, rest
}

// elementOf returns which parameter it is that an element of a list is read of, -1 for others.
//
//	func New(options ...Option) { for _, o := range options { o(c) } }
func elementOf(load *ssa.UnOp) int {
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok || load.Op != token.MUL {
		return -1
	}
	p, ok := at.X.(*ssa.Parameter)
	if !ok {
		return -1
	}
	return paramIndex(p, load)
}

// inside returns the value that an interface has, if it is but one; else the interface.
func (o *origins) inside(v ssa.Value) ssa.Value {
	leaves, rest := o.leaves(v)
	if len(leaves) == 1 && !rest {
		if made, ok := leaves[0].(*ssa.MakeInterface); ok {
			return made.X
		}
	}
	return v
}

// keptFuncs is what a package puts into an unexported field of functions.
type keptFuncs struct {
	values  []ssa.Value
	escaped bool // something else may be there, too
}

// noteField takes note of what is put into a field.
//
//	return &Group{cancel: cancel}
func (o *origins) noteField(at *ssa.FieldAddr) {
	field := fieldVar(at)
	if _, isFunc := field.Type().Underlying().(*types.Signature); o.own || !isFunc || field.Exported() {
		return
	}
	kept := o.fields[field]
	if kept == nil {
		kept = new(keptFuncs)
		o.fields[field] = kept
	}
	for _, ref := range *at.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			kept.escaped = kept.escaped || ref.Addr != at
			kept.values = append(kept.values, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			kept.escaped = true
		}
	}
}

func fieldVar(at *ssa.FieldAddr) *types.Var {
	return at.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(at.Field).Origin()
}

// keptIn returns the functions that a load of a field may have, if nobody but the package chooses them: none where all of them are of the
// standard library's making.
func (o *origins) keptIn(load *ssa.UnOp) (fns []*ssa.Function, known bool) {
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	kept := o.fields[fieldVar(at)]
	if kept == nil || kept.escaped || len(kept.values) == 0 {
		return nil, false
	}
	for _, v := range kept.values {
		leaves, rest := o.leaves(v)
		if rest {
			return nil, false
		}
		for _, leaf := range leaves {
			if e, ok := leaf.(*ssa.Extract); ok {
				leaf = e.Tuple
			}
			switch leaf := leaf.(type) {
			case *ssa.Function:
				fns = append(fns, leaf)
			case *ssa.MakeClosure:
				fns = append(fns, leaf.Fn.(*ssa.Function))
			case *ssa.Const: // nil
			case *ssa.Call:
				if !isStandardCall(leaf) {
					return nil, false
				}
			default:
				return nil, false
			}
		}
	}
	return fns, true
}

// capture takes note of a parameter that a literal runs, in a library: the function that has it is
// taken to run it, as it does where it hands the literal to one that does.
//
//	func OnError(fn func() error) error { return Backoff(func() error { return fn() }) }
func (o *origins) capture(p *ssa.Parameter) {
	fn := p.Parent()
	if n := slices.Index(fn.Params, p); !slices.Contains(o.captured[fn], n) {
		o.captured[fn] = append(o.captured[fn], n)
	}
}

// isStandardCall reports whether a function of the standard library is called. One that is generic may
// return what it was given.
func isStandardCall(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Origin() == nil && library.IsStandard(funcid.Package(funcid.Of(fn)))
}

// paramIndex returns which parameter p is of the function that has v, -1 if it is one of a
// function around.
func paramIndex(p *ssa.Parameter, v ssa.Value) int {
	if p.Parent() != v.Parent() {
		return -1
	}
	return slices.Index(p.Parent().Params, p)
}

// methods returns the methods that a call of a method of an interface may run. Rest: it may
// be others.
func (o *origins) methods(c *ssa.CallCommon) (out []*types.Func, rest bool) {
	leaves, rest := o.leaves(c.Value)
	for _, leaf := range leaves {
		made, ok := leaf.(*ssa.MakeInterface)
		if !ok {
			if c, isConst := leaf.(*ssa.Const); !isConst || !c.IsNil() {
				rest = true
			}
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(made.X.Type(), true, c.Method.Pkg(), c.Method.Name())
		if fn, ok := obj.(*types.Func); ok && !types.IsInterface(fn.Signature().Recv().Type()) {
			out = append(out, fn)
		} else {
			rest = true
		}
	}
	return out, rest
}

// isTemporary reports whether v is the path of a temporary file or folder that the function around
// it has made, or is below one.
//
//	dir, err := os.MkdirTemp("", "x")
//	defer os.RemoveAll(dir)
//
// It may be "" beside, which no file has for a name.
func (o *origins) isTemporary(v ssa.Value) bool {
	leaves, rest := o.leaves(v)
	return !rest && o.areTemporary(slices.DeleteFunc(leaves, isEmptyText))
}

func (o *origins) areTemporary(leaves []ssa.Value) bool {
	return len(leaves) > 0 && !slices.ContainsFunc(leaves, func(leaf ssa.Value) bool { return !o.isTemporaryLeaf(leaf) })
}

func (o *origins) isTemporaryLeaf(leaf ssa.Value) bool {
	switch v := leaf.(type) {
	case *ssa.Extract:
		c, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 0 && calls(c, "os.MkdirTemp", "os.CreateTemp", "io/ioutil.TempDir", "io/ioutil.TempFile")
	case *ssa.Call:
		switch {
		case calls(v, "(*os.File).Name"):
			return o.isTemporary(v.Call.Args[0])
		case calls(v, "path/filepath.Join"):
			parts, ok := v.Call.Args[0].(*ssa.Slice)
			if !ok {
				return false
			}
			leaves, rest := o.leaves(element(parts, 0)) // behind "" there is any path
			return !rest && o.areTemporary(leaves)
		}
	}
	return false
}

// isOwn reports whether a call of os.Remove takes away what the function around it has written itself before, at each time, a lock, or makes
// room for a file that takes the place of another one:
//
//	err := os.WriteFile(script, code, 0o600)
//	defer os.Remove(script)
func isOwn(c *ssa.CallCommon) bool {
	if fn := c.StaticCallee(); fn == nil || fn.String() != "os.Remove" {
		return false
	}
	uses := c.Args[0].Referrers()
	if uses == nil {
		return false
	}
	var remove ssa.Instruction
	var writes, renames []*ssa.Call
	locks := false
	for _, use := range *uses {
		if call, ok := use.(ssa.CallInstruction); ok && call.Common() == c {
			remove = use
		}
		if w, ok := use.(*ssa.Call); ok && w.Call.Args[0] == c.Args[0] {
			if calls(w, "os.WriteFile", "os.Create") || opensWith(w, "O_CREATE", "O_TRUNC") {
				writes = append(writes, w)
			}
			locks = locks || opensWith(w, "O_CREATE", "O_EXCL")
		}
		if r, ok := use.(*ssa.Call); ok && calls(r, "os.Rename") && r.Call.Args[1] == c.Args[0] {
			renames = append(renames, r)
		}
	}
	return remove != nil && (locks || slices.ContainsFunc(writes, func(w *ssa.Call) bool { return precedes(w, remove) }) ||
		slices.ContainsFunc(renames, func(r *ssa.Call) bool { return precedes(remove, r) }))
}

// opensWith reports whether a call opens a file with each of some flags.
func opensWith(c *ssa.Call, flags ...string) bool {
	if !calls(c, "os.OpenFile") {
		return false
	}
	given, ok := c.Call.Args[1].(*ssa.Const)
	return ok && !slices.ContainsFunc(flags, func(name string) bool {
		flag, known := c.Call.StaticCallee().Object().Pkg().Scope().Lookup(name).(*types.Const)
		if !known {
			return true
		}
		bit, exact := constant.Int64Val(flag.Val())
		return !exact || given.Int64()&bit == 0
	})
}

// precedes reports whether a runs before b whenever b does.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(a.Block().Instrs, b)
}

// calls reports whether c is a call of one of some functions.
func calls(c *ssa.Call, names ...string) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && slices.Contains(names, fn.String())
}

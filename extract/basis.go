package extract

// This file finds what values are worked out from.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A slot is what lasts from one step to the next: "pkg.Type.Field" or "[key]", or a variable of the source.
type slot struct {
	name string
	v    ssa.Value
}

// A basis is what a value is worked out from.
type basis struct {
	slots   map[slot]bool
	lengths map[slot]bool // of lists of which it is only asked how long they are
	input   bool          // something that the program does not decide, such as what a model says
}

func (b *basis) add(c basis) {
	b.input = b.input || c.input
	for s := range c.slots {
		b.slot(s)
	}
	for s := range c.lengths {
		b.length(s)
	}
}

func (b *basis) slot(s slot) {
	if b.slots == nil {
		b.slots = make(map[slot]bool)
	}
	b.slots[s] = true
}

func (b *basis) length(s slot) {
	if b.lengths == nil {
		b.lengths = make(map[slot]bool)
	}
	b.lengths[s] = true
}

// all returns the slots of a basis, those of which only the length counts included.
func (b basis) all() map[slot]bool {
	all := maps.Clone(b.slots)
	if all == nil {
		return b.lengths
	}
	maps.Copy(all, b.lengths)
	return all
}

// slotAt returns the slot at an address. It is that of a literal if the function makes what has it.
func (f *following) slotAt(addr ssa.Value) (s slot, literal, ok bool) {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		made, own := x.X.(*ssa.Alloc)
		literal = own && !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
			store, is := use.(*ssa.Store)
			return is && store.Addr == made
		})
		return slot{name: recipe.TypeString(elemOf(x.X.Type())) + "." + fieldOf(x)}, literal, true
	case *ssa.Alloc, *ssa.Global:
		return slot{v: addr}, false, true
	case *ssa.FreeVar:
		if v := binding(x); v != nil {
			return f.slotAt(v)
		}
	}
	return slot{}, false, false
}

func elemOf(t types.Type) types.Type {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

// binding returns what a function has captured, nil if that is not known.
func binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	at := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || at < 0 {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if made, ok := in.(*ssa.MakeClosure); ok && made.Fn == fn {
				return made.Bindings[at]
			}
		}
	}
	return nil
}

func keyOf(v ssa.Value) (slot, bool) {
	if box, ok := v.(*ssa.MakeInterface); ok {
		v = box.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return slot{}, false
	}
	return slot{name: "[" + strings.Trim(c.Value.ExactString(), `"`) + "]"}, true
}

// maxWorked bounds how many values are looked at for one. Of one that hangs on more, nothing is known.
const maxWorked = 10_000

// worked returns what a value is worked out from, nothing if it is too much.
func (f *following) worked(v ssa.Value) basis {
	f.left = maxWorked
	b := f.basis(v)
	if f.left <= 0 {
		return basis{}
	}
	return b
}

func (f *following) basis(v ssa.Value) (b basis) {
	if f.left--; f.under[v] || f.left < 0 {
		return b
	}
	f.under[v] = true
	defer delete(f.under, v)
	switch x := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin, *ssa.MakeClosure:
	case *ssa.UnOp:
		switch x.Op {
		case token.MUL:
			return f.loaded(x.X)
		case token.ARROW:
			b.input = true
		default:
			return f.basis(x.X)
		}
	case *ssa.Field:
		b.slot(slot{name: recipe.TypeString(x.X.Type()) + "." + x.X.Type().Underlying().(*types.Struct).Field(x.Field).Name()})
	case *ssa.Lookup:
		if key, ok := keyOf(x.Index); ok {
			b.slot(key)
			return b
		}
		b.add(f.basis(x.X))
		b.add(f.basis(x.Index))
	case *ssa.Parameter:
		return f.parameter(x)
	case *ssa.FreeVar:
		if bound := binding(x); bound != nil {
			return f.basis(bound)
		}
	case *ssa.Call:
		return f.result(x)
	case *ssa.Alloc:
		return f.put(x)
	case *ssa.Next, *ssa.Select:
		b.input = true
	case ssa.Instruction:
		for _, o := range x.Operands(nil) {
			if *o != nil {
				b.add(f.basis(*o))
			}
		}
	}
	return b
}

// put returns what is worked out from that a function puts into a variable of its own, or into parts of it.
func (f *following) put(addr ssa.Value) (b basis) {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == addr {
				b.add(f.basis(use.Val))
			}
		case *ssa.IndexAddr:
			b.add(f.put(use))
		case *ssa.FieldAddr:
			b.add(f.put(use))
		}
	}
	return b
}

// loaded returns what a value is worked out from that is read at an address.
func (f *following) loaded(addr ssa.Value) (b basis) {
	if s, _, ok := f.slotAt(addr); ok {
		b.slot(s)
		return b
	}
	if at, ok := addr.(*ssa.IndexAddr); ok {
		return f.basis(at.X)
	}
	return f.basis(addr)
}

// parameter returns what calls in the package pass for a parameter; what others pass is not decided here.
func (f *following) parameter(p *ssa.Parameter) (b basis) {
	fn := p.Parent()
	at := slices.Index(fn.Params, p)
	for _, call := range f.calls[fn] {
		if args := call.Common().Args; at < len(args) {
			b.add(f.basis(args[at]))
		}
	}
	exported := fn.Object() != nil && fn.Object().Exported() && !f.IsCommand()
	b.input = b.input || f.valued[fn] || len(f.calls[fn]) == 0 || exported
	return b
}

// result returns what the result of a call is worked out from.
func (f *following) result(call *ssa.Call) (b basis) {
	for _, arg := range call.Call.Args {
		b.add(f.basis(arg))
	}
	if built, ok := call.Call.Value.(*ssa.Builtin); ok {
		if built.Name() == "len" || built.Name() == "cap" {
			b.lengths, b.slots = b.all(), nil
		}
		return b
	}
	callee := call.Call.StaticCallee()
	switch {
	case callee == nil:
		b.input = true
	case f.fns[funcid.Of(callee)] != nil:
		for _, block := range callee.Blocks {
			if ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok {
				for _, v := range ret.Results {
					b.add(f.basis(v))
				}
			}
			if cond, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If); ok {
				b.add(f.basis(cond.Cond))
			}
		}
	case !library.IsStandard(funcid.Package(funcid.Of(callee))) || len(call.Call.Args) == 0 || !onlyComputes(funcid.Package(funcid.Of(callee))):
		b.input = true
	}
	return b
}

// onlyComputes reports whether what functions of a package of the standard library return is worked out from what they get.
func onlyComputes(pkg string) bool {
	return slices.Contains(computing, pkg)
}

var computing = []string{
	"bytes", "cmp", "encoding/json", "errors", "fmt", "maps", "math", "path", "path/filepath", "regexp", "slices", "sort", "strconv", "strings", "unicode",
	"unicode/utf8",
}

package capability

// This file finds out which parameters decide about a value, such as the name of a file that is taken away or written. A
// file that no call of a tool chooses is mostly the program's own: a lock, a session that is too old, a cache.

import (
	"go/token"
	"go/types"
	"math/bits"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/authority"
)

// choices are the functions of which it is asked who chooses what they do, with the arguments that say so: which file, and
// what is in it then. What is written later to a file that os.Create opens is not seen here.
var choices = map[string][]int{"os.Mkdir": {0}, "os.MkdirAll": {0}, "os.Remove": {0}, "os.Rename": {0, 1}, "os.WriteFile": {0, 1}}

// asksWho reports whether a question is which parameters decide about what a function does.
func (o Open) asksWho() bool { return choices[o.Key] != nil }

// deletes reports whether a function may delete files, whatever it is called with.
func (o Open) deletes(t *library.Table) bool {
	return slices.ContainsFunc(o.needs(t), func(name string) bool { return undone(name) != name })
}

// needs returns what a function of choices needs.
func (o Open) needs(t *library.Table) []string {
	if o.Field == ofRecord {
		return []string{authority.Record}
	}
	return library.Needs(t.Effects(o.Key), Text{Text: "?"}.of)
}

// A deciding is a set of parameters: bit n is the parameter n, the receiver counted, and bit firstFree+n the
// variable n that a literal captures.
type deciding uint64

// firstFree is the first variable that a literal captures. Whatever has no bit of its own is others: what a function
// has got in a way that is not followed.
const firstFree, others = 32, deciding(1) << 63

// deciders says of the values of a function which parameters decide about them: what a value is made of, what a call may have
// written to it, and whatever else was given to that call.
type deciders struct {
	by   map[ssa.Value]deciding
	more bool
}

// newDeciders looks at a function, in as many rounds as it takes until nothing changes: as loops are nested, mostly
// two or three.
func newDeciders(fn *ssa.Function) *deciders {
	d := &deciders{by: make(map[ssa.Value]deciding)}
	for i, p := range fn.Params {
		if !isContext(p.Type()) {
			d.by[p] = bit(i, firstFree)
		}
	}
	for i, v := range fn.FreeVars {
		if !isContext(v.Type()) {
			d.by[v] = bit(i, 63-firstFree) << firstFree
			if i >= 63-firstFree {
				d.by[v] = others
			}
		}
	}
	for d.more = true; d.more; {
		d.more = false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				d.instr(instr)
			}
		}
	}
	return d
}

// bit returns the set of the nth of at most so many parameters.
func bit(n, most int) deciding {
	if n >= most {
		return others
	}
	return 1 << n
}

// isContext reports whether a type is that of a context, or of what a framework gives a tool in its place.
func isContext(t types.Type) bool {
	return types.NewMethodSet(t).Lookup(nil, "Deadline") != nil
}

// isProgram reports whether a type is of what a program makes and hands to code that runs for a call: a pointer to a struct that no
// JSON is read into.
func isProgram(t types.Type) bool {
	p, isPointer := t.Underlying().(*types.Pointer)
	if !isPointer || isRequest(t) {
		return false
	}
	s, isStruct := p.Elem().Underlying().(*types.Struct)
	for i := 0; isStruct && i < s.NumFields(); i++ {
		if _, tagged := reflect.StructTag(s.Tag(i)).Lookup("json"); tagged {
			return false
		}
	}
	return isStruct
}

func (d *deciders) add(v ssa.Value, by deciding) {
	if by&^d.by[v] != 0 {
		d.by[v] |= by
		d.more = true
	}
}

func (d *deciders) instr(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		d.write(instr.Addr, d.by[instr.Val])
		return
	case *ssa.MapUpdate:
		d.write(instr.Map, d.by[instr.Key]|d.by[instr.Value])
		return
	case ssa.CallInstruction:
		d.call(instr)
		return
	}
	v, ok := instr.(ssa.Value)
	if !ok {
		return
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			d.add(v, others)
			return
		}
	case *ssa.Select:
		d.add(v, others)
		return
	}
	var operands [8]*ssa.Value
	for _, op := range instr.Operands(operands[:0]) {
		if *op != nil {
			d.add(v, d.by[*op]|d.by[root(*op)])
		}
	}
}

// call adds what a call may do: its result, and what it gets the address of, may hang on all that it is given.
func (d *deciders) call(instr ssa.CallInstruction) {
	c := instr.Common()
	var by deciding
	given := slices.Clone(c.Args)
	if _, isFunc := c.Value.(*ssa.Function); !isFunc {
		given = append(given, c.Value)
	}
	for _, arg := range given {
		by |= d.by[arg] | d.by[root(arg)]
	}
	for _, arg := range given {
		if mayBeWritten(arg.Type()) {
			d.write(arg, by)
		}
	}
	if v, ok := instr.(ssa.Value); ok {
		d.add(v, by)
	}
}

// mayBeWritten reports whether a function that gets a value of a type may write to what others see.
func mayBeWritten(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan:
		return true
	}
	return false
}

// write adds what is written to an address. What parameters and variables of the package lead to is the program's, and
// not made for this call.
func (d *deciders) write(addr ssa.Value, by deciding) {
	switch to := root(addr).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Const, *ssa.Function:
	default:
		d.add(to, by)
	}
}

// root returns what an address, or what holds it, is a part of.
func root(v ssa.Value) ssa.Value {
	for {
		switch at := v.(type) {
		case *ssa.FieldAddr:
			v = at.X
		case *ssa.IndexAddr:
			v = at.X
		case *ssa.Slice:
			v = at.X
		case *ssa.MakeInterface:
			v = at.X
		case *ssa.ChangeInterface:
			v = at.X
		case *ssa.ChangeType:
			v = at.X
		case *ssa.UnOp:
			if at.Op != token.MUL {
				return v
			}
			v = at.X
			if kept, ok := at.X.(*ssa.Alloc); ok {
				v = pointerIn(kept)
			}
		default:
			return v
		}
	}
}

// pointerIn returns the parameter that a variable is, the variable itself if it is none: one that literals capture is kept so.
func pointerIn(variable *ssa.Alloc) ssa.Value {
	_, isPointer := variable.Type().(*types.Pointer).Elem().Underlying().(*types.Pointer)
	var stored ssa.Value
	for _, ref := range *variable.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == variable {
			if stored != nil {
				return variable
			}
			stored = store.Val
		}
	}
	if p, ok := stored.(*ssa.Parameter); ok && isPointer {
		return p
	}
	return variable
}

// of returns the parameters that decide about values, and others as the last one, as When.Param counts.
func (d *deciders) of(values ...ssa.Value) (out []int) {
	var by deciding
	for _, v := range values {
		by |= d.by[v] | d.by[root(v)]
	}
	for ; by != 0; by &= by - 1 {
		switch n := bits.TrailingZeros64(uint64(by)); {
		case n == 63:
			out = append(out, anybody)
		case n >= firstFree:
			out = append(out, firstFree-1-n)
		default:
			out = append(out, n)
		}
	}
	return out
}

// anybody stands for a parameter where it is not known who decides.
const anybody = -1 << 16

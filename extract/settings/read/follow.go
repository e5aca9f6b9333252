package read

// This file follows the value of a thing through a function.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/internal/funcid"
)

// follow notes what the function does with a value that is that of a thing, or leads to it.
func (r *reader) follow(t settings.Thing, v ssa.Value) {
	w := &walk{reader: r, thing: t, seen: make(map[any]bool)}
	w.value(v)
}

// A walk follows one thing.
type walk struct {
	*reader
	thing settings.Thing
	seen  map[any]bool
}

func (w *walk) note(kind settings.Kind, into settings.Thing, pos token.Pos) {
	w.use(settings.Use{Thing: w.thing, Kind: kind, Into: into, Pos: w.pos(pos)})
}

// value goes through all that refers to a value.
func (w *walk) value(v ssa.Value) {
	if w.seen[v] || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch in := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				w.note(settings.Looked, "", in.Pos())
			} else {
				w.value(in)
			}
		case *ssa.Convert, *ssa.ChangeType, *ssa.MultiConvert, *ssa.Phi, *ssa.BinOp, *ssa.Slice, *ssa.Extract, *ssa.ChangeInterface, *ssa.MakeInterface:
			w.value(in.(ssa.Value))
		case *ssa.If:
			w.branch(in)
		case *ssa.Store:
			if in.Val == v {
				w.stored(in)
			}
		case *ssa.Call:
			w.call(in, &in.Call, v)
		default:
			w.note(settings.Looked, "", positionOf(ref))
		}
	}
}

// positionOf returns where an instruction is, or the next one before it that has a place.
func positionOf(in ssa.Instruction) token.Pos {
	if in.Pos().IsValid() {
		return in.Pos()
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && (*op).Pos().IsValid() {
			return (*op).Pos()
		}
	}
	return in.Parent().Pos()
}

// stored notes where a value is written.
func (w *walk) stored(in *ssa.Store) {
	if t := w.thingAt(in.Addr); t != "" {
		w.note(settings.Handed, t, in.Pos())
		return
	}
	switch a := in.Addr.(type) {
	case *ssa.Alloc:
		w.variable(a)
	case *ssa.IndexAddr:
		if array, ok := a.X.(*ssa.Alloc); ok { // of the arguments of a call, mostly
			w.variable(array)
			return
		}
		w.note(settings.Looked, "", in.Pos())
	default:
		w.note(settings.Looked, "", in.Pos())
	}
}

// variable goes through what reads a local variable that has the value.
func (w *walk) variable(a *ssa.Alloc) {
	if w.seen[a] {
		return
	}
	w.seen[a] = true
	for _, ref := range *a.Referrers() {
		switch in := ref.(type) {
		case *ssa.UnOp, *ssa.Slice:
			w.value(in.(ssa.Value))
		case *ssa.Store, *ssa.DebugRef, *ssa.IndexAddr:
		case *ssa.Call:
			w.call(in, &in.Call, a)
		default:
			w.note(settings.Looked, "", positionOf(ref))
		}
	}
}

// call notes what a call does with a value that it is given.
func (w *walk) call(in *ssa.Call, c *ssa.CallCommon, v ssa.Value) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "append", "min", "max":
			w.value(in)
		case "print", "println":
			w.note(settings.Shown, "", in.Pos())
		default:
			w.note(settings.Looked, "", in.Pos())
		}
		return
	}
	r, known := w.row(c)
	callee := c.StaticCallee()
	switch {
	case !slices.Contains(c.Args, v):
		w.note(settings.Looked, "", in.Pos())
	case known && (r.verb == "fill" || r.verb == "file"):
		switch {
		case r.arg >= len(c.Args) || c.Args[r.arg] != v:
			w.note(settings.Looked, "", in.Pos())
		case r.verb == "fill" || w.opens:
			w.k.Filled = append(w.k.Filled, settings.Filled{Thing: w.thing, By: calledAs(c), Package: packageOf(c), Func: w.id, Pos: w.pos(in.Pos())})
		}
	case known && r.verb == "flag":
	case known && r.verb == "text":
		w.note(settings.Names, "", in.Pos())
	case w.logs(c):
		w.note(settings.Shown, "", in.Pos())
	case known && r.verb == "save":
		w.note(settings.Saved, settings.Thing(packageOf(c)), in.Pos())
	case w.computes(c) && !(packageOf(c) == "fmt" && w.isWhole(v)):
		w.value(in)
	case callee != nil && callee.Pkg != nil && w.Own(callee.Pkg.Pkg.Path()) && callee.Object() != nil:
		for i, arg := range c.Args {
			if arg == v {
				w.note(settings.Handed, paramThing(callee, i), in.Pos())
			}
		}
	default:
		w.note(settings.Looked, "", in.Pos())
	}
}

// computes reports whether all that a call does is to make what it returns of its arguments.
func (r *reader) computes(c *ssa.CallCommon) bool {
	return r.is(c, "same") && c.Signature().Results().Len() > 0 && !strings.HasPrefix(calledAs(c), "Write")
}

// isWhole reports whether the thing that an argument is of may be a struct with all of its fields, as the text of it has them.
func (w *walk) isWhole(v ssa.Value) bool {
	if w.thing[0] == 't' {
		return true
	}
	_, param, _ := strings.Cut(string(w.thing), "#")
	i, err := strconv.Atoi(param)
	return w.thing[0] == 'p' && err == nil && i < len(v.Parent().Params) && types.IsInterface(v.Parent().Params[i].Type())
}

// packageOf returns the package whose function a call is of, without its major version.
func packageOf(c *ssa.CallCommon) string {
	return unversioned(funcid.Package(funcid.Of(c.StaticCallee())))
}

// branch notes what a condition on a value decides. It is no look if nothing depends on it but which values other things have, as what
// gets them is looked at in turn, and what is logged.
func (w *walk) branch(in *ssa.If) {
	b := in.Block()
	a, phis, ok := w.onlySets(b.Succs[0], b.Succs[1])
	if !ok {
		a, phis, ok = w.onlySets(b.Succs[1], b.Succs[0])
	}
	if !ok {
		w.note(settings.Looked, "", positionOf(in))
		return
	}
	for _, t := range slices.Sorted(maps.Keys(a.sets)) {
		w.note(settings.Handed, t, a.sets[t])
	}
	if a.logs.IsValid() {
		w.note(settings.Logs, "", a.logs)
	}
	for _, phi := range phis {
		w.value(phi)
	}
}

// maxArm is how many blocks an arm of a condition may have.
const maxArm = 8

// An arm is what an arm of a condition does that does nothing else: it sets things, and logs.
type arm struct {
	sets map[settings.Thing]token.Pos
	logs token.Pos // where it logs first
}

// onlySets reports whether an arm of a condition does nothing but to set things and to log before it comes to where the other arm goes
// on, which may be an arm of the same kind; and returns what it does, and the values that depend on the arm there.
func (w *walk) onlySets(from, join *ssa.BasicBlock) (a *arm, phis []*ssa.Phi, ok bool) {
	a = &arm{sets: make(map[settings.Thing]token.Pos)}
	if !w.setsUntil(from, join, a) {
		if len(join.Succs) != 1 || len(from.Succs) != 1 || join.Succs[0] != from.Succs[0] {
			return nil, nil, false
		}
		other := join
		join = from.Succs[0]
		if !w.setsUntil(from, join, a) || !w.setsUntil(other, join, a) {
			return nil, nil, false
		}
	}
	for _, in := range join.Instrs {
		if phi, isPhi := in.(*ssa.Phi); isPhi {
			phis = append(phis, phi)
		}
	}
	return a, phis, true
}

// setsUntil reports whether all ways from a block lead to another one, and do nothing but to set things and to log.
func (w *walk) setsUntil(from, to *ssa.BasicBlock, a *arm) bool {
	done := map[*ssa.BasicBlock]bool{to: true}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if known, ok := done[b]; ok {
			return known
		}
		done[b] = false // a loop is no way that only sets
		if len(done) > maxArm+1 || len(b.Succs) == 0 || slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool { return !w.sets(in, a) }) {
			return false
		}
		done[b] = !slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return !visit(s) })
		return done[b]
	}
	return visit(from)
}

// sets reports whether an instruction does nothing but to compute values, to set things and to log.
func (w *walk) sets(in ssa.Instruction, a *arm) bool {
	switch in := in.(type) {
	case *ssa.Store:
		if _, ok := in.Addr.(*ssa.IndexAddr); ok { // an argument of a call
			return true
		}
		t := w.thingAt(in.Addr)
		if t == "" || !isSetting(in.Val.Type()) { // who looks at something else is not noted
			return false
		}
		a.sets[t] = in.Pos()
		return true
	case *ssa.Call:
		if w.logs(&in.Call) {
			if !a.logs.IsValid() {
				a.logs = in.Pos()
			}
			return true
		}
		return w.computes(&in.Call) || w.isLine(in.Type())
	case *ssa.Alloc, *ssa.IndexAddr, *ssa.Slice, *ssa.MakeInterface:
		return true
	case *ssa.FieldAddr, *ssa.Field, *ssa.UnOp, *ssa.BinOp, *ssa.Phi, *ssa.Convert, *ssa.ChangeType, *ssa.Extract, *ssa.DebugRef, *ssa.If, *ssa.Jump:
		return true
	}
	return false
}

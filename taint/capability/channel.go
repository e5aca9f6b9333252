package capability

// This file finds who works on what a function sends over a channel.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// A worker is a function that runs in a goroutine of its own and gets data over channels.
type worker struct {
	fn    *ssa.Function
	chans []any // see channels
}

// workedOn takes note of the functions that may work on what is sent over a channel, in an own package: they do it for who sends it.
//
//	func (q *queue) Remove(path string) { q.paths <- path }
//	func (q *queue) loop()              { for path := range q.paths { os.Remove(path) } } // go q.loop()
func (b *body) workedOn(ch ssa.Value, pos token.Pos) {
	if !b.Own {
		return
	}
	if b.workers == nil {
		b.findWorkers()
	}
	sent := b.channels(ch, 0)
	works := func(id string) {
		call := Call{Func: id, Pos: b.place(pos), Stored: true, When: b.when, Blind: true, Undo: b.failed}
		if !slices.ContainsFunc(b.f.Calls, func(o Call) bool { return o.Func == call.Func && o.Pos == call.Pos }) {
			b.f.Calls = append(b.f.Calls, call)
		}
	}
	for _, w := range *b.workers {
		if w.fn != b.fn && slices.ContainsFunc(w.chans, func(c any) bool { return slices.Contains(sent, c) }) {
			works(funcid.Source(funcid.Of(w.fn)))
		}
	}
	for _, c := range sent {
		if id, isShared := c.(string); isShared && !isSignal(ch.Type()) {
			works(id)
		}
	}
}

// shared is what the names of channels begin with that other packages can get at. In Calls and among functions, one stands for all that
// work on what is sent over it.
const shared = "chan "

func isShared(id string) bool { return strings.HasPrefix(id, shared) }

// ofField returns what stands for the channel in a field: the field, and its name if other packages can get at it.
func ofField(t types.Type, field *types.Var) []any {
	named, _ := structOf(t)
	if named == nil || named.Obj().Pkg() == nil || !named.Obj().Exported() || !field.Exported() {
		return []any{field}
	}
	return []any{field, shared + named.Obj().Pkg().Path() + "." + named.Obj().Name() + "." + field.Name()}
}

// ofVariable returns likewise what stands for the channel in a variable of a package.
func ofVariable(v *ssa.Global) []any {
	if obj := v.Object(); obj != nil && obj.Exported() && obj.Pkg() != nil {
		return []any{v, shared + obj.Pkg().Path() + "." + obj.Name()}
	}
	return []any{v}
}

// shared returns, for each channel that other packages can get at, which functions of an own package work on what is sent over it.
func (r *reader) shared() (out []*Func) {
	if !r.Own {
		return nil
	}
	if r.workers == nil {
		r.findWorkers()
	}
	for _, w := range *r.workers {
		for _, c := range w.chans {
			id, is := c.(string)
			if !is {
				continue
			}
			call := Call{Func: funcid.Source(funcid.Of(w.fn)), Stored: true, Blind: true}
			if i := slices.IndexFunc(out, func(f *Func) bool { return f.ID == id }); i >= 0 {
				out[i].Calls = append(out[i].Calls, call)
			} else {
				out = append(out, &Func{ID: id, Calls: []Call{call}})
			}
		}
	}
	return out
}

// findWorkers finds the workers of the package.
func (r *reader) findWorkers() {
	r.workers = new([]worker)
	started := r.started()
	for _, fn := range r.Funcs {
		w := worker{fn: fn}
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					if _, isGo := instr.(*ssa.Go); isGo || started[fn] {
						r.hired(c.Common())
					}
				}
				if !started[fn] {
					continue
				}
				switch instr := instr.(type) {
				case *ssa.UnOp:
					if instr.Op == token.ARROW && !isSignal(instr.X.Type()) {
						w.chans = append(w.chans, r.channels(instr.X, 0)...)
					}
				case *ssa.Select:
					for _, s := range instr.States {
						if s.Dir == types.RecvOnly && !isSignal(s.Chan.Type()) {
							w.chans = append(w.chans, r.channels(s.Chan, 0)...)
						}
					}
				}
			}
		}
		if len(w.chans) > 0 {
			*r.workers = append(*r.workers, w)
		}
	}
}

// hired takes note of a function of another package that a goroutine runs, and that gets a channel to work on.
//
//	go worker.Run(jobs)
func (r *reader) hired(c *ssa.CallCommon) {
	fn := declared(c.StaticCallee())
	if fn == nil || fn.Pkg == nil || fn.Pkg == r.Pkg || len(r.Table.Effects(funcid.Key(funcid.Source(funcid.Of(fn))))) > 0 {
		return
	}
	w := worker{fn: fn}
	for i, arg := range c.Args {
		if i >= fn.Signature.Params().Len() && fn.Signature.Recv() == nil {
			break
		}
		if t, ok := arg.Type().Underlying().(*types.Chan); ok && t.Dir() != types.SendOnly && !isSignal(t) {
			w.chans = append(w.chans, r.channels(arg, 0)...)
		}
	}
	if len(w.chans) > 0 {
		*r.workers = append(*r.workers, w)
	}
}

// isSignal reports whether what goes over a channel has no data in it, or is an answer to who has asked for something.
func isSignal(t types.Type) bool {
	elem := t.Underlying().(*types.Chan).Elem()
	s, isStruct := elem.Underlying().(*types.Struct)
	return isStruct && s.NumFields() == 0 || types.Identical(elem, types.Universe.Lookup("error").Type())
}

// started returns the functions of the package that run in a goroutine of their own: go statements start them, methods called Go, and
// what is started calls them.
func (r *reader) started() map[*ssa.Function]bool {
	out := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if fn = declared(fn); fn == nil || out[fn] || fn.Pkg != r.Pkg {
			return
		}
		out[fn] = true
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					visit(c.Common().StaticCallee())
				}
			}
		}
	}
	for _, fn := range r.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := c.Common().StaticCallee()
				if _, isGo := instr.(*ssa.Go); isGo {
					visit(callee)
				}
				if callee == nil || callee.Name() != "Go" {
					continue
				}
				for _, arg := range c.Common().Args {
					if _, isFunc := arg.Type().Underlying().(*types.Signature); isFunc {
						fns, _, _ := r.origins.funcs(arg)
						for _, fn := range fns {
							visit(fn)
						}
					}
				}
			}
		}
	}
	return out
}

// maxChanDepth is how many calls a channel is followed through that a function has as a parameter, or returns.
const maxChanDepth = 3

// channels returns which channels a value may be: the field or the variable of a package that keeps it, or the instruction that makes it.
func (r *reader) channels(v ssa.Value, depth int) (out []any) {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if at, ok := load.X.(*ssa.Global); ok { // what another package may have put there
			out = append(out, ofVariable(at)...)
		}
	}
	leaves, _ := r.origins.leaves(v)
	for _, leaf := range leaves {
		switch leaf := leaf.(type) {
		case *ssa.MakeChan:
			out = append(out, leaf)
			out = append(out, r.keepers(leaf)...)
		case *ssa.UnOp:
			if at, ok := leaf.X.(*ssa.FieldAddr); ok {
				out = append(out, ofField(at.X.Type(), fieldVar(at))...)
			}
		case *ssa.Field:
			if _, fields := structOf(leaf.X.Type()); fields != nil {
				out = append(out, ofField(leaf.X.Type(), fields.Field(leaf.Field).Origin())...)
			}
		case *ssa.Call:
			if fn := declared(leaf.Call.StaticCallee()); fn != nil && fn.Pkg == r.Pkg && depth < maxChanDepth {
				for _, ret := range returns(fn) {
					out = append(out, r.channels(ret.Results[0], depth+1)...)
				}
			}
		case *ssa.Parameter:
			if depth < maxChanDepth {
				for _, arg := range r.given(leaf) {
					out = append(out, r.channels(arg, depth+1)...)
				}
			}
		}
	}
	return out
}

// keepers returns the fields that a channel is stored in which a function makes.
func (r *reader) keepers(made *ssa.MakeChan) (out []any) {
	for _, ref := range *made.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Val == made {
			switch at := s.Addr.(type) {
			case *ssa.FieldAddr:
				out = append(out, ofField(at.X.Type(), fieldVar(at))...)
			case *ssa.Global:
				out = append(out, ofVariable(at)...)
			}
		}
	}
	return out
}

// given returns what the package gives to a parameter.
func (r *reader) given(p *ssa.Parameter) (out []ssa.Value) {
	n := slices.Index(p.Parent().Params, p)
	for _, fn := range r.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && declared(c.Common().StaticCallee()) == p.Parent() && n < len(c.Common().Args) {
					out = append(out, c.Common().Args[n])
				}
			}
		}
	}
	return out
}

// declared returns the generic function that fn is an instance of, or fn.
func declared(fn *ssa.Function) *ssa.Function {
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

package ssaflow

// This file says which of some constants a text is, where code has compared it with them.
//
//	if !allowed[words[0]] {
//		return errNotAllowed
//	}
//	exec.Command(words[0], words[1:]...)

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// amongAt returns the constants of which v is one where an instruction runs, nil if it may be something else.
func (f *frame) amongAt(v ssa.Value, at ssa.Instruction) []string {
	if f.memory == nil || at == nil || !isText(v.Type()) {
		return nil
	}
	a := &among{frame: f, same: f.memory.again(v), at: make(map[*ssa.BasicBlock]constants)}
	a.solve(at.Parent())
	c := a.at[at.Block()]
	if c.any || len(c.list) == 0 || len(c.list) > maxTexts {
		return nil
	}
	slices.Sort(c.list)
	return c.list
}

// Constants are what a text may be: some, or any text. None says that nothing gets there.
type constants struct {
	any  bool
	list []string
}

func (c constants) or(o constants) constants {
	if c.any || o.any {
		return constants{any: true}
	}
	for _, text := range o.list {
		if !slices.Contains(c.list, text) {
			c.list = append(slices.Clip(c.list), text)
		}
	}
	return c
}

// An among looks for what one value has been compared with.
type among struct {
	*frame
	same  []ssa.Value                   // the value, and others that are it
	at    map[*ssa.BasicBlock]constants // what it may be at the beginning of blocks
	depth int                           // of calls
}

// solve finds out what the value may be when each block begins: what it may be on all ways that lead there. Where it is made first, nothing
// has been said of it.
func (a *among) solve(fn *ssa.Function) {
	var made ssa.Instruction
	for _, v := range a.same {
		if instr, ok := v.(ssa.Instruction); ok && (made == nil || a.memory.precedes(instr, made)) {
			made = instr
		}
	}
	a.at[fn.Blocks[0]] = constants{any: true}
	if made != nil {
		a.at[made.Block()] = constants{any: true}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Blocks {
			before := a.at[b]
			now := before
			for _, p := range b.Preds {
				for n, to := range p.Succs {
					if to == b {
						now = now.or(a.along(p, n))
					}
				}
			}
			if now.any != before.any || len(now.list) != len(before.list) {
				a.at[b], changed = now, true
			}
		}
	}
}

// along returns what the value may be where a way out of a block is taken.
func (a *among) along(b *ssa.BasicBlock, n int) constants {
	if branch, ok := last(b).(*ssa.If); ok {
		if list := a.told(branch.Cond, strconv.FormatBool(n == 0)); list != nil {
			return constants{list: list}
		}
	}
	return a.at[b]
}

// told returns what the value is if something gives an answer; nil if that does not say it.
func (a *among) told(v ssa.Value, answer string) []string {
	v, answer = asked(v, answer)
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ || (answer == "true") != (v.Op == token.EQL) {
			return nil
		}
		if slices.Contains(a.same, v.X) {
			return a.compared(v.Y)
		}
		if slices.Contains(a.same, v.Y) {
			return a.compared(v.X)
		}
	case *ssa.Lookup:
		if answer == "true" {
			return a.keys(v)
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		switch {
		case fn == nil:
		case originKey(fn) == containsKey:
			if answer == "true" && slices.Contains(a.same, v.Call.Args[1]) {
				return a.listed(v.Call.Args[0])
			}
		case fn.Pkg == a.in.Pkg:
			return a.toldBy(v, fn, answer)
		}
	}
	return nil
}

// compared returns what a text is that is the same as another one: a constant, or an element of a list of them.
func (a *among) compared(with ssa.Value) []string {
	if text, ok := constantText(with); ok {
		return []string{text}
	}
	if load, ok := with.(*ssa.UnOp); ok && load.Op == token.MUL {
		if at, ok := load.X.(*ssa.IndexAddr); ok {
			return a.listed(at.X)
		}
	}
	return nil
}

// toldBy returns what the value is if a function of the package that is given it gives an answer.
func (a *among) toldBy(c *ssa.Call, fn *ssa.Function, answer string) []string {
	n := slices.IndexFunc(c.Call.Args, func(arg ssa.Value) bool { return slices.Contains(a.same, arg) })
	results := fn.Signature.Results()
	if n < 0 || n >= len(fn.Params) || results.Len() == 0 || fn.Blocks == nil || a.depth > 0 {
		return nil
	}
	in := &among{
		frame: &frame{program: a.program, fn: fn, memory: newMemory(a.program, fn, newOrder(fn))},
		same:  []ssa.Value{fn.Params[n]}, at: make(map[*ssa.BasicBlock]constants), depth: a.depth + 1,
	}
	in.solve(fn)
	var out constants
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		a.answers(r.Results[answering(results, answer)], b, nil, answer, func(v ssa.Value, at, to *ssa.BasicBlock) {
			if list := in.told(v, answer); list != nil {
				out = out.or(constants{list: list})
				return
			}
			from := in.at[at]
			if to != nil {
				from = constants{}
				for i, next := range at.Succs {
					if next == to {
						from = from.or(in.along(at, i))
					}
				}
			}
			out = out.or(from)
		}, make(map[ssa.Value]bool))
	}
	if out.any {
		return nil
	}
	return out.list
}

// originKey returns the key of a function, of the generic one if it is an instance.
func originKey(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return library.KeyOf(obj)
	}
	return ""
}

// keys returns the keys of a map that the program has filled itself, and has looked up the value in.
func (a *among) keys(l *ssa.Lookup) (out []string) {
	if !slices.Contains(a.same, l.Index) || len(a.members(l)) == 0 {
		return nil
	}
	m, ok := l.X.(*ssa.MakeMap)
	if load, isLoad := l.X.(*ssa.UnOp); isLoad {
		if g, isGlobal := load.X.(*ssa.Global); isGlobal {
			m, ok = a.initial(g).(*ssa.MakeMap)
		}
	}
	if !ok {
		return nil
	}
	for _, ref := range *m.Referrers() {
		if u, ok := ref.(*ssa.MapUpdate); ok {
			if text, ok := constantText(u.Key); ok && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// listed returns the elements of a list that are all constants.
func (a *among) listed(list ssa.Value) (out []string) {
	if load, ok := list.(*ssa.UnOp); ok {
		g, isGlobal := load.X.(*ssa.Global)
		if !isGlobal || token.IsExported(g.Name()) || !a.isOnlyRead(g) {
			return nil
		}
		if list = a.initial(g); list == nil {
			return nil
		}
	}
	values, ok := a.writtenIn(list)
	if !ok {
		return nil
	}
	for _, v := range values {
		text, ok := constantText(v)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

// isOnlyRead reports whether nobody gets the list in a variable of the package who may change its elements.
func (p *program) isOnlyRead(g *ssa.Global) bool {
	for _, fn := range declared(p.in.Pkg) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if load, ok := instr.(*ssa.UnOp); ok && load.X == ssa.Value(g) && slices.ContainsFunc(*load.Referrers(), mayChange) {
					return false
				}
			}
		}
	}
	return true
}

// mayChange reports whether what uses a list may change an element of it, or give it to who may.
func mayChange(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.IndexAddr:
		return slices.ContainsFunc(*use.Referrers(), func(i ssa.Instruction) bool {
			load, ok := i.(*ssa.UnOp)
			_, isDebug := i.(*ssa.DebugRef)
			return !isDebug && (!ok || load.Op != token.MUL)
		})
	case *ssa.Call:
		if b, ok := use.Call.Value.(*ssa.Builtin); ok {
			return b.Name() != "len" && b.Name() != "cap"
		}
		fn := use.Call.StaticCallee()
		return fn == nil || !slices.Contains([]string{containsKey, "slices.Index", "slices.Clone", "strings.Join"}, originKey(fn))
	}
	return true
}

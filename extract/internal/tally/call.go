package tally

// This file runs calls.

import (
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// call runs a call and returns what is known after it, way by way.
func (f *frame) call(b int32, i int, in *recipe.Instr, now *moment) []*moment {
	args := f.values(now, in.Args)
	key := f.key + "/" + strconv.Itoa(int(b)) + "." + strconv.Itoa(i)
	var outs []outcome
	switch {
	case in.Op == recipe.OpCall && in.Row != "" && in.Row == f.s.Process && len(args) == 2:
		outs = f.process(b, args, now, key)
	case in.Op == recipe.OpCall && (in.Sym == "fmt.Errorf" || in.Sym == "errors.New"):
		outs = []outcome{{now, []value{{kind: isError}}}}
	case in.Op == recipe.OpCall && (f.matters(in.Args, args) || f.asksForState(in.Sym) || f.writes(in.Sym)):
		outs = f.inner(b, in.Sym, args, nil, now, key)
	case in.Op == recipe.OpCallValue && args[0].kind == isFunc:
		outs = f.inner(b, args[0].fn, args[1:], args[0].list, now, key)
	default:
		for _, v := range args {
			f.lose(v, now)
		}
		outs = []outcome{{moment: now}}
	}
	list := make([]*moment, len(outs))
	for k, out := range outs {
		list[k] = out.moment
		if len(outs) > 1 {
			list[k] = out.moment.clone()
		}
		switch {
		case in.Dst < 0:
		case len(out.results) == 1:
			list[k].regs[in.Dst] = out.results[0]
		case len(out.results) > 1:
			list[k].regs[in.Dst] = value{kind: isTuple, list: out.results}
		default:
			list[k].regs[in.Dst] = value{}
		}
	}
	if len(list) == 0 { // it never returns; what follows does not run
		return []*moment{now}
	}
	return list
}

// inner runs a function that f calls in a block.
func (f *frame) inner(b int32, id string, args, captured []value, now *moment, key string) []outcome {
	return f.run(id, args, captured, now, f, key, f.loop || f.usesOf(f.fn).loops[b])
}

// matters reports whether a function may do something with a value that the machine follows.
func (f *frame) matters(ops []recipe.Operand, args []value) bool {
	for i, v := range args {
		switch v.kind {
		case isAny, isNil, isError, isContext:
		case isNumber, isTruth, isText:
			if ops[i] >= 0 { // no constant
				return true
			}
		default:
			return true
		}
	}
	return false
}

// asksForState reports whether a function itself has something done with the state.
func (f *frame) asksForState(id string) bool {
	fn := f.s.Funcs(id)
	return fn != nil && slices.ContainsFunc(fn.Blocks, func(b recipe.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in recipe.Instr) bool { return in.Op == recipe.OpCall && in.Row != "" && in.Row == f.s.Process })
	})
}

// process runs a function with the state. Where there may be no state, it gets an error instead.
func (f *frame) process(b int32, args []value, now *moment, key string) []outcome {
	none := outcome{now, []value{{kind: isError}}}
	if f.without {
		return []outcome{none}
	}
	if args[1].kind != isFunc {
		return []outcome{{moment: now}}
	}
	fn := f.s.Funcs(args[1].fn)
	if fn == nil || len(fn.Params) != 2 {
		f.opaque(args[1].fn, args[1].list, now)
		return []outcome{{moment: now}}
	}
	state, own := f.state(fn.Params[1])
	if args[0].kind == isContext && own {
		return f.inner(b, args[1].fn, []value{{kind: isContext}, state}, args[1].list, now, key)
	}
	none.moment = now.clone()
	return append(f.inner(b, args[1].fn, []value{{kind: isContext}, state}, args[1].list, now, key), none)
}

// state returns what a framework passes for a parameter that is the state; own is false if it is
// the state of somebody else.
func (m *machine) state(p recipe.Param) (v value, own bool) {
	if p.Type == "*"+m.s.Type {
		return value{kind: isShared}, true
	}
	return value{}, false
}

// writes reports whether a function may write the field, or call one that may.
func (m *machine) writes(id string) bool {
	_, found := slices.BinarySearch(m.s.Field.Writers, funcid.Source(id))
	return found
}

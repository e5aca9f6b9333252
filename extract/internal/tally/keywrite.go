package tally

// This file writes the instructions of the function that gets a struct.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// reg returns a new register.
func (x *keying) reg() recipe.Operand {
	x.out.Regs++
	return recipe.Operand(x.out.Regs - 1)
}

// constant returns a constant operand.
func (x *keying) constant(kind recipe.ConstKind, shape recipe.Shape, text string) recipe.Operand {
	c := recipe.Const{Kind: kind, Shape: shape, Text: text}
	i := slices.Index(x.out.Consts, c)
	if i < 0 {
		i = len(x.out.Consts)
		x.out.Consts = append(x.out.Consts, c)
	}
	return ^recipe.Operand(i)
}

func (x *keying) truth(is bool) recipe.Operand {
	text := "false"
	if is {
		text = "true"
	}
	return x.constant(recipe.ConstBool, recipe.ShapeBool, text)
}

// zero returns the zero value of a type.
func (x *keying) zero(typ string) recipe.Operand {
	c := zeroOf(typ)
	return x.constant(c.Kind, c.Shape, c.Text)
}

// zeroOf is the zero value of one of keyTypes.
func zeroOf(typ string) recipe.Const {
	switch keyTypes[typeName(typ)] {
	case recipe.ShapeString:
		return recipe.Const{Kind: recipe.ConstString, Shape: recipe.ShapeString}
	case recipe.ShapeInt:
		return recipe.Const{Kind: recipe.ConstInt, Shape: recipe.ShapeInt, Text: "0"}
	}
	return recipe.Const{Kind: recipe.ConstBool, Shape: recipe.ShapeBool, Text: "false"}
}

func (x *keying) emit(in recipe.Instr) recipe.Operand {
	x.now = append(x.now, in)
	return in.Dst
}

// unknown is an instruction that makes any value.
func (x *keying) unknown(dst recipe.Operand) recipe.Operand {
	return x.emit(recipe.Instr{Op: recipe.OpInvalid, Dst: dst})
}

func (x *keying) load(field, typ string, shape recipe.Shape) recipe.Operand {
	addr := x.emit(recipe.Instr{Op: recipe.OpFieldAddr, Dst: x.reg(), Args: []recipe.Operand{x.home}, Sym: field})
	return x.emit(recipe.Instr{Op: recipe.OpLoad, Dst: x.reg(), Args: []recipe.Operand{addr}, Type: typ, Shape: shape})
}

func (x *keying) store(field string, v recipe.Operand) {
	addr := x.emit(recipe.Instr{Op: recipe.OpFieldAddr, Dst: x.reg(), Args: []recipe.Operand{x.home}, Sym: field})
	x.emit(recipe.Instr{Op: recipe.OpStore, Dst: -1, Args: []recipe.Operand{addr, v}})
}

// forget has any value in the fields of a key.
func (x *keying) forget(key string) {
	for _, typ := range x.types[key] {
		x.store(fieldOf(key, typ), x.unknown(x.reg()))
		if typ != "" {
			x.store(okOf+fieldOf(key, typ), x.unknown(x.reg()))
		}
	}
}

// remove takes a key away.
func (x *keying) remove(key string) {
	for _, typ := range x.types[key] {
		if typ == "" {
			x.store(fieldOf(key, typ), x.truth(false))
			continue
		}
		x.put(key, typ, x.zero(typ), x.truth(false))
	}
}

// put stores a value and whether it has the type.
func (x *keying) put(key, typ string, v, ok recipe.Operand) {
	x.store(fieldOf(key, typ), v)
	x.store(okOf+fieldOf(key, typ), ok)
}

// start begins the function: it has the state in a variable.
func (x *keying) start() {
	x.emit(recipe.Instr{Op: recipe.OpAlloc, Dst: x.home})
	x.emit(recipe.Instr{Op: recipe.OpStore, Dst: -1, Args: []recipe.Operand{x.home, x.param}})
}

// end returns the state in place of a map.
func (x *keying) end(ret recipe.Instr) {
	ret.Args = slices.Clone(ret.Args)
	ret.Args[0] = x.emit(recipe.Instr{Op: recipe.OpLoad, Dst: x.reg(), Args: []recipe.Operand{x.home}, Type: x.Type})
	x.emit(ret)
}

// anything makes a function that may leave anything under any key.
func (x *keying) anything() {
	x.now = nil
	x.start()
	for _, key := range x.keys() {
		x.forget(key)
	}
	x.end(recipe.Instr{Op: recipe.OpReturn, Dst: -1, Args: []recipe.Operand{-1}})
	x.out.Blocks, x.out.Results = []recipe.Block{{Instrs: x.now, Join: -1}}, ""
}

// blocks makes the body of the function.
func (x *keying) blocks() {
	for b := range x.fn.Blocks {
		blk := x.fn.Blocks[b]
		x.now = nil
		if b == 0 {
			x.start()
		}
		for i := range blk.Instrs {
			x.instr(b, &blk.Instrs[i])
		}
		blk.Instrs = x.now
		x.out.Blocks = append(x.out.Blocks, blk)
	}
}

func (x *keying) instr(b int, in *recipe.Instr) {
	switch in.Op {
	case recipe.OpLookup:
		if key, known, _ := x.keyOf(x.fn, in.Args[1]); known && x.isState(in.Args[0]) && x.lasts(in.Args[0]) && !x.isMixed(key) && !x.isStale(in, key) {
			x.lookUp(in, key)
			return
		}
	case recipe.OpAssert, recipe.OpExtract, recipe.OpBinary:
		if x.use(in) {
			return
		}
	case recipe.OpReturn:
		if !x.router {
			x.leave(b, in)
			return
		}
	}
	if keys, ok := x.changed(in); ok {
		x.change(b, in, keys)
		return
	}
	x.emit(*in)
}

// lookUp reads the fields of a key.
func (x *keying) lookUp(in *recipe.Instr, key string) {
	l := lookup{key: key, there: recipe.NoOperand, regs: make(map[string][2]recipe.Operand)}
	for _, typ := range x.types[key] {
		if typ != "" {
			v := x.load(fieldOf(key, typ), typ, keyTypes[typ])
			l.regs[typ] = [2]recipe.Operand{v, x.load(okOf+fieldOf(key, typ), "bool", recipe.ShapeBool)}
		}
	}
	values, there := x.values(in)
	for _, o := range there {
		l.there = x.load(fieldOf(key, ""), "bool", recipe.ShapeBool)
		x.subst[o] = l.there
	}
	for o := range values {
		x.found[o] = l
	}
}

// use reads what was found under a key; it reports false if the instruction does something else.
func (x *keying) use(in *recipe.Instr) bool {
	if in.Op == recipe.OpExtract {
		_, found := x.found[in.Dst]
		_, is := x.subst[in.Dst]
		if assert := x.c.defs[in.Args[0]]; assert != nil && assert.Op == recipe.OpAssert && assert.Res != "" {
			if regs, ok := x.asserted(assert); ok {
				x.subst[in.Dst], is = regs[in.Args[1]], true
			}
		}
		return found || is
	}
	regs, ok := x.asserted(in)
	switch {
	case !ok:
		return false
	case in.Op == recipe.OpAssert:
		if in.Res == "" {
			x.subst[in.Dst] = regs[0]
		}
		return true
	}
	typ, _ := x.asserts(in)
	c := x.c.defs[in.Args[1]].Args[0]
	switch {
	case x.isZero(c): // it may be absent, too
		x.unknown(in.Dst)
	case typ == "bool" && in.Sym == "==":
		x.subst[in.Dst] = regs[0]
	case typ == "bool":
		x.emit(recipe.Instr{Op: recipe.OpUnary, Sym: "!", Dst: in.Dst, Args: []recipe.Operand{regs[0]}, Shape: recipe.ShapeBool})
	default:
		x.emit(recipe.Instr{Op: recipe.OpBinary, Sym: in.Sym, Dst: in.Dst, Type: typ, Args: []recipe.Operand{regs[0], c}, Shape: recipe.ShapeBool, Line: in.Line, Col: in.Col})
	}
	return true
}

// asserted returns what an assertion, or a comparison with a constant, reads of a key.
func (x *keying) asserted(in *recipe.Instr) (regs [2]recipe.Operand, ok bool) {
	l, found := x.found[in.Args[0]]
	typ, is := x.asserts(in)
	if !found || !is {
		return regs, false
	}
	regs, ok = l.regs[typ]
	return regs, ok
}

// changed returns the keys at which an instruction changes the map, or what is returned in place of it; "" for all.
func (x *keying) changed(in *recipe.Instr) (keys []string, ok bool) {
	list := slices.Clone(x.changes)
	for _, r := range x.results {
		list = append(list, r.changes...)
	}
	for _, ch := range list {
		if ch.in == in {
			keys, ok = append(keys, ch.key), true
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), ok
}

func (x *keying) change(b int, in *recipe.Instr, keys []string) {
	switch {
	case keys[0] == "":
		keys = x.keys()
	case in.Op == recipe.OpCall, x.isMixed(keys[0]), in.Op == recipe.OpBuiltin && x.Merged && !x.own[in.Args[0]]: // what is not there is not copied
	case in.Op == recipe.OpMapUpdate:
		x.update(b, keys[0], in.Args[2])
		return
	default: // delete
		x.remove(keys[0])
		return
	}
	for _, key := range keys {
		x.forget(key)
	}
	if in.Op == recipe.OpCall {
		x.emit(*in)
	}
}

// update stores what an instruction puts under a key.
func (x *keying) update(b int, key string, o recipe.Operand) {
	def := x.c.defs[o]
	for _, typ := range x.types[key] {
		l, copied := x.found[o]
		switch regs := l.regs[typ]; {
		case typ == "":
			x.store(fieldOf(key, typ), x.truth(true))
		case x.isConst(o), def != nil && def.Op == recipe.OpInterface && def.Type != "" && typeName(def.Type) != typ:
			x.put(key, typ, x.zero(typ), x.truth(false))
		case copied && l.key == key:
			x.put(key, typ, regs[0], regs[1])
		case def != nil && def.Op == recipe.OpInterface && def.Type != "":
			x.put(key, typ, x.counted(b, key, typ, def.Args[0]), x.truth(true))
		default:
			x.store(fieldOf(key, typ), x.unknown(x.reg()))
			x.store(okOf+fieldOf(key, typ), x.unknown(x.reg()))
		}
	}
}

// counted returns the value to store, as what was there and more, where it is a constant and a condition has just found
// that nothing was there.
func (x *keying) counted(b int, key, typ string, o recipe.Operand) recipe.Operand {
	preds := x.fn.Blocks[b].Preds
	if !x.isConst(o) || x.isZero(o) || keyTypes[typ] != recipe.ShapeInt || len(preds) != 1 {
		return o
	}
	before := &x.fn.Blocks[preds[0]]
	last := &before.Instrs[len(before.Instrs)-1]
	if last.Op != recipe.OpIf || before.Succs[1] != int32(b) || before.Succs[0] == int32(b) {
		return o
	}
	cond, ok := x.subst[last.Args[0]]
	if !ok {
		return o
	}
	for _, l := range x.found {
		if regs, ok := l.regs[typ]; ok && l.key == key && (cond == regs[1] || cond == l.there) {
			return x.emit(recipe.Instr{Op: recipe.OpBinary, Sym: "+", Dst: x.reg(), Args: []recipe.Operand{regs[0], o}, Shape: recipe.ShapeInt})
		}
	}
	return o
}

// leave returns from a step. Where what it returns takes the place of the map, other keys are gone.
func (x *keying) leave(b int, in *recipe.Instr) {
	o := x.origin(in.Args[0])
	r := x.results[o]
	switch {
	case x.Merged || x.own[o]:
	case r == nil: // nil, or an error
		for _, key := range x.keys() {
			x.remove(key)
		}
	case !r.clone:
		for _, key := range x.keys() {
			x.drop(r, key, in)
		}
	}
	x.end(*in)
}

// drop takes a key away that a result does not have.
func (x *keying) drop(r *result, key string, ret *recipe.Instr) {
	some, always := false, false
	for _, ch := range r.changes {
		some = some || ch.key == "" || ch.key == key
		always = always || ch.key == key && x.precedes(ch.in, ret)
	}
	switch {
	case !some:
		x.remove(key)
	case !always:
		x.forget(key)
	}
}

// simplify puts in what registers stand for, and takes n := 0; if v, ok := state[key].(int); ok { n = v } as what it is.
func (x *keying) simplify() {
	x.replace()
	for found := true; found; {
		found = false
		for b := range x.out.Blocks {
			for i := range x.out.Blocks[b].Instrs {
				in := &x.out.Blocks[b].Instrs[i]
				if _, done := x.subst[in.Dst]; in.Op != recipe.OpPhi || done {
					continue
				}
				if v, ok := x.joined(int32(b), in); ok {
					x.subst[in.Dst], found = v, true
				}
			}
		}
		x.replace()
	}
}

// joined returns the value of a key which a phi is: it takes zero in its place where the key does not have one.
func (x *keying) joined(b int32, phi *recipe.Instr) (v recipe.Operand, ok bool) {
	v = recipe.NoOperand
	for _, o := range phi.Args {
		if !x.isZero(o) && v != recipe.NoOperand && o != v {
			return v, false
		} else if !x.isZero(o) {
			v = o
		}
	}
	for _, l := range x.found {
		for _, regs := range l.regs {
			ok = ok || regs[0] == v
		}
	}
	for i, o := range phi.Args {
		ok = ok && (!x.isZero(o) || x.isMissing(v, x.out.Blocks[b].Preds[i], b))
	}
	return v, ok
}

// isMissing reports whether a run goes from one block to another one only where a key does not have a value.
func (x *keying) isMissing(v recipe.Operand, from, to int32) bool {
	for range 2 {
		blk := &x.out.Blocks[from]
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op == recipe.OpIf {
			for _, l := range x.found {
				for _, regs := range l.regs {
					if regs[0] == v && regs[1] == last.Args[0] {
						return blk.Succs[1] == to && blk.Succs[0] != to
					}
				}
			}
			return false
		}
		if len(blk.Preds) != 1 {
			return false
		}
		from, to = blk.Preds[0], from
	}
	return false
}

// replace puts in what registers stand for.
func (x *keying) replace() {
	for b := range x.out.Blocks {
		list := x.out.Blocks[b].Instrs
		for i := range list {
			args := slices.Clone(list[i].Args)
			for k, o := range operands(&list[i]) {
				for to, is := x.subst[o]; is && o >= 0; to, is = x.subst[o] {
					o = to
				}
				args[k] = o
			}
			list[i].Args = args
		}
	}
}

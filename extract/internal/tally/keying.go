package tally

// This file makes the function that gets a struct of one that gets a map.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A result is a map that a step returns in place of the one that it got.
type result struct {
	made    *recipe.Instr
	clone   bool // it begins with what is in that
	changes []change
}

// A value of a key, by register: what it is when it is looked up, of each type.
type lookup struct {
	key   string
	regs  map[string][2]recipe.Operand // the value and whether it has the type, by type
	there recipe.Operand               // whether it is there, if somebody asks
}

// keying makes one function of another one.
type keying struct {
	*Keyed
	c       *call
	fn      *recipe.Func // the one that gets a map
	param   recipe.Operand
	router  bool
	out     *recipe.Func
	own     map[recipe.Operand]bool    // registers that hold the map
	results map[recipe.Operand]*result // registers that hold a result
	changes []change                   // of the map itself
	mixed   map[string]bool            // keys that both are changed at, "" for all: it is not followed which change lasts
	home    recipe.Operand
	found   map[recipe.Operand]lookup
	subst   map[recipe.Operand]recipe.Operand
	now     []recipe.Instr // of the block that is being made
}

func newKeying(k *Keyed, fn *recipe.Func, param recipe.Operand, router bool) *keying {
	x := &keying{
		Keyed: k, c: newCall(fn, nil, nil), fn: fn, param: param, router: router, own: map[recipe.Operand]bool{param: true},
		results: make(map[recipe.Operand]*result), mixed: make(map[string]bool), found: make(map[recipe.Operand]lookup), subst: make(map[recipe.Operand]recipe.Operand),
	}
	x.alias(x.own, param)
	return x
}

// alias adds the registers that hold the same map as another one.
func (x *keying) alias(to map[recipe.Operand]bool, o recipe.Operand) {
	to[o] = true
	for _, u := range x.c.uses[o] {
		if u.in.Op == recipe.OpConvert {
			x.alias(to, u.in.Dst)
		}
	}
}

// origin returns the register that an operand holds the same map as.
func (x *keying) origin(o recipe.Operand) recipe.Operand {
	for def := x.c.defs[o]; def != nil && def.Op == recipe.OpConvert; def = x.c.defs[o] {
		o = def.Args[0]
	}
	return o
}

// isClone reports whether an instruction makes a copy of the map.
func (x *keying) isClone(in *recipe.Instr) bool {
	return in != nil && in.Op == recipe.OpCall && in.Sym == "maps.Clone" && x.own[in.Args[0]]
}

// asks notes what the function asks of keys.
func (x *keying) asks() {
	note := func(key, typ string) {
		if !slices.Contains(x.types[key], typ) {
			x.types[key] = append(x.types[key], typ)
		}
	}
	for b := range x.fn.Blocks {
		for i := range x.fn.Blocks[b].Instrs {
			in := &x.fn.Blocks[b].Instrs[i]
			if in.Op != recipe.OpLookup || !x.isState(in.Args[0]) {
				continue
			}
			key, known, _ := x.keyOf(x.fn, in.Args[1])
			if !known {
				continue
			}
			values, there := x.values(in)
			if len(there) > 0 {
				note(key, "")
			}
			for o := range values {
				for _, u := range x.c.uses[o] {
					if typ, ok := x.asserts(u.in); ok {
						note(key, typ)
					}
				}
			}
		}
	}
}

// isState reports whether an operand is the map, or a copy of it.
func (x *keying) isState(o recipe.Operand) bool {
	return x.own[o] || x.isClone(x.c.defs[x.origin(o)])
}

// lasts reports whether a step returns the map, if it is a copy.
func (x *keying) lasts(o recipe.Operand) bool { return x.own[o] || x.results[x.origin(o)] != nil }

// values returns the registers that hold what a lookup found, and those that hold whether it found something.
func (x *keying) values(in *recipe.Instr) (values map[recipe.Operand]bool, there []recipe.Operand) {
	if in.Res == "" {
		return map[recipe.Operand]bool{in.Dst: true}, nil
	}
	values = make(map[recipe.Operand]bool)
	for _, u := range x.c.uses[in.Dst] {
		if u.in.Op == recipe.OpExtract && u.in.Args[1] == 0 {
			values[u.in.Dst] = true
		} else if u.in.Op == recipe.OpExtract {
			there = append(there, u.in.Dst)
		}
	}
	return values, there
}

// asserts returns the type that an instruction asserts of what was found, or has of what it compares with that.
func (x *keying) asserts(in *recipe.Instr) (typ string, ok bool) {
	switch {
	case in.Op == recipe.OpAssert && in.Sym == "":
		typ = typeName(in.Type)
	case in.Op == recipe.OpBinary && (in.Sym == "==" || in.Sym == "!="):
		box := x.c.defs[in.Args[1]]
		if box == nil || box.Op != recipe.OpInterface || !x.isConst(box.Args[0]) {
			return "", false
		}
		typ = typeName(box.Type)
	}
	return typ, keyTypes[typ] != 0
}

func (x *keying) isConst(o recipe.Operand) bool { return o < 0 && o != recipe.NoOperand }

// isZero reports whether an operand is the constant zero.
func (x *keying) isZero(o recipe.Operand) bool {
	if !x.isConst(o) {
		return false
	}
	switch c := &x.fn.Consts[^o]; c.Kind {
	case recipe.ConstInt:
		return c.Text == "0"
	case recipe.ConstBool:
		return c.Text == "false"
	case recipe.ConstString:
		return c.Text == ""
	}
	return false
}

// lower makes the function. ok is false if other code may write the map while a run goes on.
func (x *keying) lower() (_ *recipe.Func, ok bool) {
	t := x.touched(x.c, x.param, 0)
	x.changes = t.changes
	understood, kept := true, t.kept
	if x.router {
		if kept || len(t.changes) > 0 {
			return nil, false
		}
	} else {
		var more bool
		understood, more = x.returned()
		kept = kept || more
	}
	if kept && !x.Merged {
		return nil, false
	}
	fn := *x.fn
	x.out = &fn
	x.out.Consts, x.out.Blocks = slices.Clone(fn.Consts), nil
	x.home = x.reg()
	if kept || !understood || !x.ordered() {
		x.anything()
		return x.out, true
	}
	x.mix()
	x.blocks()
	x.simplify()
	return x.out, true
}

// returned finds what a step returns. It is not understood if the step may return a map that it has not made, which others may
// keep.
func (x *keying) returned() (understood, kept bool) {
	understood = true
	failing := x.failing()
	for b := range x.fn.Blocks {
		list := x.fn.Blocks[b].Instrs
		if len(list) == 0 || list[len(list)-1].Op != recipe.OpReturn || failing[b] {
			continue
		}
		ret := list[len(list)-1]
		if len(ret.Args) == 0 {
			return false, true
		}
		o := x.origin(ret.Args[0])
		def := x.c.defs[o]
		switch {
		case x.own[o], x.isConst(o) && x.fn.Consts[^o].Kind == recipe.ConstNil:
		case def == nil, def.Op != recipe.OpMakeMap && !x.isClone(def):
			understood, kept = false, true
		case x.results[o] == nil:
			t := x.touched(x.c, o, 0)
			r := &result{made: def, clone: x.isClone(def), changes: t.changes}
			if at := x.copies(r); at >= 0 {
				r.clone, r.changes = true, slices.Delete(r.changes, at, at+1)
			}
			x.results[o] = r
			kept = kept || t.kept
		}
	}
	return understood, kept
}

// copies returns the change of a result that makes it a copy of the map, before all others; -1 if there is none.
func (x *keying) copies(r *result) int {
	return slices.IndexFunc(r.changes, func(ch change) bool {
		is := ch.in.Op == recipe.OpCall && ch.in.Sym == "maps.Copy" && x.own[ch.in.Args[1]] && x.c.block[ch.in] == x.c.block[r.made]
		return (is || x.copiesEach(r, ch.in)) && !slices.ContainsFunc(r.changes, func(other change) bool { return other.in != ch.in && x.reaches(other.in, ch.in) })
	})
}

// copiesEach reports whether a change is all of the body of a loop over the map, right behind where a result is made, that puts
// each value under its key.
func (x *keying) copiesEach(r *result, in *recipe.Instr) bool {
	if in.Op != recipe.OpMapUpdate {
		return false
	}
	key, value := x.c.defs[in.Args[1]], x.c.defs[in.Args[2]]
	if key == nil || value == nil || key.Op != recipe.OpExtract || value.Op != recipe.OpExtract || key.Args[1] != 1 || value.Args[1] != 2 || key.Args[0] != value.Args[0] {
		return false
	}
	next := x.c.defs[key.Args[0]]
	if next == nil || next.Op != recipe.OpNext {
		return false
	}
	over := x.c.defs[next.Args[0]]
	if over == nil || over.Op != recipe.OpRange || !x.own[over.Args[0]] || x.c.block[over] != x.c.block[r.made] {
		return false
	}
	begin, body := &x.fn.Blocks[x.c.block[r.made]], &x.fn.Blocks[x.c.block[in]]
	loop := int32(x.c.block[next])
	head := &x.fn.Blocks[loop]
	last := head.Instrs[len(head.Instrs)-1]
	more := recipe.Operand(-1)
	for _, u := range x.c.uses[next.Dst] {
		if u.in.Op == recipe.OpExtract && u.in.Args[1] == 0 {
			more = u.in.Dst
		}
	}
	return len(begin.Succs) == 1 && begin.Succs[0] == loop && last.Op == recipe.OpIf && last.Args[0] == more && int(head.Succs[0]) == x.c.block[in] &&
		len(head.Preds) == 2 && slices.Equal(body.Preds, []int32{loop}) && slices.Equal(body.Succs, []int32{loop})
}

// failing returns the blocks that certainly return an error.
func (x *keying) failing() map[int]bool {
	s := &state{fn: x.fn, def: make(map[recipe.Operand]place)}
	for o, in := range x.c.defs {
		s.def[o] = place{x.c.block[in], x.c.index[in]}
	}
	out := make(map[int]bool)
	for b := range x.fn.Blocks {
		if list := x.fn.Blocks[b].Instrs; len(list) > 0 && list[len(list)-1].Op == recipe.OpReturn && s.fails(b) {
			out[b] = true
		}
	}
	return out
}

// after returns the blocks that may run once a block has ended.
func (x *keying) after(b int) map[int32]bool {
	seen := make(map[int32]bool)
	for work := slices.Clone(x.fn.Blocks[b].Succs); len(work) > 0; work = work[1:] {
		if !seen[work[0]] {
			seen[work[0]] = true
			work = append(work, x.fn.Blocks[work[0]].Succs...)
		}
	}
	return seen
}

// reaches reports whether one instruction may run after another one.
func (x *keying) reaches(from, to *recipe.Instr) bool {
	if x.c.block[from] == x.c.block[to] && x.c.index[from] < x.c.index[to] {
		return true
	}
	return x.after(x.c.block[from])[int32(x.c.block[to])]
}

// precedes reports whether one instruction has run whenever another one does.
func (x *keying) precedes(first, in *recipe.Instr) bool {
	b, at := int32(x.c.block[first]), int32(x.c.block[in])
	if b == at {
		return x.c.index[first] < x.c.index[in]
	}
	seen := map[int32]bool{b: true}
	for work := []int32{0}; len(work) > 0; work = work[1:] {
		if work[0] == at && !seen[at] {
			return false
		}
		if !seen[work[0]] {
			seen[work[0]] = true
			work = append(work, x.fn.Blocks[work[0]].Succs...)
		}
	}
	return true
}

// ordered reports whether what is changed in a result is what the state becomes: a run that changes it goes on to return it. A run that
// makes it once more in between leaves what one leaves that has not been there before.
func (x *keying) ordered() bool {
	failing := x.failing()
	for o, r := range x.results {
		for b := range x.fn.Blocks {
			list := x.fn.Blocks[b].Instrs
			if len(list) == 0 || list[len(list)-1].Op != recipe.OpReturn || failing[b] {
				continue
			}
			ret := &list[len(list)-1]
			if x.origin(ret.Args[0]) != o && slices.ContainsFunc(r.changes, func(ch change) bool { return x.reaches(ch.in, ret) }) {
				return false
			}
		}
	}
	return true
}

// mix finds the keys at which the map is changed and a result, too.
func (x *keying) mix() {
	for _, own := range x.changes {
		for _, r := range x.results {
			for _, ch := range r.changes {
				switch {
				case own.key == "":
					x.mixed[ch.key] = true
				case ch.key == "" || ch.key == own.key:
					x.mixed[own.key] = true
				}
			}
			if r.clone {
				x.mixed[own.key] = true
			}
		}
	}
}

func (x *keying) isMixed(key string) bool { return x.mixed[""] || x.mixed[key] }

// isStale reports whether the map may not be what the state is so far, where a key is looked up.
func (x *keying) isStale(in *recipe.Instr, key string) bool {
	for o, r := range x.results {
		if x.origin(in.Args[0]) == o {
			continue
		}
		for _, ch := range r.changes {
			if (ch.key == "" || ch.key == key) && x.reaches(ch.in, in) {
				return true
			}
		}
	}
	return false
}

// keys returns the keys that are followed, sorted.
func (x *keying) keys() []string { return slices.Sorted(maps.Keys(x.types)) }

package capability

// This file finds what a function does for some names only: its branches on a text that it was given,
// and the tables in which it looks one up.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// maxCases is how many texts a function may compare one with.
const maxCases = 1024

// requests are the types of the request of a tool's call, and of what has its name, by library.
var requests = []struct{ path, request, params string }{
	{"github.com/modelcontextprotocol/go-sdk/mcp", "ServerRequest", "CallToolParamsRaw"},
	{"github.com/modelcontextprotocol/go-sdk/mcp", "ServerRequest", "CallToolParams"},
	{"github.com/mark3labs/mcp-go/mcp", "CallToolRequest", "CallToolParams"},
}

// requestName is the part of a request that is the name of the tool.
const requestName = ".Params.Name"

// requestParam returns the parameter that is the request of a tool's call, -1 for none.
func requestParam(fn *ssa.Function) int {
	return slices.IndexFunc(fn.Params, func(p *ssa.Parameter) bool { return isRequest(p.Type()) })
}

// readsName reports whether a function that gets the request of a tool's call may go by the name of the tool: it takes the name of such a request,
// or something else gets one, other than the methods of the library.
func readsName(fn *ssa.Function) bool {
	hasName := func(v ssa.Value) bool { return v != nil && (isRequest(v.Type()) || isRequestParams(v.Type())) }
	return slices.ContainsFunc(fn.Blocks, func(block *ssa.BasicBlock) bool {
		return slices.ContainsFunc(block.Instrs, func(instr ssa.Instruction) bool {
			switch instr := instr.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
				return false
			case *ssa.FieldAddr:
				return isRequestParams(instr.X.Type()) && fieldName(instr.X.Type(), instr.Field) == "Name"
			case *ssa.Field:
				return isRequestParams(instr.X.Type()) && fieldName(instr.X.Type(), instr.Field) == "Name"
			case *ssa.Store: // of a parameter that is no pointer, into a variable
				alloc, isVariable := instr.Addr.(*ssa.Alloc)
				return hasName(instr.Val) && !(isVariable && !isCaptured(alloc))
			case ssa.CallInstruction:
				if callee := instr.Common().StaticCallee(); callee != nil && isMethodOfRequest(callee) {
					return false
				}
			}
			var operands [8]*ssa.Value
			return slices.ContainsFunc(instr.Operands(operands[:0]), func(op *ssa.Value) bool { return hasName(*op) })
		})
	})
}

// isRequestParams reports whether a type is that of the part of a request that has the name of the tool.
func isRequestParams(t types.Type) bool {
	named, _ := structOf(t)
	return named != nil && slices.ContainsFunc(requests, func(r struct{ path, request, params string }) bool { return isNamed(named, r.path, r.params) })
}

// isCaptured reports whether a literal has a variable.
func isCaptured(a *ssa.Alloc) bool {
	return slices.ContainsFunc(*a.Referrers(), func(ref ssa.Instruction) bool { _, ok := ref.(*ssa.MakeClosure); return ok })
}

// isMethodOfRequest reports whether a function is a method of the type of a request, by which a handler reads arguments.
func isMethodOfRequest(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	return recv != nil && isRequest(recv.Type())
}

func isRequest(t types.Type) bool {
	named, fields := structOf(t)
	if named == nil {
		return false
	}
	for field := range fields.Fields() {
		params, _ := structOf(field.Type())
		for _, r := range requests {
			if field.Name() == "Params" && isNamed(named, r.path, r.request) && params != nil && isNamed(params, r.path, r.params) {
				return true
			}
		}
	}
	return false
}

// structOf returns a type that is a struct or a pointer to one, nil for others.
func structOf(t types.Type) (*types.Named, *types.Struct) {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil, nil
	}
	fields, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil, nil
	}
	return named, fields
}

func isNamed(t *types.Named, path, name string) bool {
	return t.Obj().Name() == name && t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == path
}

// A branching is where a function is reached, by the text that it was given.
type branching struct {
	on    Subject
	texts []string
	// reached has for each block, by its index, the texts with which it is reached, by their index;
	// the last one stands for all others.
	reached [][]bool
}

// branches returns the branches of the function on texts that it was given.
func (b *body) branches() (out []*branching) {
	for _, block := range b.fn.Blocks {
		c, ok := b.comparison(block)
		if !ok {
			continue
		}
		b.f.Compared = append(b.f.Compared, Comparison{b.pos(c.pos), c.on})
		n := slices.IndexFunc(out, func(o *branching) bool { return o.on == c.on })
		if n < 0 {
			n = len(out)
			out = append(out, &branching{on: c.on})
		}
		out[n].texts = append(out[n].texts, c.texts...)
	}
	return slices.DeleteFunc(out, func(c *branching) bool {
		slices.Sort(c.texts)
		if c.texts = slices.Compact(c.texts); len(c.texts) > maxCases {
			return true
		}
		b.reach(c)
		return c.contradicts()
	})
}

// contradicts reports whether some block is reached with no text at all: code between two comparisons has changed it.
func (c *branching) contradicts() bool {
	return slices.ContainsFunc(c.reached, func(with []bool) bool { return !slices.Contains(with, true) })
}

// A comparing is where a block ends by comparing what the function has with a text, or by looking it up in a set of texts.
type comparing struct {
	on    Subject
	texts []string // it is one of them
	same  int      // the successor to which it goes on where it is
	pos   token.Pos
}

// comparison returns the comparison with which a block ends.
func (b *body) comparison(block *ssa.BasicBlock) (c comparing, ok bool) {
	c, known := b.ends[block]
	if !known {
		c, _ = b.endOf(block)
		b.ends[block] = c
	}
	return c, len(c.texts) > 0
}

func (b *body) endOf(block *ssa.BasicBlock) (c comparing, ok bool) {
	branch, isIf := block.Instrs[len(block.Instrs)-1].(*ssa.If)
	if !isIf {
		return
	}
	cond := branch.Cond
	for {
		not, isNot := cond.(*ssa.UnOp)
		if !isNot || not.Op != token.NOT {
			break
		}
		cond, c.same = not.X, 1-c.same
	}
	c.pos = cond.Pos()
	if l, isLookup := looksUp(cond); isLookup {
		if c.texts, ok = b.set(l.X); ok {
			c.on = b.subject(l.Index)
		}
		return c, ok
	}
	op, isOp := cond.(*ssa.BinOp)
	if !isOp || op.Op != token.EQL && op.Op != token.NEQ {
		return
	}
	if op.Op == token.NEQ {
		c.same = 1 - c.same
	}
	for _, pair := range [][2]ssa.Value{{op.X, op.Y}, {op.Y, op.X}} {
		if text, isConst := constantText(pair[1]); isConst {
			c.on, c.texts = b.subject(pair[0]), []string{text}
			return c, true
		}
	}
	return
}

// constantText returns the text that a value is, itself or in an interface. That nothing is given is no text.
func constantText(v ssa.Value) (string, bool) {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String || constant.StringVal(c.Value) == "" {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// reach finds with which texts blocks are reached.
func (b *body) reach(c *branching) {
	c.reached = make([][]bool, len(b.fn.Blocks))
	for i := range c.reached {
		c.reached[i] = make([]bool, len(c.texts)+1)
	}
	all := make([]bool, len(c.texts)+1)
	for i := range all {
		all[i] = true
	}
	type arrival struct {
		block *ssa.BasicBlock
		with  []bool
	}
	queue := []arrival{{b.fn.Blocks[0], all}}
	if b.fn.Recover != nil {
		queue = append(queue, arrival{b.fn.Recover, all})
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		more := false
		for i, is := range at.with {
			if is && !c.reached[at.block.Index][i] {
				c.reached[at.block.Index][i], more = true, true
			}
		}
		if !more {
			continue
		}
		found, ok := b.comparison(at.block)
		for i, succ := range at.block.Succs {
			with := slices.Clone(c.reached[at.block.Index])
			if ok && found.on == c.on {
				for k := range with {
					with[k] = with[k] && (k < len(c.texts) && slices.Contains(found.texts, c.texts[k])) == (i == found.same)
				}
			}
			queue = append(queue, arrival{succ, with})
		}
	}
}

// when returns the conditions under which a block is reached.
func when(branches []*branching, block *ssa.BasicBlock) (out []When) {
	for _, c := range branches {
		at := c.reached[block.Index]
		w := When{Subject: c.on, Not: at[len(c.texts)]}
		for i, text := range c.texts {
			if at[i] != w.Not {
				w.Texts = append(w.Texts, text)
			}
		}
		if !w.Not || len(w.Texts) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// free returns the variables of literals in which v was captured.
func (b *body) free(v ssa.Value) (out []Variable) {
	for v != nil {
		switch w := v.(type) {
		case *ssa.ChangeType:
			v = w.X
			continue
		case *ssa.UnOp:
			if w.Op == token.MUL {
				v = w.X
				continue
			}
		case *ssa.FreeVar:
			out = append(out, Variable{funcid.Of(w.Parent()), slices.Index(w.Parent().FreeVars, w)})
			v = b.origins.binding(w)
			continue
		}
		break
	}
	return out
}

// lookup returns the table in which v is looked up with a text that the function was given, and which
// parameter that is: a variable of the package, or a field of its types, that nothing but constants
// are put into as keys.
//
//	var handlers = map[string]func([]byte) error{"list": list, "drop": drop}
func (b *body) lookup(v ssa.Value) (table []Entry, key *Subject) {
	if x, ok := v.(*ssa.Extract); ok && x.Index == 0 {
		v = x.Tuple
	}
	l, ok := v.(*ssa.Lookup)
	if !ok || !b.Own {
		return nil, nil
	}
	load, ok := l.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, nil
	}
	table, ok = b.table(load.X)
	if !ok {
		return nil, nil
	}
	on := b.subject(l.Index)
	return table, &on
}

// table returns the functions in a table that is kept at an address.
func (r *reader) table(addr ssa.Value) ([]Entry, bool) {
	place := placeOf(addr)
	if place == nil || place.Exported() || place.Pkg() != r.Pkg.Pkg {
		return nil, false
	}
	if r.tables == nil {
		r.tables = make(map[types.Object]*tableEntries)
	}
	if t, ok := r.tables[place]; ok {
		return t.entries, t.known
	}
	t := &tableEntries{known: true}
	r.tables[place] = t
	for _, fn := range r.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if a, ok := instr.(ssa.Value); ok && placeOf(a) == place {
					t.uses(a, r)
				} else if f, ok := instr.(*ssa.Field); ok && fieldObject(f) == place {
					t.filled(f, r) // a copy of the struct has the same map
				} else if _, isGlobal := addr.(*ssa.Global); isGlobal {
					t.usesOf(addr.(*ssa.Global), instr, r)
				}
			}
		}
	}
	slices.SortFunc(t.entries, func(a, b Entry) int {
		return strings.Compare(a.Key+"\x00"+a.Func, b.Key+"\x00"+b.Func)
	})
	t.entries = slices.Compact(t.entries)
	return t.entries, t.known && len(t.entries) > 0
}

// placeOf returns the variable or the field of which addr is the address, nil for others.
func placeOf(addr ssa.Value) types.Object {
	switch a := addr.(type) {
	case *ssa.Global:
		return a.Object()
	case *ssa.FieldAddr:
		if _, fields := structOf(a.X.Type()); fields != nil {
			return fields.Field(a.Field).Origin()
		}
	}
	return nil
}

// fieldObject returns the field that is read of a struct, nil if its type has no name.
func fieldObject(f *ssa.Field) types.Object {
	_, fields := structOf(f.X.Type())
	if fields == nil {
		return nil
	}
	return fields.Field(f.Field).Origin()
}

// tableEntries is what is known of a table.
type tableEntries struct {
	entries []Entry
	known   bool // these are all
}

// uses takes note of what is done with the address of a table.
func (t *tableEntries) uses(addr ssa.Value, r *reader) {
	for _, ref := range *addr.Referrers() {
		t.use(addr, ref, r)
	}
}

// usesOf is uses for an instruction that may use a variable of the package.
func (t *tableEntries) usesOf(g *ssa.Global, instr ssa.Instruction, r *reader) {
	var operands [8]*ssa.Value
	for _, op := range instr.Operands(operands[:0]) {
		if *op == g {
			t.use(g, instr, r)
			return
		}
	}
}

func (t *tableEntries) use(addr ssa.Value, instr ssa.Instruction, r *reader) {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
	case *ssa.UnOp:
		t.filled(instr, r)
	case *ssa.Store:
		made, ok := instr.Val.(*ssa.MakeMap)
		if c, isConst := instr.Val.(*ssa.Const); isConst && c.IsNil() {
			return
		}
		if t.known = t.known && ok && instr.Addr == addr; ok {
			t.filled(made, r)
		}
	default:
		t.known = false
	}
}

// filled takes note of what is put into a map.
func (t *tableEntries) filled(m ssa.Value, r *reader) {
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range, *ssa.Store:
			if s, ok := ref.(*ssa.Store); ok && (placeOf(s.Addr) == nil || s.Val != m) {
				t.known = false
			}
		case *ssa.MapUpdate:
			key, isConst := ref.Key.(*ssa.Const)
			fns, param, rest := r.origins.funcs(ref.Value)
			if !isConst || key.Value == nil || key.Value.Kind() != constant.String || rest || param >= 0 || ref.Map != m {
				t.known = false
				continue
			}
			for _, fn := range fns {
				t.entries = append(t.entries, Entry{constant.StringVal(key.Value), funcid.Source(funcid.Of(fn))})
			}
		case ssa.CallInstruction:
			if builtin, ok := ref.Common().Value.(*ssa.Builtin); !ok || builtin.Name() != "len" {
				t.known = false
			}
		default:
			t.known = false
		}
	}
}

func sameWhen(a, b When) bool {
	return a.Subject == b.Subject && a.Not == b.Not && slices.Equal(a.Texts, b.Texts)
}

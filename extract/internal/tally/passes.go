package tally

// This file finds which arguments of the call of a tool are numbers of the state: what the step has encoded as JSON.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Pass is an argument that a step passes to a tool: the member of a JSON object which is a field of the state.
type Pass struct {
	Path  string
	Field string
}

// maxChain is how many calls there may be between a step and the call of a tool.
const maxChain = 4

// A call is where a function is called, on the way from a step to the call of a tool.
type call struct {
	fn    *recipe.Func
	by    *call         // nil of the step
	in    *recipe.Instr // of by.fn, that calls fn
	defs  map[recipe.Operand]*recipe.Instr
	uses  map[recipe.Operand][]use
	block map[*recipe.Instr]int
	index map[*recipe.Instr]int // in its block
}

func newCall(fn *recipe.Func, by *call, in *recipe.Instr) *call {
	c := &call{fn: fn, by: by, in: in, defs: make(map[recipe.Operand]*recipe.Instr), uses: make(map[recipe.Operand][]use), block: make(map[*recipe.Instr]int), index: make(map[*recipe.Instr]int)}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			c.block[in], c.index[in] = b, i
			if in.Dst >= 0 {
				c.defs[in.Dst] = in
			}
			for k, o := range operands(in) {
				c.uses[o] = append(c.uses[o], use{in, k})
			}
		}
	}
	return c
}

// Passes returns the arguments of the call of a tool at a position, to which calls at other positions lead from the step:
// the text that is its last argument is JSON that the step makes of fields of the state. Members returns the names of the
// members that encoding/json makes of the numbers in a struct, by field. What is not understood is left out.
func (f Funcs) Passes(s Step, stack []graph.Pos, at graph.Pos, members func(typ string) map[string]string) (list []Pass) {
	var found []*call
	var site *recipe.Instr
	var walk func(c *call, depth int) bool
	walk = func(c *call, depth int) bool {
		for b := range c.fn.Blocks {
			for i := range c.fn.Blocks[b].Instrs {
				x := &c.fn.Blocks[b].Instrs[i]
				switch {
				case c.fn.PosOf(x) == at && slices.Equal(c.stack(), stack) && (x.Op == recipe.OpInvoke || x.Op == recipe.OpCall) && x.Row != "":
					found, site = append(found, c), x
				case x.Op == recipe.OpCall:
					fn := f(x.Sym)
					if fn == nil || len(fn.Blocks) == 0 {
						continue
					}
					if depth == maxChain || len(fn.Params) != len(x.Args) {
						return false
					}
					if !walk(newCall(fn, c, x), depth+1) {
						return false
					}
				}
			}
		}
		return true
	}
	top := newCall(s.s.fn, nil, nil)
	if !walk(top, 0) || len(found) != 1 || len(site.Args) == 0 {
		return nil
	}
	p := &passing{s: s.s, members: members}
	p.json(found[0], site.Args[len(site.Args)-1])
	slices.SortFunc(p.list, func(x, y Pass) int { return strings.Compare(x.Path, y.Path) })
	for i := 1; i < len(p.list); i++ {
		if strings.EqualFold(p.list[i].Path, p.list[i-1].Path) {
			return nil
		}
	}
	return p.list
}

// stack returns the positions of the calls that lead to c.
func (c *call) stack() (list []graph.Pos) {
	for ; c.by != nil; c = c.by {
		list = append(list, c.by.fn.PosOf(c.in))
	}
	slices.Reverse(list)
	return list
}

// passing finds what a call passes.
type passing struct {
	s       *state
	members func(typ string) map[string]string
	list    []Pass
}

// at returns where a value comes from: through the calls that pass it on, and conversions that leave it as it is.
func (c *call) at(o recipe.Operand) (*call, recipe.Operand, *recipe.Instr) {
	for {
		for o >= 0 && int(o) < len(c.fn.Params) && c.by != nil {
			o, c = c.in.Args[o], c.by
		}
		def := c.defs[o]
		if o < 0 || def == nil || def.Op != recipe.OpConvert || def.Sym != "" || def.Shape == recipe.ShapeOther || isBasic(def.Shape) {
			return c, o, def
		}
		o = def.Args[0]
	}
}

// json adds what a text passes that is the JSON of a value: string(b), where nothing else gets the bytes.
func (p *passing) json(c *call, o recipe.Operand) {
	c, o, def := c.at(o)
	if def == nil || def.Op != recipe.OpConvert || def.Shape != recipe.ShapeString {
		return
	}
	bytes := def.Args[0]
	c, bytes, def = c.at(bytes)
	if def == nil || def.Op != recipe.OpExtract || def.Args[1] != 0 {
		return
	}
	if slices.ContainsFunc(c.uses[bytes], func(u use) bool { return u.in.Op != recipe.OpConvert }) {
		return
	}
	if def = c.defs[def.Args[0]]; def == nil || def.Op != recipe.OpCall || def.Sym != "encoding/json.Marshal" {
		return
	}
	p.value(c, def.Args[0])
}

// value adds the members of a value that is encoded: a struct in the state, or one that the function around makes.
func (p *passing) value(c *call, o recipe.Operand) {
	c, o, def := c.at(o)
	if def == nil || def.Op != recipe.OpInterface || def.Type == "" {
		return
	}
	typ := def.Type
	c, o, def = c.at(def.Args[0])
	if field, ok := p.field(c, o); ok {
		for name, path := range p.members(typ) {
			p.list = append(p.list, Pass{path, strings.TrimPrefix(field+"."+name, ".")})
		}
		return
	}
	if def == nil || def.Op != recipe.OpLoad {
		return
	}
	home := def.Args[0]
	if made := c.defs[home]; made == nil || made.Op != recipe.OpAlloc {
		return
	}
	members := p.members(typ)
	block, load, unknown := c.block[def], c.index[def], make(map[string]bool)
	for _, u := range c.uses[home] {
		if u.in.Op == recipe.OpLoad {
			continue
		}
		if u.in.Op != recipe.OpFieldAddr {
			p.list = nil
			return
		}
		stores := c.uses[u.in.Dst]
		path, isMember := members[u.in.Sym]
		if len(stores) != 1 || stores[0].in.Op != recipe.OpStore || stores[0].arg != 0 {
			if isMember || slices.ContainsFunc(stores, func(u use) bool { return u.in.Op != recipe.OpStore && u.in.Op != recipe.OpLoad }) {
				p.list = nil
				return
			}
			continue
		}
		if from, o, _ := c.at(stores[0].in.Args[1]); isMember {
			field, ok := p.field(from, o)
			p.list = append(p.list, Pass{path, field})
			late := c.block[stores[0].in] != block || c.index[stores[0].in] > load || c.block[c.defs[home]] != block
			unknown[path] = unknown[path] || !ok || late
		}
	}
	p.list = slices.DeleteFunc(p.list, func(x Pass) bool { return unknown[x.Path] })
}

// field returns the field of the state that a value is, or "" for the state itself, if the step leaves it alone.
func (p *passing) field(c *call, o recipe.Operand) (field string, ok bool) {
	if c.by != nil || o < 0 {
		return "", false
	}
	s := p.s
	if o == s.param {
		return "", len(s.stored) == 0
	}
	field, ok = s.part(o)
	if def := c.defs[o]; !ok && def != nil && def.Op == recipe.OpLoad {
		if def.Args[0] == s.home {
			return "", len(s.stored) == 0
		}
		field, ok = s.fields[def.Args[0]]
	}
	return field, ok && len(s.stores(field)) == 0
}

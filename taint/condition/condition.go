package condition

// This file makes terms of the conditions under which blocks run.

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// Memory says what a function reads. All that it does not know is a variable.
type Memory interface {
	// Stores returns the stores of a function one of which has written last what is at fields of an
	// address when an instruction runs; ok is false if it may be something else. A variable
	// of the function that nothing has been stored to yet is zero.
	Stores(addr ssa.Value, fields []int, at ssa.Instruction) (last []Write, ok bool)
	// First returns the first instruction that reads what a load reads, each time, or the load itself.
	First(load *ssa.UnOp) *ssa.UnOp
	// Since returns the last instruction that may have written to fields of an address before another one
	// runs, whichever way that was reached: nil if it is the call of the function. It returns at itself if
	// nothing is known.
	Since(addr ssa.Value, fields []int, at ssa.Instruction) ssa.Instruction
}

// A Write is a store, and the fields of its value that are meant.
type Write struct {
	Store  *ssa.Store
	Fields []int
}

// Options say what the program around a function is.
type Options struct {
	Memory func(*ssa.Function) Memory
	// Inline reports whether a function that is called statically is read in its place.
	Inline func(*ssa.Function) bool
	// Field reports whether a field of a type, a struct or a pointer to one, holds the argument that is
	// asked about, and Parameter whether callers give it.
	Field     func(t types.Type, index int) bool
	Parameter func(*ssa.Parameter) bool
	// NotNil reports whether a value is known not to be nil.
	NotNil func(ssa.Value) bool
	// IsLimit reports whether a value is the limit, where that is no constant; nil if it is one. LimitName is what
	// the program calls it. Refers reports whether the function that is called statically has such values.
	IsLimit   func(ssa.Value) bool
	LimitName string
	Refers    func(*ssa.Call) bool
	// Beside says which other field of its struct is the limit of a field; nil if none is asked about.
	Beside func(t types.Type, index int) (other int, ok bool)
}

// Limits on what is read.
const (
	maxBlocks = 400  // of one function
	maxDepth  = 3    // calls within calls
	maxVars   = 4000 // of one question
	maxReach  = 300  // blocks on the way back to a store
)

// A Reader reads one function, with one limit.
type Reader struct {
	terms
	options Options
	limit   Limit
	root    *call
	given   []*feasible.Term // what holds of variables anyway
	vars    map[variable]number
	origins map[*feasible.Term]origin
	memory  map[*ssa.Function]Memory
	bases   map[variable]ssa.Value // see first
	// references are the values of a limit that is no constant.
	references []reference
	// owners are the structs whose limit it may be, where there are several; whose says, of a number, that it keeps that of the right one.
	owners   []ssa.Value
	whose    *feasible.Term
	numbers  map[*feasible.Term]int // of variables, in the order in which they were made
	counters map[counterKey]bool    // of loops, that were looked at
	// loopQuestions is how many questions about loops were asked.
	loopQuestions int
}

// A variable is what a term does not know: a part of a value, in one call.
type variable struct {
	call   *call
	value  ssa.Value
	fields string
	since  ssa.Instruction // of what is at an address: what may have written it
}

// An origin is where the variable of a term comes from.
type origin struct {
	call   *call
	value  ssa.Value
	fields []int
	since  ssa.Instruction
	stored bool   // the function may have put it there by itself
	memory bool   // the value is an address, and it is what is there
	truth  string // it is whether this is so of the value: "== nil"; "" for a number
	float  bool
}

// A call is a function, called at one place.
type call struct {
	*Reader
	fn     *ssa.Function
	parent *call // nil for the function that is read
	callAt *ssa.Call
	depth  int
	heads  map[*ssa.BasicBlock]bool // of loops
	runs   map[*ssa.BasicBlock]*feasible.Term
	values map[ssa.Value]number
	busy   map[ssa.Value]bool
	calls  map[*ssa.Call]*call // that are read in their place; nil for others
	lost   bool                // nothing is known of when its blocks run
}

// NewReader returns a reader of a function.
func NewReader(fn *ssa.Function, l Limit, o Options) *Reader {
	r := &Reader{
		terms: terms{feasible.NewTerms()}, options: o, limit: l,
		vars: make(map[variable]number), origins: make(map[*feasible.Term]origin), memory: make(map[*ssa.Function]Memory),
		bases: make(map[variable]ssa.Value), numbers: make(map[*feasible.Term]int), counters: make(map[counterKey]bool),
	}
	r.root = r.newCall(fn, nil, nil)
	r.findReferences()
	return r
}

func (r *Reader) newCall(fn *ssa.Function, parent *call, at *ssa.Call) *call {
	c := &call{
		Reader: r, fn: fn, parent: parent, callAt: at, heads: make(map[*ssa.BasicBlock]bool), runs: make(map[*ssa.BasicBlock]*feasible.Term),
		values: make(map[ssa.Value]number), busy: make(map[ssa.Value]bool), calls: make(map[*ssa.Call]*call),
	}
	if parent != nil {
		c.depth = parent.depth + 1
	}
	c.findLoops()
	return c
}

func (r *Reader) memoryOf(fn *ssa.Function) Memory {
	m := r.memory[fn]
	if m == nil {
		m = r.options.Memory(fn)
		r.memory[fn] = m
	}
	return m
}

// findLoops finds the blocks at which loops begin. Where a loop has two entries, and in functions
// that are too large, c is lost.
func (c *call) findLoops() {
	if len(c.fn.Blocks) > maxBlocks {
		c.lost = true
		return
	}
	const open, done = 1, 2
	state := make([]int, len(c.fn.Blocks))
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		state[b.Index] = open
		for _, to := range b.Succs {
			switch state[to.Index] {
			case open:
				c.heads[to] = true
				c.lost = c.lost || !to.Dominates(b)
			case 0:
				visit(to)
			}
		}
		state[b.Index] = done
	}
	visit(c.fn.Blocks[0])
}

// isBack reports whether a way to a block goes back to the beginning of its loop.
func (c *call) isBack(from, to *ssa.BasicBlock) bool { return c.heads[to] && to.Dominates(from) }

// run returns the condition under which a block runs: what must hold when it did last.
func (c *call) run(b *ssa.BasicBlock) *feasible.Term {
	if c.lost || len(b.Preds) == 0 {
		return c.Bool(true)
	}
	if t, known := c.runs[b]; known {
		return t
	}
	var ways []*feasible.Term
	for i, p := range b.Preds {
		if !c.isBack(p, b) {
			ways = append(ways, c.way(i, b))
		}
	}
	t := c.Or(ways...)
	c.runs[b] = t
	return t
}

// way returns the condition under which a block is entered from its i-th predecessor.
func (c *call) way(i int, b *ssa.BasicBlock) *feasible.Term {
	p := b.Preds[i]
	branch, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return c.run(p)
	}
	cond := c.truth(branch.Cond)
	if p.Succs[1] == b {
		cond = c.Not(cond)
	}
	return c.And(c.run(p), cond)
}

// truth returns the term of a truth value.
func (c *call) truth(v ssa.Value) *feasible.Term {
	if n := c.value(v); n.t != nil && n.t.Type() == feasible.Bool {
		return n.t
	}
	return c.unknown(origin{value: v}, feasible.Bool).t
}

// unknown returns the variable for a part of something.
func (c *call) unknown(of origin, typ feasible.Type) number {
	key := variable{call: c, value: of.value, fields: fieldsText(of.fields) + of.truth, since: of.since}
	if of.memory {
		key.fields += "*"
	}
	n, known := c.vars[key]
	if !known {
		of.call = c
		n.t = c.fresh(of, typ)
		c.vars[key] = n
	}
	return n
}

// fresh returns a variable of its own.
func (c *call) fresh(of origin, typ feasible.Type) *feasible.Term {
	t := c.Var("value "+strconv.Itoa(len(c.origins)), typ)
	c.numbers[t], c.origins[t] = len(c.origins), of
	return t
}

func fieldsText(fields []int) string {
	text := ""
	for _, i := range fields {
		text += "." + strconv.Itoa(i)
	}
	return text
}

// comparisons are the comparisons of Go, in the words of limits.
var comparisons = map[token.Token]string{
	token.LSS: "<", token.LEQ: "<=", token.GTR: ">", token.GEQ: ">=", token.EQL: "==", token.NEQ: "!=",
}

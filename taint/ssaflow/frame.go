package ssaflow

// This file defines the state of the analysis of one function.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// A frame is one function under analysis.
type frame struct {
	*program
	detail
	fn      *ssa.Function // nil for the package as a whole
	nlocs   int
	walks   uint32                         // of shapes
	leads   uint32                         // walks of markLeads
	givens  uint32                         // calls of markGiven
	webs    uint32                         // made of edges
	pairs   [][2]*loc                      // of unify, empty in between
	ncopies int                            // of summaries
	size    int                            // of all of them
	copies  map[*taint.Summary]*sharedCopy // if calls share them
	// crossing: locations that become one now belong to calls that are not told from each other.
	crossing bool
	crossed  []*loc // which have become one then, empty in between

	values    map[ssa.Value]*loc
	params    []*loc
	free      []*loc
	results   []*loc
	globals   map[string]*loc
	sources   []taint.SourceAt // their Loc indexes nodes
	sinks     []taint.SinkAt
	nodes     []*loc // of sources, then of sinks, in order of creation
	edges     []edge
	calls     []*call
	mixed     map[callAt]bool // where the calls are that are not told from each other by their texts
	order     *order
	memory    *memory
	cleans    []clean
	doubts    []doubt                      // see readDoubts; nil until somebody asks
	weak      []weakCheck                  // likewise
	types     map[string]bool              // see hasType; nil until somebody asks
	acted     map[ssa.Value]bool           // lists of arguments for what has an effect, see acts
	numbers   map[*loc]ssa.Value           // see numberRead; nil until somebody asks
	proofs    proofs                       // which they come from
	reads     map[passed][]ssa.Instruction // what read the values that they are about
	handed    []handed
	offers    []offered
	lents     []*lent
	lentCalls map[lentKey]*call     // see callAsNamed
	walked    int                   // steps to interface values that unknown code gets
	looked    int                   // values that a text was looked for in, see texts
	reading   map[*ssa.Alloc]bool   // variables whose texts are being looked for
	looping   map[phiOf]bool        // lists that are being looked through, see inLoop
	onWays    map[phiOf][]string    // likewise, what was found of those without a loop
	called    map[calledBack]*given // what each function is called with that unknown code calls
	control   *loc                  // what decides whether the function runs, see implicit.go
	depends   [][]ssa.Value         // by block: what decides whether that runs
	loose     bool
	open      bool // nobody else calls this function: what it is given is unknown
}

// An edge says that data moves from one cell to another at an instruction.
type edge struct {
	from, to         *loc
	whole            *loc // of the value that from is a part of, if it is one
	fromDeep, toDeep bool
	// outside: fromDeep and toDeep leave out what functions have captured that are known
	// here. Those of callers may be called, too, and nobody but this edge says so: in the
	// summary it does not leave them out.
	outside bool
	at      ssa.Instruction
	comes   *ssa.BasicBlock // where control comes from that makes a phi of it, nil for all other edges
	loose   bool            // at any time
	later   bool            // into a sink, of what gets to from afterwards, too
	acts    bool            // in code that has an effect by numbers: what becomes of them there is the effect
	effect  string          // what it gets to, if that is where numbers have an effect
	open    bool            // between quotes of a shell that are open, where its own do not hold: see isReopened
	word    bool            // as a quoted word of a line for a shell that may be an option: see asWord
	perhaps bool            // into a sink that may be none: see library.Data
	below   bool            // to the end of a path: without "..", it leads nowhere else
	drop    taint.Labels
	hop     taint.Hop
	pos     token.Pos // of hop, if that has none
	via     []taint.Hop
	// copy is the copy of a summary that the edge comes from, fromLoc and toLoc its
	// ends there; 0 for an edge of the function itself.
	copy, fromLoc, toLoc int
	// shared: the edge is about what calls are given that share that copy, or that a callee of theirs makes.
	shared *sharedCopy
	fun    *loc // of a call of a value, what is called
}

// block returns the block in which e takes data: what has been shown where it begins holds.
func (e *edge) block() *ssa.BasicBlock {
	if e.comes != nil {
		return e.comes
	}
	return e.at.Block()
}

// A sharedCopy is the copy of a summary for all calls of a function. What one of them is given may come out of another one:
// that is no more than possible (see taint.MarkApart), but for what a call is given that gets to a sink within the function,
// and for what comes out of a source there.
type sharedCopy struct {
	locs  []*loc
	at    ssa.Instruction // of the first call
	calls int
}

func newFrame(p *program, fn *ssa.Function) *frame {
	f := &frame{
		program: p, fn: fn, detail: details[0],
		values:  make(map[ssa.Value]*loc),
		globals: make(map[string]*loc),
		called:  make(map[calledBack]*given),
		proofs:  make(proofs),
		reads:   make(map[passed][]ssa.Instruction),
		edges:   p.spare,
	}
	p.spare = nil
	if fn == nil {
		f.detail = packageDetail
		return f
	}
	f.order = newOrder(fn)
	f.memory = newMemory(p, fn, f.order)
	if p.in.Implicit {
		f.control, f.depends = f.newLoc(), dependence(fn)
	}
	for _, v := range fn.Params {
		f.params = append(f.params, f.port(v))
	}
	for _, v := range fn.FreeVars {
		f.free = append(f.free, f.port(v))
	}
	for range fn.Signature.Results().Len() {
		f.results = append(f.results, f.newLoc())
	}
	return f
}

func (f *frame) port(v ssa.Value) *loc {
	l := f.newLoc()
	f.values[v] = l
	f.expand(l, v.Type(), 0)
	return l
}

// value returns the location of v.
func (f *frame) value(v ssa.Value) *loc {
	if l := f.values[v]; l != nil {
		return l
	}
	l := f.newLoc()
	f.values[v] = l
	switch v := v.(type) {
	case *ssa.Global:
		// A row for a variable says that it leads out of the program, as os.Stdout does:
		// what goes in does not come out elsewhere.
		if name := v.RelString(nil); len(f.in.Table.Rows(name)) == 0 && !f.isFixedError(v) {
			f.unify(f.kid(l, stepRef), f.global(name))
		}
	case *ssa.Function:
		f.addFunc(f.kid(l, stepRef), f.funcID(v))
	}
	return l
}

// global returns the location of what a package-level variable holds.
func (f *frame) global(name string) *loc {
	l := f.globals[name]
	if l == nil {
		l = f.newLoc()
		l.global = true
		f.globals[name] = l
	}
	return l
}

// ref returns what the reference v refers to.
func (f *frame) ref(v ssa.Value) *loc { return f.kid(f.value(v), stepRef) }

// isRef reports whether values of type t, nil if that is not known, may refer to
// memory.
func isRef(t types.Type) bool {
	if t == nil {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	}
	return false
}

// Limits on what is kept apart.
const (
	maxFields = 3  // fields of fields
	maxWidth  = 64 // fields of one value in all
	maxSteps  = 8  // steps of any kind from what a caller sees
)

// expand makes the parts of a value of type t, so that callers find them.
func (f *frame) expand(l *loc, t types.Type, depth int) {
	if how := f.structure(t, depth); how != 0 {
		f.collapse(l, how)
		return
	}
	for _, c := range f.parts(t) {
		f.expand(f.kid(l, c.step), c.typ, depth+c.fields)
	}
}

// structure returns how a value of type t is collapsed, which is in fields of fields: 0 if
// its structure is known and not too much.
func (f *frame) structure(t types.Type, depth int) taint.Collapse {
	switch {
	case f.isParam(t):
		return deeply
	case depth >= maxFields && isStruct(t) || width(t) > maxWidth:
		return tooLarge
	}
	return 0
}

func isStruct(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() > 0
}

// width returns how many fields a value of type t has, those of fields included.
func width(t types.Type) int {
	switch t := t.Underlying().(type) {
	case *types.Struct:
		n := 1
		for i := 0; i < t.NumFields() && n <= maxWidth; i++ {
			n += width(t.Field(i).Type())
		}
		return n
	case *types.Array:
		return width(t.Elem())
	}
	return 1
}

// move says that the value of e.from, of type t, becomes that of e.to.
func (f *frame) move(t types.Type, e edge) {
	e.whole = e.from
	f.moveParts(t, e, 0)
}

func (f *frame) moveParts(t types.Type, e edge, depth int) {
	if how := f.structure(t, depth); how != 0 {
		// One location each, which share what they refer to.
		f.collapse(e.from, how)
		f.collapse(e.to, how)
		f.unify(e.from, e.to)
		return
	}
	f.edges = append(f.edges, e)
	if isRef(t) {
		f.unify(f.kid(e.from, stepRef), f.kid(e.to, stepRef))
		return
	}
	for _, c := range f.parts(t) {
		sub := e
		sub.from, sub.to = f.kid(e.from, c.step), f.kid(e.to, c.step)
		f.moveParts(c.typ, sub, depth+c.fields)
	}
}

// derive says that everything in e.from may be in everything of e.to afterwards.
func (f *frame) derive(e edge) {
	e.fromDeep, e.toDeep = true, true
	f.edges = append(f.edges, e)
}

// hop describes what happens at a position.
func (f *frame) hop(op taint.Op, name string, pos token.Pos) taint.Hop {
	return taint.Hop{Op: op, Name: name, Pos: f.pos(pos)}
}

// hopOf returns the hop of an edge with its position, which takes long to find: most
// edges are part of no witness.
func (f *frame) hopOf(e *edge) taint.Hop {
	h := e.hop
	if !h.Pos.IsValid() && e.pos.IsValid() {
		h.Pos = f.pos(e.pos)
	}
	return h
}

func (p *program) pos(pos token.Pos) graph.Pos {
	at := p.in.Fset.Position(pos)
	return graph.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

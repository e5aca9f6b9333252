package ssaflow

// This file analyses a package: the top of the engine.

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// An Input is one package.
type Input struct {
	Fset  *token.FileSet
	Pkg   *ssa.Package
	Table *taint.Table // what is known of libraries; nil stands for taint.Standard
	// Import returns the summary of a function of another package by its identity,
	// nil if there is none. It may be nil.
	Import func(id string) *taint.Summary
	// Sanitizers are functions of the package that drop labels from what they return,
	// Sources those whose results come from a source, without its position: that is
	// the function's. Both are by identity (see ID).
	Sanitizers map[string]taint.Labels
	Sources    map[string]taint.Source
}

// A Result is what is known of a package.
type Result struct {
	Flows     []taint.Flow // sorted
	Summaries map[string]*taint.Summary
	// Objects are the declared functions among them.
	Objects map[string]*types.Func
	// Unread are the functions that could not be read to the end, sorted: there may be
	// flows in them that are not reported. "" stands for flows from one function to
	// another through package-level variables.
	Unread []string

	program *program
}

// program is the analysis of one package.
type program struct {
	in         *Input
	funcs      map[string]*ssa.Function
	typesByKey map[string]types.Type
	sums       map[string]*taint.Summary
	imports    map[string]*taint.Summary
	users      map[string]map[string]bool // functions by what they call
	failed     map[string]bool
	rounds     map[string]int
	queue      []string
	queued     map[string]bool
}

// Analyze finds the flows of a package.
func Analyze(in *Input) *Result {
	p := newProgram(in)
	for _, fn := range declared(in.Pkg) {
		p.funcID(fn)
	}
	p.fixpoint()
	return p.result()
}

func newProgram(in *Input) *program {
	own := *in
	if own.Table == nil {
		own.Table = taint.Standard()
	}
	if own.Import == nil {
		own.Import = func(string) *taint.Summary { return nil }
	}
	return &program{
		in:         &own,
		funcs:      make(map[string]*ssa.Function),
		typesByKey: make(map[string]types.Type),
		sums:       make(map[string]*taint.Summary),
		imports:    make(map[string]*taint.Summary),
		users:      make(map[string]map[string]bool),
		failed:     make(map[string]bool),
		rounds:     make(map[string]int),
		queued:     make(map[string]bool),
	}
}

// declared returns the functions of pkg, callees before callers where calls are
// static and not recursive: a good order saves rounds, no more.
func declared(pkg *ssa.Package) (out []*ssa.Function) {
	seen := make(map[*ssa.Function]bool)
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if fn == nil || seen[fn] || fn.Pkg != pkg {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					visit(c.Common().StaticCallee())
				}
			}
		}
		for _, anon := range fn.AnonFuncs {
			visit(anon)
		}
		out = append(out, fn)
	}
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		switch m := pkg.Members[name].(type) {
		case *ssa.Function:
			visit(m)
		case *ssa.Type:
			named, ok := types.Unalias(m.Type()).(*types.Named)
			if !ok {
				continue
			}
			for method := range named.Methods() {
				visit(pkg.Prog.FuncValue(method))
			}
		}
	}
	return out
}

func (p *program) enqueue(id string) {
	if !p.queued[id] {
		p.queued[id] = true
		p.queue = append(p.queue, id)
	}
}

// Rounds after which a function that still changes is described with less detail,
// and after which it counts as unknown code.
const (
	coarseAfter = 6
	failAfter   = 12
)

// fixpoint summarises functions until no summary changes. A summary has a bounded
// number of locations, so that it changes finitely often; the limit on rounds is
// for time, not for termination.
func (p *program) fixpoint() {
	for len(p.queue) > 0 {
		id := p.queue[0]
		p.queue = p.queue[1:]
		p.queued[id] = false
		if p.failed[id] {
			continue
		}
		p.rounds[id]++
		var s *taint.Summary
		done := p.protect(id, func() { s = p.summarizeFunc(p.funcs[id]) })
		if !done || p.rounds[id] > failAfter {
			p.failed[id] = true
			s = nil
		}
		if old := p.sums[id]; old != nil && s != nil && old.String() == s.String() {
			continue
		}
		p.sums[id] = s
		for _, user := range slices.Sorted(maps.Keys(p.users[id])) {
			p.enqueue(user)
		}
	}
}

// protect runs f on the function id, and reports whether it came to an end. A panic
// is a defect of agentvet, yet what imports the package must not suffer: the function
// counts as unknown code then, as one does that is too large.
func (p *program) protect(id string, f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if debugPanics && r != errTooLarge {
				panic(fmt.Sprintf("%s: %v", id, r))
			}
			ok = false
		}
	}()
	f()
	return true
}

// errTooLarge stops the analysis of a function that comes to more than maxCopies
// copies of summaries.
var errTooLarge = errors.New("too large")

const maxCopies = 2000

func (p *program) summarizeFunc(fn *ssa.Function) *taint.Summary {
	f := p.solve(fn, false)
	if f.work() <= maxWork {
		if s := f.summarize(); s.Size() <= maxSummary {
			return p.declare(s, fn)
		}
	}
	return p.declare(p.solved(fn, false, 0, 1).summarize(), fn)
}

// work estimates what it costs to summarise f: edges, from each cell that callers see.
func (f *frame) work() int {
	return (len(f.given()) + len(f.sources)) * len(f.edges)
}

// debugPanics lets panics through; tests set it.
var debugPanics = false

// Above this size of a summary, or this work for it, it is made with less detail:
// each parameter, result and global one location.
const (
	maxSummary = 600
	maxWork    = 1 << 20
)

// solve returns the frame of fn with all its calls resolved.
func (p *program) solve(fn *ssa.Function, open bool) *frame {
	if p.rounds[p.funcID(fn)] > coarseAfter {
		return p.solved(fn, open, 0, 1)
	}
	return p.solved(fn, open, maxFields, maxSteps)
}

func (p *program) solved(fn *ssa.Function, open bool, fields, steps int) *frame {
	f := newFrame(p, fn)
	f.open = open
	f.read()
	f.resolve()
	for f.limit(fields, steps) {
		f.resolve()
	}
	f.markGlobals()
	return f
}

// markGlobals notes what can be reached from package-level variables: it has no
// order.
func (f *frame) markGlobals() {
	for _, name := range slices.Sorted(maps.Keys(f.globals)) {
		for _, l := range f.reach(f.globals[name]) {
			l.global = true
		}
	}
}

// summary returns what is known of the function id, and notes that user asked.
func (p *program) summary(id string, user *ssa.Function) *taint.Summary {
	fn := p.funcs[id]
	if fn == nil || fn.Blocks == nil {
		s, ok := p.imports[id]
		if !ok {
			s = p.in.Import(id)
			p.imports[id] = s
		}
		return s
	}
	if user != nil {
		if p.users[id] == nil {
			p.users[id] = make(map[string]bool)
		}
		p.users[id][p.funcID(user)] = true
	}
	if s := p.sums[id]; s != nil || p.failed[id] {
		return s
	}
	return bottom(fn)
}

// bottom is the summary of a function that has not been read yet: it does nothing.
func bottom(fn *ssa.Function) *taint.Summary {
	s := &taint.Summary{}
	fill := func(n int) (out []int) {
		for range n {
			out = append(out, len(s.Locs))
			s.Locs = append(s.Locs, taint.Loc{})
		}
		return out
	}
	s.Params, s.Free, s.Results = fill(len(fn.Params)), fill(len(fn.FreeVars)), fill(fn.Signature.Results().Len())
	return s
}

// result collects what there is to tell.
func (p *program) result() *Result {
	res := &Result{Summaries: make(map[string]*taint.Summary), Objects: make(map[string]*types.Func), program: p}
	var flows []taint.Flow
	for _, id := range slices.Sorted(maps.Keys(p.funcs)) {
		fn := p.funcs[id]
		switch {
		case fn.Blocks == nil:
			continue
		case p.failed[id]:
			res.Unread = append(res.Unread, id)
			continue
		}
		if !p.protect(id, func() { flows = append(flows, p.flowsOf(fn)...) }) {
			res.Unread = append(res.Unread, id)
		}
		res.Summaries[id] = p.sums[id]
		if obj := object(fn); obj != nil {
			res.Objects[id] = obj
		}
	}
	if !p.protect("", func() { flows = append(flows, p.together().flows()...) }) {
		res.Unread = append(res.Unread, "") // flows through package-level variables
	}
	slices.Sort(res.Unread)
	res.Flows = taint.SortFlows(flows)
	return res
}

// flowsOf returns the flows that come together in fn. What nobody in the package
// calls is called by unknown code.
func (p *program) flowsOf(fn *ssa.Function) []taint.Flow {
	return p.solve(fn, len(p.users[p.funcID(fn)]) == 0).flows()
}

// together returns a frame that calls every function that uses package-level
// variables, at any time.
func (p *program) together() *frame {
	f := newFrame(p, nil)
	for _, id := range slices.Sorted(maps.Keys(p.sums)) {
		s := p.sums[id]
		if s == nil || len(s.Globals) == 0 {
			continue
		}
		k := &call{result: f.newLoc(), loose: true}
		for range s.Params {
			k.args, k.types = append(k.args, f.newLoc()), append(k.types, nil)
		}
		f.params = append(f.params, k.args...)
		f.instantiate(k, s, shortName(id))
	}
	f.resolve()
	f.markGlobals()
	return f
}

// methodOf returns the method of t with a name, nil if there is none.
func (p *program) methodOf(t types.Type, name string, iface *types.Func) *ssa.Function {
	pkg := p.in.Pkg.Pkg
	if iface != nil && iface.Pkg() != nil {
		pkg = iface.Pkg()
	}
	sel := p.in.Pkg.Prog.MethodSets.MethodSet(t).Lookup(pkg, name)
	if sel == nil {
		return nil
	}
	return p.in.Pkg.Prog.MethodValue(sel)
}

// implementers returns the types of the package that have the method that k calls,
// and implement its interface, if that is known.
func (p *program) implementers(k *call) (keys []string) {
	var iface *types.Interface
	if k.iface != nil {
		if recv := k.iface.Signature().Recv(); recv != nil {
			iface, _ = recv.Type().Underlying().(*types.Interface)
		}
	}
	scope := p.in.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(obj.Type()) || obj.IsAlias() {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
			continue
		}
		for _, t := range []types.Type{obj.Type(), types.NewPointer(obj.Type())} {
			if iface != nil && !types.Implements(t, iface) || p.methodOf(t, k.method, k.iface) == nil {
				continue
			}
			keys = append(keys, p.typeKey(t))
		}
	}
	return keys
}

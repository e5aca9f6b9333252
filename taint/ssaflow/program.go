package ssaflow

// This file analyses a package: the top of the engine.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/trial"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/condition"
)

// An Input is one package.
type Input struct {
	Fset   *token.FileSet
	Pkg    *ssa.Package
	Module string       // the path of the module that the package belongs to, "" if it is not known
	Table  *taint.Table // what is known of libraries; nil stands for taint.Standard
	// Import returns the summary of a function of another package by its identity,
	// nil if there is none. It may be nil.
	Import func(id string) *taint.Summary
	// Held returns the function that a variable of another package holds, by its identity,
	// "" if that is not known. It may be nil.
	Held func(*types.Var) string
	// Sanitizers are functions of the package that drop labels from what they return,
	// Sources those whose results come from a source, without its position: that is
	// the function's. Both are by identity (see package funcid).
	Sanitizers map[string]taint.Labels
	Sources    map[string]taint.Source
	// Said reports whether a field of a struct type has the arguments with which a model calls a tool: what is
	// read there has taint.LabelSaid. It may be nil.
	Said func(t types.Type, field int) bool
	// Tags are those of the package, and read those of types that it uses.
	Tags *annotation.Set
	// Implicit asks for data that is known by control only: what is written because of a
	// branch, and what a comparison, a length or the place of an element tells.
	Implicit bool
	// Effects returns what the function of a library with an identity may decide by what it is
	// given, as confine tags name it; "" stands for any function. With nil, nobody asks.
	Effects func(id string) []string
	// Acts says of the function of a library with an identity whether it has an effect outside of
	// the program, or memory that outlives it; "" stands for any function. With nil, nobody asks.
	Acts func(id string) Act
	// Handlers are functions of the package that a framework calls, by identity: what
	// they capture outlives the functions that make them.
	Handlers map[string]bool
}

// A Result is what is known of a package.
type Result struct {
	Flows []taint.Flow // sorted
	// Handed are the numbers that the package itself hands to tools, sorted.
	Handed    []taint.Handed
	Summaries map[string]*taint.Summary
	// Objects are the declared functions among them.
	Objects map[string]*types.Func
	// Held are the functions that variables of the package hold which others can see, and
	// which the package never sets, by identity.
	Held map[*types.Var]string
	// Unread are the functions that could not be read to the end, sorted: there may be
	// flows in them that are not reported. "" stands for flows from one function to
	// another through package-level variables.
	Unread []string

	program *program
}

// program is the analysis of one package.
type program struct {
	spent       int // parts of summaries copied so far, see maxSpent
	in          *Input
	ids         map[*ssa.Function]string       // see funcID
	funcs       map[string]*function           // with a body, by identity
	letters     map[*ssa.Function][]letterLoop // see program.letterLoops
	trials      *trial.Runner                  // see runner; nil until somebody asks
	tried       map[*ssa.Function][]trial.Tried
	initials    map[*ssa.Global]ssa.Value     // see initial; nil until somebody asks
	optioned    []string                      // see optionPrograms; nil until somebody asks
	handedOut   map[*ssa.Global]bool          // variables whose value is used for more than look-ups
	setElements map[*ssa.Global]bool          // likewise, elements of which are set where it is read
	checked     map[*ssa.Function][]check     // what functions prove of their parameters
	prefixes    map[*ssa.Function][]leaf      // see prefixLeaves
	puzzling    map[*ssa.Function][]ssa.Value // see puzzlesIn
	callers     map[*ssa.Function][]*ssa.Function
	tests       map[*ssa.Function]map[string]ssa.Instruction // see fieldTests
	implemented map[methodKey][]string                       // see implementers
	quiet       map[*ssa.Function]bool                       // see isQuiet
	typesByKey  map[string]types.Type
	held        map[types.Type][]holding // see holdings
	innocent    map[types.Type]bool      // see mentions
	structs     map[types.Type][]part    // of struct types, see parts
	bounds      taint.Labels             // see limits
	boundsRead  bool                     // they have been
	readers     map[readerKey]*condition.Reader
	keptAt      map[limitAt]bool                        // see keepsLimit
	shows       map[shownAt]condition.Showing           // see showsLimit
	keptActs    map[keptAct]taint.Handed                // see noteKept
	lookedAt    map[*ssa.Function][]string              // see fieldsLookedAt
	asIs        map[*ssa.Parameter]bool                 // see isGivenAsIs
	callSites   map[*ssa.Function][]ssa.CallInstruction // see callsOf; nil until somebody asks
	asValue     map[*ssa.Function]bool
	memories    map[*ssa.Function]*memory
	fieldStores map[*types.Var][]ssa.Value // see fieldValues; nil until somebody asks
	fieldLoads  map[*types.Var][]ssa.Value // what is read from them
	tagged      map[types.Type][]tagged    // see taggedIn
	imports     map[string]*taint.Summary
	files       map[string]bool // of the package, nil until somebody asks
	spare       []edge          // memory of a frame that is done, see frame.done
	queue       []*function     // by index
	// callees returns what a call runs of what nobody in sight provides; nil where all
	// calls have callers who provide it.
	callees func(graph.Pos) []string
	// What some function has: without both, there are no flows.
	sources, sinks bool
}

// Analyze finds the flows of a package.
func Analyze(in *Input) *Result {
	p := newProgram(in)
	for _, fn := range declared(in.Pkg) {
		p.funcID(fn)
	}
	p.fixpoint()
	res := p.result()
	res.Held = p.heldFuncs()
	return res
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
		in:          &own,
		ids:         make(map[*ssa.Function]string),
		funcs:       make(map[string]*function),
		checked:     make(map[*ssa.Function][]check),
		prefixes:    make(map[*ssa.Function][]leaf),
		puzzling:    make(map[*ssa.Function][]ssa.Value),
		tests:       make(map[*ssa.Function]map[string]ssa.Instruction),
		implemented: make(map[methodKey][]string),
		quiet:       make(map[*ssa.Function]bool),
		typesByKey:  make(map[string]types.Type),
		held:        make(map[types.Type][]holding),
		innocent:    make(map[types.Type]bool),
		structs:     make(map[types.Type][]part),
		imports:     make(map[string]*taint.Summary),
		readers:     make(map[readerKey]*condition.Reader),
		keptAt:      make(map[limitAt]bool),
		keptActs:    make(map[keptAct]taint.Handed),
		shows:       make(map[shownAt]condition.Showing),
		lookedAt:    make(map[*ssa.Function][]string),
		asIs:        make(map[*ssa.Parameter]bool),
		memories:    make(map[*ssa.Function]*memory),
	}
}

// isOurs reports whether a position is in the package that is analysed.
func (p *program) isOurs(at graph.Pos) bool {
	if p.files == nil {
		p.files = make(map[string]bool)
		if p.in.Pkg != nil {
			for _, m := range p.in.Pkg.Members {
				p.files[p.pos(m.Pos()).File] = true
			}
		}
	}
	return at.IsValid() && p.files[at.File]
}

// isTest reports whether fn is in a test file: those do what no program should, on
// purpose.
func isTest(fn *ssa.Function) bool { return inTest(fn.Prog.Fset, fn.Pos()) }

func inTest(fset *token.FileSet, pos token.Pos) bool {
	return strings.HasSuffix(fset.Position(pos).Filename, "_test.go")
}

// declared returns the functions of pkg, those that others mention before these where
// nothing is recursive: a good order saves rounds, no more.
func declared(pkg *ssa.Package) (out []*ssa.Function) {
	seen := make(map[*ssa.Function]bool)
	var operands [8]*ssa.Value
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if fn == nil || seen[fn] || fn.Pkg != pkg || isTest(fn) {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, v := range instr.Operands(operands[:0]) {
					if callee, ok := (*v).(*ssa.Function); ok {
						visit(callee)
					}
				}
			}
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

// summary returns what is known of the function id, and notes that user asked.
func (p *program) summary(id string, user *ssa.Function) *taint.Summary {
	fn := p.funcs[id]
	if fn == nil {
		s, ok := p.imports[id]
		if !ok {
			s = p.in.Import(id)
			p.imports[id] = s
		}
		return s
	}
	if user != nil {
		fn.users[p.funcs[p.funcID(user)]] = true
	}
	return fn.summary
}

// result collects what there is to tell.
func (p *program) result() *Result {
	res := &Result{Summaries: make(map[string]*taint.Summary), Objects: make(map[string]*types.Func), program: p}
	var flows taint.FlowSet
	for _, id := range slices.Sorted(maps.Keys(p.funcs)) {
		fn := p.funcs[id]
		found, ok := p.flowsOf(fn)
		for _, f := range found {
			flows.Add(f)
		}
		if !ok {
			res.Unread = append(res.Unread, id)
		}
		if fn.summary == nil {
			continue
		}
		res.Summaries[id] = fn.summary
		if obj := funcid.Declared(fn.body); obj != nil {
			res.Objects[id] = obj
		}
	}
	var found []taint.Flow
	seen := true
	if p.sources && (p.sinks || p.holdsSinks(res)) {
		seen = p.protect("", func() {
			f := p.together(packageDetail)
			defer f.done()
			found = f.all()
		})
	}
	for _, f := range found {
		flows.Add(f)
	}
	if !p.protect("", func() { res.Handed = p.handedOver() }) || !seen {
		res.Unread = append(res.Unread, "") // flows through package-level variables, or numbers that are handed over
	}
	slices.Sort(res.Unread)
	res.Flows = taint.SortFlows(flows.All())
	return res
}

// holdsSinks reports whether functions of libraries that are sinks are held somewhere: what only
// runs by way of a variable is no sink of the function that calls it.
func (p *program) holdsSinks(res *Result) bool {
	for _, s := range res.Summaries {
		if slices.ContainsFunc(s.Funcs(), func(id string) bool { return slices.ContainsFunc(p.rowsOf(id), isSink) }) {
			return true
		}
	}
	return false
}

func isSink(r *library.Data) bool { return r.Verb == library.VerbSink }

// flowsOf returns the flows that come together in fn, and whether these are all. What
// nobody in the package calls is called by unknown code.
func (p *program) flowsOf(fn *function) (flows []taint.Flow, ok bool) {
	open := len(fn.users) == 0
	if !p.sources || !p.sinks || !fn.given && !(open && fn.releases) && (!fn.sources || !fn.sinks) {
		return nil, fn.summary != nil
	}
	for _, d := range flowDetails {
		if p.protect(fn.id, func() {
			f := p.solve(fn, d, open)
			defer f.done()
			flows = f.all()
		}) {
			return flows, fn.summary != nil
		}
	}
	return nil, false
}

// together returns a frame that calls every function that uses package-level
// variables, and those that these hold, at any time.
func (p *program) together(d detail) *frame {
	f := newFrame(p, nil)
	defer f.doneIfStopped()
	f.detail = d
	for _, id := range slices.Sorted(maps.Keys(p.funcs)) {
		s := p.funcs[id].summary
		if s == nil || len(s.Globals) == 0 {
			continue
		}
		k := &call{result: f.newLoc(), loose: true}
		for range s.Params {
			k.args, k.types = append(k.args, f.newLoc()), append(k.types, nil)
		}
		f.params = append(f.params, k.args...)
		f.instantiate(k, s, funcid.Name(id))
	}
	for _, name := range slices.Sorted(maps.Keys(f.globals)) {
		if !strings.HasPrefix(name, statePrefix) && !strings.HasPrefix(name, capturedPrefix) {
			f.release(f.globals[name])
		}
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

// A methodKey is a method that is called: its name, and its interface if that is known.
type methodKey struct {
	name  string
	iface *types.Func
}

// implementers returns the types of the package that have the method that k calls,
// and implement its interface, if that is known.
func (p *program) implementers(k *call) (keys []string) {
	if p.in.Pkg == nil {
		return nil
	}
	asked := methodKey{k.method, k.iface}
	if keys, ok := p.implemented[asked]; ok {
		return keys
	}
	defer func() { p.implemented[asked] = keys }()
	var iface *types.Interface
	if k.iface != nil {
		if recv := k.iface.Signature().Recv(); recv != nil {
			iface, _ = recv.Type().Underlying().(*types.Interface)
		}
	}
	scope := p.in.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(obj.Type()) || obj.IsAlias() || inTest(p.in.Pkg.Prog.Fset, obj.Pos()) {
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

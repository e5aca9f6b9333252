package ssaflow

// This file is the pass that carries summaries from package to package.

import (
	"fmt"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/lazyssa"
	"github.com/agentvet/agentvet/taint"
)

// A Config says how the pass sees a package.
type Config struct {
	// Requires are the passes that Declare asks.
	Requires []*analysis.Analyzer
	// Skip says of which packages nothing but rows of the table is to be known. It may
	// be nil.
	Skip func(*analysis.Pass) bool
	// Declare puts what the package says of its functions into the input. It may be nil.
	Declare func(*analysis.Pass, *Input)
}

// New returns the pass that summarises functions; its result is a *Result. It
// reports nothing.
func New(c Config) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "ssaflow",
		Doc:        "summarize what functions do to data\n\nOther analyzers use the result; this one reports nothing.",
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/taint/ssaflow",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, c), nil },
		Requires:   append([]*analysis.Analyzer{lazyssa.Analyzer}, c.Requires...),
		ResultType: reflect.TypeFor[*Result](),
		FactTypes:  []analysis.Fact{new(summaryFact), new(hiddenFact), new(heldFact)},
	}
}

// summaryFact is the summary of a declared function.
type summaryFact struct{ Data []byte }

func (*summaryFact) AFact() {}

func (f *summaryFact) String() string { return fmt.Sprintf("summary(%d bytes)", len(f.Data)) }

// hiddenFact holds summaries that no fact of an object reaches, by identity: of
// closures and unexported functions that other summaries mention, and of methods of
// types that they put into interfaces. Drivers show package facts of direct imports
// only, so that what importers need of their imports' imports is included.
type hiddenFact struct {
	IDs  []string // sorted
	Data [][]byte
}

func (*hiddenFact) AFact() {}

func (f *hiddenFact) String() string { return fmt.Sprintf("hidden(%s)", strings.Join(f.IDs, " ")) }

// heldFact is the function that a package-level variable holds.
type heldFact struct{ ID string }

func (*heldFact) AFact() {}

func (f *heldFact) String() string { return fmt.Sprintf("held(%s)", f.ID) }

// run never fails: where the analysis does, importers find no summaries and take
// the functions for unknown code.
func run(pass *analysis.Pass, c Config) (res *Result) {
	res = Empty()
	if library.IsStandard(pass.Pkg.Path()) || c.Skip != nil && c.Skip(pass) {
		return res // the table speaks for the standard library
	}
	defer func() {
		if r := recover(); r != nil {
			if debugPanics {
				panic(r)
			}
			res = Empty()
			res.Unread = []string{pass.Pkg.Path()}
		}
	}()
	im := readFacts(pass)
	in := &Input{Fset: pass.Fset, Pkg: lazyssa.Of(pass).Pkg, Import: im.summary, Held: im.held}
	if pass.Module != nil {
		in.Module = pass.Module.Path
	}
	if c.Declare != nil {
		c.Declare(pass, in)
	}
	res = Analyze(in)
	im.export(res)
	return res
}

// facts finds summaries of other packages and exports those of its own.
type facts struct {
	pass   *analysis.Pass
	hidden map[string][]byte
	byPath map[string]*types.Package
	read   map[string]*taint.Summary
}

func readFacts(pass *analysis.Pass) *facts {
	im := &facts{
		pass: pass, hidden: make(map[string][]byte),
		byPath: make(map[string]*types.Package), read: make(map[string]*taint.Summary),
	}
	// Facts come in no fixed order; an identity has the same summary in each of them.
	for _, f := range pass.AllPackageFacts() {
		if h, ok := f.Fact.(*hiddenFact); ok && f.Package != pass.Pkg {
			for n, id := range h.IDs {
				im.hidden[id] = h.Data[n]
			}
		}
	}
	im.visit(pass.Pkg)
	return im
}

func (im *facts) visit(pkg *types.Package) {
	for _, p := range pkg.Imports() {
		if im.byPath[p.Path()] == nil {
			im.byPath[p.Path()] = p
			im.visit(p)
		}
	}
}

// summary returns the summary of a function of another package, nil if there is none.
func (im *facts) summary(id string) *taint.Summary {
	if s, ok := im.read[id]; ok {
		return s
	}
	data := im.hidden[id]
	if fn := funcid.Find(im.byPath, id); data == nil && fn != nil && funcid.OfObject(fn) == id {
		var fact summaryFact
		if im.pass.ImportObjectFact(fn.Origin(), &fact) {
			data = fact.Data
		}
	}
	s, err := decode(data)
	if err != nil {
		s = nil
	}
	im.read[id] = s
	return s
}

// held returns the function that a variable of another package holds, "" if that is not known.
func (im *facts) held(v *types.Var) string {
	var fact heldFact
	if !im.pass.ImportObjectFact(v, &fact) {
		return ""
	}
	return fact.ID
}

// maxFacts is how many bytes the facts of one package may have. Of what is larger, the
// largest summaries are left out: those functions are unknown code for importers.
const maxFacts = 4 << 20

// A packed is a summary as importers get it.
type packed struct {
	id   string
	obj  *types.Func // nil for one that no fact of an object reaches
	data []byte
}

// export attaches the summaries of res to what they are of.
func (im *facts) export(res *Result) {
	for v, id := range res.Held {
		im.pass.ExportObjectFact(v, &heldFact{id})
	}
	hidden := &hiddenFact{}
	for _, p := range within(maxFacts, im.packed(res)) {
		if p.obj != nil {
			im.pass.ExportObjectFact(p.obj, &summaryFact{p.data})
			continue
		}
		hidden.IDs, hidden.Data = append(hidden.IDs, p.id), append(hidden.Data, p.data)
	}
	if len(hidden.IDs) > 0 {
		im.pass.ExportPackageFact(hidden)
	}
}

// within returns those of some summaries that have a number of bytes at most together:
// the smallest, in the order given.
func within(limit int, all []packed) (out []packed) {
	sizes := make([]int, len(all))
	for n := range all {
		sizes[n] = len(all[n].data)
	}
	slices.Sort(sizes)
	for _, size := range sizes {
		if limit -= size; limit < 0 {
			return slices.DeleteFunc(all, func(p packed) bool { return len(p.data) >= size })
		}
	}
	return all
}

// packed returns the summaries that importers may ask for, by identity, those of objects
// first.
func (im *facts) packed(res *Result) (out []packed) {
	needed := make(map[string]bool)
	for _, id := range slices.Sorted(maps.Keys(res.Summaries)) {
		s, obj := res.Summaries[id], res.Objects[id]
		if s == nil || obj == nil || obj.Pkg() != im.pass.Pkg {
			continue
		}
		out = append(out, packed{id, obj, encode(s)})
		if obj.Exported() {
			im.mentioned(res, s, needed)
		}
	}
	im.need(res, slices.Sorted(maps.Values(res.Held)), needed)
	for _, id := range slices.Sorted(maps.Keys(needed)) {
		data := im.hidden[id]
		if s := im.either(res, id); s != nil {
			data = encode(s)
		}
		if data != nil {
			out = append(out, packed{id, nil, data})
		}
	}
	return out
}

// mentioned adds to needed the functions that callers of s may come to call, and
// what callers of those may, in turn.
func (im *facts) mentioned(res *Result, s *taint.Summary, needed map[string]bool) {
	ids := s.Funcs()
	for _, typ := range s.Types() {
		typ = strings.TrimPrefix(typ, "*")
		for _, known := range [][]string{slices.Sorted(maps.Keys(res.Summaries)), slices.Sorted(maps.Keys(im.hidden))} {
			for _, id := range known {
				if funcid.IsMethodOf(id, typ) {
					ids = append(ids, id)
				}
			}
		}
	}
	im.need(res, ids, needed)
}

// need adds functions to needed, and what their callers may come to call.
func (im *facts) need(res *Result, ids []string, needed map[string]bool) {
	for _, id := range ids {
		if needed[id] {
			continue
		}
		needed[id] = true
		if s := im.either(res, id); s != nil {
			im.mentioned(res, s, needed)
		}
	}
}

// either returns the summary of a function of this package or of another one.
func (im *facts) either(res *Result, id string) *taint.Summary {
	if s := res.Summaries[id]; s != nil {
		return s
	}
	return im.summary(id)
}

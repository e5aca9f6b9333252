package ssaflow

// This file asks package condition whether numbers keep their limits where edges lead, and says what
// a way through a function shows of one that does not.

import (
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/condition"
)

// A limitAt is a question: whether a value keeps a limit where a block runs.
type limitAt struct {
	value ssa.Value
	block *ssa.BasicBlock
	at    ssa.Instruction // if the limit may be another one at each
	label string
}

// askedAt returns the question whether a value keeps a limit where an instruction runs.
func askedAt(v ssa.Value, at ssa.Instruction, label string) limitAt {
	q := limitAt{value: v, block: at.Block(), label: label}
	if _, _, _, named := taint.LimitName(label); named {
		q.at = at
	}
	return q
}

// A shownAt is a question: what lets a value through that is read in one block, to another one.
type shownAt struct {
	limitAt
	read *ssa.BasicBlock
}

// reader returns what reads the function of f for a limit, nil if nothing is known of the limit.
func (f *frame) reader(label string) *condition.Reader {
	key := readerKey{f.fn, label}
	if r, known := f.readers[key]; known {
		return r
	}
	options := f.conditionOptions()
	options.Field = func(t types.Type, index int) bool {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		return f.boundLabels(t, index).Has(label)
	}
	options.Parameter = f.isGivenAsIs
	r := f.newReader(f.fn, label, options)
	f.readers[key] = r
	return r
}

// conditionOptions returns what the program around its functions is.
func (p *program) conditionOptions() condition.Options {
	return condition.Options{
		Memory: func(fn *ssa.Function) condition.Memory { return p.memoryFor(fn) },
		Inline: func(fn *ssa.Function) bool { return fn.Pkg == p.in.Pkg && len(p.in.Table.Rows(rowKey(fn))) == 0 },
		NotNil: p.isNotNil,
	}
}

// newReader returns what reads a function for a limit, nil if nothing is known of the limit.
func (p *program) newReader(fn *ssa.Function, label string, options condition.Options) *condition.Reader {
	limit, _, _ := taint.LimitOf(label)
	op, text, _ := strings.Cut(limit, " ")
	if to, ok := new(big.Int).SetString(text, 10); ok {
		return condition.NewReader(fn, condition.Limit{Op: op, To: to}, options)
	}
	if text == taint.LimitArgument {
		options.LimitName, options.Beside = taint.ArgumentLimit(label), p.besideFor(label)
		return condition.NewReader(fn, condition.Limit{Op: op}, options)
	}
	named := p.limitsNamed(label)
	if len(named) == 0 {
		return nil
	}
	_, _, options.LimitName, _ = taint.LimitName(label)
	options.IsLimit = func(v ssa.Value) bool { return isOneOf(v, named) }
	options.Refers = func(c *ssa.Call) bool { return p.refersTo(c.Call.StaticCallee(), named, maxCallers) }
	return condition.NewReader(fn, condition.Limit{Op: op}, options)
}

// besideFor returns what says which field of a struct, or of one that is pointed to, is the limit that a label names of another one. Where
// the package has something else by that name, it may be meant, and nothing is known.
func (p *program) besideFor(label string) func(t types.Type, index int) (other int, ok bool) {
	name := taint.ArgumentLimit(label)
	return func(t types.Type, index int) (other int, ok bool) {
		if ptr, isPointer := t.Underlying().(*types.Pointer); isPointer {
			t = ptr.Elem()
		}
		if !p.boundLabels(t, index).Has(label) {
			return 0, false
		}
		s := under(t).(*types.Struct)
		if other = sibling(s, index, name); other < 0 {
			return 0, false
		}
		pkg := s.Field(index).Pkg()
		isElse := func(obj types.Object) bool { return obj != s.Field(other) }
		return other, pkg == nil || !slices.ContainsFunc(namedIn(pkg, name), isElse)
	}
}

// A readerKey is a function and a limit that it is read for.
type readerKey struct {
	fn    *ssa.Function
	label string
}

// limitsNamed returns what the limit of a label may be, nil if it is a constant, or if its package is not there.
func (p *program) limitsNamed(label string) []types.Object {
	_, path, name, ok := taint.LimitName(label)
	if !ok {
		return nil
	}
	if of := packageOf(p.in.Pkg.Pkg, path); of != nil {
		return namedIn(of, name)
	}
	return nil
}

// packageOf returns a package, or one that it imports, itself or by others.
func packageOf(from *types.Package, path string) *types.Package {
	seen := map[*types.Package]bool{from: true}
	for work := []*types.Package{from}; len(work) > 0; {
		pkg := work[0]
		if work = work[1:]; pkg.Path() == path {
			return pkg
		}
		for _, next := range pkg.Imports() {
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return nil
}

// isOneOf reports whether a value is what one of some functions has returned, or was read of one of some fields or variables.
func isOneOf(v ssa.Value, named []types.Object) bool {
	is := func(obj types.Object) bool { return obj != nil && slices.Contains(named, obj) }
	switch v := v.(type) {
	case *ssa.Call:
		if v.Call.IsInvoke() {
			return is(v.Call.Method)
		}
		fn := v.Call.StaticCallee()
		if fn == nil {
			return false
		}
		declared := funcid.Declared(fn)
		return declared != nil && is(declared.Origin())
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && v.Index == 0 && isOneOf(call, named)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
		switch at := v.X.(type) {
		case *ssa.Global:
			return is(at.Object())
		case *ssa.FieldAddr:
			return is(fieldVar(at.X.Type(), at.Field))
		}
	case *ssa.Field:
		return is(fieldVar(v.X.Type(), v.Field))
	}
	return false
}

// fieldVar returns a field of the struct that a type is or points to, as it is declared.
func fieldVar(t types.Type, index int) types.Object {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(index).Origin()
}

// refersTo reports whether a function of the package, or one that it calls, has a value that is one of what is named.
func (p *program) refersTo(fn *ssa.Function, named []types.Object, depth int) bool {
	if fn == nil || fn.Pkg != p.in.Pkg || depth < 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && isOneOf(v, named) {
				return true
			}
			if c, ok := instr.(*ssa.Call); ok && p.refersTo(c.Call.StaticCallee(), named, depth-1) {
				return true
			}
		}
	}
	return false
}

// rowKey returns the row key of a function, "" if it has none.
func rowKey(fn *ssa.Function) string {
	if obj := funcid.Declared(fn); obj != nil {
		return library.KeyOf(obj)
	}
	return ""
}

// isNotNil reports whether a value is an error that is made there, or once for a package.
func (p *program) isNotNil(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			return isNewError(p.initial(g))
		}
	}
	return isNewError(v)
}

// keepsLimit reports whether a value keeps a limit wherever an instruction runs.
func (f *frame) keepsLimit(v ssa.Value, at ssa.Instruction, label string) bool {
	q := askedAt(v, at, label)
	out, known := f.keptAt[q]
	if !known {
		if r := f.reader(label); r != nil {
			out = r.Keeps(v, at)
		}
		f.keptAt[q] = out
	}
	return out
}

// showsLimit returns what lets a value through that does not keep a limit.
func (f *frame) showsLimit(v ssa.Value, read *ssa.BasicBlock, at ssa.Instruction, label string) condition.Showing {
	q := shownAt{askedAt(v, at, label), read}
	out, known := f.shows[q]
	if !known {
		if r := f.reader(label); r != nil {
			out = r.Shows(v, read, at)
		}
		f.shows[q] = out
	}
	return out
}

// numberRead returns the number that an edge reads, nil if it is none or not that alone.
func (f *frame) numberRead(e *edge) ssa.Value {
	if e.at == nil || e.copy != 0 || f.fn == nil {
		return nil
	}
	if e.hop.Op == taint.OpSource {
		if v, ok := e.at.(ssa.Value); ok && isNumeric(v.Type()) && f.values[v] == e.to {
			return v
		}
		return nil
	}
	if f.numbers == nil {
		f.numbers = make(map[*loc]ssa.Value)
		for v, l := range f.values {
			if isNumeric(v.Type()) {
				f.numbers[l] = v
			}
		}
	}
	if v := f.numbers[e.from]; v != nil && e.from.find() == e.from && e.from.collapsed == 0 {
		return v
	}
	return nil
}

func isNumeric(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsFloat) != 0
}

// keptBy returns the labels of the limits that the number which an edge reads keeps there.
func (f *frame) keptBy(e *edge) (out taint.Labels) {
	if len(f.limits()) == 0 {
		return nil
	}
	v := f.numberRead(e)
	if v == nil {
		return nil
	}
	for _, label := range f.limits() {
		if f.keepsLimit(v, e.at, label) {
			f.noteKept(v, e, label)
			out = append(out, label)
		}
	}
	return out
}

// A keptAct is a number that keeps a limit where it has an effect.
type keptAct struct {
	limitAt
	effect string
	field  string // the key of the field that it is of
}

// noteKept notes of a number that a model has written into a field, and that goes along an edge to where it has an effect, that it keeps a
// limit.
func (f *frame) noteKept(v ssa.Value, e *edge, label string) {
	r := f.reader(label)
	if e.effect == "" || r == nil {
		return
	}
	t, index, ok := r.Argument(v)
	if !ok {
		return
	}
	key, _ := f.fieldLabels(t, index)
	at := keptAct{limitAt{value: v, block: e.at.Block(), at: e.at, label: label}, e.effect, key}
	if _, known := f.keptActs[at]; !known {
		f.keptActs[at] = taint.Handed{
			Field: key, Label: label, To: e.effect, Pos: f.hopOf(e).Pos, Verdict: verdict.Holds, OfModel: true, Proof: r.KeptProof(v, e.at),
		}
	}
}

// limitHops returns what the conditions of the function say of the number that goes along a way, which
// leads back from its end: where its last edge in the function is, the one with index end. What functions decide that are called before the
// judged edge is part of that, if they are read in their place.
func (s *search) limitHops(back []int32) (out []taint.Hop, judged, end int) {
	f := s.frame
	if len(f.limits()) == 0 || f.fn == nil {
		return nil, 0, -1
	}
	var number ssa.Value
	var read *ssa.BasicBlock
	var last *edge
	elsewhere, inAll := false, false // it is looked at; it goes along in a struct
	judged = len(back)
	for n, at := range slices.Backward(back) {
		e := &s.edges[at]
		if e.copy != 0 {
			continue
		}
		if e.at != nil {
			last, end = e, n
		}
		if v := f.numberRead(e); v != nil {
			number, read, judged = v, e.block(), n
			inAll = readsAll(e.at)
		}
		elsewhere = elsewhere || f.looksElsewhere(e)
	}
	if last == nil {
		return nil, judged, -1
	}
	for _, label := range f.limits() {
		values, passed := "", ""
		switch {
		case elsewhere, inAll:
		case number == nil:
			continue
		case f.keepsLimit(number, last.at, label): // it was kept somewhere before it was looked at
		default:
			shows := f.showsLimit(number, read, last.at, label)
			others := isOneOfMany(number) && len(f.fieldsLookedAt(f.fn)) > 0
			if !shows.Looked && shows.Sure && !others {
				continue
			}
			if shows.Sure && !others {
				values, passed = shows.String(), shows.Passed
			}
		}
		out = append(out, taint.LimitHop(label, values, passed, f.hopOf(last).Pos))
	}
	return out, judged, end
}

// readsAll reports whether an instruction reads all of a struct: what was stored in a field of it before,
// on some way.
func readsAll(i ssa.Instruction) bool {
	load, ok := i.(*ssa.UnOp)
	return ok && load.Op == token.MUL && isStruct(load.Type())
}

// knows reports whether what a function that an edge calls decides on a limit is read where it is
// called.
func (f *frame) knows(e *edge, h taint.Hop) bool {
	c, ok := e.at.(*ssa.Call)
	if !ok || f.fn == nil || c.Parent() != f.fn {
		return false
	}
	r := f.reader(h.LimitLabel())
	return r != nil && r.Reads(c)
}

// looksElsewhere reports whether the field that an edge reads as a model wrote it is looked at by
// a function that hands it over, or in this one by way of something larger.
func (f *frame) looksElsewhere(e *edge) bool {
	if e.hop.Op != taint.OpSource {
		return false
	}
	var base, field ssa.Value
	switch at := e.at.(type) {
	case *ssa.UnOp:
		base, field = regionOf(at.X).base, at.X
	case *ssa.Field:
		base, field = at.X, at
	}
	if t, index := structOf(field); field != nil && t != nil {
		if len(f.fieldTag(t, index).Bounds) == 0 {
			return false
		}
		key, _ := f.fieldLabels(t, index)
		return slices.ContainsFunc(f.providers(base), func(fn *ssa.Function) bool { return f.looksAt(fn, key, maxCallers) })
	}
	for _, h := range f.fieldsLookedAt(f.fn) { // the field goes along in a struct
		if strings.HasSuffix(h, "."+e.hop.Name) || h == e.hop.Name {
			return true
		}
	}
	return false
}

// looksAt reports whether a function, or one that it calls, looks at a field.
func (p *program) looksAt(fn *ssa.Function, key string, depth int) bool {
	if slices.Contains(p.fieldsLookedAt(fn), key) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || !slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return p.isTagged(a.Type()) }) {
				continue
			}
			if callee := c.Call.StaticCallee(); callee == nil || callee.Pkg == p.in.Pkg && p.looksAt(callee, key, depth-1) {
				return true
			}
		}
	}
	return false
}

// fieldsLookedAt returns the keys of the fields with a bound tag that a function reads to decide something,
// or to hand them to a function that may.
func (p *program) fieldsLookedAt(fn *ssa.Function) (out []string) {
	if out, known := p.lookedAt[fn]; known {
		return out
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if !ok {
				continue
			}
			if t, index := structOf(v); t != nil && len(p.fieldTag(t, index).Bounds) > 0 && decides(v, 2*maxNesting) {
				key, _ := p.fieldLabels(t, index)
				out = append(out, key)
			}
		}
	}
	p.lookedAt[fn] = out
	return out
}

// decides reports whether a value, or what is made of it, is compared or handed to a function that
// answers with a truth value or an error.
func decides(v ssa.Value, depth int) bool {
	refs := v.Referrers()
	if refs == nil || depth < 0 {
		return false
	}
	return slices.ContainsFunc(*refs, func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return isComparison(ref.Op) || decides(ref, depth-1)
		case *ssa.Call:
			results := ref.Call.Signature().Results()
			return results.Len() > 0 && (isError(results.At(results.Len()-1).Type()) || isTruth(results.At(results.Len()-1).Type()) || isNumeric(results.At(0).Type()))
		case *ssa.UnOp, *ssa.Convert, *ssa.MakeInterface, *ssa.IndexAddr, *ssa.Index, *ssa.Range, *ssa.Next, *ssa.Extract, *ssa.Lookup:
			return decides(ref.(ssa.Value), depth-1)
		}
		return false
	})
}

func isTruth(t types.Type) bool { return types.Identical(t.Underlying(), types.Typ[types.Bool]) }

// isOneOfMany reports whether a value is an element of a list: what is shown of one is not shown of the
// others.
func isOneOfMany(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Index, *ssa.Lookup:
		return true
	case *ssa.Extract:
		_, next := v.Tuple.(*ssa.Next)
		return next
	case *ssa.UnOp:
		_, element := v.X.(*ssa.IndexAddr)
		return element
	}
	return false
}

package ssaflow

// This file finds checks that are not understood: what they look at may be confined behind
// them, or not.

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A doubt is a check of values that is not understood, with an answer.
type doubt struct {
	values map[ssa.Value]bool // what is not understood, what it looks at, and what that was made of
	block  *ssa.BasicBlock    // where it has given the answer
	only   ssa.Instruction    // that it is about, nil if it is about all that follow
	hop    taint.Hop
}

// maxSlice is how many values a condition is followed back through.
const maxSlice = 120

// readDoubts finds the checks of f that are not understood, once.
func (f *frame) readDoubts() []doubt {
	if f.doubts != nil || f.fn == nil {
		return f.doubts
	}
	f.doubts = []doubt{}
	for _, b := range f.fn.Blocks {
		branch, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		s := f.question(branch.Cond)
		weak, isWeak := f.noteWeak(b, s)
		if len(s.puzzles) == 0 {
			continue
		}
		values := f.lookedAt(s.puzzles)
		first := s.puzzles[0]
		hop := f.hop(taint.OpCheck, puzzleName(first.(ssa.Instruction)), f.posOf(first, first.(ssa.Instruction)))
		if isWeak && (weak.Name == taint.WeakWords || taint.WeakForLine(weak.Name)) {
			hop.Pos = weak.Pos // one condition: see Flow.isWeakAt
		}
		for n, to := range b.Succs {
			if among, side := knownAt(branch.Cond); among != nil && len(s.puzzles) == 1 && first == among && n != side {
				continue // where nothing was found
			}
			if seen := f.seenAt(to, b, values); len(seen) > 0 {
				f.doubts = append(f.doubts, doubt{values: seen, block: to, hop: hop})
			}
		}
	}
	f.doubts = append(f.doubts, f.dialerDoubts()...)
	return f.doubts
}

// seenAt returns which of some values a branch has looked at, however control has come to one of its sides: on all other ways
// there they are a constant, which nobody chooses, or another branch has looked at them:
//
//	if name != "" && !allowed(name) && !known(name) {
//		return errForbidden
//	}
func (f *frame) seenAt(to, branch *ssa.BasicBlock, values map[ssa.Value]bool) map[ssa.Value]bool {
	if branch.Succs[0] == branch.Succs[1] {
		return nil
	}
	for _, from := range to.Preds {
		if from == branch {
			continue
		}
		v := constantOn(from, to)
		left := make(map[ssa.Value]bool)
		for _, same := range f.memory.again(v) {
			if values[same] {
				left[same] = true
			}
		}
		if other, isIf := last(from).(*ssa.If); isIf && from.Succs[0] != from.Succs[1] {
			if puzzles := f.question(other.Cond).puzzles; len(puzzles) > 0 {
				for v := range f.lookedAt(puzzles) {
					if values[v] {
						left[v] = true
					}
				}
			}
		}
		values = left
	}
	return values
}

// constantOn returns the value that is a constant text, or number, wherever control goes from one block to another, nil
// if there is none.
func constantOn(from, to *ssa.BasicBlock) ssa.Value {
	branch, ok := last(from).(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return nil
	}
	c, ok := branch.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.EQL && c.Op != token.NEQ || (from.Succs[0] == to) != (c.Op == token.EQL) {
		return nil
	}
	if k, ok := c.Y.(*ssa.Const); ok && k.Value != nil {
		return c.X
	}
	if k, ok := c.X.(*ssa.Const); ok && k.Value != nil {
		return c.Y
	}
	return nil
}

// lookedAt returns what the parts of a condition that are not understood look at. The condition may have
// other parts, of which they say nothing:
//
//	host := in.Host
//	if c, ok := fromContext(ctx); ok {
//		host = c.Host
//	}
//	if host == "" {
func (f *frame) lookedAt(puzzles []ssa.Value) map[ssa.Value]bool {
	q := &question{program: f.program, seen: make(map[ssa.Value]bool)}
	for _, v := range puzzles {
		q.visit(v)
	}
	for _, v := range slices.Collect(maps.Keys(q.seen)) {
		for _, other := range f.memory.again(v) {
			q.seen[other] = true
		}
	}
	f.addSteady(q.seen)
	f.addMadeAgain(q.seen)
	return q.seen
}

// doubtOf returns the check that is not understood and that the value which e reads has been
// through.
func (f *frame) doubtOf(e *edge) (h taint.Hop, ok bool) {
	if e.at == nil || e.copy != 0 || f.fn == nil {
		return h, false
	}
	if h, ok = f.checkedElsewhere(e); ok {
		return h, true
	}
	for _, d := range f.readDoubts() {
		if !d.block.Dominates(e.block()) || d.only != nil && d.only != e.at {
			continue
		}
		for v := range d.values {
			if f.values[v] != nil && f.holds(e.from, v) || readsOf(e, v) {
				return d.hop, true
			}
		}
	}
	return h, false
}

// readsOf reports whether e is what a model wrote into a field of v.
func readsOf(e *edge, v ssa.Value) bool {
	load, ok := e.at.(*ssa.UnOp)
	return ok && e.hop.Op == taint.OpSource && load.Op == token.MUL && regionOf(load.X).base == v
}

// A question is what a condition is made of.
type question struct {
	*program
	seen    map[ssa.Value]bool
	puzzles []ssa.Value // of those, what is not understood
}

func (p *program) question(cond ssa.Value) *question {
	s := &question{program: p, seen: make(map[ssa.Value]bool)}
	s.visit(cond)
	return s
}

// visit goes from a value to what it was made of. What is read from a field is the end: a check of
// one field is none of the others.
func (s *question) visit(v ssa.Value) {
	if v == nil || s.seen[v] || len(s.seen) > maxSlice {
		return
	}
	if _, isConst := v.(*ssa.Const); isConst {
		return
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		if s.isPuzzle(v) || looksFor(v) {
			s.puzzles = append(s.puzzles, v)
		}
		if v.Call.IsInvoke() {
			s.visit(v.Call.Value)
			s.visitHashed(v)
		}
		for _, arg := range v.Call.Args {
			s.visit(arg)
		}
	case *ssa.BinOp:
		if isPuzzlingComparison(v) && s.comparedValue(v) == nil && !fromSame(v.X, v.Y) || looksForDot(v) {
			s.puzzles = append(s.puzzles, v)
		} else if c := classified(v); c != nil && s.classifies(c) {
			s.puzzles = append(s.puzzles, c)
		} else if c, _ := lookedUp(v); c != nil && s.finds(c) {
			s.puzzles = append(s.puzzles, c)
		}
		s.visit(v.X)
		s.visit(v.Y)
	case *ssa.Lookup:
		_, isMap := under(v.X.Type()).(*types.Map)
		_, isFixed := v.Index.(*ssa.Const) // what one entry has is no answer about another value
		if isMap && !isFixed && len(s.members(v)) == 0 {
			s.puzzles = append(s.puzzles, v)
		}
		s.visit(v.Index)
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.visit(e)
		}
		s.deciding(v)
	case *ssa.UnOp:
		switch made := root(v).(type) {
		case *ssa.Call, *ssa.Extract: // a part of what was made here, as the host of a URL
			s.visit(made)
		}
		if v.Op != token.MUL {
			s.visit(v.X)
		} else if a, ok := v.X.(*ssa.Alloc); ok {
			s.visit(a)
			for _, ref := range *a.Referrers() {
				if store, isStore := ref.(*ssa.Store); isStore && store.Addr == ssa.Value(a) {
					s.visit(store.Val)
				}
			}
		}
	case *ssa.Slice:
		if list, listed := variadic(v); listed {
			for _, e := range list {
				s.visit(e)
			}
			return
		}
		s.visit(v.X)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.MakeClosure:
	case ssa.Instruction:
		var operands [8]*ssa.Value
		for _, o := range v.Operands(operands[:0]) {
			s.visit(*o)
		}
	}
}

// visitHashed visits what was written into a hash whose sum a call returns: who compares the sum with another one looks at that.
//
//	mac.Write(data)
//	if !hmac.Equal(sig, mac.Sum(nil)) {
func (s *question) visitHashed(sum *ssa.Call) {
	if library.KeyOf(sum.Call.Method) != "hash.Hash.Sum" {
		return
	}
	for _, ref := range *sum.Call.Value.Referrers() {
		if c, ok := ref.(*ssa.Call); ok && c.Call.IsInvoke() && c.Call.Method.Name() == "Write" && c.Call.Value == sum.Call.Value {
			s.visit(c.Call.Args[0])
		}
	}
}

// deciding visits the conditions that decide which of its values a phi has.
//
//	ok := false
//	for _, dir := range dirs {
//		if inside(dir, name) {
//			ok = true
//			break
func (s *question) deciding(phi *ssa.Phi) {
	before := phi.Block().Idom()
	if before == nil {
		return
	}
	for _, b := range phi.Parent().Blocks {
		if !before.Dominates(b) || b != before && phi.Block().Dominates(b) {
			continue
		}
		if branch, ok := last(b).(*ssa.If); ok {
			s.visit(branch.Cond)
		}
	}
}

// looksForDot reports whether a comparison is of a sign in a text with a dot: who looks at one may look for "..".
//
//	return len(path) > 1 && path[0] == '.' && path[1] == '.'
func looksForDot(i *ssa.BinOp) bool {
	c, isConst := i.Y.(*ssa.Const)
	if !isConst || !isComparison(i.Op) || c.Value == nil || c.Value.Kind() != constant.Int || c.Int64() != '.' {
		return false
	}
	switch x := i.X.(type) {
	case *ssa.Lookup:
		return isText(x.X.Type())
	case *ssa.Index:
		return true
	}
	return false
}

// isPuzzlingComparison reports whether a comparison is of two texts of which neither is written
// there.
func isPuzzlingComparison(i *ssa.BinOp) bool {
	if !isComparison(i.Op) {
		return false
	}
	_, isConst := i.X.(*ssa.Const)
	_, other := i.Y.(*ssa.Const)
	basic, ok := under(i.X.Type()).(*types.Basic)
	return !isConst && !other && ok && basic.Info()&types.IsString != 0
}

// classified returns the call of which a comparison looks at what kind of text it says that its argument is, nil if it is none:
//
//	if statement.Kind(query) != "select" {
func classified(i *ssa.BinOp) *ssa.Call {
	for _, sides := range [][2]ssa.Value{{i.X, i.Y}, {i.Y, i.X}} {
		if k, isConst := sides[1].(*ssa.Const); !isConst || k.Value == nil || !isComparison(i.Op) {
			continue
		}
		v := sides[0]
		if e, ok := v.(*ssa.Extract); ok {
			v = e.Tuple
		}
		if c, ok := v.(*ssa.Call); ok && slices.ContainsFunc(c.Call.Args, func(a ssa.Value) bool { return isText(a.Type()) }) {
			return c
		}
	}
	return nil
}

// kinds matches names of functions that say what a text does that they get. Types of files and languages, which others tell, are
// no reason to write to one or not.
var kinds = regexp.MustCompile(`(?i)kind|class|categor|operation|verb|statement|command|risk`)

// classifies is isPuzzle for a call that is asked for more than yes or no.
func (p *program) classifies(c *ssa.Call) bool {
	if _, isBuiltin := c.Call.Value.(*ssa.Builtin); isBuiltin {
		return false
	}
	name, fn := "", c.Call.StaticCallee()
	switch {
	case fn == nil && c.Call.IsInvoke():
		name = c.Call.Method.Name()
	case fn == nil || isStandardFunc(fn) || fn.Blocks != nil && fn.Pkg == p.in.Pkg && !p.isPuzzling(fn):
		return false
	default:
		name = fn.Name()
	}
	return kinds.MatchString(name) || guards.MatchString(name)
}

// guards matches names of functions whose error says that something is not allowed.
var guards = regexp.MustCompile(`(?i)valid|check|verif|ensure|allow|safe|secur|saniti|confin|within|inside|under|below|permi|auth|deny|block|restrict|escap|trust|policy|guard|assert|must|contain|match|bound|sandbox|scope|local|root`)

// isPuzzle reports whether the answer of a call may say that its arguments are harmless, for all
// that is known.
func (p *program) isPuzzle(c *ssa.Call) bool {
	if _, isBuiltin := c.Call.Value.(*ssa.Builtin); isBuiltin {
		return false
	}
	sig := c.Call.Signature()
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	answer := sig.Results().At(n - 1).Type()
	isBool := types.Identical(answer.Underlying(), types.Typ[types.Bool])
	if !isBool && !isError(answer) {
		return false
	}
	fn := c.Call.StaticCallee()
	switch {
	case fn == nil && c.Call.IsInvoke() && meaningless[library.KeyOf(c.Call.Method)]:
		return false
	case fn == nil && c.Call.IsInvoke():
		return isBool || guards.MatchString(c.Call.Method.Name())
	case fn == nil:
		return true
	case isStandardFunc(fn):
		return isBool && n == 1 && letterChecks(c) == nil && p.puzzlesOfStandard(c, fn)
	case p.isTried(fn):
		return true // it may be enough, or no other check stops what it lets through: see passed
	case n == 1 && slices.ContainsFunc(c.Call.Args, p.holdsConfined):
		return true // what it shows of a part of the argument is not followed
	case fn.Blocks != nil && fn.Pkg == p.in.Pkg:
		return p.isPuzzling(fn)
	}
	return isBool || guards.MatchString(fn.Name()) || p.puzzlesElsewhere(fn)
}

// meaningless are functions of the standard library whose answer says nothing of where a path
// leads, which host is meant, or what a command does, but for what the engine makes of it.
var meaningless = map[string]bool{
	"strings.Contains": true, "strings.ContainsAny": true, "strings.ContainsRune": true, suffixKey: true,
	"path/filepath.IsAbs": true, "path.IsAbs": true, "unicode/utf8.ValidString": true, "encoding/json.Valid": true,
	"errors.Is": true, "errors.As": true, "os.IsNotExist": true, "os.IsExist": true, "io/fs.FileInfo.IsDir": true,
	"io/fs.FileMode.IsDir": true, "io/fs.FileMode.IsRegular": true, "os.IsPermission": true, "path/filepath.IsLocal": true, "bytes.Contains": true,
	"net.IP.IsPrivate": true, "net.IP.IsLoopback": true, "net.IP.IsLinkLocalUnicast": true, "net.IP.IsUnspecified": true,
	"bufio.Scanner.Scan": true,
}

// puzzlesOfStandard is isPuzzle for functions of the standard library that return a truth value.
func (p *program) puzzlesOfStandard(c *ssa.Call, fn *ssa.Function) bool {
	obj := funcid.Declared(fn)
	if obj == nil {
		return true
	}
	switch key := library.KeyOf(obj); key {
	case prefixKey:
		return !leavesOut(c) && p.isPuzzlingPrefix(c)
	case matchKey, matchTextKey:
		_, known := p.patternOf(c.Call.Args[0])
		return !known
	case containsKey:
		return !fromSame(c.Call.Args[1], c.Call.Args[0])
	default:
		return !meaningless[key] || isConst(c.Call.Args[0]) && isText(c.Call.Args[0].Type())
	}
}

// isConst reports whether a value is a constant. Who looks there for a text, as in
//
//	if !strings.ContainsRune("0123456789", r) {
//
// asks whether that is one of some.
func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// cleaners return paths that end without a slash.
var cleaners = []string{
	"os.Getwd", "os.UserHomeDir", "path/filepath.Abs", "path/filepath.Clean", "path/filepath.Dir", "path/filepath.EvalSymlinks",
	"path/filepath.Join", "path.Clean", "path.Dir", "path.Join",
}

// isPuzzlingPrefix reports whether a prefix may end behind a folder, for all that is known, or is
// looked for in what may be a clean path.
func (p *program) isPuzzlingPrefix(c *ssa.Call) bool {
	value, prefix := c.Call.Args[0], c.Call.Args[1]
	if fromSame(value, prefix) {
		return false
	}
	f := &frame{program: p, fn: c.Parent()}
	for _, text := range f.texts(prefix) {
		switch {
		case strings.HasSuffix(text, "\x00"): // its end is not known
			if !p.isCleanPath(prefix, 0) {
				return true
			}
		case endsFolder(text):
			if _, isMade := value.(*ssa.Call); isMade && !isCleaned(value) {
				return true
			}
			if _, isMade := value.(*ssa.Extract); isMade && !isCleaned(value) {
				return true
			}
		}
	}
	return false
}

// holdsConfined reports whether a value is a struct, or refers to one, with a field that is said to
// be confined.
func (p *program) holdsConfined(v ssa.Value) bool {
	t := v.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if p.fieldTag(t, i).Confine != graph.ConfineNone {
			return true
		}
	}
	return false
}

// isCleanPath reports whether a value is a path that was cleaned, as far as the package shows.
func (p *program) isCleanPath(v ssa.Value, depth int) bool {
	if depth > maxPhis {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return v.Index == 0 && p.isCleanPath(v.Tuple, depth)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !p.isCleanPath(e, depth+1) })
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && slices.Contains(cleaners, fn.String())
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return p.isCleanPath(p.initial(g), depth+1)
		}
		values := p.fieldValues(v.X)
		if at, isElement := v.X.(*ssa.IndexAddr); isElement && isList(at.X) {
			values = p.elementsOf(at.X)
		}
		if free, ok := v.X.(*ssa.FreeVar); ok {
			if a, isVar := binding(free).(*ssa.Alloc); isVar {
				values, _ = storedIn(a)
			}
		}
		return len(values) > 0 && !slices.ContainsFunc(values, func(e ssa.Value) bool { return !p.isCleanPath(e, depth+1) })
	}
	return false
}

// isPuzzling reports whether what a function of the package answers may come from a check that is
// not understood.
func (p *program) isPuzzling(fn *ssa.Function) bool { return len(p.puzzlesIn(fn)) > 0 }

// puzzlesIn returns the checks in a function of the package that are not understood, and that its answer may
// come from.
func (p *program) puzzlesIn(fn *ssa.Function) []ssa.Value {
	out, known := p.puzzling[fn]
	if known {
		return out
	}
	p.puzzling[fn] = []ssa.Value{fn} // one that calls itself
	for _, q := range p.questionsIn(fn) {
		out = append(out, q.puzzles...)
	}
	p.puzzling[fn] = out
	return out
}

// questionsIn returns the conditions in a function that its answer may come from.
func (p *program) questionsIn(fn *ssa.Function) (out []*question) {
	for _, b := range fn.Blocks {
		switch i := last(b).(type) {
		case *ssa.If:
			out = append(out, p.question(i.Cond))
		case *ssa.Return:
			if n := len(i.Results); n > 0 {
				out = append(out, p.question(i.Results[n-1]))
			}
		}
	}
	return out
}

// puzzleName returns what a witness calls a check.
func puzzleName(i ssa.Instruction) string {
	if c, ok := i.(*ssa.Call); ok {
		if c.Call.IsInvoke() {
			return c.Call.Method.Name()
		}
		if fn := c.Call.StaticCallee(); fn != nil {
			return fn.Name()
		}
	}
	return ""
}

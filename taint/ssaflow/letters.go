package ssaflow

// This file finds out which characters code comes through with that looks at them one by one:
//
//	for _, r := range name {
//		if r >= 'a' && r <= 'z' {
//			b.WriteRune(r)
//		}
//	}
//
// The code is run for each character of ASCII, and once for all others together, along all ways that are left by conditions
// which cannot be decided.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// maxLetterSteps is how many blocks code may run through for one character; what needs more may come through with any.
const maxLetterSteps = 1000

// maxLetterCalls is how deep functions may call each other that look at a character.
const maxLetterCalls = 3

// A span has the numbers from lo to hi; false is 0, and true is 1.
type span struct{ lo, hi int64 }

func (s span) isOne() bool { return s.lo == s.hi }

// spans are the characters for which code is run.
var spans = func() (out []span) {
	for r := range int64(utf8.RuneSelf) {
		out = append(out, span{r, r})
	}
	return append(out, span{utf8.RuneSelf, utf8.MaxRune})
}()

// A letterRun runs a function for one character, or for those of a span.
type letterRun struct {
	letter ssa.Value // that is the character
	is     span
	phis   map[*ssa.Phi]span // what variables are on this way, if that is known
	depth  int
	steps  int
	seen   map[string]bool // the ways into blocks, with what was known there
}

// isLetter reports whether values of t are characters, or bytes.
func isLetter(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && (b.Kind() == types.Int32 || b.Kind() == types.Uint8)
}

// comesThrough returns what v may be where a block runs, for all characters that letter may be: all of them if that is not known.
func comesThrough(letter ssa.Value, at *ssa.BasicBlock, v ssa.Value) *alphabet {
	out := new(alphabet)
	ok := runLetters(letter, func(r *letterRun, b *ssa.BasicBlock) bool {
		if b != at {
			return true
		}
		s, known := r.eval(v)
		if known {
			out.add(s.lo, s.hi)
		}
		return known
	})
	if !ok {
		out.addAll()
	}
	return out
}

// returned returns what a function may return for all characters: numbers that are none are left out.
func returned(fn *ssa.Function) *alphabet {
	out := new(alphabet)
	for _, s := range spans {
		got, known := callLetter(fn, s, 0)
		if !known {
			out.addAll()
		}
		for _, s := range got {
			out.add(s.lo, s.hi)
		}
	}
	return out
}

// mayAnswer returns the characters for which a function may return an answer.
func mayAnswer(fn *ssa.Function, answer int64) *alphabet {
	out := new(alphabet)
	for _, s := range spans {
		got, known := callLetter(fn, s, 0)
		if !known || slices.ContainsFunc(got, func(g span) bool { return g.lo <= answer && answer <= g.hi }) {
			out.add(s.lo, s.hi)
		}
	}
	return out
}

// runLetters runs a function from where it has a character, for each of them, until it has the next one; visit is called
// for each block that it comes to, and says whether to go on.
func runLetters(letter ssa.Value, visit func(r *letterRun, b *ssa.BasicBlock) bool) (ok bool) {
	return !slices.ContainsFunc(spans, func(s span) bool {
		if b, ok := under(letter.Type()).(*types.Basic); ok && b.Kind() == types.Uint8 {
			s.hi = min(s.hi, math.MaxUint8)
		}
		r := &letterRun{letter: letter, is: s, seen: make(map[string]bool)}
		return !r.run(blockOf(letter), visit)
	})
}

// blockOf returns the block in which a value gets to be what it is.
func blockOf(v ssa.Value) *ssa.BasicBlock {
	if instr, ok := v.(ssa.Instruction); ok {
		return instr.Block()
	}
	return v.Parent().Blocks[0]
}

// run goes on from a block, and reports whether all that it may come to has been visited.
func (r *letterRun) run(b *ssa.BasicBlock, visit func(r *letterRun, b *ssa.BasicBlock) bool) bool {
	if r.steps++; r.steps > maxLetterSteps || !visit(r, b) {
		return false
	}
	ways := b.Succs
	if branch, ok := last(b).(*ssa.If); ok {
		if cond, known := r.eval(branch.Cond); known && cond.isOne() {
			ways = b.Succs[1-cond.lo:][:1]
		}
	}
	before := r.phis
	defer func() { r.phis = before }()
	for _, to := range ways {
		if to == blockOf(r.letter) {
			continue // to the next character
		}
		r.phis = before
		r.phis = r.into(b, to)
		if key := r.key(b, to); !r.seen[key] {
			r.seen[key] = true
			if !r.run(to, visit) {
				return false
			}
		}
	}
	return true
}

// into returns what is known of variables behind the way from a block to another. What an inner loop
// counts is not known: its runs are alike.
func (r *letterRun) into(b, to *ssa.BasicBlock) map[*ssa.Phi]span {
	out := make(map[*ssa.Phi]span)
	for phi, s := range r.phis {
		if phi.Block() != to && phi.Block().Dominates(to) {
			out[phi] = s
		}
	}
	n := slices.Index(to.Preds, b)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		_, isSum := phi.Edges[n].(*ssa.BinOp)
		if s, known := r.eval(phi.Edges[n]); known && !(isSum && to.Dominates(b)) {
			out[phi] = s
		}
	}
	return out
}

// key says what a way into a block is, and what is known behind it.
func (r *letterRun) key(b, to *ssa.BasicBlock) string {
	var known []string
	for phi, s := range r.phis {
		known = append(known, fmt.Sprint(phi.Name(), s))
	}
	slices.Sort(known)
	return fmt.Sprint(b.Index, to.Index, known)
}

// eval returns what a value is, if that is known.
func (r *letterRun) eval(v ssa.Value) (s span, known bool) {
	if v == r.letter {
		return r.is, true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constantSpan(v)
	case *ssa.Phi:
		s, known = r.phis[v]
	case *ssa.ChangeType:
		return r.eval(v.X)
	case *ssa.Convert:
		if s, known = r.eval(v.X); known {
			return s, fits(s, v.Type())
		}
	case *ssa.UnOp:
		if s, known = r.eval(v.X); known && v.Op == token.NOT {
			return span{1 - s.hi, 1 - s.lo}, true
		}
		return span{}, false
	case *ssa.BinOp:
		return r.evalBinary(v)
	case *ssa.Call:
		return r.evalCall(v)
	}
	return s, known
}

// constantSpan returns the number, or the truth value, that a constant is.
func constantSpan(c *ssa.Const) (s span, known bool) {
	if c.Value == nil {
		return span{}, false
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return span{1, 1}, true
		}
		return span{}, true
	case constant.Int:
		n, exact := constant.Int64Val(c.Value)
		return span{n, n}, exact
	}
	return span{}, false
}

// fits reports whether numbers are the same in another type.
func fits(s span, t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	switch b.Kind() {
	case types.Int8:
		return s.lo >= math.MinInt8 && s.hi <= math.MaxInt8
	case types.Uint8:
		return s.lo >= 0 && s.hi <= math.MaxUint8
	case types.Int16:
		return s.lo >= math.MinInt16 && s.hi <= math.MaxInt16
	case types.Uint16:
		return s.lo >= 0 && s.hi <= math.MaxUint16
	case types.Int, types.Int32, types.Int64:
		return s.lo >= math.MinInt32 && s.hi <= math.MaxInt32
	}
	return s.lo >= 0 && s.hi <= math.MaxInt32
}

// evalBinary is eval for what is made of two values.
func (r *letterRun) evalBinary(v *ssa.BinOp) (s span, known bool) {
	x, knownX := r.eval(v.X)
	y, knownY := r.eval(v.Y)
	if !knownX || !knownY {
		return span{}, false
	}
	decide := func(yes, no bool) (span, bool) {
		if yes {
			return span{1, 1}, true
		}
		return span{}, no
	}
	same, apart := x.isOne() && x == y, x.hi < y.lo || y.hi < x.lo
	switch v.Op {
	case token.EQL:
		return decide(same, apart)
	case token.NEQ:
		return decide(apart, same)
	case token.LSS:
		return decide(x.hi < y.lo, x.lo >= y.hi)
	case token.LEQ:
		return decide(x.hi <= y.lo, x.lo > y.hi)
	case token.GTR:
		return decide(x.lo > y.hi, x.hi <= y.lo)
	case token.GEQ:
		return decide(x.lo >= y.hi, x.hi < y.lo)
	case token.ADD:
		s = span{x.lo + y.lo, x.hi + y.hi}
	case token.SUB:
		s = span{x.lo - y.hi, x.hi - y.lo}
	default:
		return span{}, false
	}
	return s, fits(s, v.Type())
}

// evalCall is eval for what a function says of a character.
func (r *letterRun) evalCall(c *ssa.Call) (s span, known bool) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return span{}, false
	}
	truth := func(is bool) (span, bool) {
		if is {
			return span{1, 1}, true
		}
		return span{}, true
	}
	if name := fn.String(); slices.Contains(finders, name) {
		text, isText := constantText(c.Call.Args[0])
		x, isNumber := r.eval(c.Call.Args[1])
		isASCII := !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
		if !isText || !isNumber || !isASCII && x.hi >= utf8.RuneSelf || !x.isOne() && x.lo < utf8.RuneSelf {
			return span{}, false
		}
		n := int64(strings.IndexRune(text, rune(x.lo)))
		if name == finders[0] {
			return truth(n >= 0)
		}
		return span{n, n}, true
	}
	if len(c.Call.Args) != 1 || !isLetter(c.Call.Args[0].Type()) {
		return span{}, false
	}
	x, known := r.eval(c.Call.Args[0])
	if !known {
		return span{}, false
	}
	got, known := callLetter(fn, x, r.depth+1)
	if !known || len(got) == 0 {
		return span{}, false
	}
	s = got[0]
	for _, g := range got[1:] {
		s = span{min(s.lo, g.lo), max(s.hi, g.hi)}
	}
	return s, true
}

// callLetter returns what a function may return for a character.
func callLetter(fn *ssa.Function, is span, depth int) (out []span, known bool) {
	if ask := classes[fn.String()]; ask != nil {
		switch {
		case !is.isOne():
			return nil, false
		case ask(rune(is.lo)):
			return []span{{1, 1}}, true
		}
		return []span{{}}, true
	}
	if change := changes[fn.String()]; change != nil {
		switch {
		case is.isOne():
			n := int64(change(rune(is.lo)))
			return []span{{n, n}}, true
		case is.lo < utf8.RuneSelf:
			return nil, false
		case fn.Name() == "ToLower":
			return []span{{'i', 'i'}, {'k', 'k'}, spans[utf8.RuneSelf]}, true // of a capital I with a dot, and of the sign of kelvins
		}
		return []span{{'I', 'I'}, {'S', 'S'}, spans[utf8.RuneSelf]}, true // of an i without a dot, and of a long s
	}
	if fn.Blocks == nil || len(fn.Params) != 1 || !isLetter(fn.Params[0].Type()) || !fits(is, fn.Params[0].Type()) || depth > maxLetterCalls {
		return nil, false
	}
	r := &letterRun{letter: fn.Params[0], is: is, depth: depth, seen: make(map[string]bool)}
	known = r.run(fn.Blocks[0], func(r *letterRun, b *ssa.BasicBlock) bool {
		ret, ok := last(b).(*ssa.Return)
		if !ok {
			return true
		}
		if len(ret.Results) != 1 {
			return false
		}
		s, known := r.eval(ret.Results[0])
		out = append(out, s)
		return known
	})
	return out, known
}

// isOfLetters reports whether a function of the standard library is known that looks at a character.
func isOfLetters(fn *ssa.Function) bool {
	name := fn.String()
	return classes[name] != nil || changes[name] != nil || slices.Contains(finders, name)
}

// finders are functions that look for a character in a text.
var finders = []string{"strings.ContainsRune", "strings.IndexRune", "strings.IndexByte"}

// classes are functions of the standard library that say whether a character is one of some.
var classes = map[string]func(r rune) bool{
	"unicode.IsControl": unicode.IsControl, "unicode.IsDigit": unicode.IsDigit, "unicode.IsGraphic": unicode.IsGraphic,
	"unicode.IsLetter": unicode.IsLetter, "unicode.IsLower": unicode.IsLower, "unicode.IsNumber": unicode.IsNumber,
	"unicode.IsPrint": unicode.IsPrint, "unicode.IsPunct": unicode.IsPunct, "unicode.IsSpace": unicode.IsSpace,
	"unicode.IsSymbol": unicode.IsSymbol, "unicode.IsUpper": unicode.IsUpper,
}

// changes are those that make another character of one.
var changes = map[string]func(r rune) rune{
	"unicode.ToLower": unicode.ToLower, "unicode.ToTitle": unicode.ToTitle, "unicode.ToUpper": unicode.ToUpper,
}

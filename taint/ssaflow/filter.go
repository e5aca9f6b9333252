package ssaflow

// This file finds texts of which the program has looked at each character: those that it makes of the characters of other texts,
// and those that it refuses unless it likes all of them.

import (
	"go/token"
	"go/types"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// filter does what a call of a function of the standard library does that makes a text of characters of another one, and reports
// whether it is known which characters that are.
func (f *frame) filter(k *call, fn *ssa.Function) bool {
	from, made := f.madeOfLetters(k.common, fn)
	if made == nil {
		return false
	}
	e := f.edgeAt(k, taint.OpReturn, fn.Name(), k.args[from], k.result)
	e.fromDeep, e.toDeep = true, true
	e.drop = made.letters()
	f.edges = append(f.edges, e)
	if k.control != nil {
		e.from, e.fromDeep = k.control, false
		f.edges = append(f.edges, e)
	}
	return true
}

// madeOfLetters returns the characters of the text that a call makes of one of its arguments, nil if they are not known.
func (p *program) madeOfLetters(c *ssa.CallCommon, fn *ssa.Function) (from int, made *alphabet) {
	switch fn.String() {
	case "strings.Map":
		if mapping := letterFunc(c.Args[0]); mapping != nil {
			return 1, returned(mapping)
		}
	case "(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAllLiteralString":
		text, known := p.patternOf(c.Args[0])
		with, isText := constantText(c.Args[2])
		if known && isText && !strings.Contains(with, "$") {
			return 1, replaced(text, with)
		}
	}
	return 0, nil
}

// letterFunc returns the function that v is, if it does nothing with a character but to make another one of it, or to answer;
// nil if that is not known.
func letterFunc(v ssa.Value) *ssa.Function {
	if fn, ok := v.(*ssa.Function); ok && onlyAnswers(fn, 0) {
		return fn
	}
	return nil
}

// onlyAnswers reports whether a function writes nowhere, and calls nothing that may.
func onlyAnswers(fn *ssa.Function, depth int) bool {
	if isOfLetters(fn) {
		return true
	}
	return fn.Blocks != nil && depth <= maxLetterCalls && !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			switch i := instr.(type) {
			case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Panic:
				return true
			case *ssa.Call:
				callee := i.Call.StaticCallee()
				return callee == nil || !onlyAnswers(callee, depth+1)
			}
			return false
		})
	})
}

// replaced returns what a text may have when each character that a regular expression finds is replaced, nil if the expression
// finds something else.
func replaced(pattern, with string) *alphabet {
	re, err := syntax.Parse(pattern, syntax.Perl)
	for err == nil && (re.Op == syntax.OpCapture || re.Op == syntax.OpPlus || re.Op == syntax.OpStar) {
		re = re.Sub[0]
	}
	if err != nil || re.Op != syntax.OpCharClass {
		return nil
	}
	out := new(alphabet)
	next := int64(0) // which is not among those before
	for i := 0; i+1 < len(re.Rune); i += 2 {
		out.add(next, int64(re.Rune[i])-1)
		next = int64(re.Rune[i+1]) + 1
	}
	out.add(next, utf8.MaxRune)
	out.addText(with)
	return out
}

// letterChecks returns what a call proves that looks for a character in a text for which a function says yes.
func letterChecks(c *ssa.Call) []check {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.String() != "strings.ContainsFunc" {
		return nil
	}
	refused := letterFunc(c.Call.Args[1])
	if refused == nil {
		return nil
	}
	return []check{{param: 0, labels: mayAnswer(refused, 0).letters(), answer: "false"}}
}

// withoutLetters returns the text in which no character was found for which a function says yes if a comparison has an answer.
func withoutLetters(i *ssa.BinOp) (out []compared) {
	c, answer, exact := foundAt(i)
	if !exact || c.Call.StaticCallee() == nil || c.Call.StaticCallee().String() != "strings.IndexFunc" {
		return nil
	}
	refused := letterFunc(c.Call.Args[1])
	if refused == nil {
		return nil
	}
	no := map[string]string{"true": "false", "false": "true"}[answer]
	return []compared{{c.Call.Args[0], no, mayAnswer(refused, 0).letters()}}
}

// A letterLoop goes through the characters of a text to its end, or leaves the function.
type letterLoop struct {
	text   ssa.Value
	letter ssa.Value
	head   *ssa.BasicBlock
	lost   taint.Labels // of the text behind it: characters for which the loop does not go on are not in it
}

// done is the way that is taken behind the last character, and else never.
func (l *letterLoop) done() way { return way{l.head, 1} }

// passes returns the characters for which l goes on.
func (l *letterLoop) passes() *alphabet {
	out := new(alphabet)
	ok := runLetters(l.letter, func(r *letterRun, b *ssa.BasicBlock) bool {
		if b == l.head {
			out.add(r.is.lo, r.is.hi)
		}
		return true
	})
	if !ok {
		out.addAll()
	}
	return out
}

// letterLoops returns the loops of a function through the characters of a text, each function read once.
func (p *program) letterLoops(fn *ssa.Function) []letterLoop {
	if loops, ok := p.letters[fn]; ok {
		return loops
	}
	loops := letterLoops(fn)
	for i := range loops {
		loops[i].lost = loops[i].passes().letters()
	}
	if p.letters == nil {
		p.letters = make(map[*ssa.Function][]letterLoop)
	}
	p.letters[fn] = loops
	return loops
}

// letterLoops returns the loops of a function through the characters of a text.
//
//	for _, r := range name {
//	for _, c := range []byte(name) {
//	for i := 0; i < len(name); i++ {
func letterLoops(fn *ssa.Function) (out []letterLoop) {
	for _, b := range fn.Blocks {
		branch, ok := last(b).(*ssa.If)
		if !ok || len(b.Succs[1].Preds) != 1 {
			continue
		}
		switch cond := branch.Cond.(type) {
		case *ssa.Extract:
			next, ok := cond.Tuple.(*ssa.Next)
			if !ok || !next.IsString || cond.Index != 0 || next.Block() != b {
				continue
			}
			for _, ref := range *next.Referrers() {
				if letter, ok := ref.(*ssa.Extract); ok && letter.Index == 2 {
					out = append(out, letterLoop{text: next.Iter.(*ssa.Range).X, letter: letter, head: b})
				}
			}
		case *ssa.BinOp:
			if l, ok := countedLetters(cond, b); ok {
				out = append(out, l)
			}
		}
	}
	return slices.DeleteFunc(out, func(l letterLoop) bool { return !l.seesAll() })
}

// seesAll reports whether l looks at each character before it goes on to the next one.
func (l *letterLoop) seesAll() bool {
	return !slices.ContainsFunc(l.head.Preds, func(back *ssa.BasicBlock) bool {
		return l.head.Dominates(back) && !blockOf(l.letter).Dominates(back)
	})
}

// countedLetters returns the loop with a head that counts the characters of a text, or its bytes, and looks at each at one place.
func countedLetters(less *ssa.BinOp, head *ssa.BasicBlock) (l letterLoop, ok bool) {
	length, isCall := less.Y.(*ssa.Call)
	if !isCall || less.Op != token.LSS || !countsUp(less.X, head) && !countsFrom0(less.X, head) {
		return l, false
	}
	if callee, isBuiltin := length.Call.Value.(*ssa.Builtin); !isBuiltin || callee.Name() != "len" {
		return l, false
	}
	list := length.Call.Args[0]
	l = letterLoop{text: list, head: head}
	if made, isMade := list.(*ssa.Convert); isMade && isOnlyRead(made) {
		l.text = made.X
	}
	if b, isBasic := under(l.text.Type()).(*types.Basic); !isBasic || b.Info()&types.IsString == 0 || less.X.Referrers() == nil {
		return l, false
	}
	for _, ref := range *less.X.Referrers() {
		var letter ssa.Value
		switch at := ref.(type) {
		case *ssa.Index:
			if at.X == list && at.Index == less.X {
				letter = at
			}
		case *ssa.Lookup:
			if at.X == list && at.Index == less.X {
				letter = at
			}
		case *ssa.IndexAddr:
			if at.X == list && at.Index == less.X && len(*at.Referrers()) == 1 {
				if load, isLoad := (*at.Referrers())[0].(*ssa.UnOp); isLoad {
					letter = load
				}
			}
		}
		switch {
		case letter == nil:
		case l.letter != nil:
			return l, false
		default:
			l.letter = letter
		}
	}
	return l, l.letter != nil && isLetter(l.letter.Type())
}

// isOnlyRead reports whether nobody writes to a list that was made of a text.
func isOnlyRead(list *ssa.Convert) bool {
	return !slices.ContainsFunc(*list.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Call:
			callee, isBuiltin := ref.Call.Value.(*ssa.Builtin)
			return !isBuiltin || callee.Name() != "len"
		case *ssa.IndexAddr:
			return slices.ContainsFunc(*ref.Referrers(), func(use ssa.Instruction) bool {
				load, isLoad := use.(*ssa.UnOp)
				return !isLoad || load.Op != token.MUL
			})
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

// countsFrom0 reports whether a variable is 0 when a block runs first, and one more each time.
func countsFrom0(v ssa.Value, head *ssa.BasicBlock) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != head {
		return false
	}
	for i, e := range phi.Edges {
		sum, isSum := e.(*ssa.BinOp)
		isNext := isSum && sum.Op == token.ADD && sum.X == ssa.Value(phi) && isNumberOf(sum.Y, 1)
		if isBack := head.Dominates(head.Preds[i]); isBack && !isNext || !isBack && !isNumberOf(e, 0) {
			return false
		}
	}
	return true
}

// checkedLetters says which characters get to where texts are made of them, and which are in texts of which loops have seen all.
func (f *frame) checkedLetters() {
	for _, l := range f.letterLoops(f.fn) {
		f.cleaned(l.text, nil, []way{l.done()}, l.lost)
	}
	looked := 0
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			v := writtenLetter(instr)
			if v == nil {
				continue
			}
			letter := letterOf(v, nil)
			if letter == nil || !isLookedAt(letter) || !blockOf(letter).Dominates(b) {
				continue
			}
			if looked++; looked > maxLetters {
				return
			}
			if lost := comesThrough(letter, b, v).letters(); len(lost) > 0 {
				f.cleans = append(f.cleans, clean{value: v, block: b, labels: lost, only: instr})
			}
		}
	}
}

// maxLetters is how many characters that a function writes are looked at; of more, nothing is known.
const maxLetters = 40

// isLookedAt reports whether a function may compare a character with something, or ask for its class.
func isLookedAt(letter ssa.Value) bool {
	return slices.ContainsFunc(*letter.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return isComparison(ref.Op)
		case *ssa.Call, *ssa.Convert:
			return true
		}
		return false
	})
}

// writtenLetter returns the character that an instruction puts into a text, nil for none.
func writtenLetter(instr ssa.Instruction) (v ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Store:
		v = i.Val // into what is appended to a list
	case *ssa.Convert:
		if b, ok := under(i.Type()).(*types.Basic); ok && b.Info()&types.IsString != 0 {
			v = i.X
		}
	case *ssa.Call:
		if fn := i.Call.StaticCallee(); fn != nil && slices.Contains(letterWriters, funcid.Of(fn)) {
			v = i.Call.Args[len(i.Call.Args)-1]
		}
	}
	if v == nil || !isLetter(v.Type()) {
		return nil
	}
	return v
}

// letterWriters are functions of the standard library that add a character to a text.
var letterWriters = []string{
	"(*strings.Builder).WriteRune", "(*strings.Builder).WriteByte", "(*bytes.Buffer).WriteRune", "(*bytes.Buffer).WriteByte", "unicode/utf8.AppendRune",
}

// letterOf returns the one character that a value is made of, beside constants, nil if there is none.
func letterOf(v ssa.Value, seen []ssa.Value) ssa.Value {
	if slices.Contains(seen, v) {
		return nil
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.FreeVar:
		return nil
	case *ssa.Phi:
		var one ssa.Value
		for _, e := range v.Edges {
			letter := letterOf(e, seen)
			if letter != nil && one != nil && letter != one {
				return nil
			}
			if letter != nil {
				one = letter
			}
		}
		return one
	case *ssa.Convert:
		if isLetter(v.X.Type()) {
			return letterOf(v.X, seen)
		}
	case *ssa.BinOp:
		if x := letterOf(v.X, seen); x != nil {
			return x
		}
		return letterOf(v.Y, seen)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && len(v.Call.Args) == 1 && isLetter(v.Call.Args[0].Type()) {
			return letterOf(v.Call.Args[0], seen)
		}
	}
	return v
}

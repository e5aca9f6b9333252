package ssaflow

// This file says what cannot be an option of a program: a text that does not begin with a dash.

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// noOption are the marks that texts have lost which begin with no dash.
var noOption = taint.NewLabels(taint.MarkDash, taint.MarkOf("option"))

// noVariable is the mark that texts have lost which do not choose freely among the variables of
// the environment.
var noVariable = taint.Labels{taint.MarkOf("env")}

// noEntry is the mark that entries of an environment have lost whose names the program begins.
var noEntry = taint.Labels{taint.MarkOf(taint.KindVariables)}

// behindMark returns the marks that a text loses behind another one: it begins no option, or one
// that the program chose, and not the name of a variable, to be read or set. A variable is taken to have something
// in it.
func behindMark(text string) (lost taint.Labels) {
	if strings.Trim(text, "-") != "" {
		lost = noOption
	}
	if text == `'` || text == `"` { // which a shell takes away
		lost = taint.Labels{taint.MarkOf("option")}
	}
	if strings.Contains(withoutMarks(text), "?") { // of an address, behind which is a query
		lost = lost.Union(taint.Labels{taint.MarkOf(taint.KindEndpoint)})
	}
	if namesProgram(text) {
		lost = lost.Union(taint.Labels{taint.MarkLine})
	}
	if text != "" && (text[0] != '\x00' || strings.Contains(text, "=")) {
		lost = lost.Union(noEntry)
	}
	if last := text[max(len(text)-1, 0):]; last == "\x00" || last == "_" || last != "" && unicode.IsLetter(rune(last[0])) {
		lost = lost.Union(noVariable)
	}
	return lost
}

// behindText returns what the right operand of + loses.
func (f *frame) behindText(i *ssa.BinOp) (lost taint.Labels) {
	if i.Op != token.ADD {
		return nil
	}
	lost = noOption.Union(noVariable)
	texts := f.texts(i.X)
	if len(texts) > 0 {
		lost = lost.Union(taint.Labels{taint.MarkLine, taint.MarkOf(taint.KindEndpoint)}).Union(noEntry)
	}
	for _, text := range texts {
		lost = lost.Without(lost.Without(behindMark(text)))
	}
	if len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { return len(namedBehind(text)) == 0 }) {
		lost = lost.Union(taint.Labels{taint.MarkFolder})
	}
	return lost
}

// beforeText returns what the left operand of + loses.
func (f *frame) beforeText(i *ssa.BinOp) (lost taint.Labels) {
	basic, ok := under(i.Type()).(*types.Basic)
	if i.Op != token.ADD || !ok || basic.Info()&types.IsString == 0 {
		return nil
	}
	texts := f.texts(i.Y)
	isNamed := len(texts) > 0
	for _, text := range texts {
		named := namedBefore(text)
		lost = lost.Union(named.Without(taint.Labels{taint.MarkFolder}))
		isNamed = isNamed && named.Has(taint.MarkFolder)
	}
	if isNamed {
		lost = lost.Union(taint.Labels{taint.MarkFolder})
	}
	return lost
}

// betweenVerbs returns the texts between the verbs of a format, the one before the first and behind the last included;
// nil if arguments may come in any order.
func betweenVerbs(format string) []string {
	if strings.Contains(format, "[") || strings.Contains(format, "*") {
		return nil
	}
	parts := strings.Split(strings.ReplaceAll(format, "%%", "-"), "%")
	for n, part := range parts[1:] {
		part = strings.TrimLeft(part, "+-# 0123456789.")
		parts[n+1] = part[min(1, len(part)):]
	}
	return parts
}

// besideVerbs returns what argument n of a format loses by what stands before it and behind it.
func besideVerbs(format string, n int) taint.Labels {
	texts := betweenVerbs(format)
	if n+1 >= len(texts) {
		return nil
	}
	before, behind := texts[n], texts[n+1]
	if n > 0 {
		before = anyText[0] + before
	}
	if n+2 < len(texts) {
		behind += anyText[0]
	}
	return behindMark(before).Union(namedBehind(before)).Union(namedBefore(behind))
}

// isAbsolute reports whether what is put together behind a path does not begin with a dash: "-x"
// is what is left of "./-x" and of "dir/../-x".
func (f *frame) isAbsolute(first ssa.Value) bool {
	return f.allTexts(f.fn, first, func(text string) bool {
		return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "\x00")
	})
}

// A begun is a text that does not begin with a dash if a comparison has an answer.
type begun struct {
	value  ssa.Value
	answer string
}

// beginning returns what a comparison says of how a text begins: with something else than a dash,
// or with nothing at all.
//
//	if name == "" || name[0] == '-' {
//	if len(name) > 0 && name[0] == '-' {
func beginning(i *ssa.BinOp) (b begun, ok bool) {
	c, isConst := i.Y.(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Int {
		return begun{}, false
	}
	switch x := i.X.(type) {
	case *ssa.Lookup:
		if isZero(x.Index) {
			b = begun{x.X, besideDash(i.Op, c)}
		}
	case *ssa.Index:
		if isZero(x.Index) {
			b = begun{x.X, besideDash(i.Op, c)}
		}
	case *ssa.Call:
		if l, ok := x.Call.Value.(*ssa.Builtin); ok && l.Name() == "len" && isZero(c) && !isOfAddress(x.Call.Args[0]) {
			b = begun{x.Call.Args[0], whereZero(i.Op)}
		}
	}
	return b, b.answer != ""
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
}

// besideDash returns the answer with which what is compared with c is no dash.
func besideDash(op token.Token, c *ssa.Const) string {
	isDash := c.Int64() == '-'
	switch {
	case op == token.EQL && isDash, op == token.NEQ && !isDash:
		return "false"
	case op == token.EQL, op == token.NEQ:
		return "true"
	}
	return ""
}

// whereZero returns the answer with which a length that is compared with 0 is 0.
func whereZero(op token.Token) string {
	switch op {
	case token.EQL, token.LEQ:
		return "true"
	case token.NEQ, token.GTR:
		return "false"
	}
	return ""
}

// ofNothing returns what a comparison of x says nothing of: an address without a host or a scheme
// may be anything.
func ofNothing(i *ssa.BinOp, x ssa.Value) taint.Labels {
	text, known := constantText(i.X)
	if i.X == x {
		text, known = constantText(i.Y)
	}
	if known && text == "" && isOfAddress(x) {
		return exactMarks
	}
	return nil
}

// isOfAddress reports whether a value is a part of a URL.
func isOfAddress(v ssa.Value) bool {
	return slices.ContainsFunc(origins(v), func(o origin) bool { return o.host || o.begin })
}

// dashChecks returns what a call proves that looks for a dash in a text, or at its beginning,
// where there is none.
func dashChecks(c *ssa.Call) []check {
	fn := c.Call.StaticCallee()
	if fn == nil || len(c.Call.Args) != 2 {
		return nil
	}
	text, known := constantText(c.Call.Args[1])
	switch name := fn.String(); {
	case !known:
	case name == prefixKey && text == "-", name == "strings.Contains" && text == "-",
		name == "strings.ContainsAny" && strings.Contains(text, "-"):
		return []check{{param: 0, labels: noOption, answer: "false"}}
	}
	return nil
}

// mayBeginDash reports whether a text that matches a pattern may begin with a dash, and whether
// it may be empty.
func mayBeginDash(re *syntax.Regexp) (dash, empty bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) > 0 && re.Rune[0] == '-', len(re.Rune) == 0
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			dash = dash || re.Rune[i] <= '-' && '-' <= re.Rune[i+1]
		}
		return dash, false
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true, false
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			d, e := mayBeginDash(sub)
			if dash = dash || d; !e {
				return dash, false
			}
		}
		return dash, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			d, e := mayBeginDash(sub)
			dash, empty = dash || d, empty || e
		}
		return dash, empty
	case syntax.OpCapture, syntax.OpPlus:
		return mayBeginDash(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		dash, _ = mayBeginDash(re.Sub[0])
		return dash, true
	case syntax.OpRepeat:
		dash, empty = mayBeginDash(re.Sub[0])
		return dash, empty || re.Min == 0
	case syntax.OpNoMatch:
		return false, false
	}
	return false, true // a place, as the beginning of the text
}

// namesNoOption reports whether what begins with one of the texts that v may be is no option.
func (p *program) namesNoOption(fn *ssa.Function, v ssa.Value) bool {
	return p.allTexts(fn, v, func(text string) bool {
		return text != "" && !strings.HasPrefix(text, "-") && (text[0] != 0 || strings.Trim(behindMarks(text), "-") != "")
	})
}

// areValues reports whether each element of a list that is no constant stands directly behind an option that takes it for its value, in all
// programs with such options that the package names: the list may be handed on, and then it is not known any more what stands in front of what.
//
//	args = append(args, "--glob", pattern)
func (f *frame) areValues(list ssa.Value) bool {
	values, ok := f.writtenIn(list)
	if !ok {
		return false
	}
	found := false
	for n, v := range values {
		if _, isConst := v.(*ssa.Const); isConst {
			continue
		}
		if n == 0 {
			return false
		}
		option, isConst := constantText(values[n-1])
		if !isConst || !strings.HasPrefix(option, "-") || len(f.optionPrograms()) == 0 {
			return false
		}
		if slices.ContainsFunc(f.optionPrograms(), func(program string) bool { return !library.IsValueOf(program, option) }) {
			return false
		}
		found = true
	}
	return found
}

// optionPrograms returns the programs with options that run or write which the package names where it starts programs, or calls functions that may.
func (p *program) optionPrograms() []string {
	if p.optioned != nil {
		return p.optioned
	}
	p.optioned = []string{}
	for _, fn := range declared(p.in.Pkg) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := call.Common().StaticCallee(); callee != nil && isStandardFunc(callee) && funcid.Declared(callee).Pkg().Path() != "os/exec" {
					continue
				}
				for _, arg := range call.Common().Args {
					p.addProgram(arg, 0)
				}
			}
		}
	}
	slices.Sort(p.optioned)
	return p.optioned
}

// addProgram adds the programs that a value may name.
func (p *program) addProgram(v ssa.Value, depth int) {
	if phi, ok := v.(*ssa.Phi); ok && depth < maxPhis {
		for _, e := range phi.Edges {
			p.addProgram(e, depth+1)
		}
	}
	if text, ok := constantText(v); ok && library.HasOptions(text) && !slices.Contains(p.optioned, text) {
		p.optioned = append(p.optioned, text)
	}
}

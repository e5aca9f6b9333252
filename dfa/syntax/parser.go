package syntax

// This file reads rules and formulas, by recursive descent.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Limits. What a text can say within them fits into memory and time: see the
// package dfa for what becomes of it.
const (
	// maxText is the length of a text in bytes: two hundred rules of a line each
	// joined by AND are about a quarter of it.
	maxText = 1 << 16
	// maxDepth is how deep parentheses and operators of one operand nest. Each
	// level costs a few frames of the stack.
	maxDepth = 200
	// maxCount is the largest number in F[<=k], at most n and at least n: the
	// automaton has a state for each count, and minimizing it takes time that
	// grows with the square, a second at ten thousand.
	maxCount = 1000
)

// Parse reads a rule. The error is an *Error.
func Parse(text string) (*Rule, error) {
	p, err := newParser(text)
	if err != nil {
		return nil, err
	}
	var r *Rule
	if err := p.run(func() { r = p.disjunction() }); err != nil {
		return nil, err
	}
	return r, nil
}

// ParseFormula reads a formula, without the "ltlf:". The error is an *Error.
func ParseFormula(text string) (*Formula, error) {
	p, err := newParser(text)
	if err != nil {
		return nil, err
	}
	var f *Formula
	if err := p.run(func() { f = p.formula() }); err != nil {
		return nil, err
	}
	return f, nil
}

// MustParse is Parse for texts that are constants of the program.
func MustParse(text string) *Rule {
	r, err := Parse(text)
	if err != nil {
		panic(fmt.Sprintf("syntax: %q: %v", text, err))
	}
	return r
}

type parser struct {
	text  string
	toks  []token
	at    int
	depth int
}

func newParser(text string) (*parser, error) {
	if len(text) > maxText {
		return nil, &Error{Pos: Pos{0, 1, 1}, Code: CodeLimit, Text: text, Msg: fmt.Sprintf("a rule of %d bytes; the limit is %d", len(text), maxText)}
	}
	toks, err := tokens(text)
	if err != nil {
		return nil, err
	}
	if toks[0].kind == tokEOF {
		return nil, &Error{Pos: toks[0].pos, Code: CodeEmpty, Text: text, Msg: "an empty rule"}
	}
	return &parser{text: text, toks: toks}, nil
}

// run calls parse, which panics with an *Error, and checks that nothing
// follows.
func (p *parser) run(parse func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			err = e
		default:
			panic(e)
		}
	}()
	parse()
	if t := p.peek(); t.text == ")" {
		p.fail(t.pos, CodeParen, "this ) closes nothing")
	} else if t.kind != tokEOF {
		p.fail(t.pos, CodeTrailing, "%s does not belong here: the rule ends before it", describe(t))
	}
	return nil
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEOF {
		p.at++
	}
	return t
}

// got consumes the next token if it is the symbol or keyword.
func (p *parser) got(text string) bool {
	if t := p.peek(); t.kind == tokEOF || t.quoted || t.text != text {
		return false
	}
	p.at++
	return true
}

func (p *parser) fail(pos Pos, code Code, format string, args ...any) {
	panic(&Error{Pos: pos, Code: code, Msg: fmt.Sprintf(format, args...), Text: p.text})
}

func describe(t token) string {
	if t.kind == tokEOF {
		return "the end"
	}
	return strconv.Quote(t.text)
}

// enter counts a level of nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.peek().pos, CodeLimit, "nested more than %d deep", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// disjunction = conjunction { "OR" conjunction }
func (p *parser) disjunction() *Rule { return p.joined(FormOr, "OR", p.conjunction) }

// conjunction = unit { "AND" unit }
func (p *parser) conjunction() *Rule { return p.joined(FormAnd, "AND", p.unit) }

func (p *parser) joined(form Form, word string, part func() *Rule) *Rule {
	pos := p.peek().pos
	args := []*Rule{part()}
	for p.got(word) {
		args = append(args, part())
	}
	if len(args) == 1 {
		return args[0]
	}
	return &Rule{Form: form, Args: args, Pos: pos}
}

// unit = "(" disjunction ")" | "ltlf:" formula | pattern
func (p *parser) unit() *Rule {
	p.enter()
	defer p.leave()
	t := p.peek()
	if t.text == "(" && p.groups() {
		p.next()
		r := p.disjunction()
		p.closing(t)
		return r
	}
	if f, ok := p.explicit(); ok {
		return &Rule{Form: FormFormula, Operands: []*Formula{f}, Pos: t.pos}
	}
	r := p.pattern()
	r.Pos = t.pos
	return r
}

// explicit reads "ltlf:" and a formula.
func (p *parser) explicit() (*Formula, bool) {
	const word = "ltlf:"
	t := p.peek()
	if t.kind != tokWord || !strings.HasPrefix(t.text, word) {
		return nil, false
	}
	if t.text == word {
		p.next()
		return p.formula(), true
	}
	// No blank behind the colon: the rest of the word is the formula's first.
	rest := &p.toks[p.at]
	rest.text = rest.text[len(word):]
	rest.pos.Offset += len(word)
	rest.pos.Col += len(word)
	return p.formula(), true
}

// groups reports whether the ( at hand encloses a whole rule, not an operand:
// then its ) is followed by AND, OR, another ) or the end.
func (p *parser) groups() bool {
	open := 0
	for i := p.at; i < len(p.toks); i++ {
		switch p.toks[i].text {
		case "(":
			open++
		case ")":
			open--
		}
		if open == 0 {
			t := p.toks[i+1]
			return t.kind == tokEOF || t.text == "AND" || t.text == "OR" || t.text == ")"
		}
	}
	return true // it is not closed: the rule inside says so
}

func (p *parser) closing(open token) {
	if !p.got(")") {
		t := p.peek()
		if t.kind == tokEOF {
			p.fail(open.pos, CodeParen, "this ( lacks its )")
		}
		p.fail(t.pos, CodePattern, "want ) or AND or OR, not %s", describe(t))
	}
}

// pattern reads one pattern.
func (p *parser) pattern() *Rule {
	switch {
	case p.got("G"):
		return p.globally()
	case p.got("never"):
		return p.never()
	case p.got("at"):
		return p.counted()
	}
	a := p.operand()
	t := p.next()
	if !t.quoted {
		switch t.text {
		case "->":
			return p.response(a)
		case "U":
			return &Rule{Form: FormUntil, Operands: []*Formula{a, p.operand()}}
		case "before":
			if p.got("each") {
				return &Rule{Form: FormBeforeEach, Operands: []*Formula{a, p.operand()}}
			}
			return &Rule{Form: FormBefore, Operands: []*Formula{a, p.operand()}}
		case "only":
			return p.between(a)
		}
	}
	p.fail(t.pos, CodePattern, "want ->, U, before or only behind %s, not %s; a formula needs \"ltlf:\" in front", printOperand(a), describe(t))
	return nil
}

func (p *parser) globally() *Rule {
	if t := p.peek(); t.text != "!" {
		p.fail(t.pos, CodePattern, "the pattern is \"G !a\"; other formulas need \"ltlf:\" in front")
	}
	p.next()
	return &Rule{Form: FormNever, Operands: []*Formula{p.operand()}}
}

func (p *parser) never() *Rule {
	a := p.operand()
	if p.got("after") {
		return &Rule{Form: FormNeverAfter, Operands: []*Formula{a, p.operand()}}
	}
	return &Rule{Form: FormNever, Operands: []*Formula{a}}
}

func (p *parser) counted() *Rule {
	t := p.next()
	switch t.text {
	case "most":
		return &Rule{Form: FormAtMost, N: p.count(0), Operands: []*Formula{p.operand()}}
	case "least":
		r := &Rule{Form: FormAtLeast, N: p.count(1), Operands: []*Formula{p.operand()}}
		p.want("before")
		r.Operands = append(r.Operands, p.operand())
		return r
	}
	p.fail(t.pos, CodePattern, "want \"at most\" or \"at least\", not %s", describe(t))
	return nil
}

// response reads the steps behind "a ->".
func (p *parser) response(a *Formula) *Rule {
	r := &Rule{Form: FormResponse, Operands: []*Formula{a}}
	p.want("F")
	if k, ok := p.bound(); ok {
		r.Form, r.N = FormWithin, k
		r.Operands = append(r.Operands, p.operand())
		if t := p.peek(); t.text == "->" {
			p.fail(t.pos, CodePattern, "a chain has no bounds; with them it is a formula, with \"ltlf:\" in front")
		}
		return r
	}
	r.Operands = append(r.Operands, p.operand())
	for p.got("->") {
		p.want("F")
		r.Operands = append(r.Operands, p.operand())
	}
	return r
}

func (p *parser) between(a *Formula) *Rule {
	p.want("between")
	r := &Rule{Form: FormBetween, Operands: []*Formula{a, p.operand()}}
	p.want("and")
	r.Operands = append(r.Operands, p.operand())
	return r
}

func (p *parser) want(word string) {
	if !p.got(word) {
		t := p.peek()
		p.fail(t.pos, CodePattern, "want %q, not %s", word, describe(t))
	}
}

// bound reads [<=k], if it is there.
func (p *parser) bound() (int, bool) {
	if !p.got("[") {
		return 0, false
	}
	p.want("<=")
	k := p.count(0)
	p.want("]")
	return k, true
}

// count reads a number that is at least low.
func (p *parser) count(low int) int {
	t := p.next()
	digits := t.text
	if t.kind != tokWord || t.quoted || strings.Trim(digits, "0123456789") != "" {
		p.fail(t.pos, CodeNumber, "want a number, not %s", describe(t))
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n > maxCount:
		p.fail(t.pos, CodeLimit, "%s is more than the limit of %d", digits, maxCount)
	case n < low:
		p.fail(t.pos, CodeNumber, "want %d or more, not %s", low, digits)
	}
	return n
}

// operand = atom | "!" operand | "(" formula ")"
func (p *parser) operand() *Formula {
	p.enter()
	defer p.leave()
	switch t := p.peek(); {
	case t.text == "!" && t.kind == tokSymbol:
		p.next()
		return &Formula{Op: OpNot, Args: []*Formula{p.operand()}, Pos: t.pos}
	case t.text == "(":
		p.next()
		f := p.formula()
		p.closing(t)
		return f
	}
	return p.atom(patternWords)
}

// The words that are no atoms, unless in quotes.
var (
	patternWords = []string{"G", "F", "U", "AND", "OR", "never", "at", "most", "least", "before", "each", "after", "only", "between", "and"}
	formulaWords = []string{"X", "WX", "F", "G", "U", "W", "R", "Y", "O", "H", "S", "AND", "OR"}
)

// atom reads an atom that is none of the reserved words.
func (p *parser) atom(reserved []string) *Formula {
	t := p.next()
	if t.kind != tokWord {
		p.fail(t.pos, CodeOperand, "want an atom such as tool:NAME, not %s", describe(t))
	}
	if !t.quoted && slices.Contains(reserved, t.text) {
		p.fail(t.pos, CodeOperand, "want an atom such as tool:NAME, not the word %s; a tag of that name goes in quotes", t.text)
	}
	a := p.newAtom(t)
	return &Formula{Op: OpAtom, Atom: a, Pos: t.pos}
}

func (p *parser) newAtom(t token) *Atom {
	a := &Atom{Name: t.text, Pos: t.pos}
	prefix, name, colon := strings.Cut(t.text, ":")
	switch {
	case t.quoted && !colon || t.quoted && strings.HasPrefix(t.text, `"`):
		a.Name, a.Literal = t.name, true
	case !colon && t.text == "human":
		a.Kind, a.Name = AtomHuman, ""
	case colon:
		p.prefixed(a, t, prefix, name)
	}
	if t.testPos.Line > 0 {
		if a.Kind != AtomTool {
			p.fail(t.testPos, CodeTest, "only tool:NAME has arguments to test")
		}
		a.Tests = p.tests(t)
	}
	return a
}

func (p *parser) prefixed(a *Atom, t token, prefix, name string) {
	kind := slices.Index(atomPrefixes[:AtomHuman], prefix)
	if prefix == "" || kind < 0 {
		p.fail(t.pos, CodeAtom, "%q is no kind of atom; the kinds are %s, human and bare tags%s",
			prefix+":", strings.Join(atomPrefixes[AtomTool:AtomHuman], ", "), quoteHint(t))
	}
	a.Kind, a.Name = AtomKind(kind), name
	if t.quoted {
		if !strings.HasPrefix(name, `"`) {
			p.fail(t.pos, CodeQuote, "quotes enclose the whole name, as in %s:\"a b\"", prefix)
		}
		a.Name, a.Literal = t.name, true
	}
	if a.Name == "" {
		p.fail(t.pos, CodeAtom, "%s without a name", t.text)
	}
	if names := kindNames; (a.Kind == AtomKindOf || a.Kind == AtomAction) && !a.glob() && !slices.Contains(names, a.Name) {
		p.fail(t.pos, CodeAtom, "%q is no kind of step; the kinds are %s", a.Name, strings.Join(names, ", "))
	}
}

// kindNames are the kinds of steps. Those of entry and exit are known, too, so
// that a rule about them is said to match nothing instead of being misspelt.
var kindNames = []string{"entry", "exit", "tool", "llm", "router", "human", "subgraph", "passthrough"}

func quoteHint(t token) string {
	if t.quoted {
		return ""
	}
	return fmt.Sprintf("; a tag with a colon goes in quotes: %q", t.text)
}

package loops

// This file says what conditions hang on: whether a value is what it has to be only where
// somebody agreed.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A want is what a value has to be: a constant, or with not anything else. With nor, it is not what that has either: constants,
// each with a line end behind it.
type want struct {
	text string
	not  bool
	nor  string
}

// Constants beside those of the program.
const (
	isNil  = "nil"
	isSome = "some" // anything that is not nil
	isAny  = ""     // no value meets it, and with not every value
)

// A given is which decisions a function is called with, by parameter.
type given string

// met returns the stand of a value that is known.
func (w want) met(text string) stand {
	switch {
	case strings.Contains("\n"+w.nor, "\n"+text+"\n"):
		return stand{}
	case w.text == isSome && text != isNil: // whatever it is
		return stand{grade: choose(w.not, never, free)}
	case (text == w.text) != w.not:
		return freely
	}
	return stand{}
}

func choose(yes bool, a, b grade) grade {
	if yes {
		return a
	}
	return b
}

// saysAt is says at the end of a block.
func (o *order) saysAt(b, n int32, field string, w want) stand {
	before := o.use
	o.use = b
	defer func() { o.use = before }()
	return o.says(n, field, w)
}

// A saying is what says is asked.
type saying struct {
	term  int32
	field string
	want
	use int32
}

// saysAnew is says of a term that is not being looked at.
func (o *order) saysAnew(n int32, field string, w want) stand {
	t := &o.fn.Flow.Terms[n]
	if o.isOld(t) {
		return before(o.asksAgain(t), o.posOf(t))
	}
	switch t.Op {
	case valueflow.TermConst:
		return w.met(t.Text)
	case valueflow.TermNil:
		return w.met(isNil)
	case valueflow.TermSome:
		if field != "" || w.text != isNil && w.text != isSome {
			return freely
		}
		return w.met(isSome)
	case valueflow.TermNot:
		if w.text == valueflow.True {
			return o.says(t.Args[0], "", want{text: w.text, not: !w.not})
		}
	case valueflow.TermEqual, valueflow.TermBegins:
		return o.equal(t, w)
	case valueflow.TermAmong:
		if o.isAnswered(t.At) {
			return o.answer(o.posOf(t), want{text: valueflow.True, not: w.text == valueflow.True == w.not})
		}
	case valueflow.TermOneOf:
		return o.oneOf(t, field, w)
	case valueflow.TermResult:
		return o.result(t, field, w)
	case valueflow.TermParam:
		return o.param(t, field, w)
	case valueflow.TermField:
		if field == "" && (!o.isModels(t.At) || o.isMade(t.Args[0])) {
			return o.says(t.Args[0], t.Text, w)
		}
	case valueflow.TermStruct:
		return o.part(t, field, w)
	case valueflow.TermState:
		if o.judge.settings != nil && field == "" {
			o.judge.settings[t.Text] = true
		}
		if field == "" && t.Text == o.pinned.name && t.Text != "" {
			return w.met(o.pinned.text)
		}
		if o.usually != nil && field == "" {
			if s, known := o.usually.says(o.chart, t.Text, w); known {
				return s
			}
		}
	case valueflow.TermReceived:
		return o.received(o.fn, t, field, w)
	case valueflow.TermAnswer:
		switch said, known := o.isSaid(o.fn, t); {
		case said:
			return o.answer(o.posOf(t), w)
		case known:
			return freely
		}
	}
	if !w.not && o.cannotBe(t.At, w.text) {
		return stand{}
	}
	return o.hangs(n, make(map[int32]bool))
}

// isMade reports whether a term is a struct that the program makes: of its parts, some may be what a model says.
func (o *order) isMade(n int32) bool {
	op := o.fn.Flow.Terms[n].Op
	return op == valueflow.TermResult || op == valueflow.TermStruct
}

// isSaid reports whether what is read is what somebody says, at the terminal, if that is known.
func (f *finder) isSaid(fn *function, t *valueflow.Term) (said, known bool) {
	switch {
	case t.Of >= 0:
		return f.isHuman(fn.sites[t.Of]), true
	case t.At == valueflow.NoPlace:
		return false, false
	}
	return f.isPersons(fn.at(t.At)), true
}

func (o *order) posOf(t *valueflow.Term) graph.Pos {
	if t.Op == valueflow.TermAnswer && t.Of >= 0 {
		return o.fn.sites[t.Of].Pos
	}
	if t.Pos.Line > 0 {
		return o.fn.posIn(t.Pos)
	}
	return o.fn.Pos
}

// posIn returns where a line of the file of a function is.
func (f *function) posIn(l valueflow.Line) graph.Pos {
	return graph.Pos{File: f.Pos.File, Line: int(l.Line), Col: int(l.Col)}
}

// isModels reports whether a place has what a model says.
func (o *order) isModels(p valueflow.Place) bool {
	if p == valueflow.NoPlace {
		return false
	}
	at := o.fn.at(p)
	return o.names.seen[at] || o.args.seen[at]
}

// refusals are parts of words by which somebody says no.
var refusals = []string{"no", "n", "deny", "denied", "reject", "rejected", "refuse", "cancel", "decline", "abort", "quit", "exit", "q", "stop", "skip", "false", "never"}

// answer returns the stand of a run in which somebody answered what is wanted: it agrees by
// saying one thing, that is no refusal; that it does not say another thing is no agreement.
func (j *judge) answer(pos graph.Pos, w want) stand {
	if j.world != anyAnswer {
		return j.world.answers(w)
	}
	word := w.text
	if text, err := strconv.Unquote(word); err == nil {
		word = strings.ToLower(strings.TrimSpace(text))
	}
	switch {
	case w.text == isNil || w.text == isSome: // whether it could be asked at all
		return freely
	case w.not && w.text == "false":
		return stand{grade: agreed, asks: pos}
	case w.not && isNumber(w.text): // of several that have numbers, which of them are no is not known
		return stand{grade: unclear, asks: pos, why: cause{pos: pos}}
	case w.not || slices.Contains(refusals, word):
		return freely
	case word == "" || word == "0": // what is read where nobody is there
		return stand{grade: unclear, asks: pos, why: cause{pos: pos}}
	}
	return stand{grade: agreed, asks: pos}
}

// isNumber reports whether a constant is a whole number.
func isNumber(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// equal returns the stand of a run in which two terms are the same, or are not.
func (o *order) equal(t *valueflow.Term, w want) stand {
	x, y := t.Args[0], t.Args[1]
	text, ok := o.constant(y)
	if !ok {
		if text, ok = o.constant(x); !ok {
			return o.hangs(x, make(map[int32]bool)).suspect(o.hangs(y, make(map[int32]bool)))
		}
		x, y = y, x
	}
	same := w.text == valueflow.True != w.not
	if s, known := o.ofName(t, x, y, same); known {
		return s
	}
	if text == isNil && o.fn.Flow.Terms[x].Op == valueflow.TermOther {
		return freely // whether there is such a tool
	}
	if text == strconv.Quote("") && x != valueflow.NoTerm && o.isTalk(o.fn.at(o.fn.Flow.Terms[x].At)) {
		return freely // whether somebody has said anything
	}
	return o.says(x, "", want{text: text, not: !same})
}

// ofName compares the name of the tool, if it is known and x is that. That what is compared
// is the name shows in the constant: a tool has it.
func (o *order) ofName(t *valueflow.Term, x, y int32, same bool) (s stand, known bool) {
	if x == valueflow.NoTerm || o.tool.name == "" {
		return stand{}, false
	}
	text, err := strconv.Unquote(o.fn.Flow.Terms[y].Text)
	at := o.fn.Flow.Terms[x].At
	if err != nil || at == valueflow.NoPlace || !o.names.seen[o.fn.at(at)] {
		return stand{}, false
	}
	p := o.fn.at(at)
	if t.Op == valueflow.TermBegins || !slices.ContainsFunc(o.cy.tools, func(t *tool) bool { return o.isCalledAt(t, text, p) }) || !o.isClear(o.cy.tools, text, p) {
		return stand{}, false
	}
	called := o.isCalledAt(o.tool, text, p)
	switch {
	case !called && strings.EqualFold(o.tool.name, text): // which of them is compared is not seen
		return stand{}, false
	case called == same:
		return freely, true
	}
	return stand{}, true
}

// constant returns the constant that a term is.
func (o *order) constant(n int32) (string, bool) {
	if n == valueflow.NoTerm {
		return "", false
	}
	switch t := &o.fn.Flow.Terms[n]; t.Op {
	case valueflow.TermConst:
		return t.Text, true
	case valueflow.TermNil:
		return isNil, true
	}
	return "", false
}

// oneOf returns the stand of the worst of several values, each as the code comes to it.
func (o *order) oneOf(t *valueflow.Term, field string, w want) stand {
	var out stand
	for i, n := range t.Args {
		if i < len(t.From) {
			out = out.or(o.saysAt(t.From[i], n, field, w).and(o.between(t.From[i], t.Of)))
		} else {
			out = out.or(o.says(n, field, w))
		}
	}
	return out
}

// between returns the stand of a run that goes from one block to the next.
func (o *order) between(from, to int32) stand {
	var out stand
	for i, next := range o.fn.Flow.Next[from] {
		if next == to {
			out = out.or(o.exit(from, i))
		}
	}
	return out
}

// comes returns the stand of the end of a block.
func (o *order) comes(b int32) stand { return o.blocks[b].and(o.passing(b, graph.Pos{})) }

// part returns the stand of a field of a struct that the function makes.
func (o *order) part(t *valueflow.Term, field string, w want) stand {
	if field == "" {
		return w.met(isSome)
	}
	var out stand
	set := false
	for _, n := range t.Args {
		p := &o.fn.Flow.Terms[n]
		switch {
		case p.Op != valueflow.TermPart:
			set = true
			out = out.or(o.says(n, field, w))
		case p.Text == field && len(p.Args) == 0:
			set = true
			out = out.or(freely)
		case p.Text == field:
			set = true
			out = out.or(o.says(p.Args[0], "", w))
		}
	}
	if !set {
		return w.met("false")
	}
	return out
}

// param returns the stand of a parameter: what the call gives is known of decisions at most.
func (o *order) param(t *valueflow.Term, field string, w want) stand {
	if field == "" {
		if text, ok := o.given.of(int(t.Index)); ok {
			return w.met(text)
		}
		if w.text == valueflow.True {
			return stand{grade: switched, why: cause{pos: o.fn.Pos, states: []string{"what " + shortName(o.fn.ID) + " is called with"}}}
		}
	}
	return freely
}

func (g given) of(param int) (text string, ok bool) {
	_, rest, ok := strings.Cut(string(g), fmt.Sprintf(" %d=", param))
	if !ok {
		return "", false
	}
	text, _, _ = strings.Cut(rest, " ")
	return text, true
}

// shortName returns the name of a function without its package.
func shortName(id string) string {
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		id = id[i+1:]
	}
	_, name, _ := strings.Cut(id, ".")
	return strings.ReplaceAll(name, ")", "")
}

// result returns the stand of a run in which a result of a call is what is wanted.
func (o *order) result(t *valueflow.Term, field string, w want) stand {
	s := o.fn.sites[t.Of]
	if s.Kind == valueflow.CallHuman {
		return o.read(s, w)
	}
	if len(s.callees) == 0 {
		if isUnseen(s) {
			return stand{grade: unclear, asks: s.Pos, why: cause{pos: s.Pos}} // whoever sets it may ask
		}
		return freely
	}
	var out stand
	for _, c := range o.runs(s) {
		if said, known := o.ofCommand(s, c, t.Index, field, w); known {
			out = out.or(said)
			continue
		}
		out = out.or(o.outcome(c.fn, t.Index, field, w, o.handed(s, c)).behind(o.checked(s)))
	}
	if out.grade == agreed && o.runsOnce(s) {
		return before(out.asks, s.Pos)
	}
	return out
}

func isLibrarys(s *site) bool { return s.Method != "" && library.IsStandard(funcid.Package(s.Iface)) }

// read returns the stand of a run in which a call that reads an answer returns something.
func (o *order) read(s *site, w want) stand {
	switch {
	case !o.isHuman(s):
		return freely
	case o.world == anyAnswer && !library.IsStandard(funcid.Package(s.Callee)):
		if w.text == isNil || w.text == isSome {
			return stand{grade: unclear, asks: s.Pos, why: cause{pos: s.Pos}} // of some, an error is a no
		}
		return o.answer(s.Pos, w)
	case w.text == valueflow.True && library.IsStandard(funcid.Package(s.Callee)): // whether there is a line
		return o.world.hasLine(w)
	}
	return o.answer(s.Pos, w)
}

// runs returns the functions that a call may run for the tool: a method of the tool itself is
// that of its type.
func (o *order) runs(s *site) []callee {
	if s == o.tool.site {
		return slices.DeleteFunc(slices.Clone(s.callees), func(c callee) bool { return o.tool.handler != "" && c.fn.ID != o.tool.handler })
	}
	if s.Method == "" || o.tool.of == "" || o.tool.site == nil || !meet(s.OnTypes[:min(1, len(s.OnTypes))], o.tool.site.OnTypes[:min(1, len(o.tool.site.OnTypes))]) {
		return s.callees
	}
	own := o.method(o.tool.of, s.Method)
	if i := slices.IndexFunc(s.callees, func(c callee) bool { return c.fn == own }); own != nil && i >= 0 {
		return s.callees[i : i+1]
	}
	return s.callees
}

// handed returns the decisions that a call hands to a function, if it is known what they are.
func (o *order) handed(s *site, c callee) given {
	var b strings.Builder
	first := 0
	if c.recv != noPlace {
		first = 1
	}
	for _, g := range o.fn.Flow.Given {
		if o.fn.sites[g.Call] != s {
			continue
		}
		before := o.assumed
		yes := o.saysAt(s.Block, g.Value, "", want{text: valueflow.True})
		no := o.saysAt(s.Block, g.Value, "", want{text: valueflow.True, not: true})
		switch {
		case o.assumed != before:
		case yes.grade == never && no.grade != never:
			fmt.Fprintf(&b, " %d=false", int(g.Arg)+first)
		case no.grade == never && yes.grade != never:
			fmt.Fprintf(&b, " %d=true", int(g.Arg)+first)
		}
	}
	return given(b.String() + " ")
}

// suspect returns the stand that hangs on more: on an answer, or else on a switch.
func (s stand) suspect(o stand) stand {
	if o.grade < s.grade && o.grade != never || s.grade == never {
		return o
	}
	return s
}

// hangs returns what something hangs on that is made of terms in a way that is not said.
func (o *order) hangs(n int32, seen map[int32]bool) stand {
	if n == valueflow.NoTerm || seen[n] {
		return freely
	}
	seen[n] = true
	t := &o.fn.Flow.Terms[n]
	if o.isModels(t.At) || t.Op == valueflow.TermState && len(t.Args) > 0 && o.isModels(o.fn.Flow.Terms[t.Args[0]].At) {
		return freely
	}
	out := freely
	doubt := stand{grade: unclear, asks: o.posOf(t), why: cause{pos: o.posOf(t)}}
	switch t.Op {
	case valueflow.TermResult:
		s := o.fn.sites[t.Of]
		doubt.asks, doubt.why.pos = s.Pos, s.Pos
		if o.isHuman(s) || slices.ContainsFunc(s.callees, func(c callee) bool { return o.asksUser[c.fn] }) {
			return doubt
		}
	case valueflow.TermReceived:
		return o.received(o.fn, t, "", want{text: isAny, not: true}).suspect(freely)
	case valueflow.TermAnswer:
		if said, known := o.isSaid(o.fn, t); said || !known {
			return doubt
		}
	case valueflow.TermUnseen:
		if o.mayBeAsked(t) {
			return doubt
		}
	case valueflow.TermState:
		out = stand{grade: switched, why: cause{pos: o.posOf(t), states: []string{stateName(t.Text)}}}
	case valueflow.TermParam:
		return freely
	}
	for _, arg := range t.Args {
		out = out.suspect(o.hangs(arg, seen))
	}
	return out
}

// mayBeAsked reports whether somebody may be asked for what is set unseen.
func (o *order) mayBeAsked(t *valueflow.Term) bool {
	if t.Of < 0 || slices.ContainsFunc(o.fn.sites[t.Of].callees, func(c callee) bool { return o.asksUser[c.fn] }) {
		return true
	}
	fn := o.byID[t.Text]
	return fn != nil && (o.asksUser[fn] || o.fromOutside(fn, o.fn) && !o.isStream(o.fn.sites[t.Of]))
}

// isStream reports whether a call goes through what a model answers: what is called is what a
// question to a model returns.
func (o *order) isStream(s *site) bool {
	return s.on != noPlace && slices.ContainsFunc(o.backward(s.on), func(p place) bool {
		return slices.ContainsFunc(o.sites, func(by *site) bool { return o.asksModel(by) && slices.Contains(by.results, p) })
	})
}

// stateName returns what a reader calls the field or the variable of a name.
func stateName(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:]
	}
	if _, rest, ok := strings.Cut(name, " "); ok {
		name = rest
	}
	return name
}

package ssaflow

// This file finds checks that look right and let others pass: what they look at is as free behind
// them as before, and who reads a finding should see why the check does not stop it.

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A weakCheck is a condition that looks at a part of some values only.
type weakCheck struct {
	values map[ssa.Value]bool
	block  *ssa.BasicBlock // which ends with the condition
	hop    taint.Hop
	side   int      // the way out of the block on which it lets something through; anySide
	lets   []string // then, lines for a shell that it lets through
}

// anySide says that a check stops nothing on either way.
const anySide = -1

// weakCalls has what the functions look at of their first argument, which is what is checked.
var weakCalls = map[string]string{
	prefixKey: taint.WeakBeginning, suffixKey: taint.WeakEnd,
	"strings.Contains": taint.WeakPart, "strings.ContainsAny": taint.WeakPart, "strings.ContainsRune": taint.WeakPart, "strings.Index": taint.WeakPart,
	"strings.Fields": taint.WeakWords, "strings.Split": taint.WeakWords, "strings.SplitN": taint.WeakWords, "strings.Cut": taint.WeakWords,
}

// matchers look for a pattern in their second argument, the receiver counted.
var matchers = []string{"regexp.MatchString", "(*regexp.Regexp).MatchString", "(*regexp.Regexp).FindString"}

// noteWeak notes the condition at the end of a block, if it looks at a part of something only, and returns
// the hop that says so.
func (f *frame) noteWeak(b *ssa.BasicBlock, q *question) (h taint.Hop, ok bool) {
	w := f.weakness(q, 1)
	itself := len(q.puzzles) > 0 && w.pos == q.puzzles[0].Pos() // and not in a function that the condition calls
	switch {
	case w.tricks != nil && !f.areTextual(q.puzzles, 1):
		w.part = ""
	case w.tricks != nil:
	case w.part == taint.WeakWords || w.part != taint.WeakLine && (itself || len(q.puzzles) == 0):
	case f.areTextual(q.puzzles, 1):
		w.part = taint.WeakLine
	case w.part == taint.WeakLine:
		w.part = ""
	}
	if w.part == "" || w.value == nil {
		return h, false
	}
	values := make(map[ssa.Value]bool)
	for _, o := range origins(w.value) {
		values[o.value] = true
		for _, other := range f.memory.again(o.value) {
			values[other] = true
		}
	}
	h = taint.Hop{Op: taint.OpWeak, Name: w.part, Pos: f.pos(w.pos)}
	if w.tricks == nil {
		f.weak = append(f.weak, weakCheck{values: values, block: b, hop: h, side: anySide})
		return h, true
	}
	for side := range b.Succs {
		if lets := w.letThrough(last(b).(*ssa.If).Cond, side); len(lets) > 0 {
			ok = true
			f.weak = append(f.weak, weakCheck{values, b, h, side, lets})
		}
	}
	return h, ok
}

// A weakness is what a condition looks at of a value; the part is "" if that is everything, or nothing
// that is known.
type weakness struct {
	part   string
	value  ssa.Value
	pos    token.Pos
	call   *ssa.Call // with tricks: that asks for the answer
	tricks tricks    // nil if the function was not tried
}

// before reports whether w tells more than o: words may be looked at one by one.
func (w weakness) before(o weakness) bool {
	if a, b := w.part == taint.WeakWords, o.part == taint.WeakWords; a != b {
		return b
	}
	return w.pos < o.pos
}

// weakness returns what a condition looks at, itself or in functions that it calls.
func (f *frame) weakness(q *question, depth int) (first weakness) {
	for _, c := range q.calls() {
		fn := c.Call.StaticCallee()
		if fn == nil {
			continue
		}
		w := f.partOf(c, fn)
		if w.part == "" {
			w = f.triedWith(c, fn)
		}
		switch {
		case w.part != "":
		case fn.Pkg != f.in.Pkg:
			w = f.weaknessOf(c, fn)
		case depth > 0 && fn.Blocks != nil:
			w = f.weaknessWithin(c, fn, depth-1)
		}
		if w.part != "" && (first.part == "" || w.before(first)) {
			first = w
		}
	}
	return first
}

// calls returns the calls in a question, as they stand in the text.
func (q *question) calls() (out []*ssa.Call) {
	for v := range q.seen {
		if c, ok := v.(*ssa.Call); ok {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Call) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

// partOf returns at what of an argument a function looks that c calls; the part is "" if that is not
// known or may be enough.
func (f *frame) partOf(c *ssa.Call, fn *ssa.Function) weakness {
	args := c.Call.Args
	switch name := fn.String(); {
	case slices.Contains(matchers, name):
		return weakness{part: taint.WeakPart, value: args[1], pos: c.Pos()}
	case weakCalls[name] != "" && isConst(args[0]): // what it looks for is what is checked
	case name == prefixKey && fromSame(args[0], args[1]):
	case name == prefixKey && f.isPuzzlingPrefix(c) && !isBare(args[1]):
		if !isCleaned(args[0]) {
			return weakness{part: taint.WeakLine, value: args[0], pos: c.Pos()}
		}
	case weakCalls[name] != "":
		return weakness{part: weakCalls[name], value: args[0], pos: c.Pos()}
	}
	return weakness{}
}

// isBare reports whether a prefix is a variable as it is: nobody has put a slash behind it.
//
//	if !strings.HasPrefix(path, dir) {
func isBare(prefix ssa.Value) bool {
	switch prefix.(type) {
	case *ssa.Parameter, *ssa.UnOp, *ssa.Field:
		return !getsSlash(prefix)
	}
	return false
}

// weaknessWithin is weakness for the conditions of a function that a call asks about its arguments.
func (f *frame) weaknessWithin(c *ssa.Call, fn *ssa.Function, depth int) weakness {
	for _, q := range f.questionsIn(fn) {
		w := f.weakness(q, depth)
		if w.part == "" {
			continue
		}
		made := &question{program: f.program, seen: make(map[ssa.Value]bool)}
		made.visit(w.value) // also of what is made of the argument first: in other letters, without comments
		for n, param := range fn.Params {
			if made.seen[param] && isText(param.Type()) {
				w.value = c.Call.Args[n]
				return w
			}
		}
	}
	return weakness{}
}

// weaknessOf is weakness for what a function of another package looks at.
func (f *frame) weaknessOf(c *ssa.Call, fn *ssa.Function) weakness {
	tests := f.testsOf(fn)
	switch tried := toldTricks(tests); {
	case tried != nil:
		return weakness{part: taint.WeakTried, value: c.Call.Args[tests[0].Param], pos: c.Pos(), call: c, tricks: tried}
	case len(tests) > 0 && tests[0].Part != "":
		return weakness{part: tests[0].Part, value: c.Call.Args[tests[0].Param], pos: c.Pos()}
	}
	return weakness{}
}

// testsOf returns what a function of another package looks at to answer, as far as that is known.
func (p *program) testsOf(fn *ssa.Function) []taint.Test {
	if obj := funcid.Declared(fn); obj != nil {
		if s := p.summary(funcid.OfObject(obj), nil); s != nil {
			return s.Tests
		}
	}
	return nil
}

// areTextual reports whether parts of a condition that are not understood do no more than look for texts
// in a text: of a path that may be enough, and of a line for a shell it never is.
func (p *program) areTextual(puzzles []ssa.Value, depth int) bool {
	return !slices.ContainsFunc(puzzles, func(v ssa.Value) bool { return !p.isTextual(v, depth) })
}

func (p *program) isTextual(v ssa.Value, depth int) bool {
	c, ok := v.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil {
		return false
	}
	fn := c.Call.StaticCallee()
	switch {
	case fn.String() == prefixKey:
		return !isCleaned(c.Call.Args[0])
	case fn.Pkg == p.in.Pkg && fn.Blocks != nil:
		if out, known := p.tryOut(fn); known {
			return len(out.tricks) > 0
		}
		return depth > 0 && p.areTextual(p.puzzlesIn(fn), depth-1)
	}
	tests := p.testsOf(fn)
	return len(tests) > 0 && tests[0].Part != "" || toldTricks(tests) != nil
}

// puzzlesElsewhere reports whether a function of another package looks at a text that it is given in a way that
// is not understood, as far as that is known.
func (p *program) puzzlesElsewhere(fn *ssa.Function) bool {
	tests := p.testsOf(fn)
	return len(tests) > 0 && tests[0].Part == ""
}

// tellsYes reports whether a result of type t may be a yes or a no: a truth value, an error, an index, or what was found.
func tellsYes(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return isError(t) || isPointer(t) || ok && (basic.Kind() == types.Bool || basic.Kind() == types.Int)
}

// tests returns what the function of f looks at to answer yes or no. If any of it may be enough, that is all
// there is to say of it; else it looks for texts, which is never enough for a line for a shell.
func (f *frame) tests() (out []taint.Test) {
	results := f.fn.Signature.Results()
	if n := results.Len(); n == 0 || !tellsYes(results.At(n-1).Type()) {
		return nil
	}
	add := func(param *ssa.Parameter, part string) {
		t := taint.Test{Param: f.paramIndex(param), Part: part}
		if t.Param >= 0 && isText(param.Type()) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if t, known := f.tryOut(f.fn); known {
		for _, part := range t.parts() {
			add(f.fn.Params[t.param], part)
		}
		return out
	}
	questions := f.questionsIn(f.fn)
	for _, q := range questions {
		if f.mayBeEnough(q, 1) {
			for _, param := range f.fn.Params {
				if q.seen[param] {
					add(param, "")
				}
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, q := range questions {
		if w := f.weakness(q, 1); w.part != "" {
			if w.part != taint.WeakWords && !taint.WeakForLine(w.part) {
				w.part = taint.WeakLine
			}
			for _, o := range origins(w.value) {
				if param, ok := o.value.(*ssa.Parameter); ok {
					add(param, w.part)
				}
			}
		}
	}
	return out
}

// mayBeEnough reports whether a condition has a check that is not understood, or one that may keep what it looks
// at from doing harm: it does more than look for texts.
func (f *frame) mayBeEnough(q *question, depth int) bool {
	if !f.areTextual(q.puzzles, depth) {
		return true
	}
	for v := range q.seen {
		switch v := v.(type) {
		case *ssa.Lookup:
			if _, isMap := under(v.X.Type()).(*types.Map); isMap && !isConst(v.Index) {
				return true
			}
		case *ssa.BinOp:
			if isComparison(v.Op) && (f.isGivenText(v.X) || f.isGivenText(v.Y)) {
				return true
			}
		case *ssa.Call:
			if fn := v.Call.StaticCallee(); fn != nil && f.mayBeEnoughIn(v, fn, depth) {
				return true
			}
		}
	}
	return false
}

// mayBeEnoughIn is mayBeEnough for a call of a function in a condition.
func (f *frame) mayBeEnoughIn(c *ssa.Call, fn *ssa.Function, depth int) bool {
	obj := funcid.Declared(fn)
	switch {
	case fn.Pkg == f.in.Pkg && fn.Blocks != nil:
		if out, known := f.tryOut(fn); known {
			return out.holds
		}
		return depth > 0 && slices.ContainsFunc(f.questionsIn(fn), func(q *question) bool { return f.mayBeEnough(q, depth-1) })
	case obj == nil:
		return false
	case library.KeyOf(obj) == prefixKey:
		return isCleaned(c.Call.Args[0]) || getsSlash(c.Call.Args[1]) || f.allTexts(f.fn, c.Call.Args[1], endsFolder)
	case slices.Contains(matchers[:2], fn.String()):
		text, known := f.patternOf(c.Call.Args[0])
		return !known || !findsGoingOn(text) // which is to look for some signs
	case library.KeyOf(obj) == containsKey, library.KeyOf(obj) == "path/filepath.IsLocal", slices.Contains(matchers, fn.String()):
		return true
	}
	return false
}

// isGivenText reports whether a value is a text that is written there and not empty, or that each call writes.
func (p *program) isGivenText(v ssa.Value) bool {
	if param, ok := v.(*ssa.Parameter); ok && p.isAlwaysWritten(param) {
		return true
	}
	text, known := constantText(v)
	return known && text != ""
}

// weakOf returns the checks that what e reads has been through, and that it could not fail as a whole.
func (f *frame) weakOf(e *edge) (out []taint.Hop) {
	if e.at == nil || e.copy != 0 || f.fn == nil {
		return nil
	}
	f.readDoubts()
	for _, w := range f.weak {
		if !f.rejects(w.block, e.block()) || w.side != anySide && !f.leadsBy(w.block, w.side, e.block()) {
			continue
		}
		for v := range w.values {
			if f.values[v] != nil && f.holds(e.from, v) || readsOf(e, v) || isReadAgain(v, e.at) {
				if hop, ok := f.passed(&w, e.block()); ok {
					out = append(out, hop)
				}
				break
			}
		}
	}
	return out
}

// rejects reports whether the condition at the end of a block decides whether another one is reached:
// of its two ways only one leads there.
func (f *frame) rejects(b, to *ssa.BasicBlock) bool {
	return len(b.Succs) == 2 && f.leadsBy(b, 0, to) != f.leadsBy(b, 1, to)
}

// leadsBy reports whether one of the ways out of a block may lead to another block.
func (f *frame) leadsBy(b *ssa.BasicBlock, side int, to *ssa.BasicBlock) bool {
	from := b.Succs[side]
	return from == to || f.order.after[from.Index].has(int32(to.Index))
}

// isReadAgain reports whether an instruction reads the place again that v was read from. What was written
// there in between is not looked for: what has not been cleaned since is as free as before.
func isReadAgain(v ssa.Value, at ssa.Instruction) bool {
	first, ok := v.(*ssa.UnOp)
	again, isLoad := at.(*ssa.UnOp)
	if !ok || !isLoad || first.Op != token.MUL || again.Op != token.MUL {
		return false
	}
	a, b := regionOf(first.X), regionOf(again.X)
	return a.base == b.base && slices.Equal(a.fields, b.fields)
}

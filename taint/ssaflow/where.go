package ssaflow

// This file judges the conditions of rows: whether an argument is a constant that matches. In
// a function whose callers give the argument, the condition is theirs to judge.

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// Marks in a text for what is not written in it: a zero byte, a kind, a spot, and another zero
// byte.
const (
	markText    = 't' // what a parameter is
	markProgram = 'p' // likewise, without folders
	markWord    = 'w' // likewise, as an element of a list
	markAll     = 'a' // all elements of a list that is a parameter
	markBefore  = 'b' // what stands before some element of it
	markLine    = 'l' // likewise, of a command line, before some argument
	markAny     = '?' // nobody knows what
)

func marked(kind byte, n int) string { return markedAt(kind, n, "") }

// markedAt is marked for the end of a way from a parameter, see spot.
func markedAt(kind byte, n int, way string) string {
	return "\x00" + string(rune(kind)) + strconv.Itoa(n) + way + "\x00"
}

var anyText = []string{marked(markAny, 0)}

// maxTexts is how many texts something may be.
const maxTexts = 32

// conditions returns under which conditions the row r counts for an argument of k, of a list
// for the one at an index of what the call shows, -1 for any; ok is false if it does not count.
// Without a condition, it counts for all calls of the function that k is in.
func (f *frame) conditions(k *call, r *library.Data, element int) (open []taint.Cond, ok bool) {
	w := r.Where
	if w == nil {
		return nil, true
	}
	if w.Calls != "" {
		return nil, callsToo(k.argument(0), w.Calls)
	}
	f.looked = 0
	texts := anyText
	if v := k.argument(0); strings.HasPrefix(r.Key(), cmdPrefix) {
		if v == nil {
			return nil, false
		}
		return judge(withProgram(f.commandLine(v)), strings.Join(w.Patterns, "|"))
	}
	if v := k.operand(w.Index); v != nil && w.List && isCommand(v.Type()) { // a function that starts it
		return judge(withProgram(f.commandLine(v)), strings.Join(w.Patterns, "|"))
	} else if v != nil {
		texts = f.texts(v)
		known := f.amongAt(v, k.at)
		if known != nil && slices.ContainsFunc(texts, isMarked) {
			texts = known
		}
		if w.List {
			rest := k.operand(w.Index + 1)
			texts = joined(only(library.Separator), programs(texts))
			if line := lineOf(v, rest); line != nil && known == nil {
				texts = f.standsFor(line, markLine)
			} else if rest != nil {
				texts = joined(texts, f.before(rest, element))
			}
		}
	} else if n := k.shown(w.Index); n >= 0 {
		texts = f.standsAs(k, argument(n), markText)
		if w.List {
			texts = joined(only(library.Separator), f.standsAs(k, argument(n), markProgram))
			if n+1 < len(k.args) {
				texts = joined(texts, f.standsAs(k, argument(n+1), markBefore))
			}
		}
	}
	return judge(texts, strings.Join(w.Patterns, "|"))
}

// callsToo reports whether the function that has a value calls a method of it, or of another value of its type.
func callsToo(v ssa.Value, method string) bool {
	if v == nil || v.Parent() == nil {
		return false
	}
	for _, b := range v.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if fn := c.Common().StaticCallee(); fn != nil && fn.Name() == method && fn.Signature.Recv() != nil && types.Identical(fn.Signature.Recv().Type(), v.Type()) {
				return true
			}
		}
	}
	return false
}

// programs returns names of programs without their folders.
func programs(texts []string) (out []string) {
	for _, t := range texts {
		t = library.Program(t)
		if mark := "\x00" + string(rune(markText)); strings.HasPrefix(t, mark) {
			t = "\x00" + string(rune(markProgram)) + strings.TrimPrefix(t, mark)
		}
		out = append(out, t)
	}
	return out
}

// judge returns which conditions are left if one of some texts has to match, and whether it may.
// One that matches in any case leaves none.
func judge(texts []string, patterns string) (open []taint.Cond, ok bool) {
	for _, t := range texts {
		if isOpen(t) {
			if c := (taint.Cond{Patterns: patterns, Text: t}); !slices.Contains(open, c) {
				open = append(open, c)
			}
			continue
		}
		if matches(t, patterns) {
			return nil, true
		}
	}
	return open, len(open) > 0
}

// matches reports whether a text matches patterns, as far as it is known: a list that callers give may be empty.
func matches(text, patterns string) bool {
	shown := expand(text, func(kind byte, _ spot) []string {
		switch kind {
		case markAll, markBefore:
			return only("", library.Separator+library.Unknown)
		case markLine:
			return anyLine
		}
		return only(library.Unknown)
	})
	whole := isWhole(text)
	return slices.ContainsFunc(shown, func(t string) bool {
		if strings.HasPrefix(t, library.Separator) {
			t = withProgram(only(t))[0]
		}
		return library.MatchesAny(strings.Split(patterns, "|"), t, whole)
	})
}

// isWhole reports whether all of a text is known; of a command line, what program it is and how many arguments there are.
func isWhole(text string) bool {
	if line, isLine := strings.CutPrefix(text, library.Separator); isLine {
		program, arguments, _ := strings.Cut(line, library.Separator)
		return !isMarked(program) && !isMarked(expand(arguments, func(kind byte, at spot) []string {
			if kind == markWord {
				return only(library.Unknown)
			}
			return anyText
		})[0])
	}
	return !isMarked(text)
}

// isMarked reports whether a part of a text is not written in the program.
func isMarked(text string) bool { return strings.Contains(text, "\x00") }

// isOpen reports whether callers give a part of a text.
func isOpen(text string) bool {
	for _, kind := range []rune{markText, markProgram, markWord, markAll, markBefore, markLine} {
		if strings.Contains(text, "\x00"+string(kind)) {
			return true
		}
	}
	return false
}

// only returns one text, or a few.
func only(texts ...string) []string { return texts }

// expand returns a text with each of what marks stand for.
func expand(text string, of func(kind byte, at spot) []string) []string {
	before, rest, ok := strings.Cut(text, "\x00")
	if !ok {
		return only(text)
	}
	mark, after, _ := strings.Cut(rest, "\x00")
	return joined(joined(only(before), of(mark[0], spot(mark[1:]))), expand(after, of))
}

// joined returns each of some texts with each of others behind it, the first ones if these are many.
func joined(left, right []string) (out []string) {
	for _, l := range left {
		for _, r := range right {
			if len(out) == maxTexts-1 && len(left)*len(right) > maxTexts { // and others
				return append(out, anyText...)
			}
			out = append(out, l+r)
		}
	}
	return out
}

// bindConditions says which sources and sinks of a summary count for k.
func (f *frame) bindConditions(k *call, s *taint.Summary, locs []*loc) {
	for _, src := range s.Sources {
		src.Pos = orElse(src.Pos, k.origin)
		for _, cond := range f.left(k, src.Cond) {
			f.unify(f.sourceLoc(src.Source, cond), locs[src.Loc])
		}
	}
	for _, sink := range s.Sinks {
		sink.Pos = orElse(sink.Pos, k.origin)
		for _, cond := range f.left(k, sink.Cond) {
			f.unify(f.sinkLoc(f.oneUnread(sink.Sink), cond), locs[sink.Loc])
		}
	}
}

// orElse returns a position, or the other one where it is in code that nobody wrote, as that of a
// method value.
func orElse(at, other graph.Pos) graph.Pos {
	if at.IsValid() {
		return at
	}
	return other
}

// left returns which conditions are left of one that depends on arguments of k: the one for
// all calls if it holds, none if it does not.
func (f *frame) left(k *call, cond taint.Cond) []taint.Cond {
	if !cond.IsOpen() {
		return always(nil)
	}
	f.looked = 0
	open, ok := judge(expand(cond.Text, func(kind byte, at spot) []string { return f.standsAs(k, at, kind) }), cond.Patterns)
	if !ok {
		return nil
	}
	return always(open)
}

// standsAs returns what a mark stands for in what k calls, which gets what is at a spot.
func (f *frame) standsAs(k *call, at spot, kind byte) []string {
	n, way := at.param()
	if k.common != nil {
		return f.textsAt(k.argument(n), way, kind, k.at)
	}
	of := kind
	if kind == markProgram || kind == markWord {
		of = markText
	}
	var out []string
	for _, t := range k.texts {
		if t.Last == len(k.args)-1-n && t.Way == way && t.Kind == of {
			out = append(out, t.Text)
		}
	}
	switch {
	case out == nil:
		return f.standsFor(nil, kind)
	case kind == markProgram:
		return programs(out)
	case kind == markWord:
		return shownAs(out)
	}
	return out
}

// argTextsOf returns what is known in f of the arguments of a call of what k calls.
func (f *frame) argTextsOf(k *call, texts []taint.ArgText) (out []taint.ArgText) {
	for _, t := range texts {
		f.looked = 0
		for _, text := range expand(t.Text, func(kind byte, at spot) []string { return f.standsAs(k, at, kind) }) {
			if shown := (taint.ArgText{Last: t.Last, Way: t.Way, Kind: t.Kind, Text: text}); !slices.Contains(out, shown) {
				out = append(out, shown)
			}
		}
	}
	return out
}

// standsFor returns what a mark stands for, if the argument is v; nil if nobody shows it.
func (f *frame) standsFor(v ssa.Value, kind byte) []string {
	switch {
	case kind == markAny:
		return anyText
	case v == nil && (kind == markText || kind == markProgram):
		return anyText
	case v == nil && kind == markWord:
		return only(library.Unknown)
	case v == nil && kind == markLine:
		return anyLine
	case v == nil:
		return only("", library.Separator+library.Unknown)
	case kind == markProgram:
		return programs(f.texts(v))
	case kind == markWord:
		return f.shownIn(v)
	case kind == markAll:
		return f.elements(v)
	case kind == markBefore:
		return f.before(v, -1)
	case kind == markLine:
		return f.lineBefore(v)
	}
	return f.texts(v)
}

// counts reports whether a source or a sink under a condition counts in f itself: callers
// judge what depends on them, if there are any.
func (f *frame) counts(cond taint.Cond) bool {
	return !cond.IsOpen() || (f.fn == nil || f.open) && matches(cond.Text, cond.Patterns)
}

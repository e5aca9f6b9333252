package ssaflow

// This file finds the texts at spots in what a function is given: in a field of a structure, at the beginning of a list or behind it.
//
//	func (r *runner) do(c call) error { return exec.Command(c.argv[0], c.argv[1:]...).Run() }

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

// A spot is where a text is: the number of a parameter, and a way from there, as "2.1[0]" for the first element of field 1 of parameter 2.
type spot string

// The ends of ways.
const (
	toFirst = "[0]"
	toRest  = "[1:]"
)

func toField(n int) string { return "." + strconv.Itoa(n) }

// argument is the spot of a whole argument.
func argument(n int) spot { return spot(strconv.Itoa(n)) }

// param returns the parameter of a spot, and the way from there.
func (p spot) param() (n int, way string) {
	end := strings.IndexAny(string(p), ".[")
	if end < 0 {
		end = len(p)
	}
	n, _ = strconv.Atoi(string(p[:end]))
	return n, string(p[end:])
}

// textsAt returns what the text at the end of a way from v may be when an instruction uses it, or the list there, as a kind of mark says.
// Without an instruction, nothing is known of what v points to.
func (f *frame) textsAt(v ssa.Value, way string, kind byte, at ssa.Instruction) []string {
	switch {
	case way == "" || v == nil || kind == markAny:
		return f.standsFor(v, kind)
	case way == toFirst:
		return f.asKind(f.firstOf(v), kind)
	case way == toRest && kind == markAll:
		return withoutFirst(f.elements(v))
	case way == toRest:
		return beforeRest(f.before(v, -1))
	}
	number, rest, _ := strings.Cut(way[1:], "[")
	if rest != "" {
		rest = "[" + rest
	}
	n, _ := strconv.Atoi(number)
	if pointer, isPointer := under(v.Type()).(*types.Pointer); isPointer {
		return f.pointedTo(v, pointer, n, rest, kind, at)
	}
	return f.inFieldOf(v, n, rest, kind)
}

// pointedTo is textsAt for a way that begins with field n of a structure that v points to.
func (f *frame) pointedTo(v ssa.Value, to *types.Pointer, n int, rest string, kind byte, at ssa.Instruction) []string {
	s, isStruct := under(to.Elem()).(*types.Struct)
	if at == nil || !isStruct {
		return f.standsFor(nil, kind)
	}
	field := regionOf(v)
	field.fields, field.typ = append(slices.Clip(field.fields), n), s.Field(n).Type()
	if texts, known := f.lastAt(field, at, rest, kind); known {
		return texts
	}
	if param, isParam := v.(*ssa.Parameter); isParam && f.paramIndex(param) >= 0 && f.isAsGiven(field, at) {
		return only(markedAt(kind, f.paramIndex(param), toField(n)+rest))
	}
	return f.standsFor(nil, kind)
}

// isAsGiven reports whether nothing has written to a place in memory since the function began.
func (f *frame) isAsGiven(r region, at ssa.Instruction) bool {
	first := f.fn.Blocks[0].Instrs[0]
	return f.memory != nil && (at == first || f.memory.unchanged(first, at, r) && !f.memory.writes(first, r))
}

func (f *frame) asKind(texts []string, kind byte) []string {
	switch kind {
	case markProgram:
		return programs(texts)
	case markWord:
		return shownAs(texts)
	}
	return texts
}

// inFieldOf is textsAt for a way that begins with field n of a structure.
func (f *frame) inFieldOf(v ssa.Value, n int, rest string, kind byte) (out []string) {
	if f.looked++; f.looked > maxLooked {
		return f.standsFor(nil, kind)
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if at := f.paramIndex(v); at >= 0 {
			return only(markedAt(kind, at, toField(n)+rest))
		}
	case *ssa.UnOp:
		if v.Op != token.MUL || f.memory == nil {
			break
		}
		field := regionOf(v.X)
		s, ok := under(v.Type()).(*types.Struct)
		if !ok {
			break
		}
		field.fields, field.typ = append(slices.Clip(field.fields), n), s.Field(n).Type()
		if texts, known := f.lastAt(field, v, rest, kind); known {
			return texts
		}
		if values := f.tableFields(v.X, n); values != nil {
			return f.eitherAt(values, rest, kind)
		}
	}
	return f.standsFor(nil, kind)
}

// eitherAt returns what is at the end of a way from any of values of another function.
func (f *frame) eitherAt(values []ssa.Value, way string, kind byte) (out []string) {
	callee := &frame{program: f.program, looked: f.looked}
	for _, v := range values {
		for _, t := range elsewhere(callee.textsAt(v, way, kind, nil)) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if f.looked = callee.looked; len(out) > maxTexts {
		return f.standsFor(nil, kind)
	}
	return out
}

// lastAt is textsAt for what a load reads that is at a place in memory, if it is known what was stored there last.
func (f *frame) lastAt(r region, load ssa.Instruction, rest string, kind byte) (out []string, known bool) {
	if f.memory == nil {
		return nil, false
	}
	last, ok := f.memory.stored(r, load)
	if !ok {
		return nil, false
	}
	if len(last) == 0 { // nothing: it is zero
		return f.textsAt(ssa.NewConst(nil, r.typ), rest, kind, load), rest != toFirst
	}
	for _, s := range last {
		var texts []string
		switch len(s.fields) {
		case 0:
			texts = f.textsAt(s.Val, rest, kind, load)
		case 1:
			texts = f.inFieldOf(s.Val, s.fields[0], rest, kind)
		default:
			return nil, false
		}
		for _, t := range texts {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out, len(out) <= maxTexts
}

// inPart returns what v is, the value of a field: of a structure that the function was given, or that it has filled itself.
func (f *frame) inPart(v ssa.Value, rest string, kind byte) (texts []string, known bool) {
	switch v := v.(type) {
	case *ssa.Field:
		texts = f.inFieldOf(v.X, v.Field, rest, kind)
	case *ssa.UnOp:
		if a, isField := v.X.(*ssa.FieldAddr); isField && v.Op == token.MUL {
			if texts, known = f.lastAt(regionOf(a), v, rest, kind); known {
				break
			}
			if param, isParam := a.X.(*ssa.Parameter); isParam && f.memory != nil {
				texts = f.pointedTo(param, under(param.Type()).(*types.Pointer), a.Field, rest, kind, v)
			} else if values := f.tableFields(a.X, a.Field); values != nil {
				texts = f.eitherAt(values, rest, kind)
			} else {
				return nil, false
			}
		}
	}
	return texts, texts != nil && !slices.Equal(texts, f.standsFor(nil, kind))
}

// firstOf returns what the first text of a list may be.
func (f *frame) firstOf(list ssa.Value) []string {
	if f.looked++; f.looked > maxLooked || setsFirst(list) {
		return anyText
	}
	switch v := list.(type) {
	case *ssa.Parameter:
		if n := f.paramIndex(v); n >= 0 {
			return only(markedAt(markText, n, toFirst))
		}
	case *ssa.ChangeType:
		return f.firstOf(v.X)
	case *ssa.Field:
		if texts, known := f.inPart(v, toFirst, markText); known {
			return texts
		}
	case *ssa.UnOp:
		if texts, known := f.inPart(v, toFirst, markText); known {
			return texts
		}
	case *ssa.Phi:
		if f.looping[phiOf{v, markText}] { // what is added in a loop stands behind what was there
			return nil
		}
		return f.inLoop(phiOf{v, markText}, f.firstOf)
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			switch some, none := f.lengthOf(a, nil); {
			case some:
				return f.firstOf(a)
			case none:
				return f.firstOf(b)
			}
			return slices.Concat(f.firstOf(a), f.firstOf(b))
		}
	case *ssa.Slice:
		if values, ok := f.writtenIn(v); ok && len(values) > 0 && values[0] != nil {
			return f.texts(values[0])
		}
	}
	if lists := f.tableLists(list); lists != nil {
		return f.eitherAt(lists, toFirst, markText)
	}
	return anyText
}

// setsFirst reports whether code writes to an element of a list that may be the first one.
func setsFirst(list ssa.Value) bool {
	return setsElement(list, func(index ssa.Value) bool {
		n, known := intValue(index)
		return !known || n == 0
	})
}

// setsElement reports whether code writes to an element of a list, of those that are meant by their index: where it has it, or where it reads
// it again of the field that it comes from.
func setsElement(list ssa.Value, meant func(index ssa.Value) bool) bool {
	sets := func(instr ssa.Instruction, is func(ssa.Value) bool) bool {
		at, ok := instr.(*ssa.IndexAddr)
		return ok && is(at.X) && !isOnlyLoaded(at) && meant(at.Index)
	}
	if fn := list.Parent(); fn != nil && isOfField(list) {
		again := func(v ssa.Value) bool { return sameList(v, list) }
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return sets(instr, again) })
		})
	}
	uses := list.Referrers()
	return uses != nil && slices.ContainsFunc(*uses, func(ref ssa.Instruction) bool {
		return sets(ref, func(v ssa.Value) bool { return v == list })
	})
}

// isOfField reports whether a value is read of a field.
func isOfField(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Field:
		return true
	case *ssa.UnOp:
		_, isField := v.X.(*ssa.FieldAddr)
		return isField
	}
	return false
}

// withoutFirst returns lists without their first elements.
func withoutFirst(lists []string) (out []string) {
	for _, l := range lists {
		out = append(out, behindFirst(l))
	}
	return out
}

// beforeRest returns what stands before elements of lists, as far as it stands behind the first element.
func beforeRest(lists []string) (out []string) {
	for _, l := range lists {
		if l != "" { // that element is the first one
			out = append(out, behindFirst(l))
		}
	}
	return out
}

func behindFirst(list string) string {
	if rest, ok := strings.CutPrefix(list, library.Separator); ok {
		if end := strings.IndexAny(rest, library.Separator+"\x00"); end >= 0 {
			return rest[end:]
		}
		return ""
	}
	for _, kind := range []byte{markAll, markBefore} {
		if rest, ok := strings.CutPrefix(list, "\x00"+string(rune(kind))); ok {
			at, behind, _ := strings.Cut(rest, "\x00")
			if strings.HasSuffix(at, toRest) { // the first two are not told from each other
				return library.Separator + library.Unknown
			}
			return "\x00" + string(rune(kind)) + at + toRest + "\x00" + behind
		}
	}
	return list
}

// A textSpot is a spot in an argument of which callees may want to know the text.
type textSpot struct {
	way   string
	kinds []byte
}

// maxFieldsShown is how many fields of an argument callees are told of.
const maxFieldsShown = 16

// textSpots returns the spots of texts in arguments of a type.
func textSpots(t types.Type) (out []textSpot) {
	out = textSpotsOf(t, "")
	if pointer, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = pointer.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || s.NumFields() > maxFieldsShown {
		return out
	}
	for n := range s.NumFields() {
		out = append(out, textSpotsOf(s.Field(n).Type(), toField(n))...)
	}
	return out
}

func textSpotsOf(t types.Type, way string) []textSpot {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return []textSpot{{way, []byte{markText}}}
		}
	case *types.Slice:
		if elem, ok := t.Elem().Underlying().(*types.Basic); ok && elem.Info()&types.IsString != 0 {
			lists := []byte{markAll, markBefore}
			return []textSpot{{way, append(lists, markLine)}, {way + toFirst, []byte{markText}}, {way + toRest, lists}}
		}
	}
	return nil
}

// argTexts returns what is known of the arguments of k, a call of what callers of f provide.
func (f *frame) argTexts(k *call) []taint.ArgText {
	if k.common == nil {
		return k.texts
	}
	var out []taint.ArgText
	for n := range k.args {
		v := k.argument(n)
		if v == nil {
			continue
		}
		for _, p := range textSpots(v.Type()) {
			for _, kind := range p.kinds {
				f.looked = 0
				texts := f.textsAt(v, p.way, kind, k.at)
				if slices.Equal(texts, f.standsFor(nil, kind)) {
					continue // as if nothing were known
				}
				for _, t := range texts {
					out = append(out, taint.ArgText{Last: len(k.args) - 1 - n, Way: p.way, Kind: kind, Text: t})
				}
			}
		}
	}
	return out
}

package taint

// This file reads one row.

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph/spell"
)

// forms says what the rows of each verb look like. What stands in brackets may be left
// out.
var forms = [numVerbs]string{
	VerbFlow:      "flow FUNC [FLOW…]",
	VerbSource:    "source FUNC LABELS [PLACES] [where=…]",
	VerbSink:      "sink FUNC KIND PLACES [where=…]",
	VerbSanitizer: "sanitizer FUNC LABELS FLOW…",
	VerbValidator: "validator FUNC LABELS PLACE ANSWER",
	VerbPut:       "put FUNC STATE INDEX PLACES",
	VerbGet:       "get FUNC STATE INDEX PLACES",
	VerbShare:     "share FUNC STATE INDEX PARAM",
}

// A rowReader reads the words of a row one after the other. It keeps the first mistake.
type rowReader struct {
	verb word
	rest []word
	err  *mistake
}

// next returns the next word: parseRow has counted them.
func (p *rowReader) next() word {
	w := p.rest[0]
	p.rest = p.rest[1:]
	return w
}

// short is the mistake of a row that has too few words.
func (p *rowReader) short(r *Row) *mistake { return p.verb.errorf("want `%s`", forms[r.Verb]) }

func (p *rowReader) fail(err *mistake) {
	if p.err == nil {
		p.err = err
	}
}

// parseRow reads a row. Its key has no package yet.
func parseRow(list []word) (*Row, *mistake) {
	p := &rowReader{verb: list[0], rest: list[1:]}
	r := &Row{Verb: Verb(max(0, slices.Index(verbNames[:], p.verb.text)))}
	if r.Verb == VerbInvalid {
		return nil, p.verb.errorf("unknown verb %q%s", p.verb.text, spell.DidYouMean(p.verb.text, verbNames[1:]))
	}
	if required, _, _ := strings.Cut(forms[r.Verb], " ["); len(list) < len(strings.Fields(required)) {
		return nil, p.short(r)
	}
	r.Key = p.next().text
	switch r.Verb {
	case VerbFlow:
		p.passes(r)
	case VerbSource:
		r.Labels = p.labels()
		p.where(r)
		p.sourcePlaces(r)
	case VerbSink:
		r.Kind = p.next().text
		p.where(r)
		p.sinkPlaces(r)
	case VerbSanitizer:
		r.Labels = p.labels()
		if r.Field = len(p.rest) == 1 && p.rest[0].text == "field"; r.Field {
			p.next()
		}
		p.passes(r)
	case VerbValidator:
		r.Labels = p.labels()
		p.validator(r)
	case VerbPut, VerbGet:
		r.Kind, r.Index = p.next().text, p.index()
		r.Places = p.places(p.next())
	case VerbShare:
		r.Kind, r.Index, r.Param = p.next().text, p.index(), p.index()
	}
	if len(p.rest) > 0 {
		p.fail(p.rest[0].errorf("unexpected %q: want `%s`", p.rest[0].text, forms[r.Verb]))
	}
	return r, p.err
}

func (p *rowReader) labels() Labels {
	w := p.next()
	for _, part := range w.split("|") {
		if part.text == "" {
			p.fail(part.errorf("a label without a name: want LABEL or LABEL|LABEL…, got %q", w.text))
		}
	}
	return ParseLabels(w.text)
}

// where takes the condition at the end of a row, if there is one.
func (p *rowReader) where(r *Row) {
	last := len(p.rest) - 1
	if last < 0 || !strings.HasPrefix(p.rest[last].text, wherePrefix) {
		return
	}
	var err *mistake
	if r.Where, err = parseWhere(p.rest[last]); err != nil {
		p.fail(err)
	}
	p.rest = p.rest[:last]
}

func parseWhere(w word) (*Where, *mistake) {
	index, patterns, ok := strings.Cut(strings.TrimPrefix(w.text, wherePrefix), ":")
	n, err := strconv.Atoi(index)
	if !ok || err != nil || n < 0 || patterns == "" {
		return nil, w.errorf("want where=INDEX:PATTERN|…, got %q", w.text)
	}
	out := &Where{Index: n, Patterns: strings.Split(strings.ToLower(patterns), "|")}
	any := false
	for _, text := range out.Patterns {
		pattern, except := strings.CutPrefix(text, Except)
		if _, err := path.Match(pattern, ""); err != nil || except && pattern == "" {
			return nil, w.errorf("%q: %v", text, cmp.Or(err, path.ErrBadPattern))
		}
		any = any || !except
	}
	if !any {
		return nil, w.errorf("%q: want a pattern without %s, too", patterns, Except)
	}
	return out, nil
}

func (p *rowReader) sourcePlaces(r *Row) {
	if len(p.rest) == 0 {
		r.Places = []Place{{Result: true, Index: Each}}
		return
	}
	switch w := p.next(); w.text {
	case "field":
		r.Field = true
	case "type":
		r.Type = true
	default:
		r.Places = p.places(w)
	}
}

func (p *rowReader) sinkPlaces(r *Row) {
	if len(p.rest) == 0 {
		p.fail(p.short(r)) // the condition was its fourth word
		return
	}
	if w := p.next(); w.text == "field" {
		r.Field = true
	} else {
		r.Places = p.places(w)
	}
}

func (p *rowReader) validator(r *Row) {
	w := p.next()
	r.Places = p.places(w)
	if slices.ContainsFunc(r.Places, func(at Place) bool { return at.Result || at.Index == Each }) {
		p.fail(w.errorf("a validator looks at an argument or at recv, not at %q", w.text))
	}
	w = p.next()
	if r.Answer = w.text; !slices.Contains([]string{"true", "false", "nil"}, r.Answer) {
		p.fail(w.errorf("want true, false or nil, got %q", w.text))
	}
}

func (p *rowReader) index() int {
	w := p.next()
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 0 {
		p.fail(w.errorf("want the number of an argument, got %q", w.text))
	}
	return n
}

// passes reads the flows that are left.
func (p *rowReader) passes(r *Row) {
	for len(p.rest) > 0 {
		w := p.next()
		if strings.HasPrefix(w.text, wherePrefix) {
			p.fail(w.errorf("a %s takes no where=", r.Verb))
			return
		}
		r.Passes = append(r.Passes, p.pass(w))
	}
}

func (p *rowReader) pass(w word) Pass {
	for _, arrow := range []string{"->", "=", "~"} {
		if sides := w.split(arrow); len(sides) == 2 {
			return Pass{From: p.places(sides[0]), To: p.places(sides[1]), Same: arrow == "=", Elements: arrow == "~"}
		}
	}
	p.fail(w.errorf("want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got %q", w.text))
	return Pass{}
}

func (p *rowReader) places(list word) (out []Place) {
	for _, w := range list.split(",") {
		number, isResult := strings.CutPrefix(w.text, "result")
		at := Place{Result: isResult, Index: Each}
		switch {
		case w.text == "recv":
			at.Index = Recv
		case w.text == "each" || isResult && number == "":
		default:
			i, err := strconv.Atoi(number)
			if err != nil || i < 0 {
				p.fail(w.errorf("want recv, each, result or a number, got %q", w.text))
			}
			at.Index = i
		}
		out = append(out, at)
	}
	return out
}

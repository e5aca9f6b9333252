package library

// This file reads rows of what libraries do to data.

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/annotation"
)

func readFlow(p *reader, h Head) Row {
	r := &Data{Head: h}
	p.passes(r)
	return r
}

func readSource(p *reader, h Head) Row {
	r := &Data{Head: h, Labels: p.labels(), Where: p.where()}
	p.sourcePlaces(r)
	return r
}

func readSink(p *reader, h Head) Row {
	r := &Data{Head: h, Kind: p.next().text}
	if last := len(p.rest) - 1; last >= 0 && p.rest[last].text == perhapsMark {
		r.Perhaps, p.rest = true, p.rest[:last]
	}
	r.Where = p.where()
	p.sinkPlaces(r)
	return r
}

// perhapsMark says that data is no more than possible in a sink: what else the call is given decides, and is not known.
const perhapsMark = "perhaps"

func readSanitizer(p *reader, h Head) Row {
	r := &Data{Head: h, Labels: p.labels()}
	if r.Field = len(p.rest) == 1 && p.rest[0].text == "field"; r.Field {
		p.next()
	}
	p.passes(r)
	return r
}

func readValidator(p *reader, h Head) Row {
	r := &Data{Head: h, Labels: p.labels()}
	p.validator(r)
	return r
}

// readBound reads the limits of a field, which may have spaces in them: they are the rest of the row.
func readBound(p *reader, h Head) Row {
	r := &Data{Head: h, Field: true}
	first, texts := p.rest[0], []string(nil)
	for len(p.rest) > 0 {
		texts = append(texts, p.next().text)
	}
	limits, err := annotation.Limits(strings.Join(texts, " "))
	if err != nil {
		p.fail(first.errorf("%s", err.Message))
	}
	r.Bounds = limits
	return r
}

// readState reads what a framework keeps, or hands out.
func readState(p *reader, h Head) Row {
	r := &Data{Head: h, Kind: p.next().text, Index: p.index()}
	r.Places = p.places(p.next())
	return r
}

// afterMark says that a framework calls a function after a step, not before.
const afterMark = "after"

func readShare(p *reader, h Head) Row {
	r := &Data{Head: h, Kind: p.next().text, Index: p.index(), Param: p.index()}
	if r.After = len(p.rest) == 1 && p.rest[0].text == afterMark; r.After {
		p.next()
	}
	return r
}

func (p *reader) labels() []string {
	w := p.next()
	var names []string
	for _, part := range w.split("|") {
		if part.text == "" {
			p.fail(part.errorf("a label without a name: want LABEL or LABEL|LABEL…, got %q", w.text))
		}
		names = append(names, part.text)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// where takes the condition at the end of a row, nil if there is none.
func (p *reader) where() *Where {
	last := len(p.rest) - 1
	if last < 0 || !strings.HasPrefix(p.rest[last].text, wherePrefix) {
		return nil
	}
	w, err := parseWhere(p.rest[last])
	if err != nil {
		p.fail(err)
	}
	p.rest = p.rest[:last]
	return w
}

func parseWhere(w word) (*Where, *mistake) {
	index, patterns, ok := strings.Cut(strings.TrimPrefix(w.text, wherePrefix), ":")
	if index == callsMark && ok && patterns != "" {
		return &Where{Calls: patterns}, nil
	}
	index, list := strings.CutSuffix(index, listMark)
	n, err := strconv.Atoi(index)
	if !ok || err != nil || n < 0 || patterns == "" {
		return nil, w.errorf("want where=INDEX:PATTERN|…, got %q", w.text)
	}
	out := &Where{Index: n, List: list, Patterns: strings.Split(strings.ToLower(patterns), "|")}
	any := false
	for _, text := range out.Patterns {
		pattern, except := strings.CutPrefix(text, Except)
		if name, isSet := strings.CutPrefix(text, setMark); isSet && sets[name] == nil {
			return nil, w.errorf("no patterns are called %q", text)
		}
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

func (p *reader) sourcePlaces(r *Data) {
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

func (p *reader) sinkPlaces(r *Data) {
	if len(p.rest) == 0 {
		p.fail(p.short()) // the condition was its fourth word
		return
	}
	if w := p.next(); w.text == "field" {
		r.Field = true
	} else {
		r.Places = p.places(w)
	}
}

func (p *reader) validator(r *Data) {
	w := p.next()
	r.Places = p.places(w)
	if slices.ContainsFunc(r.Places, func(at Place) bool { return at.Result || at.Index == Each }) {
		p.fail(w.errorf("a validator looks at an argument or at recv, not at %q", w.text))
	}
	w = p.next()
	if r.Answer = w.text; !slices.Contains([]string{"true", "false", "nil", "some"}, r.Answer) {
		p.fail(w.errorf("want true, false, nil or some, got %q", w.text))
	}
}

func (p *reader) index() int {
	w := p.next()
	n, err := strconv.Atoi(w.text)
	if err != nil || n < 0 {
		p.fail(w.errorf("want the number of an argument, got %q", w.text))
	}
	return n
}

// passes reads the flows that are left.
func (p *reader) passes(r *Data) {
	for len(p.rest) > 0 {
		w := p.next()
		if strings.HasPrefix(w.text, wherePrefix) {
			p.fail(w.errorf("a %s takes no where=", r.Verb))
			return
		}
		r.Passes = append(r.Passes, p.pass(w))
	}
}

func (p *reader) pass(w word) Pass {
	for _, arrow := range []string{"->", "=", "~"} {
		if sides := w.split(arrow); len(sides) == 2 {
			return Pass{From: p.places(sides[0]), To: p.places(sides[1]), Same: arrow == "=", Elements: arrow == "~"}
		}
	}
	p.fail(w.errorf("want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got %q", w.text))
	return Pass{}
}

func (p *reader) places(list word) (out []Place) {
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

package loops

// This file follows names of calls that code translates before it goes by them:
//
//	switch call.Name {
//	case "type_text":
//		action.Kind, action.Text = Type, in.Text
//	case "press_enter":
//		action.Kind = Press
//	}

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// renamed returns the places at which other texts stand for names, and notes which: there have to be
// several such texts at one place, and two of them at least are compared again.
func (f *finder) renamed() (out []place) {
	f.standing = make(map[string][]string)
	at := make(map[place][]valueflow.Rename)
	var places []place
	for _, fn := range f.funcs {
		for _, r := range fn.Renames {
			if p := fn.at(r.At); isName(r.To) && f.names.seen[fn.at(r.X)] {
				if len(at[p]) == 0 {
					places = append(places, p)
				}
				at[p] = append(at[p], r)
			}
		}
	}
	for _, p := range places {
		if !f.isTranslated(p, at[p]) {
			continue
		}
		out = append(out, p)
		for _, r := range at[p] {
			if !slices.Contains(f.standing[r.To], r.From) {
				f.standing[r.To] = append(f.standing[r.To], r.From)
			}
		}
	}
	return out
}

// isTranslated reports whether what some renames put at a place is what code goes by.
func (f *finder) isTranslated(at place, renames []valueflow.Rename) bool {
	if !slices.ContainsFunc(renames, func(r valueflow.Rename) bool { return r.From != r.To }) {
		return false
	}
	got := f.texting([]place{at}, false)
	compared := make(map[string]bool)
	for _, fn := range f.funcs {
		for _, t := range fn.Tests {
			text := f.text(fn, t.Y)
			if got.seen[fn.at(t.X)] && slices.ContainsFunc(renames, func(r valueflow.Rename) bool { return r.To == text }) {
				compared[text] = true
			}
		}
	}
	return len(compared) > 1
}

// namesFor returns a tool once for each name that what is compared at a place stands for.
func (f *finder) namesFor(t *tool, at place) (out []*tool) {
	if !f.stands.seen[at] {
		return []*tool{t}
	}
	for _, name := range f.standing[t.name] {
		named := *t
		if named.name = name; name != t.name {
			named.also = t.name
		}
		out = append(out, &named)
	}
	if len(out) == 0 {
		out = append(out, t)
	}
	return out
}

// standsForNone reports whether what is compared only stands for names, and what it is compared with
// does for none.
func (f *finder) standsForNone(p *picked) bool {
	return !f.spelled.seen[p.in.at(p.test.X)] && len(f.standing[f.text(p.in, p.test.Y)]) == 0
}

// isCalledAt reports whether a text at a place says that a tool is called: by its name, or by what
// stands for it there.
func (f *finder) isCalledAt(t *tool, text string, p place) bool {
	name, other := f.spelled.seen[p], f.stands.seen[p]
	return name && t.name == text || other && cmp.Or(t.also, t.name) == text
}

// isClear reports whether a text at a place cannot be the name of one tool and stand for another one.
func (f *finder) isClear(tools []*tool, text string, p place) bool {
	return !f.spelled.seen[p] || !f.stands.seen[p] ||
		!slices.ContainsFunc(tools, func(t *tool) bool { return t.name == text && t.also != "" }) &&
			!(slices.ContainsFunc(tools, func(t *tool) bool { return t.name == text }) && slices.ContainsFunc(tools, func(t *tool) bool { return t.also == text }))
}

// helpers leaves code in line where what was taken for the handler of a tool helps others, too: a
// function that runs what it is handed, and is handed something else for each, or one that only
// makes a value of what it gets.
func (f *finder) helpers(tools []*tool) {
	by := make(map[string][]*tool)
	for _, t := range tools {
		if t.inline && t.handler != "" {
			by[t.handler] = append(by[t.handler], t)
		}
	}
	for id, list := range by {
		if f.runsOther(list) || f.makesValues(f.byID[id], list) {
			for _, t := range list {
				t.handler, t.site, t.block, t.pos = "", nil, t.blocks[0], t.chosen
			}
		}
	}
}

// runsOther reports whether tools with one handler hand it different functions.
func (f *finder) runsOther(tools []*tool) bool {
	for i := range tools[0].site.args {
		handed := func(t *tool) string {
			if i >= len(t.site.args) || t.site.args[i] == noPlace {
				return ""
			}
			for _, v := range f.made[t.site.args[i]] {
				if v.fn != "" {
					return v.fn
				}
			}
			return ""
		}
		first := handed(tools[0])
		if first != "" && slices.ContainsFunc(tools, func(t *tool) bool { return t.name != tools[0].name && handed(t) != "" && handed(t) != first }) {
			return true
		}
	}
	return false
}

// makesValues reports whether the handler of some tools runs nothing, and others call it.
func (f *finder) makesValues(fn *function, tools []*tool) bool {
	return fn != nil && len(fn.sites) == 0 && len(fn.Outside) == 0 && slices.ContainsFunc(f.callers[fn], func(s *site) bool {
		return !slices.ContainsFunc(tools, func(t *tool) bool { return t.site == s })
	})
}

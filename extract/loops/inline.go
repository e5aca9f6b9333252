package loops

// This file finds tools whose code stands where their names are compared.

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/internal/funcid"
)

// inline returns the tools of the names that code of a function compares the model's with:
// what stands under a comparison. One of them at least has to take arguments.
func (f *finder) inline(tests []*picked) (out []*tool) {
	tests = slices.DeleteFunc(slices.Clone(tests), func(p *picked) bool { return !isName(f.text(p.in, p.test.Y)) || f.standsForNone(p) })
	takes := false
	for _, p := range tests {
		if len(p.test.Blocks) == 0 { // what it decides, other conditions decide too
			out = append(out, &tool{name: f.text(p.in, p.test.Y), pos: p.pos, in: p.in, chosen: p.pos, block: p.test.Block, inline: true, unclear: true})
			continue
		}
		if made := f.madeUnder(p, f.text(p.in, p.test.Y)); len(made) > 0 && !p.test.Prefix {
			out, takes = append(out, made...), true
			continue
		}
		t, args := f.under(p)
		if p.test.Prefix {
			t.name, t.why = "", namePrefix
			t.prefix = f.text(p.in, p.test.Y)
		}
		out = append(out, f.namesFor(t, p.in.at(p.test.X))...)
		takes = takes || args && (!t.unclear || f.dialect || hasOffer(f.offered, t.name)) // what is unclear in a dialect, judge says
	}
	if !takes && !f.server { // clients are told of tools, which is enough
		return nil
	}
	return out
}

// isName reports whether a text may be the name of a tool, or the beginning of one: a path or
// an address with which a name is compared, by code that looks for anything, is none.
func isName(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text == "" || (unicode.IsLetter(first) || unicode.IsDigit(first) || first == '_') && !strings.Contains(text, "//")
}

// under returns the tool that stands under a comparison, and whether it takes the arguments
// of the call. Its handler is the function that takes them and of which a model is told what
// comes of it, if there is one such function, it does not only take them apart for another one, and no library gets
// them in line; if a model is told of none, the one call that takes them. It is unclear if a model is told nothing.
func (f *finder) under(p *picked) (t *tool, takes bool) {
	t = &tool{name: f.text(p.in, p.test.Y), pos: p.pos, in: p.in, chosen: p.pos, block: p.test.Blocks[0], inline: true, blocks: p.test.Blocks, code: p.test.Code, idle: true}
	takes = f.usesArgs(p) || f.usesOutside(p)
	var under, told, given, taking []*site // the calls: all, those of which a model is told, these of them with arguments, and all with arguments
	calls := false
	for _, s := range p.in.sites {
		if !slices.Contains(p.test.Blocks, s.Block) {
			continue
		}
		t.idle = false
		under = append(under, s)
		args := f.carriesArgs(s)
		if f.dialect && f.takesArgs(s) {
			taking = append(taking, s)
		}
		acts := f.dialect && args && !slices.ContainsFunc(s.results, func(p place) bool { return p != noPlace })
		takes, calls = takes || args, calls || len(s.results) > 0 && !acts // if at all, it tells by what it does
		if f.tells(s.results) || args && f.tellsParts(s.results) {
			told = append(told, s)
			if args {
				given = append(given, s)
			}
		}
	}
	var outside []place
	for _, u := range p.in.Outside {
		if slices.Contains(p.test.Blocks, u.Block) {
			calls, t.idle = true, false
			for _, r := range u.Results {
				outside = append(outside, p.in.at(r))
			}
		}
	}
	t.unclear = len(told) == 0 && (calls || !takes) && !f.tellsParts(outside)
	switch {
	case len(given) > 0:
		told = given
	case len(told) > 0 && slices.ContainsFunc(under, f.carriesArgs): // what gets them is another one
		told = nil
	case len(told) == 0 && len(taking) == 1 && !f.tells(outside):
		told = taking
	}
	all := len(told)
	told = f.first(told)
	switch ids := handlers(told); {
	case len(ids) != 1 || f.usesOutside(p) || len(told) < all && f.takesKey(told[0]):
	case f.prepares(told[0], under):
		t.parses = ids[0]
	default:
		t.handler, t.site = ids[0], told[0]
		t.block, t.pos = t.site.Block, f.byID[t.handler].Pos
	}
	return t, takes
}

// takesArgs reports whether a function gets the arguments of a model's call, and not only as a part of
// its receiver.
func (f *finder) takesArgs(s *site) bool {
	for i, p := range s.args {
		isReceiver := i == 0 && len(s.callees) > 0 && s.Method == "" && len(all(s.callees[0].fn)) < s.callees[0].fn.Params
		if len(s.callees) > 0 && !isReceiver && (p != noPlace && f.args.seen[p] || f.argTypes[s.ArgType[i]]) {
			return true
		}
	}
	return false
}

// prepares reports whether a call only takes the arguments apart and changes nothing, where another one under the
// comparison gets what it returns, and does as much or more.
//
//	command, err := parse(call.Args)
//	out := shell.Run(command)
func (f *finder) prepares(s *site, under []*site) bool {
	does := f.deeds(s)
	if does == valueflow.DeedActs {
		return false
	}
	least, got := max(does, valueflow.DeedReads), f.comesOf(s)
	return slices.ContainsFunc(under, func(o *site) bool { return o != s && f.deeds(o) >= least && gets(o, got) })
}

// comesOf returns where what a call returns gets to.
func (f *finder) comesOf(s *site) *walk {
	return f.forward(slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace }), true, false, nil)
}

func gets(s *site, w *walk) bool {
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && w.seen[p] })
}

// deeds returns the most that a call does.
func (f *finder) deeds(s *site) (out valueflow.Deed) {
	for _, c := range s.callees {
		out = max(out, f.deedOf(c.fn))
	}
	return out
}

// takesKey reports whether a call gets a constant text: with the arguments, and where another one
// gets what it returns, it reads one of them.
func (f *finder) takesKey(s *site) bool {
	return slices.ContainsFunc(s.args, func(p place) bool {
		return p != noPlace && slices.ContainsFunc(f.made[p], func(v value) bool { return v.isText })
	})
}

// first leaves out the calls that get what another one returns.
func (f *finder) first(calls []*site) []*site {
	if len(calls) < 2 {
		return calls
	}
	later := make(map[*site]bool)
	for _, s := range calls {
		got := f.comesOf(s)
		for _, o := range calls {
			later[o] = later[o] || o != s && gets(o, got)
		}
	}
	first := slices.DeleteFunc(slices.Clone(calls), func(s *site) bool { return later[s] })
	if len(first) == 0 { // in a circle
		return calls
	}
	return first
}

// handlers returns the functions that calls run, each once.
func handlers(calls []*site) (ids []string) {
	for _, s := range calls {
		for _, c := range s.callees {
			if !slices.Contains(ids, c.fn.ID) {
				ids = append(ids, c.fn.ID)
			}
		}
	}
	return ids
}

// tells reports whether a model is told what calls return: it becomes part of a message, or
// of a value of a client's.
func (f *finder) tells(results []place) bool { return f.tellsOf(results, nil) }

// tellsParts reports whether a model is told what calls return, or something in it.
func (f *finder) tellsParts(results []place) bool {
	if f.parted == nil {
		f.parted = f.fields()
	}
	return f.tellsOf(results, f.parted)
}

func (f *finder) tellsOf(results []place, fields map[place][]place) bool {
	results = slices.DeleteFunc(slices.Clone(results), func(p place) bool { return p == noPlace })
	if len(results) == 0 || f.server { // who asked is told what the function returns
		return len(results) > 0
	}
	for to := range f.forward(results, false, false, fields).seen {
		if f.said[to] || f.isClients(to) {
			return true
		}
	}
	return false
}

// isClients reports whether a place is a field of a type of a model's client.
func (f *finder) isClients(p place) bool {
	field, ok := strings.CutPrefix(f.net.names[p], "f ")
	return ok && f.clients[moduleOf(funcid.Package(field))]
}

// usesArgs reports whether code under a comparison reads the arguments in line.
func (f *finder) usesArgs(p *picked) bool {
	return slices.ContainsFunc(p.in.Lookups, func(l valueflow.Lookup) bool {
		return slices.Contains(p.test.Blocks, l.Block) && f.args.seen[p.in.at(l.Map)]
	})
}

// usesOutside reports whether code under a comparison hands the arguments to a library.
func (f *finder) usesOutside(p *picked) bool {
	return slices.ContainsFunc(p.in.Outside, func(u valueflow.Use) bool {
		return slices.Contains(p.test.Blocks, u.Block) && slices.ContainsFunc(u.Args, func(a valueflow.Place) bool {
			return a != valueflow.NoPlace && f.args.seen[p.in.at(a)]
		})
	})
}

func (n *net) text(fn *function, p valueflow.Place) string {
	for _, v := range n.made[fn.at(p)] {
		if v.isText {
			return v.text
		}
	}
	return ""
}

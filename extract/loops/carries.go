package loops

// This file recognises programs that only carry the calls of models: a gateway that translates
// the protocol of one vendor into that of another one, a client that others use.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
)

// carries reports whether a program does no more with the names of its model's calls than to
// move them. Nothing is selected by them or by what is made of them: no text is compared with
// them, nothing that is kept by them is run, no library says anything of them, and no program
// is started by them. Nobody gets them, or the calls, but libraries that change nothing and who
// imports packages of no command; these do not say what came of them.
func (f *finder) carries() bool {
	if f.open || len(f.names.seen) == 0 || !f.isNameRead() || slices.ContainsFunc(f.funcs, f.looksElsewhere) {
		return false
	}
	var start []place
	for p := range f.names.seen {
		start = append(start, p)
	}
	slices.Sort(start)
	made := f.forward(start, false, false, nil).seen
	return !slices.ContainsFunc(f.funcs, func(fn *function) bool {
		return fn.selects(made) || f.givesAway(fn, made)
	})
}

// isNameRead reports whether the name of a call is read anywhere: where it is only written, as into
// what a model is told of its earlier calls, calls come by another way.
func (f *finder) isNameRead() bool {
	read := make(map[string]bool)
	for _, r := range f.reads {
		read[r.field] = true
	}
	return slices.ContainsFunc(f.roles, func(r valueflow.Role) bool {
		return r.Kind == valueflow.RoleName && (!strings.HasPrefix(r.Name, "f ") || read[r.Name])
	})
}

// looksElsewhere reports whether a function compares a word of a protocol with what is in a field of
// a type that is none of the protocol's calls, but for why an answer ended.
func (f *finder) looksElsewhere(fn *function) bool {
	return slices.ContainsFunc(fn.Tests, func(t valueflow.Test) bool {
		for _, sides := range [][2]valueflow.Place{{t.X, t.Y}, {t.Y, t.X}} {
			r := f.reads[fn.at(sides[0])]
			if r != nil && protocol.IsWord(f.text(fn, sides[1])) && !f.nameTypes[r.of] && !strings.Contains(strings.ToLower(r.field[strings.LastIndexByte(r.field, '.')+1:]), "reason") {
				return true
			}
		}
		return false
	})
}

// selects reports whether a function goes by one of some texts.
func (f *function) selects(texts map[place]bool) bool {
	return slices.ContainsFunc(f.Tests, func(t valueflow.Test) bool { return texts[f.at(t.X)] && !texts[f.at(t.Y)] }) ||
		slices.ContainsFunc(f.Judged, func(p valueflow.Place) bool { return texts[f.at(p)] }) ||
		slices.ContainsFunc(f.Lookups, func(l valueflow.Lookup) bool { return !l.Range && texts[f.at(l.Key)] && f.uses(l.To) })
}

// uses reports whether a function does something with what is at a place, numbers aside.
func (f *function) uses(p valueflow.Place) bool {
	return slices.ContainsFunc(f.Moves, func(m valueflow.Move) bool { return m.From == p }) ||
		slices.ContainsFunc(f.Reads, func(r valueflow.Read) bool { return r.Base == p }) ||
		slices.ContainsFunc(f.Calls, func(c valueflow.Call) bool { return c.On == p || slices.Contains(c.Args, p) }) ||
		slices.ContainsFunc(f.Outside, func(u valueflow.Use) bool { return slices.Contains(u.Args, p) })
}

// takesApart reports whether a package may read calls that are in no type of a protocol: maps by
// its keys, or by what is there for others, or texts by paths.
func takesApart(g *valueflow.Graph) bool {
	return slices.ContainsFunc(g.Funcs, func(f *valueflow.Func) bool {
		return slices.ContainsFunc(f.Texts, func(t valueflow.Text) bool {
			isKey := func(l valueflow.Lookup) bool { return l.Key == t.At }
			return protocol.IsPath(t.Text) || protocol.IsWord(t.Text) && (slices.ContainsFunc(f.Lookups, isKey) || isInMap(f, t.At))
		})
	})
}

// isInMap reports whether a function compares a text with what maps have.
func isInMap(f *valueflow.Func, text valueflow.Place) bool {
	taken := make(map[valueflow.Place]bool)
	for _, l := range f.Lookups {
		taken[l.To] = !l.Range || taken[l.To]
	}
	for n := -1; n != len(taken); { // through conversions, such as to a string
		n = len(taken)
		for _, m := range f.Moves {
			if taken[m.From] {
				taken[m.To] = true
			}
		}
	}
	return slices.ContainsFunc(f.Tests, func(t valueflow.Test) bool { return t.X == text && taken[t.Y] || t.Y == text && taken[t.X] })
}

// givesAway reports whether somebody gets calls from a function, or their names, and may run
// something; made are the places of what is made of names.
func (f *finder) givesAway(fn *function, made map[place]bool) bool {
	gets := func(args []place, types []string) bool {
		return slices.ContainsFunc(args, func(p place) bool { return p != noPlace && (f.names.seen[p] || f.holdsCall(p)) }) ||
			slices.ContainsFunc(types, func(t string) bool { return f.nameTypes[t] })
	}
	for _, s := range fn.sites {
		isOut := s.Kind == valueflow.CallRemote || s.on != noPlace && len(s.callees) == 0 && !isLibrarys(s) && (f.main || len(s.results) > 0)
		if isOut && gets(s.args, s.ArgType) {
			return true
		}
	}
	return slices.ContainsFunc(fn.Outside, func(u valueflow.Use) bool {
		var args []place
		for _, p := range u.Args {
			args = append(args, fn.at(p))
		}
		return u.Does != valueflow.DeedReads && gets(args, u.ArgType) ||
			u.Runs && slices.ContainsFunc(args, func(p place) bool { return p != noPlace && made[p] })
	})
}

// holdsCall reports whether a call of a model may be at a place, in an interface.
func (f *finder) holdsCall(p place) bool {
	return slices.ContainsFunc(f.values(p), func(v value) bool { return f.nameTypes[v.typ] })
}

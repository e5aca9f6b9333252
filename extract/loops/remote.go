package loops

// This file finds tools that somebody else runs: an MCP server, or a library.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
)

// remote returns the tools that a model may name and somebody else runs: what they are, only a
// run knows.
func (f *finder) remote() (out []*tool) {
	for _, s := range f.sites {
		var why unknownName
		switch {
		case s.Kind == valueflow.CallRemote && f.namesTool(s):
			why = nameRemote
		case s.Kind == valueflow.CallRuns:
			why = nameGiven
		case f.isElsewhere(s) && (f.tells(s.results) || f.putsBeside(s.results)):
			why = nameElsewhere
		case s.Kind == valueflow.CallErrand && f.sendsFor(s):
			why = nameForeign
		default:
			continue
		}
		out = append(out, &tool{why: why, pos: s.Pos, in: s.in, block: s.Block, site: s, chosen: s.Pos})
	}
	for _, fn := range f.funcs {
		if text := f.writtenIn(fn); text != nil {
			out = append(out, &tool{why: nameRemote, pos: text.Pos, in: fn, block: text.Block, chosen: text.Pos})
		}
	}
	return out
}

// namesTool reports whether the tool that a server is asked for is one that a model names:
// by an argument, or by what the function puts into a request of the client's.
func (f *finder) namesTool(s *site) bool {
	if slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.names.seen[p] }) {
		return true
	}
	client := "f " + moduleOf(s.library()) + "/"
	isField := func(p place) bool { // or has the address of one
		ofClient := func(e edge) bool { return strings.HasPrefix(f.net.names[e.other], client) }
		return strings.HasPrefix(f.net.names[p], client) || slices.ContainsFunc(f.in[p], ofClient) && slices.ContainsFunc(f.out[p], ofClient)
	}
	return slices.ContainsFunc(s.in.Moves, func(m valueflow.Move) bool {
		from, to := s.in.at(m.From), s.in.at(m.To)
		return f.names.seen[from] && isField(to) && !isField(from)
	})
}

// isElsewhere reports whether a call is of a method of the program's own interface that nothing has of
// what was read, and gets a call of a model's: another module has it.
func (f *finder) isElsewhere(s *site) bool {
	if s.Method == "" || len(s.callees) > 0 || isLibrarys(s) || f.server {
		return false
	}
	holds := func(p place) bool {
		return slices.ContainsFunc(f.values(p), func(v value) bool { return f.nameTypes[v.typ] && f.argTypes[v.typ] })
	}
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && holds(p) }) ||
		slices.ContainsFunc(s.ArgType, func(t string) bool { return f.nameTypes[t] && f.argTypes[t] })
}

// putsBeside reports whether a result gets into a field of what has the name and the arguments of a
// call: who has that has what came of the call.
func (f *finder) putsBeside(results []place) bool {
	results = slices.DeleteFunc(slices.Clone(results), func(p place) bool { return p == noPlace })
	for to := range f.forward(results, true, false, nil).seen {
		if field, ok := strings.CutPrefix(f.net.names[to], "f "); ok {
			if of := field[:strings.LastIndexByte(field, '.')]; f.nameTypes[of] && f.argTypes[of] {
				return true
			}
		}
	}
	return false
}

// sendsFor reports whether a library gets the name of a call and its arguments, and a model is
// told what it returns.
func (f *finder) sendsFor(s *site) bool {
	name := slices.IndexFunc(s.args, func(p place) bool { return p != noPlace && f.names.seen[p] })
	args := slices.IndexFunc(s.args, func(p place) bool { return p != noPlace && f.args.seen[p] && !f.names.seen[p] })
	return name >= 0 && args >= 0 && !f.server && f.tells(s.results)
}

// writtenIn returns the method in a request to an MCP server that a function writes by itself, for
// a tool that a model names; nil if it writes none. What is compared with it is a server's.
func (f *finder) writtenIn(fn *function) *valueflow.Text {
	i := slices.IndexFunc(fn.Texts, func(t valueflow.Text) bool {
		return t.Text == protocol.CallMethod && !slices.ContainsFunc(fn.Tests, func(c valueflow.Test) bool { return c.Y == t.At })
	})
	if i < 0 || f.server || !f.putsName(fn) {
		return nil
	}
	return &fn.Texts[i]
}

// putsName reports whether a function puts the name of a call into a struct or a map as a name.
func (f *finder) putsName(fn *function) bool {
	for _, o := range fn.Objects {
		for _, v := range o.Fields {
			if v.Value != valueflow.NoPlace && f.names.seen[fn.at(v.Value)] && strings.HasSuffix(v.Field, ".Name") {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.Puts, func(p valueflow.Put) bool { return f.names.seen[fn.at(p.Value)] && f.text(fn, p.Key) == "name" })
}

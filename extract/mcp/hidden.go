package mcp

// This file says what of a server is not known beside the names of its tools.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// unseen returns an unknown a cause: what runs for a tool whose handler was not found, and
// which tools a session sees where a filter, a hook or a middleware says so.
func (a *catalog) unseen(server *assembly.Object, live []*offer) []graph.Unknown {
	var out []graph.Unknown
	if i := slices.IndexFunc(live, func(f *offer) bool { return f.tool.Handler == "" && f.unknown == nil }); i >= 0 {
		u := assembly.Unknown{Reason: reason.Of(reason.NoHandler), Pos: live[i].tool.Pos}
		out = append(out, u.Open(graph.UnknownBody, u.Pos))
	}
	for _, find := range []func(*assembly.Object) *assembly.Unknown{a.filtered, a.given, a.extended, a.hooked, a.rewritten} {
		if u := find(server); u != nil {
			return append(out, u.Open(graph.UnknownTools, server.At(a.Assembly)))
		}
	}
	return out
}

// filtered returns why sessions may see fewer tools than there are, nil if they do not.
func (a *catalog) filtered(server *assembly.Object) *assembly.Unknown {
	for _, o := range a.optionsOf(server, "filter") {
		return &assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a filter"), Pos: a.At(o.Pos, o.Stack)}
	}
	return nil
}

// given returns why sessions may have tools of their own: code sets all of them at once.
func (a *catalog) given(*assembly.Object) *assembly.Unknown {
	for _, o := range a.ObjectsOf("given") {
		return &assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a session"), Pos: a.At(o.Pos, o.Stack)}
	}
	return nil
}

// extended returns why a server may answer tools/list otherwise: options of the library's own
// server give it other functions for requests.
func (a *catalog) extended(server *assembly.Object) *assembly.Unknown {
	for _, op := range server.Calls("extra") {
		return &assembly.Unknown{Reason: reason.Of(reason.SaysTools, "an option"), Pos: a.At(op.Pos, op.Stack)}
	}
	return nil
}

// hooked returns why hooks may change the answer to tools/list, which they get when it is
// complete, or the tools of a server; nil if they do not. Hooks that are added by a call count for
// every server with hooks. Those that stand in a struct the library calls, and nobody else.
func (a *catalog) hooked(server *assembly.Object) *assembly.Unknown {
	structs := []assembly.Value{a.Arg(server, "settings")}
	var fns []assembly.Value
	for _, o := range a.optionsOf(server, "hooks") {
		structs = append(structs, a.Arg(o, "value"))
		for _, h := range a.ObjectsOf("hook") {
			fns = append(fns, a.Arg(h, "fn"))
		}
	}
	for _, s := range structs {
		for _, s := range s.Pointed() {
			if u := s.Opaque(); u != nil {
				return u
			}
			fns = append(fns, handlersIn(s)...)
		}
	}
	for _, f := range fns {
		if u := changes(f, "a hook"); u != nil {
			return u
		}
	}
	return nil
}

// handlersIn returns the functions in the fields of a struct, and in lists there.
func handlersIn(s assembly.Value) (fns []assembly.Value) {
	for _, field := range s.Fields() {
		for _, x := range field.Each() {
			list, more := x.Elems()
			switch {
			case x.IsFunc():
				fns = append(fns, x)
			case len(list) > 0 && list[0].Only().IsFunc():
				if fns = append(fns, list...); more != nil {
					fns = append(fns, x)
				}
			}
		}
	}
	return fns
}

// rewritten returns why middleware may change the answer to tools/list, nil if it does not.
func (a *catalog) rewritten(server *assembly.Object) *assembly.Unknown {
	for _, mw := range a.middleware(server) {
		if u := changes(mw, "middleware"); u != nil {
			u.Pos = server.At(a.Assembly)
			return u
		}
	}
	return nil
}

// changes returns why a function of the program may change what tools/list answers, nil if
// it does not: it mentions the answer, or tools of the server.
func changes(fn assembly.Value, what string) *assembly.Unknown {
	for _, f := range fn.Each() {
		switch {
		case f.IsZero() || f.IsNil():
		case !f.IsFunc():
			return f.Why(reason.NoneSeen, "function")
		case f.MayHave("offers", "register", "replace", "remove"):
			return &assembly.Unknown{Reason: reason.Of(reason.SaysTools, what), Pos: f.Observe().Pos}
		}
	}
	return nil
}

// optionsOf returns the options of a kind that a server is made with.
func (a *catalog) optionsOf(server *assembly.Object, kind string) (out []*assembly.Object) {
	options, _ := a.Arg(server, "options").Elems()
	for _, e := range options {
		out = append(out, e.Objects(kind)...)
	}
	return out
}

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
	for _, find := range []func(*assembly.Object) *assembly.Unknown{a.filtered, a.hooked, a.rewritten} {
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

// hooked returns why hooks may change the answer to tools/list, nil if they do not: they get
// it when it is complete. Hooks that are added by a call count for every server with hooks.
func (a *catalog) hooked(server *assembly.Object) *assembly.Unknown {
	options := a.optionsOf(server, "hooks")
	if len(options) == 0 {
		return nil
	}
	var fns []assembly.Value
	for _, h := range a.ObjectsOf("hook") {
		fns = append(fns, a.Arg(h, "fn"))
	}
	for _, o := range options {
		for _, h := range a.Arg(o, "value").Pointed() {
			if u := h.Opaque(); u != nil {
				return u
			}
			for _, field := range []string{"OnAfterListTools", "OnSuccess"} {
				list, more := h.Field(field).Elems()
				if fns = append(fns, list...); more != nil {
					return more
				}
			}
		}
	}
	for _, f := range fns {
		if u := changes(f, "a hook"); u != nil {
			return u
		}
	}
	return nil
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
		case slices.ContainsFunc([]string{"offers", "register", "replace", "remove"}, f.MayHave):
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

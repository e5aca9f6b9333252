package loops

// This file finds functions that are there to ask before tools run, and that nothing calls.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// uncalled sets the gates of the tools of an agent that does things to the world and asks nobody, if the
// program has a function to ask before tools run, and nothing calls it.
func (c *chart) uncalled(g *graph.Agent, tools []*tool) {
	if slices.ContainsFunc(g.Tools, func(t *graph.Tool) bool { return t.Gate.Kind != graph.GateNone }) {
		return
	}
	acts := func(t *tool) bool { return t.why == nameRemote || c.acts(t) }
	if !slices.ContainsFunc(tools, acts) {
		return
	}
	fn := c.uncalledAsker()
	if fn == nil {
		return
	}
	for i, t := range tools {
		if acts(t) {
			g.Tools[i].Gate = graph.Gate{Kind: graph.GateIgnored, Pos: fn.Pos, Slip: graph.Slip{Way: graph.SlipUncalled, Words: shortName(fn.ID)}}
		}
	}
}

// uncalledAsker returns the first function by name that is there to ask before tools run, and that
// nothing calls. What another module may call is none.
func (c *chart) uncalledAsker() *function {
	var out *function
	for _, fn := range c.funcs {
		if !asksAboutTools(fn.ID) || !c.isOwn(fn) || len(c.callers[fn]) > 0 || c.isTaken(fn) {
			continue
		}
		if out == nil || fn.ID < out.ID {
			out = fn
		}
	}
	return out
}

// isOwn reports whether only the program itself may call a function: its name, its package or a
// directory above says so.
func (c *chart) isOwn(fn *function) bool {
	name := shortName(fn.ID)
	isMain := slices.ContainsFunc(c.graphs, func(g *valueflow.Graph) bool { return g.Package == fn.pkg && g.Main })
	return isMain || strings.ToLower(name[:1]) == name[:1] || slices.Contains(strings.Split(fn.pkg, "/"), "internal")
}

// asksAboutTools reports whether a function, and no method, has a name that says that it asks before
// tools run, or makes what does so.
func asksAboutTools(id string) bool {
	if strings.ContainsAny(id, "($") {
		return false
	}
	name := strings.ToLower(shortName(id))
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
	}
	begins := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
	}
	return begins("new", "create", "ask", "request", "prompt", "confirm", "approve", "require") &&
		has("approv", "confirm", "permission", "consent") && has("tool", "command", "exec", "bash", "shell") &&
		!has("config", "event", "msg", "message", "response", "result", "error", "rule", "policy", "store", "test", "mock")
}

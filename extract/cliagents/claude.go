package cliagents

// This file reads sessions of Claude Code: which tools they have.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

const claudeRoot = "github.com/severity1/claude-agent-sdk-go"

// claude returns the session that an agent has with its options.
func (a *assembler) claude(g *assembly.Agent, set *settings) *session {
	s := &session{Agent: g, a: a, process: "claude"}
	if set.budget && g.Bound.State == graph.BoundUnlimited {
		g.Bound, g.Unset = graph.Bound{State: graph.BoundPresent}, false
	}
	s.offers = s.existing(set)
	for _, m := range set.servers {
		s.offers = append(s.offers, s.claudeServer(m, set)...)
	}
	for _, u := range set.open {
		s.open(u)
	}
	r := newRules(s, set)
	s.rule = r.rule
	s.offers = slices.DeleteFunc(s.offers, r.removed)
	if slices.ContainsFunc(s.offers, func(o offer) bool { return o.tool.Name == "Task" }) {
		s.subs = set.subs
	}
	return s
}

// existing returns the tools of the process that there are: those that the program lists,
// or those that are known.
func (s *session) existing(set *settings) []offer {
	if len(set.tools) != 1 || !set.tools[0].Sole {
		s.open(assembly.Because(reason.SaysTools, "Claude Code"))
		return s.builtins()
	}
	l := readList(set.tools[0].Value)
	if l.more != nil {
		s.open(l.more)
	}
	var out []offer
	for _, name := range l.all {
		if name != "" {
			out = append(out, s.builtin(name, s.Pos))
		}
	}
	return out
}

// claudeServer returns the tools of a server, which go by its name, too. Those in the
// process are there only for a client.
func (s *session) claudeServer(m namedServer, set *settings) []offer {
	prefix := "mcp__" + m.name + "__"
	o := m.value.Object("server")
	if o == nil {
		return s.server(prefix, list{}, s.Pos)
	}
	if set.once {
		return nil
	}
	return s.own(s.a.Arg(o, "tools"), func(v assembly.Value, t *graph.Tool) offer {
		return offer{tool: s.a.renamed(v, t, prefix), from: fromProgram, asks: "ask"}
	})
}

// renamed returns a tool by the name that the model gets to see, with the hints that it has.
func (a *assembler) renamed(v assembly.Value, t *graph.Tool, prefix string) *graph.Tool {
	c := *t
	if c.Name != "" {
		c.Name = prefix + c.Name
	}
	if o := v.Object("tool"); o != nil {
		options, _ := a.Arg(o, "options").List()
		for _, opt := range options {
			if opt.Object("hints") != nil {
				c.Hints = hints(opt.Arg("hints"))
			}
		}
		a.told[o] = &c
	}
	return &c
}

// hints returns the hints of a tool. One that is not the same in all runs counts as not
// given.
func hints(v assembly.Value) graph.Hints {
	hint := func(name string) graph.Hint {
		if h := v.Field(name).Only(); h.IsPointer() {
			if b, ok := h.Behind().Only().Bool(); ok {
				return graph.HintOf(b)
			}
		}
		return graph.HintUnset
	}
	return graph.Hints{
		ReadOnly: hint("ReadOnlyHint"), Destructive: hint("DestructiveHint"),
		Idempotent: hint("IdempotentHint"), OpenWorld: hint("OpenWorldHint"),
	}
}

// covered reports whether a rule is about a tool: by its name, or by that of its server. Of a
// tool without a name that is known, it may be.
func (o offer) covered(text string) (is, some bool) {
	name, some := rule(text)
	if o.tool.Name == "" {
		return strings.HasPrefix(name, "mcp__") && o.from == fromServer, true
	}
	if name == o.tool.Name {
		return true, some
	}
	return strings.HasPrefix(name, "mcp__") && strings.HasPrefix(o.tool.Name, name+"__"), some
}

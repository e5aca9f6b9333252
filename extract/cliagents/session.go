package cliagents

// This file makes an agent of a session, and of those that it delegates to.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A session is one conversation with a process, or a client that has them.
type session struct {
	*assembly.Agent
	a       *assembler
	process string
	offers  []offer
	subs    []sub
	first   *sub     // the one that the session begins as
	hidden  []string // tools that only subs have
	final   []string // names of tools after which the turn is over

	rule  func(o offer) ruling // what becomes of calls of a tool
	doubt bool                 // the rules of the session are not all known
}

// An offer is a tool that the model of a session is told of.
type offer struct {
	tool *graph.Tool
	from source
	asks string // what the process asks for before a call, "" for nothing
	// maySkip: the program may have said that it is not to ask.
	maySkip bool
}

// A source says whose tool it is.
type source uint8

const (
	fromProcess source = iota
	fromProgram
	fromServer
)

// A sub is an agent to which the model of a session may hand a task.
type sub struct {
	name  string
	tools list // their names; all if it is not given
	more  []offer
	pos   graph.Pos
	guard assembly.Guard
}

// add adds a session to the program, and its workflow.
func (a *assembler) add(s *session) {
	me := &assembly.Peer{Agent: s.Agent.Agent, Object: s.Object}
	s.Tools = s.permitted(s.mine())
	a.final[me] = s.final
	agents := []*graph.Agent{s.Agent.Agent}
	for _, d := range s.subs {
		to := &assembly.Peer{Object: s.Object, Agent: s.delegate(d)}
		me.Calls = append(me.Calls, assembly.Link{To: to, Label: d.name, Guard: d.guard, Pos: d.pos})
		s.SubAgents = append(s.SubAgents, to.Agent)
		agents = append(agents, to.Agent)
	}
	a.Close(s.Object, s.Unknowns)
	if a.Owned(s.Object) {
		a.Program.Agents = append(a.Program.Agents, agents...)
		a.Program.Workflows = append(a.Program.Workflows, a.team.Conversation(me))
	}
}

// complete says of the step of an agent after which tools its turn is over.
func (a *assembler) complete(m *assembly.Peer, n *graph.Node) { n.Final = a.final[m] }

// mine returns the tools of the agent with which the session begins.
func (s *session) mine() []offer {
	if s.first != nil {
		return s.chosen(*s.first)
	}
	return slices.DeleteFunc(slices.Clone(s.offers), func(o offer) bool { return slices.Contains(s.hidden, o.tool.Name) })
}

// delegate returns the agent that a session hands tasks to. Whether limits of the session hold
// for it is not known: it has none of its own.
func (s *session) delegate(d sub) *graph.Agent {
	g := &graph.Agent{Name: d.name, Kind: graph.AgentLLM, Framework: s.Framework, Bound: graph.Bound{State: graph.BoundUnlimited}, Pos: d.pos}
	g.Tools = s.permitted(s.chosen(d))
	if !d.tools.given {
		g.Unknowns = append(g.Unknowns, s.Unknowns...)
	}
	if d.tools.more != nil {
		g.Unknowns = append(g.Unknowns, d.tools.more.Open(graph.UnknownTools, d.pos))
	}
	return g
}

// chosen returns the tools of a sub-agent: all of the session, or those that it names.
func (s *session) chosen(d sub) []offer {
	all := slices.Concat(s.offers, d.more)
	if !d.tools.given {
		return all
	}
	var out []offer
	for _, name := range d.tools.all {
		i := slices.IndexFunc(all, func(o offer) bool { return o.tool.Name == name })
		if i < 0 {
			out = append(out, s.builtin(name, d.pos))
		} else {
			out = append(out, all[i])
		}
	}
	return out
}

// permitted returns the tools that may run, each behind what stands in front of it.
func (s *session) permitted(offers []offer) []*graph.Tool {
	var out []*graph.Tool
	for _, o := range offers {
		switch r := s.rule(o); r.answer {
		case denied:
		case asked:
			out = append(out, assembly.Gated([]*graph.Tool{o.tool}, graph.Gate{Kind: graph.GateCallback, Pos: r.pos})...)
		case free:
			out = append(out, assembly.Gated([]*graph.Tool{o.freed(r.pos)}, r.vain)...)
		default:
			out = append(out, assembly.Gated([]*graph.Tool{o.tool}, cmp.Or(r.vain, graph.Gate{Kind: graph.GateConditional, Pos: r.pos}))...)
			s.unsure(r.pos)
		}
	}
	return out
}

// freed returns a tool that runs unasked. One that the process brings stands where the program
// says so.
func (o offer) freed(pos graph.Pos) *graph.Tool {
	if o.from != fromProcess || o.asks == "" || !pos.IsValid() {
		return o.tool
	}
	t := *o.tool
	t.Pos = pos
	return &t
}

// unsure notes, once, that which calls run was not understood.
func (s *session) unsure(pos graph.Pos) {
	if !s.doubt {
		s.doubt = true
		u := assembly.Because(reason.MayAsk)
		u.Pos = pos
		s.open(u)
	}
}

// open notes, once, that the session may have other tools.
func (s *session) open(u *assembly.Unknown) {
	if open := u.Open(graph.UnknownTools, s.Pos); !slices.Contains(s.Unknowns, open) {
		s.Unknowns = append(s.Unknowns, open)
	}
}

// own returns the tools in a list of the program's. Of two of one name of which no run has
// both, one stands for both.
func (s *session) own(list assembly.Value, of func(v assembly.Value, t *graph.Tool) offer) []offer {
	elems, more := list.List()
	if more != nil {
		s.open(more)
	}
	var l assembly.ToolList
	made := make(map[*graph.Tool]offer)
	for _, e := range elems {
		if t := s.a.Tool(e); t != nil {
			o := of(e, t)
			made[o.tool] = o
			l.Add(o.tool, e.Guard)
		}
	}
	var out []offer
	for t, all := range l.All() {
		o := made[t]
		for _, other := range all {
			o.maySkip = o.maySkip || made[other].maySkip || made[other].asks != o.asks
		}
		out = append(out, o)
	}
	return out
}

// server adds the tools of a server in another process: those of the names that the program
// gives, or one of which nothing is known.
func (s *session) server(prefix string, tools list, pos graph.Pos) []offer {
	if !tools.given || tools.more != nil || slices.Contains(tools.all, "*") {
		return []offer{{from: fromServer, asks: "mcp", tool: &graph.Tool{
			Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: pos,
		}}}
	}
	var out []offer
	for _, name := range tools.all {
		out = append(out, offer{from: fromServer, asks: "mcp", tool: &graph.Tool{Name: prefix + name, Framework: "mcp", Pos: pos}})
	}
	return out
}

// listTools adds the tools that the package makes to the program, by the names that its
// sessions give them.
func (a *assembler) listTools() {
	a.ListTools(a.ObjectsOf("tool"), func(o *assembly.Object) *graph.Tool {
		if t := a.told[o]; t != nil {
			return t
		}
		return a.ToolOf(o)
	})
}

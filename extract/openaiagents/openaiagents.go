package openaiagents

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("openaiagents")

// Framework returns what agentvet knows of the OpenAI Agents SDK.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "openaiagents", Table: table, Assemble: assemble}
}

// An assembler turns the objects of one package into agents and their conversations.
type assembler struct {
	*assembly.Assembly
	team  *assembly.Team
	final map[*assembly.Peer][]string // names of tools whose result is the agent's answer
	seen  map[*assembly.Peer]bool     // a run can come to it
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, team: x.NewTeam(x.ObjectsOf("agent")),
		final: make(map[*assembly.Peer][]string), seen: make(map[*assembly.Peer]bool),
	}
	x.AgentTool = a.agentTool
	a.team.Node = func(m *assembly.Peer, n *graph.Node) { n.Final = a.final[m] }
	for _, m := range a.team.Order {
		a.read(m)
	}
	a.bounds()
	a.described()
	agents := a.team.Proper(func(m *assembly.Peer) bool { return a.seen[m] })
	for _, m := range a.team.Roots(agents) {
		if w := a.team.Conversation(m); x.Owned(m.Object) {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	for _, m := range agents {
		if a.seen[m] { // else a caller may go on building it
			x.Close(m.Object, m.Unknowns)
		}
		if x.Owned(m.Object) {
			x.Program.Agents = append(x.Program.Agents, m.Agent)
		}
	}
	x.ListTools(x.ObjectsOf("tool"), x.ToolOf)
}

// defaultTurns is how often a run asks models if the program does not say.
const defaultTurns = 10

// bounds gives each agent the limit of the runs that it takes part in. Of several,
// the highest counts. A run that is not seen has a limit, too.
func (a *assembler) bounds() {
	l := limits{given: make(map[*assembly.Peer]bool)}
	others := a.defaultLimit()
	for _, o := range a.ObjectsOf("run") {
		b := graph.Bound{State: graph.BoundPresent}
		_, own := o.Row.Index("config")
		config := a.Arg(o, "config")
		switch n, ok := config.Field("MaxTurns").Int(); {
		case !own:
			b = others
		case ok && n == 0:
			b = graph.Known(defaultTurns)
		case ok:
			b = graph.Known(n)
		}
		for _, link := range a.links(a.Arg(o, "agent"), o.At(a.Assembly)) {
			link.To.Run, link.To.Linked = true, true
			l.spread(link.To, b)
			link.To.Cover(a.seen)
			for _, m := range link.To.Reach() {
				a.configured(m, config)
			}
		}
	}
	for _, m := range a.team.Order {
		for _, link := range m.Calls {
			l.spread(link.To, others)
		}
	}
	for _, m := range a.team.Order {
		if !l.given[m] {
			l.limit(m, graph.Bound{State: graph.BoundPresent})
		}
	}
}

// defaultRunner is the variable with the runner of functions that take none, and of agents
// that are tools.
const defaultRunner = "github.com/nlpodyssey/openai-agents-go/agents.DefaultRunner"

// defaultLimit returns the limit of runs that are given none. Code that names the default
// runner may change it, and the agents that it runs, also for other packages.
func (a *assembler) defaultLimit() graph.Bound {
	b := graph.Known(defaultTurns)
	for _, fn := range a.Functions().Naming(defaultRunner) {
		b = graph.Bound{State: graph.BoundPresent}
		u := assembly.Unknown{Reason: reason.Of(reason.RunnerLimits), Pos: a.Functions().Func(fn).Pos()}
		a.Program.Unknowns = append(a.Program.Unknowns, u.Open(graph.UnknownBound, u.Pos))
		if !a.Declared(fn).MayHave("configures") {
			continue
		}
		u.Reason = reason.Of(reason.SaysTools, "the default runner")
		a.Program.Unknowns = append(a.Program.Unknowns, u.Open(graph.UnknownTools, u.Pos))
		for _, m := range a.team.Order {
			m.Open(&u, graph.UnknownTools)
		}
	}
	return b
}

// described notes that agents are made of what a request says.
func (a *assembler) described() {
	for _, o := range a.ObjectsOf("described") {
		u := assembly.Because(reason.FileSays)
		a.Program.Unknowns = append(a.Program.Unknowns, u.Open(graph.UnknownAnything, a.Place(o)))
	}
}

// limits are those that agents have got so far.
type limits struct{ given map[*assembly.Peer]bool }

// spread gives a limit to an agent and to all that the conversation can be handed over to.
func (l limits) spread(m *assembly.Peer, b graph.Bound) {
	for _, x := range m.Reach() {
		l.limit(x, b)
	}
}

func (l limits) limit(m *assembly.Peer, b graph.Bound) {
	switch old := m.Bound; {
	case !l.given[m]:
		m.Bound = b
	case old.State != graph.BoundKnown || b.State != graph.BoundKnown:
		m.Bound = graph.Bound{State: graph.BoundPresent}
	default:
		m.Bound = graph.Known(max(old.N, b.N))
	}
	l.given[m] = true
}

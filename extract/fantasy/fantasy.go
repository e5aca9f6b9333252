package fantasy

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("fantasy")

// Framework returns what agentvet knows of fantasy.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "fantasy", Table: table, Assemble: assemble}
}

// An assembler knows what limits the agents of one package.
type assembler struct {
	*assembly.Assembly
	limits map[*assembly.Agent]*limit
}

func assemble(x *assembly.Assembly) {
	a := &assembler{Assembly: x, limits: make(map[*assembly.Agent]*limit)}
	x.Odd, x.Done = a.option, a.finish
	assembly.Assistants(x)
}

// limitOf returns what is known of the limit of an agent so far.
func (a *assembler) limitOf(g *assembly.Agent) *limit {
	if a.limits[g] == nil {
		a.limits[g] = new(limit)
	}
	return a.limits[g]
}

// option reads conditions that end a run, and the function that prepares each step.
func (a *assembler) option(g *assembly.Agent, v assembly.Value) {
	switch o := v.Object(); o.Kind {
	case "opt:stop":
		a.limitOf(g).conditions(a.Arg(o, "conditions"), v.Sole)
	case "opt:prepare":
		a.prepare(g, a.Arg(o, "fn"))
	}
}

// prepare reads the function that prepares each step: it may give the model other
// tools.
func (a *assembler) prepare(g *assembly.Agent, f assembly.Value) {
	if f.IsZero() {
		return
	}
	b := f.Observe()
	results := a.Result(b, 1)
	if !b.Known || len(results) == 0 {
		g.Open(&assembly.Unknown{Reason: b.Reason, Pos: b.Pos}, graph.UnknownTools)
	}
	for _, res := range results {
		if u := res.Unknown(); u != nil {
			g.Open(u, graph.UnknownTools)
			continue
		}
		g.AddTools(res.Field("Tools"), false)
	}
}

// finish gives an agent its bound. Calls of it replace what it was made with: of several,
// the highest limit counts.
func (a *assembler) finish(g *assembly.Agent) {
	l := a.limitOf(g)
	g.Bound = l.bound()
	l.note(g)
	for i, op := range g.Object.Calls("run") {
		a.prepare(g, a.Read(op.Arg("prepare")))
		own := *l
		if stop := a.Read(op.Arg("stop")); !stop.IsZero() {
			own = limit{}
			own.conditions(stop, true)
			own.note(g)
		}
		if i == 0 {
			g.Bound = own.bound()
		} else {
			g.Bound = looser(g.Bound, own.bound())
		}
	}
}

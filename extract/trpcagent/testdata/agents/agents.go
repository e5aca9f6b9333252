// Package agents composes agents.
package agents

import (
	"context"
	"os"
	"sync/atomic"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/a2aagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/cycleagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/parallelagent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model/openai"
	"trpc.group/trpc-go/trpc-agent-go/team"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"
)

var llm = openai.New("m")

func model(name string, opts ...llmagent.Option) agent.Agent {
	return llmagent.New(name, append([]llmagent.Option{llmagent.WithModel(llm), llmagent.WithDescription("is " + name)}, opts...)...)
}

// Pipeline is a chain with a fan-out in it.
func Pipeline() agent.Agent {
	return chainagent.New("pipeline", chainagent.WithSubAgents([]agent.Agent{
		model("plan", llmagent.WithOutputKey("plan")),
		parallelagent.New("gather", parallelagent.WithSubAgents([]agent.Agent{model("web"), model("docs")})),
		model("write", llmagent.WithMaxLLMCalls(8), llmagent.WithMaxToolIterations(4)),
	}))
}

// Loops ends by its bound, by escalation, by neither, or does not begin.
func Loops() []agent.Agent {
	body := func(name string) cycleagent.Option {
		return cycleagent.WithSubAgents([]agent.Agent{model(name + "-try"), model(name + "-check")})
	}
	return []agent.Agent{
		cycleagent.New("bounded", body("bounded"), cycleagent.WithMaxIterations(3)),
		cycleagent.New("escalating", body("escalating"), cycleagent.WithEscalationFunc(func(e *event.Event) bool { return e.Done })),
		cycleagent.New("endless", body("endless"), cycleagent.WithEscalationFunc(func(e *event.Event) bool { return false })),
		cycleagent.New("idle", body("idle"), cycleagent.WithMaxIterations(0)),
	}
}

// Desk hands over and calls.
func Desk() agent.Agent {
	refunds := model("refunds", llmagent.WithSubAgents([]agent.Agent{model("bank")}))
	expert := model("expert")
	remote, _ := a2aagent.New(a2aagent.WithName("remote"))
	return model("desk",
		llmagent.WithSubAgents([]agent.Agent{refunds, remote}),
		llmagent.WithTools([]tool.Tool{agenttool.NewTool(expert)}))
}

// Consult comes back from whom it hands over to.
func Consult() agent.Agent {
	return model("consult", llmagent.WithSubAgents([]agent.Agent{model("adviser")}), llmagent.WithEndInvocationAfterTransfer(false))
}

// Crew is a coordinator with members that it calls.
func Crew() (agent.Agent, error) {
	return team.New(model("lead"), []agent.Agent{model("coder"), model("tester")})
}

// Named is a team with a name for its tools.
func Named() (agent.Agent, error) {
	return team.New(model("boss"), []agent.Agent{model("hand")}, team.WithMemberToolSetName("staff"))
}

// Swarms have the default limit, their own, and none.
func Swarms() []agent.Agent {
	a, _ := team.NewSwarm("default", "s1", []agent.Agent{model("s1"), model("s2"), model("s3")})
	b, _ := team.NewSwarm("five", "t1", []agent.Agent{model("t1"), model("t2")}, team.WithSwarmConfig(team.SwarmConfig{MaxHandoffs: 5}))
	c, _ := team.NewSwarm("unlimited", "u2", []agent.Agent{model("u1"), model("u2")}, team.WithSwarmConfig(team.SwarmConfig{}))
	return []agent.Agent{a, b, c}
}

// own is an agent of the program's own, which runs others in turn.
type own struct{ first, second agent.Agent }

func (o *own) Info() agent.Info                     { return agent.Info{Name: "own"} }
func (o *own) Tools() []tool.Tool                   { return nil }
func (o *own) SubAgents() []agent.Agent             { return []agent.Agent{o.first, o.second} }
func (o *own) FindSubAgent(name string) agent.Agent { return nil }

func (o *own) Run(ctx context.Context, inv *agent.Invocation) (<-chan *event.Event, error) {
	if _, err := o.first.Run(ctx, inv); err != nil {
		return nil, err
	}
	return o.second.Run(ctx, inv)
}

// renamed has another name than the agent that it embeds.
type renamed struct{ agent.Agent }

// relabelled says that it has another name than the agent that it runs.
type relabelled struct {
	agent.Agent
	name string
}

func (r *relabelled) Info() agent.Info {
	info := r.Agent.Info()
	info.Name = r.name
	return info
}

// Own puts agents of the program's own types into a chain.
func Own() agent.Agent {
	return chainagent.New("mixed", chainagent.WithSubAgents([]agent.Agent{
		&own{model("o1"), model("o2")},
		&renamed{model("inner")},
		&relabelled{Agent: model("hidden"), name: "shown"},
	}))
}

// Dynamic has sub-agents that depend on what the caller passes.
func Dynamic(others []agent.Agent, fast bool) agent.Agent {
	list := []agent.Agent{model("always")}
	if fast {
		list = append(list, model("only-fast"))
	}
	list = append(list, others...)
	return chainagent.New("dynamic", chainagent.WithSubAgents(list))
}

// Unused is built and forgotten.
func Unused() {
	model("forgotten")
}

// Nested wraps an agent as often as the caller says.
func Nested(depth int) agent.Agent {
	child := model("core")
	for i := 0; i < depth; i++ {
		child = chainagent.New("shell", chainagent.WithSubAgents([]agent.Agent{child}))
	}
	return child
}

// Twice builds agents once to learn their names, and once to use them.
func Twice() agent.Agent {
	_, known := some()
	list, _ := some()
	if len(known) == 0 {
		return nil
	}
	return chainagent.New("twice", chainagent.WithSubAgents(list))
}

func some() (list []agent.Agent, known map[string]bool) {
	known = make(map[string]bool)
	for _, name := range os.Environ() {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if len(text) > 0 {
			list = append(list, other{name})
			continue
		}
		list = append(list, model(name))
		known[name] = true
	}
	list = append(list, model("general"))
	return list, known
}

type other struct{ name string }

func (o other) Info() agent.Info { return agent.Info{Name: o.name} }

func (o other) Run(context.Context, *agent.Invocation) (<-chan *event.Event, error) { return nil, nil }

func (o other) Tools() []tool.Tool { return nil }

func (o other) SubAgents() []agent.Agent { return nil }

func (o other) FindSubAgent(string) agent.Agent { return nil }

// A Holder has the agent that answers.
type Holder struct{ current atomic.Pointer[held] }

type held struct{ agent agent.Agent }

func (h *Holder) swap(a *held) { h.current.Store(a) }

// Rebuild puts another one in its place.
func (h *Holder) Rebuild() { h.swap(&held{model("rebuilt")}) }

// Staffed has a team of those that it is given, or of one of its own.
func Staffed() agent.Agent {
	list, _ := some()
	if len(list) == 0 {
		list = []agent.Agent{model("general")}
	}
	t, _ := team.New(llmagent.New("chief", llmagent.WithModel(llm)), list)
	return t
}

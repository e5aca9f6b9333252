// Package hooks has functions that run beside agents: some change what an agent does, and each
// of these has a twin that changes nothing.
package hooks

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/team"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type args struct{ ID string }

func do(ctx context.Context, in args) (string, error) { return "", nil }

var shell = function.NewFunctionTool(do, function.WithName("shell"))

func chain(before *agent.Callbacks) agent.Agent {
	return chainagent.New("chain", chainagent.WithSubAgents([]agent.Agent{
		llmagent.New("check", llmagent.WithAgentCallbacks(before)), llmagent.New("pay"),
	}))
}

func cached(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
	return &agent.BeforeAgentResult{CustomResponse: &model.Response{}}, nil
}

func older(ctx context.Context, inv *agent.Invocation) (*model.Response, error) {
	return &model.Response{}, nil
}

func noted(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
	return &agent.BeforeAgentResult{Context: ctx}, nil
}

// Passed and Older may come to pay without check, Given as its caller says; Noted may not.
func Passed() agent.Agent { return chain(agent.NewCallbacks().RegisterBeforeAgent(cached)) }

func Older() agent.Agent { return chain(agent.NewCallbacks().RegisterBeforeAgent(older)) }

func Given(before []agent.BeforeAgentCallbackStructured) agent.Agent {
	return chain(&agent.Callbacks{BeforeAgent: before})
}

func Noted() agent.Agent { return chain(agent.NewCallbacks().RegisterBeforeAgent(noted)) }

func adds(ctx context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
	args.Request.Tools["shell"] = shell
	return nil, nil
}

func drops(ctx context.Context, args *model.AfterModelArgs) (*model.AfterModelResult, error) {
	clear(args.Request.Tools)
	return nil, nil
}

func warms(ctx context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
	args.Request.Messages = args.Request.Messages[1:]
	return nil, nil
}

// Adds and Drops have other tools than their own; Warms has not.
func Adds() agent.Agent {
	return llmagent.New("adds", llmagent.WithModelCallbacks(model.NewCallbacks().RegisterBeforeModel(adds)))
}

func Drops() agent.Agent {
	return llmagent.New("drops", llmagent.WithModelCallbacks(&model.Callbacks{AfterModel: []model.AfterModelCallbackStructured{drops}}))
}

func Warms() agent.Agent {
	return llmagent.New("warms", llmagent.WithModelCallbacks(model.NewCallbacks().RegisterBeforeModel(warms)))
}

// plans changes the request, quiet does not.
type plans struct{}

func (plans) BuildPlanningInstruction(ctx context.Context, inv *agent.Invocation, req *model.Request) string {
	delete(req.Tools, "shell")
	return "plan"
}

func (plans) ProcessPlanningResponse(ctx context.Context, inv *agent.Invocation, resp *model.Response) *model.Response {
	return nil
}

type quiet struct{}

func (quiet) BuildPlanningInstruction(ctx context.Context, inv *agent.Invocation, req *model.Request) string {
	return "plan"
}

func (quiet) ProcessPlanningResponse(ctx context.Context, inv *agent.Invocation, resp *model.Response) *model.Response {
	return nil
}

func Plans() agent.Agent { return llmagent.New("plans", llmagent.WithPlanner(plans{})) }

func Quiet() agent.Agent { return llmagent.New("quiet", llmagent.WithPlanner(quiet{})) }

// Gated has callbacks before its tools that its caller chooses.
func Gated(gates []tool.BeforeToolCallbackStructured) agent.Agent {
	return llmagent.New("gated", llmagent.WithTools([]tool.Tool{shell}), llmagent.WithToolCallbacks(&tool.Callbacks{BeforeTool: gates}))
}

// Dynamic makes agents while it runs.
func Dynamic() agent.Agent {
	return llmagent.New("dynamic", llmagent.WithTools([]tool.Tool{agenttool.NewDynamicTool()}))
}

// Swarm goes on with whoever was handed over to; Fresh begins with the first again.
func Swarm() (agent.Agent, error) {
	return team.NewSwarm("swarm", "a", []agent.Agent{llmagent.New("a"), llmagent.New("b")}, team.WithCrossRequestTransfer(true))
}

func Fresh() (agent.Agent, error) {
	return team.NewSwarm("fresh", "c", []agent.Agent{llmagent.New("c"), llmagent.New("d")}, team.WithCrossRequestTransfer(false))
}

// Hired adds members while it runs, each under a condition of its own.
func Hired() (agent.Agent, error) {
	s, err := team.NewSwarm("hired", "e", []agent.Agent{llmagent.New("e")})
	s.AddSwarmMember(llmagent.New("f"))
	s.AddSwarmMember(llmagent.New("g"))
	return s, err
}

type crew struct {
	Name string
	Subs []agent.Agent
}

// Crewed has a name and sub-agents that are unknown for one reason.
func Crewed(c crew) agent.Agent {
	return llmagent.New(c.Name, llmagent.WithSubAgents(c.Subs))
}

// Cached asks on the first run, and perhaps never again; Fresh asks each time. Replaced may go
// elsewhere than its node says.
func Cached() (*graph.Graph, error) {
	return asking().WithCache(nil).AddNode("ask", ask, graph.WithNodeCachePolicy()).Compile()
}

func Asking() (*graph.Graph, error) {
	return asking().AddNode("ask", ask, graph.WithNodeCachePolicy()).Compile()
}

func Replaced() (*graph.Graph, error) {
	return asking().AddNode("ask", ask, graph.WithNodeCallbacks(graph.NewNodeCallbacks().RegisterAfterNode(replaces))).Compile()
}

func asking() *graph.StateGraph {
	return graph.NewStateGraph(graph.MessagesStateSchema()).
		AddNode("pay", pay).AddEdge("ask", "pay").SetEntryPoint("ask").SetFinishPoint("pay")
}

func ask(ctx context.Context, s graph.State) (any, error) {
	answer, err := graph.Interrupt(ctx, s, "pay", "Pay?")
	return graph.State{"answer": answer}, err
}

func pay(ctx context.Context, s graph.State) (any, error) { return s, nil }

func replaces(ctx context.Context, cb *graph.NodeCallbackContext, s graph.State, result any, err error) (any, error) {
	return &graph.Command{GoTo: "pay"}, nil
}

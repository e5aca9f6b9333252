// Package byhand does beside the calls for it what the SDK does.
package byhand

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/agentconfig"
	"github.com/Ingenimax/agent-sdk-go/pkg/executionplan"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/orchestration"

	"example.com/golden/agents/toolbox"
)

func worker(name string, options ...agent.Option) *agent.Agent {
	a, err := agent.NewAgent(append(options, agent.WithName(name))...)
	if err != nil {
		panic(err)
	}
	return a
}

// Plan runs a plan that nobody may have approved.
func Plan(ctx context.Context, plan *executionplan.ExecutionPlan) (string, error) {
	return executionplan.NewExecutor([]interfaces.Tool{toolbox.Remover{}}).ExecutePlan(ctx, plan)
}

// Loaded has an agent that a file describes, and one to which a file may add.
func Loaded(ctx context.Context) {
	loaded, err := agentconfig.LoadAgentAuto(ctx, "desk", "prod", agent.WithTools(toolbox.Remover{}))
	if err != nil {
		panic(err)
	}
	loaded.Run(ctx, "")
	worker("desk", agent.WithConfigFile("desk.yaml", "desk")).Run(ctx, "")
}

// Streamed is what its function does where it is streamed.
func Streamed(ctx context.Context, fn agent.CustomRunStreamFunction) {
	worker("stream", agent.WithTools(toolbox.Remover{}), agent.WithCustomRunStreamFunction(fn)).Run(ctx, "")
}

// Tasks changes a task that AddTask made.
func Tasks(ctx context.Context) {
	r := orchestration.NewAgentRegistry()
	r.Register("write", worker("write"))
	w := orchestration.NewWorkflow()
	w.AddTask("write", "write", "", []string{"review"})
	w.Tasks[0].Dependencies = nil
	orchestration.NewCodeOrchestrator(r).ExecuteWorkflow(ctx, w)
}

// Filled has no task that AddTask made.
func Filled(ctx context.Context, o *orchestration.CodeOrchestrator) {
	o.ExecuteWorkflow(ctx, &orchestration.Workflow{Tasks: []*orchestration.Task{{ID: "write", AgentID: "write"}}})
}

// Listed adds an agent to the map that a registry gives out.
func Listed(ctx context.Context, router orchestration.Router) {
	r := orchestration.NewAgentRegistry()
	r.Register("write", worker("writer"))
	r.List()["clean"] = worker("cleaner", agent.WithTools(toolbox.Remover{}))
	orchestration.NewOrchestrator(r, router).HandleRequest(ctx, "", nil)
}

// Delegated runs an agent of a registry.
func Delegated() *agent.Agent {
	return worker("boss", agent.WithCustomRunFunction(func(ctx context.Context, input string, a *agent.Agent) (string, error) {
		return orchestration.NewDelegationAgent(a, orchestration.NewAgentRegistry()).Delegate(ctx, "write", input, false)
	}))
}

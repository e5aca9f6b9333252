// Package main has agents that work together.
package main

import (
	"context"
	"os"
	"strings"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/orchestration"

	"example.com/golden/agents/toolbox"
)

func worker(name string, options ...agent.Option) *agent.Agent {
	a, err := agent.NewAgent(append(options, agent.WithName(name), agent.WithRequirePlanApproval(false))...)
	if err != nil {
		panic(err)
	}
	return a
}

// register adds the agents to a registry.
func register(r *orchestration.AgentRegistry) {
	for id, index := range map[string]string{"research": "web", "archive": "files"} {
		r.Register(id, worker(id, agent.WithTools(toolbox.Finders(index)...)))
	}
	r.Register("write", worker("writer"))
	r.Register("clean", worker("cleaner", agent.WithTools(toolbox.Remover{}), agent.WithMaxIterations(1)))
}

// report is a workflow of tasks; one waits for a task that does not exist.
func report(o *orchestration.CodeOrchestrator) {
	w := orchestration.NewWorkflow()
	for _, source := range []string{"research", "archive"} {
		w.AddTask("ask_"+source, source, "find it", nil)
	}
	w.AddTask("write", "write", "write it", []string{"ask_research", "ask_archive"})
	w.AddTask("publish", "clean", "remove drafts", []string{"wirte"})
	if os.Getenv("CHECK") != "" {
		w.AddTask("check", "nobody", "check it", []string{"write"})
	}
	if os.Getenv("SHORT") != "" {
		w.AddTask("sum_up", "write", "in a line", []string{"write"})
	} else {
		w.AddTask("sum_up", "write", "in a page", []string{"ask_research"})
	}
	w.SetFinalTask("write")
	o.ExecuteWorkflow(context.Background(), w)
}

// byLength chooses by how long a question is.
type byLength struct{}

func (byLength) Route(ctx context.Context, query string, _ map[string]interface{}) (string, error) {
	if len(query) > 100 {
		return "research", nil
	}
	return "write", nil
}

func main() {
	r := orchestration.NewAgentRegistry()
	register(r)
	report(orchestration.NewCodeOrchestrator(r))

	routes := orchestration.NewSimpleRouter()
	routes.AddRoute("find", "research")
	routes.AddRoute("tidy", "cleaner")
	orchestration.NewOrchestrator(r, routes).HandleRequest(context.Background(), strings.Join(os.Args, " "), nil)
	length(r)
	model(r)
	orchestration.NewLLMOrchestrator(r, nil).Execute(context.Background(), "do it")
}

func length(r *orchestration.AgentRegistry) {
	orchestration.NewOrchestrator(r, byLength{}).HandleRequest(context.Background(), "?", nil)
}

func model(r *orchestration.AgentRegistry) {
	orchestration.NewOrchestrator(r, orchestration.NewLLMRouter(nil)).HandleRequest(context.Background(), "?", nil)
}

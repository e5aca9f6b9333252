// Package main has agents that make a plan first.
package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/executionplan"

	"example.com/golden/agents/toolbox"
)

// planner makes an agent that makes plans.
func planner(name string) *agent.Agent {
	a, err := agent.NewAgent(agent.WithName(name), agent.WithTools(toolbox.Remover{}))
	if err != nil {
		panic(err)
	}
	return a
}

// asking asks before it approves.
func asking(ctx context.Context) {
	a := planner("asking")
	plan, err := a.GenerateExecutionPlan(ctx, "clean up")
	if err != nil {
		return
	}
	fmt.Println(executionplan.FormatExecutionPlan(plan), "ok?")
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	if strings.TrimSpace(answer) == "y" {
		a.ApproveExecutionPlan(ctx, plan)
	}
}

// hasty approves whatever the plan is.
func hasty(ctx context.Context) {
	a := planner("hasty")
	plan, err := a.GenerateExecutionPlan(ctx, "clean up")
	if err != nil {
		return
	}
	fmt.Println(executionplan.FormatExecutionPlan(plan))
	a.ApproveExecutionPlan(ctx, plan)
}

// server approves on request.
type server struct {
	agent *agent.Agent
	plan  *executionplan.ExecutionPlan
}

func (s *server) approve(w http.ResponseWriter, r *http.Request) {
	s.agent.ApproveExecutionPlan(r.Context(), s.plan)
}

func main() {
	ctx := context.Background()
	asking(ctx)
	hasty(ctx)
	s := &server{agent: planner("served")}
	http.HandleFunc("/approve", s.approve)

	// Without tools there is nothing to approve; what another agent calls plans, too.
	chat, _ := agent.NewAgent(agent.WithName("chat"))
	chat.Run(ctx, "hello")
	boss, _ := agent.NewAgent(agent.WithName("boss"), agent.WithRequirePlanApproval(false), agent.WithAgents(planner("worker")))
	boss.Run(ctx, "hello")
	maybe, _ := agent.NewAgent(agent.WithName("maybe"), agent.WithTools(toolbox.Remover{}), agent.WithRequirePlanApproval(os.Getenv("FAST") == ""))
	maybe.Run(ctx, "hello")
}

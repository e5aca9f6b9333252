// Package bad is a refund desk that pays whatever a model wants: the tool asks nobody,
// and the program approves the plans of the night itself.
package bad

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/executionplan"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"

	"example.com/ingenimax/refund/tools"
)

// shops are those that the desk works for.
var shops = []string{"Books", "Toys"}

// Desk returns the agent that customers talk to, and the experts that it calls.
func Desk(llm interfaces.LLM, book *os.File) (*agent.Agent, error) {
	var experts []*agent.Agent
	for _, shop := range shops {
		expert, err := agent.NewAgent(
			agent.WithName(strings.ToLower(shop)),
			agent.WithLLM(llm),
			agent.WithTools(tools.Lookup(shop)),
			agent.WithRequirePlanApproval(false),
		)
		if err != nil {
			return nil, err
		}
		experts = append(experts, expert)
	}
	return agent.NewAgent( // DEFECT(policy) structure/human-gate refund_order: nobody is asked // DEFECT structure/undeclared-tool lookup_all: the second is dropped silently
		agent.WithName("desk"),
		agent.WithLLM(llm),
		agent.WithTools(tools.Refund(book), tools.Lookup("all"), tools.Lookup("ALL")),
		agent.WithAgents(experts...),
		agent.WithMaxIterations(4),
		agent.WithRequirePlanApproval(false),
	)
}

// Night returns the agent that works through what the day has left.
func Night(llm interfaces.LLM, book *os.File) (*agent.Agent, error) {
	return agent.NewAgent( // DEFECT(policy) structure/human-gate refund_order: CleanUp approves the plan itself
		agent.WithName("night"),
		agent.WithLLM(llm),
		agent.WithTools(tools.Lookup("all"), tools.Refund(book)),
	)
}

// CleanUp has the night agent make a plan, shows it, and goes on.
func CleanUp(ctx context.Context, llm interfaces.LLM, book *os.File) (string, error) {
	night, err := Night(llm, book)
	if err != nil {
		return "", err
	}
	plan, err := night.GenerateExecutionPlan(ctx, "pay back what is left")
	if err != nil {
		return "", err
	}
	fmt.Println(executionplan.FormatExecutionPlan(plan))
	return night.ApproveExecutionPlan(ctx, plan)
}

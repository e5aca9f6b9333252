// Package bad writes a report that nobody checks, and has questions for a clerk who
// does not work there.
package bad

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/orchestration"

	"example.com/ingenimax/report/staff"
)

// Tasks returns the tasks of a report.
func Tasks(subject string) *orchestration.Workflow {
	w := orchestration.NewWorkflow()
	for _, id := range []string{"research", "numbers"} {
		w.AddTask("get_"+id, id, "Work on "+subject, nil)
	}
	w.AddTask("write", "editor", "Write about "+subject, []string{"get_research", "get_numbers"})
	w.AddTask("check", "research", "Check the report", []string{"wriet"}) // DEFECT structure/undeclared-node wriet: no task has the name // DEFECT structure/unreachable check: so it never runs
	w.SetFinalTask("check")
	return w
}

// Write writes a report.
func Write(ctx context.Context, llm interfaces.LLM, dir, subject string) (string, error) {
	registry, err := staff.Hire(llm, dir)
	if err != nil {
		return "", err
	}
	return orchestration.NewCodeOrchestrator(registry).ExecuteWorkflow(ctx, Tasks(subject))
}

// Ask answers a question.
func Ask(ctx context.Context, llm interfaces.LLM, dir, question string) (*orchestration.HandoffResult, error) {
	registry, err := staff.Hire(llm, dir)
	if err != nil {
		return nil, err
	}
	routes := orchestration.NewSimpleRouter()
	routes.AddRoute("how many", "numbers")
	routes.AddRoute("who", "researcher") // DEFECT structure/undeclared-node researcher: nobody is registered under the name
	return orchestration.NewOrchestrator(registry, routes).HandleRequest(ctx, question, nil)
}

package response

import (
	"example.com/adkagents/published/incidentresponse/oncall"
	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/workflow"
)

// logAnalysis returns the agent that reads logs.
func logAnalysis(m model.LLM, eyes *oncall.Eyes) (agent.Agent, error) {
	return staff.Agent(m, "log_analysis", "Find the first error.", eyes.Logs...)
}

// investigation returns a step that looks at logs, metrics and traces at once.
func investigation(m model.LLM, eyes *oncall.Eyes) (workflow.Node, error) {
	logs, err := logAnalysis(m, eyes)
	if err != nil {
		return nil, err
	}
	metrics, err := staff.Agent(m, "metric_check", "Find what changed.", eyes.Metrics...)
	if err != nil {
		return nil, err
	}
	traces, err := staff.Agent(m, "trace_analysis", "Find the slowest span.", eyes.Traces...)
	if err != nil {
		return nil, err
	}
	all, err := parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name:        "parallel_investigation",
		Description: "Looks everywhere.",
		SubAgents:   []agent.Agent{logs, metrics, traces},
	}})
	if err != nil {
		return nil, err
	}
	return workflow.NewAgentNode(all, workflow.NodeConfig{})
}

// Package response answers incidents.
//
//	triage → severity_router ─sev1_or_sev2→ parallel_investigation → diagnose → auto_remediate → postmortem
//	                         └sev3→ log_analysis → diagnose
//	         (auto_remediate ─failed→) human_escalation → postmortem
package response

import (
	"strings"

	"example.com/adkagents/published/incidentresponse/oncall"
	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

const (
	urgent = "sev1_or_sev2"
	minor  = "sev3"
	failed = "failed"
)

// New builds the response.
func New(m model.LLM) (agent.Agent, error) {
	eyes, err := oncall.Open()
	if err != nil {
		return nil, err
	}
	triage, err := staff.Node(m, "triage", "Rate the incident: sev1, sev2 or sev3.")
	if err != nil {
		return nil, err
	}
	severity := workflow.NewEmittingFunctionNode("severity_router", bySeverity, workflow.NodeConfig{})
	everywhere, err := investigation(m, eyes)
	if err != nil {
		return nil, err
	}
	reader, err := logAnalysis(m, eyes)
	if err != nil {
		return nil, err
	}
	logs, err := workflow.NewAgentNode(reader, workflow.NodeConfig{})
	if err != nil {
		return nil, err
	}
	diagnose, err := staff.Node(m, "diagnose", "Name the root cause.")
	if err != nil {
		return nil, err
	}
	hands, err := oncall.Hands()
	if err != nil {
		return nil, err
	}
	remediate, err := staff.Node(m, "auto_remediate", "Restart or roll back. Say failed if neither helps.", hands...) // DEFECT(policy) structure/human-gate auto_remediate: kubectl_restart and config_rollback run unasked
	if err != nil {
		return nil, err
	}
	escalation := workflow.NewEmittingFunctionNode("human_escalation", askEngineer, staff.Asks())
	postmortem, err := staff.Node(m, "postmortem", "Write the postmortem, without blame.")
	if err != nil {
		return nil, err
	}

	return workflowagent.New(workflowagent.Config{ // DEFECT(human) structure/human-gate incident_response: nothing leads to human_escalation, see below
		Name:        "incident_response",
		Description: "Investigates an incident and repairs it.",
		Edges: workflow.NewEdgeBuilder().
			Add(workflow.Start, triage).
			Add(triage, severity).
			AddRoutes(severity, map[string]workflow.Node{urgent: everywhere, minor: logs}).
			Add(everywhere, diagnose).
			AddRoute(logs, diagnose, workflow.Default).
			Add(diagnose, remediate).
			AddRoute(remediate, escalation, workflow.StringRoute(failed)). // DEFECT structure/router-target human_escalation: a model says the word, it does not route: the engineer is never asked
			AddRoute(remediate, postmortem, workflow.Default).
			Add(escalation, postmortem).
			Build(),
	})
}

// bySeverity reads what the triage said. What nobody rated is urgent.
func bySeverity(ctx agent.Context, rating string, emit func(*session.Event) error) (any, error) {
	if strings.Contains(rating, minor) {
		return nil, staff.Go(ctx, emit, minor, rating)
	}
	return nil, staff.Go(ctx, emit, urgent, rating)
}

// askEngineer waits for whoever is on call.
func askEngineer(ctx agent.Context, report any, emit func(*session.Event) error) (any, error) {
	took, err := staff.Ask(ctx, emit, "oncall", "Will you take over?", report)
	if err != nil {
		return nil, err
	}
	if !took {
		return "nobody took over", nil
	}
	return "the engineer on call took over", nil
}

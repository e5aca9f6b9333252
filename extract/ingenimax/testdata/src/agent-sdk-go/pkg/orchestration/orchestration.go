// Package orchestration is a stub with the API of the SDK.
package orchestration

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type (
	AgentRegistry struct{}
	Task          struct {
		ID, AgentID, Input string
		Dependencies       []string
	}
	Workflow struct {
		Tasks   []*Task
		Results map[string]string
	}
	DelegationAgent  struct{ *agent.Agent }
	CodeOrchestrator struct{}
	SimpleRouter     struct{}
	LLMRouter        struct{}
	Orchestrator     struct{}
	LLMOrchestrator  struct{}
	HandoffResult    struct{ Response string }
	Router           interface {
		Route(ctx context.Context, query string, context map[string]interface{}) (string, error)
	}
)

func NewAgentRegistry() *AgentRegistry                                               { return nil }
func (r *AgentRegistry) Register(id string, agent *agent.Agent)                      {}
func (r *AgentRegistry) Get(id string) (*agent.Agent, bool)                          { return nil, false }
func (r *AgentRegistry) List() map[string]*agent.Agent                               { return nil }
func NewDelegationAgent(base *agent.Agent, registry *AgentRegistry) *DelegationAgent { return nil }
func (a *DelegationAgent) Delegate(ctx context.Context, target, query string, preserveMemory bool) (string, error) {
	return "", nil
}
func NewWorkflow() *Workflow                                                 { return nil }
func (w *Workflow) AddTask(id, agentID, input string, dependencies []string) {}
func (w *Workflow) SetFinalTask(id string)                                   {}
func NewCodeOrchestrator(registry *AgentRegistry) *CodeOrchestrator          { return nil }
func (o *CodeOrchestrator) ExecuteWorkflow(ctx context.Context, workflow *Workflow) (string, error) {
	return "", nil
}
func NewSimpleRouter() *SimpleRouter                     { return nil }
func (r *SimpleRouter) AddRoute(keyword, agentID string) {}
func (r *SimpleRouter) Route(ctx context.Context, query string, context map[string]interface{}) (string, error) {
	return "", nil
}
func NewLLMRouter(llm interfaces.LLM) *LLMRouter { return nil }
func (r *LLMRouter) Route(ctx context.Context, query string, context map[string]interface{}) (string, error) {
	return "", nil
}
func NewOrchestrator(registry *AgentRegistry, router Router) *Orchestrator { return nil }
func (o *Orchestrator) HandleRequest(ctx context.Context, query string, initialContext map[string]interface{}) (*HandoffResult, error) {
	return nil, nil
}
func NewLLMOrchestrator(registry *AgentRegistry, planner interfaces.LLM) *LLMOrchestrator { return nil }
func (o *LLMOrchestrator) Execute(ctx context.Context, query string) (string, error)      { return "", nil }

// Package agent is a stub with the API of the SDK.
package agent

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/executionplan"
	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type (
	Agent                   struct{}
	Option                  func(*Agent)
	AgentConfigs            map[string]struct{}
	CustomRunFunction       func(ctx context.Context, input string, agent *Agent) (string, error)
	CustomRunStreamFunction func(ctx context.Context, input string, agent *Agent) (<-chan string, error)
	LazyMCPToolConfig       struct{ Name, Description string }
	LazyMCPConfig           struct {
		Name, URL    string
		Tools        []LazyMCPToolConfig
		AllowedTools []string
	}
)

func NewAgent(options ...Option) (*Agent, error) { return nil, nil }
func NewAgentFromConfig(name string, configs AgentConfigs, variables map[string]string, options ...Option) (*Agent, error) {
	return nil, nil
}

func WithName(name string) Option                                   { return nil }
func WithDescription(text string) Option                            { return nil }
func WithSystemPrompt(prompt string) Option                         { return nil }
func WithLLM(llm interfaces.LLM) Option                             { return nil }
func WithTools(tools ...interfaces.Tool) Option                     { return nil }
func WithAgents(subAgents ...*Agent) Option                         { return nil }
func WithMaxIterations(n int) Option                                { return nil }
func WithRequirePlanApproval(require bool) Option                   { return nil }
func WithCustomRunFunction(fn CustomRunFunction) Option             { return nil }
func WithCustomRunStreamFunction(fn CustomRunStreamFunction) Option { return nil }
func WithConfigFile(filePath, agentName string) Option              { return nil }
func WithURL(url string) Option                                     { return nil }
func WithGraphRAG(store interfaces.GraphRAGStore) Option            { return nil }
func WithMCPServers(servers []interfaces.MCPServer) Option          { return nil }
func WithMCPPresets(names ...string) Option                         { return nil }
func WithLazyMCPConfigs(configs []LazyMCPConfig) Option             { return nil }

func (a *Agent) Run(ctx context.Context, input string) (string, error) { return "", nil }
func (a *Agent) GenerateExecutionPlan(ctx context.Context, input string) (*executionplan.ExecutionPlan, error) {
	return nil, nil
}
func (a *Agent) ApproveExecutionPlan(ctx context.Context, plan *executionplan.ExecutionPlan) (string, error) {
	return "", nil
}
func (a *Agent) GetName() string             { return "" }
func (a *Agent) GetLLM() interfaces.LLM      { return nil }
func (a *Agent) GetTools() []interfaces.Tool { return nil }

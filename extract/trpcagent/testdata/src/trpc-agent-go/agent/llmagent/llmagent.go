package llmagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type LLMAgent struct{}

type Option func()

func New(name string, opts ...Option) *LLMAgent { return &LLMAgent{} }

func (a *LLMAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *LLMAgent) Tools() []tool.Tool                   { return nil }
func (a *LLMAgent) Info() agent.Info                     { return agent.Info{} }
func (a *LLMAgent) SubAgents() []agent.Agent             { return nil }
func (a *LLMAgent) FindSubAgent(name string) agent.Agent { return nil }

func (a *LLMAgent) SetSubAgents(subAgents []agent.Agent) {}
func (a *LLMAgent) AddToolSet(toolSet tool.ToolSet)      {}
func (a *LLMAgent) SetToolSets(toolSets []tool.ToolSet)  {}
func (a *LLMAgent) RemoveToolSet(name string) bool       { return false }

func WithDescription(description string) Option                                    { return nil }
func WithTools(tools []tool.Tool) Option                                           { return nil }
func WithToolSets(toolSets []tool.ToolSet) Option                                  { return nil }
func WithActivatableToolSets(sets []tool.ToolSet) Option                           { return nil }
func WithSubAgents(subAgents []agent.Agent) Option                                 { return nil }
func WithToolCallbacks(callbacks *tool.Callbacks) Option                           { return nil }
func WithToolFilter(filter tool.FilterFunc) Option                                 { return nil }
func WithMaxLLMCalls(limit int) Option                                             { return nil }
func WithMaxToolIterations(limit int) Option                                       { return nil }
func WithOutputKey(key string) Option                                              { return nil }
func WithOutputSchema(schema map[string]any) Option                                { return nil }
func WithStructuredOutputJSON(example any, strict bool, description string) Option { return nil }
func WithStructuredOutputJSONSchema(name string, schema map[string]any, strict bool, description string) Option {
	return nil
}
func WithEndInvocationAfterTransfer(end bool) Option  { return nil }
func WithAwaitUserReplyTool(enabled bool) Option      { return nil }
func WithAddCurrentTime(add bool) Option              { return nil }
func WithKnowledge(kb any) Option                     { return nil }
func WithEnableKnowledgeAgenticFilter(on bool) Option { return nil }
func WithCodeExecutor(executor any) Option            { return nil }
func WithSkills(repository any) Option                { return nil }
func WithSkillRepositoryProvider(provider any) Option { return nil }
func WithExtensions(extensions ...any) Option         { return nil }
func WithEnableOnDemandSession(enable bool) Option    { return nil }

func WithAgentCallbacks(callbacks *agent.Callbacks) Option { return nil }

func WithModelCallbacks(callbacks *model.Callbacks) Option { return nil }

type Planner interface {
	BuildPlanningInstruction(ctx context.Context, invocation *agent.Invocation, req *model.Request) string
	ProcessPlanningResponse(ctx context.Context, invocation *agent.Invocation, resp *model.Response) *model.Response
}

func WithPlanner(planner Planner) Option { return nil }

// Package agentworkflow is a stub with the API of the framework.
package agentworkflow

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/workflow"
)

type (
	Config      struct{ InterceptUserInputRequests bool }
	AgentConfig struct{ agent.Config }

	GroupChatManagerFactory func(agents []*agent.Agent) *GroupChatManager
	GroupChatManager        struct {
		SelectNextAgent func(ctx context.Context, history []*message.Message) (*agent.Agent, error)
		ShouldTerminate func(ctx context.Context, history []*message.Message, count int) (bool, error)
	}
	RoundRobinGroupChatOptions struct{ MaximumIterationCount int }

	SequentialWorkflowBuilder struct{}
	ConcurrentWorkflowBuilder struct{}
	GroupChatWorkflowBuilder  struct{}
	MessageAggregator         func(context.Context, [][]*message.Message) []*message.Message
)

func New(a *agent.Agent, c Config) workflow.ExecutorBinding { return workflow.ExecutorBinding{} }

func NewAgent(w *workflow.Workflow, c AgentConfig) (*agent.Agent, error) { return nil, nil }

func NewRoundRobinGroupChatManager(agents []*agent.Agent, o RoundRobinGroupChatOptions) *GroupChatManager {
	return nil
}

func NewSequentialWorkflowBuilder(agents ...*agent.Agent) *SequentialWorkflowBuilder { return nil }
func NewConcurrentWorkflowBuilder(agents ...*agent.Agent) *ConcurrentWorkflowBuilder { return nil }

func NewGroupChatWorkflowBuilder(m GroupChatManagerFactory, agents ...*agent.Agent) *GroupChatWorkflowBuilder {
	return nil
}

func (b *SequentialWorkflowBuilder) WithChainOnlyAgentResponses(on bool) *SequentialWorkflowBuilder {
	return b
}

func (b *ConcurrentWorkflowBuilder) WithAggregator(f MessageAggregator) *ConcurrentWorkflowBuilder {
	return b
}

func (b *SequentialWorkflowBuilder) WithName(name string) *SequentialWorkflowBuilder        { return b }
func (b *SequentialWorkflowBuilder) WithDescription(text string) *SequentialWorkflowBuilder { return b }
func (b *SequentialWorkflowBuilder) Build() (*workflow.Workflow, error)                     { return nil, nil }
func (b *SequentialWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *SequentialWorkflowBuilder {
	return b
}
func (b *SequentialWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *SequentialWorkflowBuilder {
	return b
}

func (b *ConcurrentWorkflowBuilder) WithName(name string) *ConcurrentWorkflowBuilder        { return b }
func (b *ConcurrentWorkflowBuilder) WithDescription(text string) *ConcurrentWorkflowBuilder { return b }
func (b *ConcurrentWorkflowBuilder) Build() (*workflow.Workflow, error)                     { return nil, nil }
func (b *ConcurrentWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *ConcurrentWorkflowBuilder {
	return b
}
func (b *ConcurrentWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *ConcurrentWorkflowBuilder {
	return b
}

func (b *GroupChatWorkflowBuilder) WithName(name string) *GroupChatWorkflowBuilder        { return b }
func (b *GroupChatWorkflowBuilder) WithDescription(text string) *GroupChatWorkflowBuilder { return b }
func (b *GroupChatWorkflowBuilder) Build() (*workflow.Workflow, error)                    { return nil, nil }
func (b *GroupChatWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *GroupChatWorkflowBuilder {
	return b
}
func (b *GroupChatWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *GroupChatWorkflowBuilder {
	return b
}

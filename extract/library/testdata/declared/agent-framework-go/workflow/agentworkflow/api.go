package agentworkflow

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/workflow"
	"github.com/microsoft/agent-framework-go/workflow/inproc"
)

func NewConcurrentWorkflowBuilder(agents ...*agent.Agent) *ConcurrentWorkflowBuilder
func NewRoundRobinGroupChatManager(agents []*agent.Agent, opts RoundRobinGroupChatOptions) *GroupChatManager
func NewGroupChatWorkflowBuilder(managerFactory GroupChatManagerFactory, agents ...*agent.Agent) *GroupChatWorkflowBuilder
func New(a *agent.Agent, cfg Config) workflow.ExecutorBinding
func NewSequentialWorkflowBuilder(agents ...*agent.Agent) *SequentialWorkflowBuilder
func NewAgent(wf *workflow.Workflow, cfg AgentConfig) (*agent.Agent, error)

type AgentConfig struct {
	agent.Config

	Environment *inproc.ExecutionEnvironment

	IncludeOutputsInResponse bool

	IncludeErrorDetails bool
}

type ConcurrentWorkflowBuilder struct {
}

func (b *ConcurrentWorkflowBuilder) WithName(name string) *ConcurrentWorkflowBuilder
func (b *ConcurrentWorkflowBuilder) WithDescription(description string) *ConcurrentWorkflowBuilder
func (b *ConcurrentWorkflowBuilder) WithAggregator(aggregator MessageAggregator) *ConcurrentWorkflowBuilder
func (b *ConcurrentWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *ConcurrentWorkflowBuilder
func (b *ConcurrentWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *ConcurrentWorkflowBuilder
func (b *ConcurrentWorkflowBuilder) Build() (*workflow.Workflow, error)

type Config struct {
	EmitUpdateEvents bool

	EmitResponseEvents bool

	DisableForwardIncomingMessages bool

	DisableReassignOtherAgentsAsUsers bool

	InterceptUserInputRequests bool

	InterceptUnterminatedFunctionCalls bool
}

type GroupChatManager struct {
	SelectNextAgent func(ctx context.Context, history []*message.Message) (*agent.Agent, error)

	UpdateHistory func(ctx context.Context, messages []*message.Message) ([]*message.Message, error)

	ShouldTerminate func(ctx context.Context, history []*message.Message, iterationCount int) (bool, error)

	Reset func()

	OnCheckpoint func(ctx *workflow.Context) error

	OnCheckpointRestored func(ctx *workflow.Context) error
}

type GroupChatManagerFactory func(agents []*agent.Agent) *GroupChatManager

type GroupChatWorkflowBuilder struct {
}

func (b *GroupChatWorkflowBuilder) WithName(name string) *GroupChatWorkflowBuilder
func (b *GroupChatWorkflowBuilder) WithDescription(description string) *GroupChatWorkflowBuilder
func (b *GroupChatWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *GroupChatWorkflowBuilder
func (b *GroupChatWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *GroupChatWorkflowBuilder
func (b *GroupChatWorkflowBuilder) Build() (*workflow.Workflow, error)

type MessageAggregator func(context.Context, [][]*message.Message) []*message.Message

type ResetSignal struct{}

type RoundRobinGroupChatOptions struct {
	MaximumIterationCount int

	ShouldTerminate func(ctx context.Context, history []*message.Message, iterationCount int) (bool, error)
}

type SequentialWorkflowBuilder struct {
}

func (b *SequentialWorkflowBuilder) WithName(name string) *SequentialWorkflowBuilder
func (b *SequentialWorkflowBuilder) WithDescription(description string) *SequentialWorkflowBuilder
func (b *SequentialWorkflowBuilder) WithChainOnlyAgentResponses(enabled bool) *SequentialWorkflowBuilder
func (b *SequentialWorkflowBuilder) WithOutputFrom(agents ...*agent.Agent) *SequentialWorkflowBuilder
func (b *SequentialWorkflowBuilder) WithIntermediateOutputFrom(agents ...*agent.Agent) *SequentialWorkflowBuilder
func (b *SequentialWorkflowBuilder) Build() (*workflow.Workflow, error)

package adk

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type MessageType interface{ *schema.Message }

type (
	AgentRunOption                     struct{}
	AgentOption                        func()
	InterruptInfo                      struct{ Data any }
	AsyncIterator[T any]               struct{}
	TypedAgentInput[M MessageType]     struct{ Messages []M }
	AsyncGenerator[T any]              struct{}
	ResumeInfo                         struct{ ResumeData any }
	TypedChatModelAgent[M MessageType] struct{}
	TypedRunner[M MessageType]         struct{}
	TypedRunnerConfig[M MessageType]   struct{ Agent TypedAgent[M] }
)

type TypedAgent[M MessageType] interface {
	Name(ctx context.Context) string
	Description(ctx context.Context) string
	Run(ctx context.Context, input *TypedAgentInput[M], options ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]]
}

type (
	Agent                = TypedAgent[*schema.Message]
	ResumableAgent       interface{ Agent }
	AgentInput           = TypedAgentInput[*schema.Message]
	AgentEvent           = TypedAgentEvent[*schema.Message]
	ChatModelAgent       = TypedChatModelAgent[*schema.Message]
	ChatModelAgentConfig = TypedChatModelAgentConfig[*schema.Message]
	Runner               = TypedRunner[*schema.Message]
	RunnerConfig         = TypedRunnerConfig[*schema.Message]
)

type TypedAgentEvent[M MessageType] struct {
	Action *AgentAction
	Err    error
}

type AgentAction struct {
	Exit        bool
	Interrupted *InterruptInfo
}

func NewAsyncIteratorPair[T any]() (*AsyncIterator[T], *AsyncGenerator[T]) { return nil, nil }

func (g *AsyncGenerator[T]) Send(v T) {}

func (g *AsyncGenerator[T]) Close() {}

type ToolsConfig struct {
	compose.ToolsNodeConfig
	ReturnDirectly map[string]bool
}

type TypedChatModelAgentConfig[M MessageType] struct {
	Name, Description, Instruction string
	Model                          model.BaseModel[M]
	ToolsConfig                    ToolsConfig
	Exit                           tool.BaseTool
	OutputKey                      string
	MaxIterations                  int
	Middlewares                    []AgentMiddleware
	Handlers                       []TypedChatModelAgentMiddleware[M]
}

type AgentMiddleware struct {
	AdditionalInstruction string
	AdditionalTools       []tool.BaseTool
	BeforeChatModel       func(context.Context, *ChatModelAgentState) error
	AfterChatModel        func(context.Context, *ChatModelAgentState) error
	WrapToolCall          compose.ToolMiddleware
}

type (
	TypedChatModelAgentState[M MessageType] struct{ Messages []M }
	TypedModelContext[M MessageType]        struct{ Tools []*schema.ToolInfo }
	ChatModelAgentState                     = TypedChatModelAgentState[*schema.Message]
	InvokableToolCallEndpoint               func(ctx context.Context, args string, opts ...tool.Option) (string, error)
	StreamableToolCallEndpoint              func(ctx context.Context, args string, opts ...tool.Option) (*schema.StreamReader[string], error)
	ToolContext                             struct{ Name, CallID string }
)

type ChatModelAgentContext struct {
	Instruction    string
	Tools          []tool.BaseTool
	ReturnDirectly map[string]bool
}

type TypedChatModelAgentMiddleware[M MessageType] interface {
	BeforeAgent(ctx context.Context, runCtx *ChatModelAgentContext) (context.Context, *ChatModelAgentContext, error)
	BeforeModelRewriteState(ctx context.Context, state *TypedChatModelAgentState[M], mc *TypedModelContext[M]) (context.Context, *TypedChatModelAgentState[M], error)
	WrapInvokableToolCall(ctx context.Context, endpoint InvokableToolCallEndpoint, tCtx *ToolContext) (InvokableToolCallEndpoint, error)
	WrapStreamableToolCall(ctx context.Context, endpoint StreamableToolCallEndpoint, tCtx *ToolContext) (StreamableToolCallEndpoint, error)
}

type (
	ChatModelAgentMiddleware     = TypedChatModelAgentMiddleware[*schema.Message]
	BaseChatModelAgentMiddleware = TypedBaseChatModelAgentMiddleware[*schema.Message]
)

type TypedBaseChatModelAgentMiddleware[M MessageType] struct{}

func (b *TypedBaseChatModelAgentMiddleware[M]) BeforeAgent(ctx context.Context, runCtx *ChatModelAgentContext) (context.Context, *ChatModelAgentContext, error) {
	return ctx, runCtx, nil
}

func (b *TypedBaseChatModelAgentMiddleware[M]) BeforeModelRewriteState(ctx context.Context, state *TypedChatModelAgentState[M], mc *TypedModelContext[M]) (context.Context, *TypedChatModelAgentState[M], error) {
	return ctx, state, nil
}

func (b *TypedBaseChatModelAgentMiddleware[M]) WrapInvokableToolCall(ctx context.Context, endpoint InvokableToolCallEndpoint, tCtx *ToolContext) (InvokableToolCallEndpoint, error) {
	return endpoint, nil
}

func (b *TypedBaseChatModelAgentMiddleware[M]) WrapStreamableToolCall(ctx context.Context, endpoint StreamableToolCallEndpoint, tCtx *ToolContext) (StreamableToolCallEndpoint, error) {
	return endpoint, nil
}

func NewChatModelAgent(ctx context.Context, config *ChatModelAgentConfig) (*ChatModelAgent, error) {
	return nil, nil
}

func (a *TypedChatModelAgent[M]) Name(ctx context.Context) string { return "" }

func (a *TypedChatModelAgent[M]) Description(ctx context.Context) string { return "" }

func (a *TypedChatModelAgent[M]) Run(ctx context.Context, input *TypedAgentInput[M], options ...AgentRunOption) *AsyncIterator[*TypedAgentEvent[M]] {
	return nil
}

type SequentialAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}

type ParallelAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}

type LoopAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
	MaxIterations     int
}

func NewSequentialAgent(ctx context.Context, config *SequentialAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func NewParallelAgent(ctx context.Context, config *ParallelAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func NewLoopAgent(ctx context.Context, config *LoopAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func SetSubAgents(ctx context.Context, agent Agent, subAgents []Agent) (ResumableAgent, error) {
	return nil, nil
}

func AgentWithOptions(ctx context.Context, agent Agent, opts ...AgentOption) Agent { return nil }

func WithDisallowTransferToParent() AgentOption { return nil }

type DeterministicTransferConfig struct {
	Agent        Agent
	ToAgentNames []string
}

func AgentWithDeterministicTransferTo(ctx context.Context, config *DeterministicTransferConfig) Agent {
	return nil
}

func NewAgentTool(ctx context.Context, agent Agent) tool.BaseTool { return nil }

func NewRunner(ctx context.Context, conf RunnerConfig) *Runner { return nil }

func (r *TypedRunner[M]) Run(ctx context.Context, messages []M) *AsyncIterator[*TypedAgentEvent[M]] {
	return nil
}

func (r *TypedRunner[M]) Query(ctx context.Context, query string) *AsyncIterator[*TypedAgentEvent[M]] {
	return nil
}

func NewBreakLoopAction(agentName string) *AgentAction { return nil }

func NewExitAction() *AgentAction { return nil }

func NewTransferToAgentAction(dest string) *AgentAction { return nil }

func Interrupt(ctx context.Context, info any) *AgentEvent { return nil }

type ExitTool struct{}

func (ExitTool) Info(ctx context.Context) (*schema.ToolInfo, error) { return nil, nil }

package graph

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/internal/util"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

const (
	Start = "__start__"
	End   = "__end__"

	StateKeyMessages     = "messages"
	StateKeyUserInput    = "user_input"
	StateKeyLastResponse = "last_response"
)

type State map[string]any

type StateReducer func(existing, update any) any

type StateField struct{ Reducer StateReducer }

func DefaultReducer(existing, update any) any { return update }

type StateSchema struct{ Fields map[string]StateField }

func (s *StateSchema) AddField(name string, field StateField) *StateSchema { return s }

func NewStateSchema() *StateSchema      { return &StateSchema{} }
func MessagesStateSchema() *StateSchema { return &StateSchema{} }

type NodeType string

const (
	NodeTypeRouter NodeType = "router"
	NodeTypeJoin   NodeType = "join"
)

type Node struct{ Function NodeFunc }

type Option func(*Node)

type NodeFunc func(ctx context.Context, state State) (any, error)

type (
	ConditionalFunc      = func(ctx context.Context, state State) (string, error)
	MultiConditionalFunc = func(ctx context.Context, state State) ([]string, error)
)

type ConditionResult struct{ NextNodes []string }

type Command struct {
	Update State
	GoTo   string
	Resume any
}

type NodeCallbackContext struct{}

type BeforeNodeCallback func(ctx context.Context, callbackCtx *NodeCallbackContext, state State) (any, error)
type AfterNodeCallback func(ctx context.Context, callbackCtx *NodeCallbackContext, state State, result any, err error) (any, error)

type NodeCallbacks struct{ BeforeNode []BeforeNodeCallback }

func NewNodeCallbacks() *NodeCallbacks                                           { return &NodeCallbacks{} }
func (c *NodeCallbacks) RegisterBeforeNode(cb BeforeNodeCallback) *NodeCallbacks { return c }
func (c *NodeCallbacks) RegisterAfterNode(cb AfterNodeCallback) *NodeCallbacks   { return c }
func (c *NodeCallbacks) RegisterOnNodeError(cb any) *NodeCallbacks               { return c }
func (c *NodeCallbacks) RegisterAgentEvent(cb any) *NodeCallbacks                { return c }

type Graph struct{}

func (g *Graph) Node(id string) (*Node, bool) { return nil, false }

type StateGraph struct{}

func NewStateGraph(schema *StateSchema) *StateGraph { return &StateGraph{} }

func (sg *StateGraph) AddNode(id string, function NodeFunc, opts ...Option) *StateGraph { return sg }
func (sg *StateGraph) AddLLMNode(id string, m model.Model, instruction string, tools map[string]tool.Tool, opts ...Option) *StateGraph {
	return sg
}
func (sg *StateGraph) AddToolsNode(id string, tools map[string]tool.Tool, opts ...Option) *StateGraph {
	return sg
}
func (sg *StateGraph) AddAgentNode(id string, opts ...Option) *StateGraph    { return sg }
func (sg *StateGraph) AddSubgraphNode(id string, opts ...Option) *StateGraph { return sg }
func (sg *StateGraph) AddEdge(from, to string) *StateGraph                   { return sg }
func (sg *StateGraph) AddJoinEdge(fromNodes []string, to string) *StateGraph { return sg }
func (sg *StateGraph) AddConditionalEdges(from string, condFunc any, pathMap map[string]string) *StateGraph {
	return sg
}
func (sg *StateGraph) AddMultiConditionalEdges(from string, condFunc MultiConditionalFunc, pathMap map[string]string) *StateGraph {
	return sg
}
func (sg *StateGraph) AddToolsConditionalEdges(fromLLMNode, toToolsNode, fallbackNode string) *StateGraph {
	return sg
}
func (sg *StateGraph) SetEntryPoint(nodeID string) *StateGraph                { return sg }
func (sg *StateGraph) SetFinishPoint(nodeID string) *StateGraph               { return sg }
func (sg *StateGraph) WithInterruptBeforeNodes(nodeIDs ...string) *StateGraph { return sg }
func (sg *StateGraph) WithInterruptAfterNodes(nodeIDs ...string) *StateGraph  { return sg }
func (sg *StateGraph) WithNodeCallbacks(callbacks *NodeCallbacks) *StateGraph { return sg }
func (sg *StateGraph) WithCache(cache any) *StateGraph                        { return sg }
func (sg *StateGraph) WithCachePolicy(policy any) *StateGraph                 { return sg }
func (sg *StateGraph) WithGraphVersion(version string) *StateGraph            { return sg }
func (sg *StateGraph) ClearCache(nodes ...string) *StateGraph                 { return sg }
func (sg *StateGraph) Compile() (*Graph, error)                               { return &Graph{}, nil }
func (sg *StateGraph) MustCompile() *Graph                                    { return &Graph{} }

func NewLLMNodeFunc(m model.Model, instruction string, tools map[string]tool.Tool) NodeFunc {
	return nil
}
func NewToolsNodeFunc(tools map[string]tool.Tool, opts ...Option) NodeFunc { return nil }
func NewAgentNodeFunc(agentName string, opts ...Option) NodeFunc           { return nil }

type Executor struct{}

type ExecutorOption func(*Executor)

func NewExecutor(graph *Graph, opts ...ExecutorOption) (*Executor, error) { return &Executor{}, nil }

func (e *Executor) Execute(ctx context.Context, state State, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}

type InterruptError struct{ Value any }

func (e *InterruptError) Error() string { return "interrupt" }

func NewInterruptError(value any) *InterruptError { return &InterruptError{} }

func Interrupt(ctx context.Context, state State, key string, prompt any) (any, error) {
	return nil, nil
}

func GetStateValue[T any](s State, key string) (T, bool) { return util.GetMapValue[string, T](s, key) }

func WithNodeType(nodeType NodeType) Option                    { return nil }
func WithToolSets(toolSets []tool.ToolSet) Option              { return nil }
func WithEndsMap(ends map[string]string) Option                { return nil }
func WithEnds(names ...string) Option                          { return nil }
func WithInterruptBefore() Option                              { return nil }
func WithInterruptAfter() Option                               { return nil }
func WithPreNodeCallback(cb BeforeNodeCallback) Option         { return nil }
func WithPostNodeCallback(cb AfterNodeCallback) Option         { return nil }
func WithNodeCallbacks(cbs *NodeCallbacks) Option              { return nil }
func WithToolCallbacks(cbs *tool.Callbacks) Option             { return nil }
func WithSubgraphOutputMapper(f func(State, any) State) Option { return nil }
func SetOneShotMessagesForNode(nodeID string, msgs any) State  { return nil }
func SetOneShotMessagesByNode(byNode any) State                { return nil }
func ClearOneShotMessagesForNode(nodeID string) State          { return nil }
func ClearOneShotMessagesByNode() State                        { return nil }
func (s State) Clone() State                                   { return nil }
func WithMaxSteps(n int) ExecutorOption                        { return nil }

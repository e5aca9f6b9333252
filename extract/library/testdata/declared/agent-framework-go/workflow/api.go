package workflow

import (
	"context"
	"hash/maphash"
	"iter"
	"reflect"

	workflowobservability "github.com/microsoft/agent-framework-go/workflow/observability"
)

func BindNewExecutorFunc(id string, fn func(sessionID string, executorID string) (*Executor, error)) ExecutorBinding
func NewBuilder(start ExecutorBinding) *Builder
func WithEdgeLabel(label string) EdgeOption
func WithEdgeAssigner(assigner func(targetCount int, message any) iter.Seq[int]) EdgeOption
func NewExecutor(id string, v any) *Executor
func NewCheckpointInfo(sessionID string) CheckpointInfo
func NewRequestPortInfo(port RequestPort) RequestPortInfo
func AnyPortableValue(v any) PortableValue
func PortableValueAs[T any](v PortableValue) (T, bool)
func NewExternalRequest(id string, port RequestPort, data any) (*ExternalRequest, error)
func WithHandlerOverwrite(overwrite bool) AddHandlerOption
func NewTypeID(typ reflect.Type) TypeID

type AddHandlerOption func(*addHandlerOptions)

type AttrSendsMessage[T any] struct{}

type AttrYieldsOutput[T any] struct{}

type Builder struct {
}

func (wb *Builder) WithName(name string) *Builder
func (wb *Builder) WithDescription(description string) *Builder
func (wb *Builder) WithTelemetry(tracer workflowobservability.Tracer, options TelemetryOptions) *Builder
func (wb *Builder) WithOutputFrom(bindings ...ExecutorBinding) *Builder
func (wb *Builder) WithIntermediateOutputFrom(bindings ...ExecutorBinding) *Builder
func (wb *Builder) BindExecutor(binding ExecutorBinding) *Builder
func (wb *Builder) AddEdge(source ExecutorBinding, target ExecutorBinding, opts ...EdgeOption) *Builder
func (wb *Builder) AddDirectEdge(source ExecutorBinding, target ExecutorBinding, idempotent bool, condition func(any) bool, opts ...EdgeOption) *Builder
func (wb *Builder) AddFanOutEdge(source ExecutorBinding, targets []ExecutorBinding, opts ...EdgeOption) *Builder
func (wb *Builder) AddFanInBarrierEdge(sources []ExecutorBinding, target ExecutorBinding, opts ...EdgeOption) *Builder
func (wb *Builder) Build() (*Workflow, error)
func (wb *Builder) AddChain(source ExecutorBinding, executors []ExecutorBinding, allowRepetition bool) *Builder
func (wb *Builder) AddSwitch(source ExecutorBinding) *SwitchBuilder

type CatchAllFunc func(*Context, PortableValue) (any, error)

type CheckpointInfo struct {
	SessionID string

	CheckpointID string
}

type Context struct {
	context.Context

	AddEvent func(event Event) error

	SendMessage func(targetID string, message any) error

	YieldOutput func(output any) error

	RequestHalt func() error

	PostRequest func(request *ExternalRequest) error

	ReadState func(key string, scope string) (any, error)

	ReadOrInitState func(key string, scope string, initFunc func(ctx context.Context, key string, scope string) (any, error)) (any, error)

	ReadStateKeys func(scope string) iter.Seq2[string, error]

	QueueStateUpdate func(key string, scope string, value any) error

	QueueClearScope func(scope string) error

	TraceContext func() map[string]any

	ConcurrentRunsEnabled bool
}

type Edge struct {
	Index int

	Connection EdgeConnection

	Label string

	Assigner func(int, any) iter.Seq[int]

	Condition func(any) bool
}

func (e Edge) Equal(other Edge) bool

type EdgeConnection struct {
	SourceIDs []string
	SinkIDs   []string
}

func (c EdgeConnection) Equal(other EdgeConnection) bool

type EdgeInfo struct {
	Connection EdgeConnection

	Label string

	HasCondition bool

	HasAssigner bool
}

func (e *EdgeInfo) Match(other Edge) bool

type EdgeOption func(*Edge)

type ErrorEvent struct {
	Error error

	SubWorkflowID string
}

func (e ErrorEvent) Data() any

type Event interface {
	Data() any
}

type Executor struct {
	ID string

	ImplementationID string

	DisableAutoSendMessageHandlerResultObject bool

	DisableAutoYieldOutputHandlerResultObject bool

	CrossRunShareable bool

	ConfigureProtocol func(builder *ProtocolBuilder) (*ProtocolBuilder, error)

	InitializeFunc func(ctx *Context) error

	AttachRuntimeFunc func(runtime any) error

	ResetFunc func() error

	CloseFunc func(ctx context.Context) error

	OnCheckpointFunc func(ctx *Context) error

	OnCheckpointRestoredFunc func(ctx *Context) error

	OnMessageDeliveryStartingFunc func(ctx *Context) error

	OnMessageDeliveryFinishedFunc func(ctx *Context) error
}

func (e *Executor) Bind() ExecutorBinding
func (e *Executor) SetCrossRunShareable(v bool) *Executor
func (e *Executor) Extend(executor *Executor) *Executor
func (e *Executor) Initialize(ctx *Context) error
func (e *Executor) AttachRuntime(runtime any) error
func (e *Executor) OnCheckpoint(ctx *Context) error
func (e *Executor) OnCheckpointRestored(ctx *Context) error
func (e *Executor) OnMessageDeliveryStarting(ctx *Context) error
func (e *Executor) OnMessageDeliveryFinished(ctx *Context) error
func (e *Executor) Reset() error
func (e *Executor) Close(ctx context.Context) error
func (e *Executor) Execute(ctx *Context, message any) (result any, err error)
func (e *Executor) DescribeProtocol() ProtocolDescriptor

type ExecutorBinding struct {
	ID string

	ImplementationID string

	RawValue any

	SharedInstance bool

	SupportsConcurrentSharedExecution bool

	Ports []RequestPort

	NewExecutorFunc func(sessionID string) (*Executor, error)

	ResetFunc func() bool
}

func (eb ExecutorBinding) String() string
func (eb ExecutorBinding) TryReset() bool
func (eb ExecutorBinding) CreateInstance(sessionID string) (*Executor, error)

type ExecutorCompletedEvent struct {
	ExecutorID string
	Result     any
}

func (e ExecutorCompletedEvent) Data() any

type ExecutorFailedEvent struct {
	ExecutorID string
	Error      error
}

func (e ExecutorFailedEvent) Data() any

type ExecutorInvokedEvent struct {
	ExecutorID string
	Message    any
}

func (e ExecutorInvokedEvent) Data() any

type ExternalRequest struct {
	PortInfo RequestPortInfo

	RequestID string

	Data PortableValue
}

func (r *ExternalRequest) CreateResponse(data any) (*ExternalResponse, error)

type ExternalResponse struct {
	PortInfo RequestPortInfo

	RequestID string

	Data PortableValue
}

type MessageHandlerFunc func(*Context, any) (any, error)

type OutputEvent struct {
	ExecutorID string
	Output     any
	Tags       []OutputTag
}

func (e OutputEvent) Data() any
func (e OutputEvent) HasTag(tag OutputTag) bool
func (e OutputEvent) IsIntermediate() bool

type OutputTag string

func (t OutputTag) Value() string
func (t OutputTag) String() string
func (t OutputTag) MarshalJSON() ([]byte, error)
func (t *OutputTag) UnmarshalJSON(data []byte) error

type PortableValue struct {
	TypeID TypeID
}

func (v *PortableValue) Any() any
func (v *PortableValue) Is(typ reflect.Type) bool
func (v *PortableValue) As(typ reflect.Type) (any, bool)
func (v *PortableValue) Delayed() bool
func (v PortableValue) MarshalJSON() ([]byte, error)
func (v *PortableValue) UnmarshalJSON(data []byte) error

type ProtocolBuilder struct {
	RouteBuilder RouteBuilder
}

func (pb *ProtocolBuilder) SendsMessageType(messageTypes ...reflect.Type) *ProtocolBuilder
func (pb *ProtocolBuilder) YieldsOutputType(outputTypes ...reflect.Type) *ProtocolBuilder
func (pb *ProtocolBuilder) ConfigureRoutes(configure func(*RouteBuilder) (*RouteBuilder, error)) *ProtocolBuilder

type ProtocolDescriptor struct {
	Accepts []reflect.Type

	Yields []reflect.Type

	Sends []reflect.Type

	AcceptsAll bool
}

type RequestHaltEvent struct {
	Result any
}

func (e RequestHaltEvent) Data() any

type RequestInfoEvent struct {
	Request *ExternalRequest
}

func (e RequestInfoEvent) Data() any

type RequestPort struct {
	ID string

	Request reflect.Type

	Response reflect.Type
}

func (p RequestPort) Bind() ExecutorBinding

type RequestPortInfo struct {
	PortID string

	RequestType TypeID

	ResponseType TypeID
}

type RouteBuilder struct {
}

func (rb *RouteBuilder) AddHandlerRaw(messageType reflect.Type, outputType reflect.Type, handler MessageHandlerFunc, options ...AddHandlerOption) *RouteBuilder
func (rb *RouteBuilder) AddCatchAll(handler func(*Context, PortableValue) (any, error), options ...AddHandlerOption) *RouteBuilder

type ScopeID struct {
	ScopeName string

	ExecutorID string
}

func (s ScopeID) Equal(other ScopeID) bool
func (s ScopeID) Hash(h *maphash.Hash)
func (s ScopeID) MarshalJSON() ([]byte, error)
func (s *ScopeID) UnmarshalJSON(data []byte) error

type ScopeKey struct {
	ID ScopeID

	Key string
}

func (s ScopeKey) Equal(other ScopeKey) bool
func (s ScopeKey) Hash(h *maphash.Hash)

type StartedEvent struct {
	Message any
}

func (e StartedEvent) Data() any

type StatefulExecutorCache[T any] struct {
	StateKey string

	InitialStateFactory func() T

	ScopeName string
}

func (s *StatefulExecutorCache[T]) ReadState(ctx *Context, skipCache bool) (T, error)
func (s *StatefulExecutorCache[T]) QueueStateUpdate(ctx *Context, state T) error
func (s *StatefulExecutorCache[T]) InvokeWithState(ctx *Context, skipCache bool, fn func(ctx *Context, state T) (T, error)) error
func (s *StatefulExecutorCache[T]) Reset() error

type SuperStepCompletedEvent struct {
	StepNumber     int
	CompletionInfo *SuperStepCompletionInfo
}

func (e SuperStepCompletedEvent) Data() any

type SuperStepCompletionInfo struct {
	ActivatedExecutors    []string
	InstantiatedExecutors []string
	HasPendingMessages    bool
	HasPendingRequests    bool
	StateUpdated          bool
	CheckpointInfo        *CheckpointInfo
}

type SuperStepStartInfo struct {
	SendingExecutors []string

	HasExternalMessages bool
}

type SuperStepStartedEvent struct {
	StepNumber int
	StartInfo  *SuperStepStartInfo
}

func (e SuperStepStartedEvent) Data() any

type SwitchBuilder struct {
}

func (s *SwitchBuilder) AddCase(predicate func(msg any) bool, targets ...ExecutorBinding) *SwitchBuilder
func (s *SwitchBuilder) WithDefault(targets ...ExecutorBinding) *SwitchBuilder
func (s *SwitchBuilder) AddToBuilder(wb *Builder) *Builder

type TelemetryOptions struct {
	EnableSensitiveData bool

	DisableWorkflowBuild    bool
	DisableWorkflowRun      bool
	DisableExecutorProcess  bool
	DisableEdgeGroupProcess bool
	DisableMessageSend      bool
}

type TurnToken struct {
	EmitEvents *bool
}

func (t TurnToken) EmitEventsOr(defaultValue bool) bool

type TypeID struct {
	PackageName string

	TypeName string
}

func (t TypeID) Match(typ reflect.Type) bool
func (t TypeID) MatchPolymorphic(typ reflect.Type) bool
func (t TypeID) String() string

type Workflow struct {
}

func (w *Workflow) Name() string
func (w *Workflow) Description() string
func (w *Workflow) StartExecutorID() string
func (w *Workflow) ExecutorBinding(id string) (ExecutorBinding, bool)
func (w *Workflow) OutgoingEdges(executorID string) []Edge
func (w *Workflow) Edges() map[string][]Edge
func (w *Workflow) HasOutputExecutor(executorID string) bool
func (w *Workflow) OutputExecutorIDs() []string
func (w *Workflow) OutputExecutors() map[string][]OutputTag
func (w *Workflow) RequestPort(id string) (RequestPort, bool)
func (w *Workflow) RequestPorts() map[string]RequestPort
func (w *Workflow) DescribeProtocol() (ProtocolDescriptor, error)
func (w *Workflow) HasResettableExecutors() bool
func (w *Workflow) ContextWithTelemetry(ctx context.Context) context.Context
func (w *Workflow) AllowConcurrent() bool
func (w *Workflow) TryReset() bool
func (w *Workflow) CheckOwnership(token any) bool
func (w *Workflow) TakeOwnership(token any, newToken any, subworkflow bool) error
func (w *Workflow) ReleaseOwnership(token any) error
func (w *Workflow) ReleaseOwnershipTo(token any, targetToken any) error
func (w *Workflow) ReflectEdges() map[string][]EdgeInfo
func (w *Workflow) ReflectPorts() map[string]RequestPortInfo
func (w *Workflow) ReflectExecutors() map[string]ExecutorBinding

type addHandlerOptions struct {
}

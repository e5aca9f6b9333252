package agent

import (
	"context"
	"iter"
	"log/slog"
	"time"

	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/message/messagefilter"
	"github.com/microsoft/agent-framework-go/tool"
)

func New(prov ProviderConfig, cfg Config) *Agent
func AgentFromContext(ctx context.Context) (*Agent, bool)
func NewContextProvider(config ContextProviderConfig) ContextProvider
func ContextProviderMiddleware(p ContextProvider) Middleware
func NewHistoryProvider(config HistoryProviderConfig) HistoryProvider
func NewInMemoryHistoryProvider(config InMemoryHistoryProviderConfig) HistoryProvider
func GetOption[T any](opts []Option, setter func(T) Option) (T, bool)
func AllOptions[T any](opts []Option, setter func(T) Option) iter.Seq[T]
func WithServiceID(id string) Option
func WithStructuredOutput(v any) Option
func WithTool(tool tool.Tool) Option
func WithToolMode(mode tool.ToolMode) Option
func Stream(stream bool) Option
func WithResponseFormat(format ResponseFormat) Option
func WithSession(session *Session) Option
func WithContinuationToken(token string) Option
func WithInstructions(instructions string) Option
func AllowBackgroundResponses(allow bool) Option

type Agent struct {
}

func (a *Agent) ID() string
func (a *Agent) Name() string
func (a *Agent) Description() string
func (a *Agent) ProviderName() string
func (a *Agent) CreateSession(ctx context.Context, options ...Option) (*Session, error)
func (a *Agent) RunText(ctx context.Context, msg string, options ...Option) ResponseStream
func (a *Agent) RunMessage(ctx context.Context, msg *message.Message, options ...Option) ResponseStream
func (a *Agent) Run(ctx context.Context, messages []*message.Message, options ...Option) ResponseStream

type Config struct {
	ID string

	Name string

	Description string

	HistoryProvider HistoryProvider

	AllowHistoryProviderConflict bool

	SuppressHistoryProviderConflictWarning bool

	KeepHistoryProviderOnConflict bool

	ContextProviders []ContextProvider

	DisableFuncAutoCall bool

	Logger *slog.Logger

	LogSensitiveData bool

	DisableRunLogs bool

	Middlewares []Middleware

	Tools []tool.Tool

	RunOptions []Option
}

type ContextProvider interface {
	Invoking(context.Context, InvokingContext) ([]*message.Message, []Option, error)

	Invoked(context.Context, InvokedContext) error
}

type ContextProviderConfig struct {
	SourceID string

	ProvideInputMessageFilter messagefilter.Filter

	StoreInputRequestMessageFilter messagefilter.Filter

	StoreInputResponseMessageFilter messagefilter.Filter

	Provide func(context.Context, InvokingContext) ([]*message.Message, []Option, error)

	Store func(context.Context, InvokedContext) error
}

type HistoryProvider interface {
	Invoking(context.Context, InvokingContext) ([]*message.Message, error)

	Invoked(context.Context, InvokedContext) error
}

type HistoryProviderConfig struct {
	SourceID string

	ProvideOutputMessageFilter messagefilter.Filter

	StoreInputRequestMessageFilter messagefilter.Filter

	StoreInputResponseMessageFilter messagefilter.Filter

	Provide func(context.Context, InvokingContext) ([]*message.Message, error)

	Store func(context.Context, InvokedContext) error
}

type InMemoryHistoryProviderConfig struct {
	SourceID string

	StateKey string

	StateInitializer func(*Session) []*message.Message

	ProvideOutputMessageFilter messagefilter.Filter

	StoreInputRequestMessageFilter messagefilter.Filter

	StoreInputResponseMessageFilter messagefilter.Filter
}

type InvokedContext struct {
	RequestMessages []*message.Message

	ResponseMessages []*message.Message

	Options []Option

	Err error
}

type InvokingContext struct {
	Messages []*message.Message

	Options []Option
}

type Middleware interface {
	Run(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]
}

type MiddlewareFunc func(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]

func (mf MiddlewareFunc) Run(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]

type Option interface {
	Value() any
}

type ProviderConfig struct {
	ProviderName string

	Run RunFunc

	Middlewares []Middleware

	Format func(v any) (ResponseFormat, error)

	Unmarshal func(format ResponseFormat, data []byte, v any) error

	CreateSession func(ctx context.Context, session *Session, options ...Option) error

	ServiceDoesNotManageHistory bool
}

type Response struct {
	AdditionalProperties map[string]any

	AgentID string

	ID string

	CreatedAt time.Time

	ContinuationToken string

	FinishReason string

	Messages []*message.Message
}

func (resp *Response) String() string
func (resp *Response) Contents() iter.Seq[message.Content]
func (resp *Response) Usage() message.UsageDetails
func (resp *Response) Coalesce()
func (resp *Response) ToUpdates() []*ResponseUpdate
func (resp *Response) Update(update *ResponseUpdate)

type ResponseFormat struct {
	Kind string

	Name        string
	Description string
	Strict      bool

	Schema any
}

type ResponseStream iter.Seq2[*ResponseUpdate, error]

func (r ResponseStream) Collect() (*Response, error)

type ResponseUpdate struct {
	RawRepresentation any

	AdditionalProperties map[string]any

	AgentID string

	MessageID string

	ResponseID string

	FinishReason string

	AuthorName string

	Role message.Role

	ContinuationToken string

	CreatedAt time.Time

	Contents message.Contents
}

func (r *ResponseUpdate) String() string
func (m *ResponseUpdate) Usage() message.UsageDetails

type RunFunc = func(ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]

type Session struct {
}

func (s *Session) Get(key string, value any) (bool, error)
func (s *Session) Set(key string, value any)
func (s *Session) Delete(key string)
func (s *Session) ServiceID() string
func (s *Session) SetServiceID(id string)
func (s Session) MarshalJSON() ([]byte, error)
func (s *Session) UnmarshalJSON(data []byte) error

package loop

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func NewCompletionMarkerEvaluator(config CompletionMarkerConfig) *CompletionMarkerEvaluator
func Stop() Evaluation
func Continue(feedback string) Evaluation
func ContinueWithMessages(messages []*message.Message) Evaluation
func New(cfg Config) agent.Middleware

type CompletionMarkerConfig struct {
	Marker string

	FeedbackMessageTemplate string
}

type CompletionMarkerEvaluator struct {
}

func (e *CompletionMarkerEvaluator) Evaluate(_ context.Context, loop *Context) (Evaluation, error)

type Config struct {
	Evaluators []Evaluator

	MaxIterations int

	OnBehalfOfAuthorName string

	ExcludeOnBehalfOfMessages bool

	FreshContextPerIteration bool

	NonStreamingReturnsLastResponseOnly bool

	SessionCreatedCallback func(context.Context, *agent.Session) error
}

type Context struct {
	InitialMessages []*message.Message

	LastResponse *agent.Response

	Options []agent.Option

	Iteration int

	Feedback []string

	AdditionalProperties map[string]any
}

type Evaluation struct {
	ShouldReinvoke bool

	Feedback string

	Messages []*message.Message
}

type Evaluator interface {
	Evaluate(ctx context.Context, loop *Context) (Evaluation, error)
}

type EvaluatorFunc func(ctx context.Context, loop *Context) (Evaluation, error)

func (f EvaluatorFunc) Evaluate(ctx context.Context, loop *Context) (Evaluation, error)

package compaction

import (
	"context"
	"log/slog"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func NewMessageIndex(groups []*MessageGroup, tokenCounter TokenCounter) *MessageIndex
func CreateMessageIndex(messages []*message.Message, tokenCounter TokenCounter) *MessageIndex
func NewContextProvider(cfg ContextProviderConfig) agent.ContextProvider
func Compact(ctx context.Context, strategy Strategy, messages []*message.Message, tokenCounter TokenCounter) ([]*message.Message, error)
func DefaultToolCallFormatter(group *MessageGroup) string
func Always() Trigger
func Never() Trigger
func TokensBelow(maxTokens int) Trigger
func TokensExceed(maxTokens int) Trigger
func MessagesExceed(maxMessages int) Trigger
func TurnsExceed(maxTurns int) Trigger
func GroupsExceed(maxGroups int) Trigger
func HasToolCalls() Trigger
func All(triggers ...Trigger) Trigger
func Any(triggers ...Trigger) Trigger

type ContextProviderConfig struct {
	Strategy Strategy

	SourceID string

	StateKey string

	TokenCounter TokenCounter

	Logger *slog.Logger
}

type ContextWindowStrategy struct {
	MaxContextWindowTokens int

	MaxOutputTokens int

	ToolEvictionThreshold float64

	TruncationThreshold float64
}

func (s *ContextWindowStrategy) Compact(ctx context.Context, index *MessageIndex) (bool, error)

type GroupKind int

type MessageGroup struct {
	Kind GroupKind

	Messages []*message.Message

	MessageCount int

	ByteCount int

	TokenCount int

	TurnIndex *int

	IsExcluded bool

	ExcludeReason string
}

type MessageIndex struct {
	Groups []*MessageGroup

	TokenCounter TokenCounter
}

func (index *MessageIndex) Update(messages []*message.Message)
func (index *MessageIndex) InsertGroup(at int, kind GroupKind, messages []*message.Message, turnIndex *int) *MessageGroup
func (index *MessageIndex) AddGroup(kind GroupKind, messages []*message.Message, turnIndex *int) *MessageGroup
func (index *MessageIndex) IncludedMessages() []*message.Message
func (index *MessageIndex) AllMessages() []*message.Message
func (index *MessageIndex) TotalGroupCount() int
func (index *MessageIndex) TotalMessageCount() int
func (index *MessageIndex) TotalByteCount() int
func (index *MessageIndex) TotalTokenCount() int
func (index *MessageIndex) IncludedGroupCount() int
func (index *MessageIndex) IncludedMessageCount() int
func (index *MessageIndex) IncludedByteCount() int
func (index *MessageIndex) IncludedTokenCount() int
func (index *MessageIndex) TotalTurnCount() int
func (index *MessageIndex) IncludedTurnCount() int
func (index *MessageIndex) IncludedNonSystemGroupCount() int
func (index *MessageIndex) RawMessageCount() int
func (index *MessageIndex) TurnGroups(turnIndex int) []*MessageGroup

type PipelineStrategy struct {
	Strategies []Strategy
}

func (strategy *PipelineStrategy) Compact(ctx context.Context, index *MessageIndex) (bool, error)

type SlidingWindowStrategy struct {
	Trigger Trigger

	Target Trigger

	MinimumPreservedTurns int
}

func (strategy *SlidingWindowStrategy) Compact(_ context.Context, index *MessageIndex) (bool, error)

type Strategy interface {
	Compact(context.Context, *MessageIndex) (bool, error)
}

type SummarizationStrategy struct {
	Trigger Trigger

	Target Trigger

	Summarizer Summarizer

	MinimumPreservedGroups int

	SummarizationPrompt string

	SummaryUnavailableMessage string
}

func (strategy *SummarizationStrategy) Compact(ctx context.Context, index *MessageIndex) (bool, error)

type Summarizer interface {
	Summarize(context.Context, []*message.Message) (string, error)
}

type SummarizerFunc func(context.Context, []*message.Message) (string, error)

func (f SummarizerFunc) Summarize(ctx context.Context, messages []*message.Message) (string, error)

type TokenCounter interface {
	CountTokens(string) int
}

type ToolResultStrategy struct {
	Trigger Trigger

	Target Trigger

	MinimumPreservedGroups int

	ToolCallFormatter func(*MessageGroup) string
}

func (strategy *ToolResultStrategy) Compact(_ context.Context, index *MessageIndex) (bool, error)

type Trigger func(*MessageIndex) bool

type TruncationStrategy struct {
	Trigger Trigger

	Target Trigger

	MinimumPreservedGroups int
}

func (strategy *TruncationStrategy) Compact(_ context.Context, index *MessageIndex) (bool, error)

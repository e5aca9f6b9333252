package messagefilter

import (
	"context"

	"github.com/microsoft/agent-framework-go/message"
)

func And(filters ...Filter) Filter
func Or(filters ...Filter) Filter
func PassThrough(_ context.Context, messages []*message.Message) ([]*message.Message, error)
func None(_ context.Context, messages []*message.Message) ([]*message.Message, error)
func ExternalOnly(_ context.Context, messages []*message.Message) ([]*message.Message, error)
func Sources(sources ...message.Source) Filter
func NotSourceTypes(sourceTypes ...message.SourceType) Filter
func NotSources(sources ...message.Source) Filter

type Filter func(context.Context, []*message.Message) ([]*message.Message, error)

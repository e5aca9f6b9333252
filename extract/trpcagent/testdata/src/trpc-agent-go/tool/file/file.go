package file

import "trpc.group/trpc-go/trpc-agent-go/tool"

type Option func()

func NewToolSet(opts ...Option) (tool.ToolSet, error) { return nil, nil }

func WithName(name string) Option                 { return nil }
func WithSaveFileEnabled(on bool) Option          { return nil }
func WithReadFileEnabled(on bool) Option          { return nil }
func WithReadMultipleFilesEnabled(on bool) Option { return nil }
func WithListFileEnabled(on bool) Option          { return nil }
func WithSearchFileEnabled(on bool) Option        { return nil }
func WithSearchContentEnabled(on bool) Option     { return nil }
func WithReplaceContentEnabled(on bool) Option    { return nil }

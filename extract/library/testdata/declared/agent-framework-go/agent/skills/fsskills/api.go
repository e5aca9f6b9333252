package fsskills

import (
	"context"
	"io/fs"
	"log/slog"

	"github.com/microsoft/agent-framework-go/agent/skills"
)

func FSFromSkill(skill *skills.Skill) (fs.FS, error)
func NewSource(filesystems ...fs.FS) *Source
func NewSourceOptions(opts SourceOptions, filesystems ...fs.FS) *Source

type FilterContext struct {
	SkillName string

	RelativeFilePath string
}

type Source struct {
}

func (s *Source) Skills(ctx context.Context) ([]*skills.Skill, error)

type SourceOptions struct {
	SearchDepth int

	ResourceFilter func(FilterContext) bool

	ScriptFilter func(FilterContext) bool

	AllowedResourceExtensions []string

	AllowedScriptExtensions []string

	ScriptRunner skills.ScriptRunner

	Logger *slog.Logger
}

package skills

import (
	"context"
	"log/slog"

	"github.com/microsoft/agent-framework-go/agent"
)

func NewContextProvider(opts ContextProviderOptions) agent.ContextProvider
func NewInMemorySource(skills ...*Skill) Source

type ContextProviderOptions struct {
	SourceID string

	SkillFilter func(*Skill) bool

	Skills []*Skill

	Sources []Source

	SkillsInstructionPrompt string

	DisableLoadSkillApproval bool

	DisableReadSkillResourceApproval bool

	DisableRunSkillScriptApproval bool

	IncludeDetailedErrors bool

	DisableCaching bool

	DisableSourceDeduplication bool

	Logger *slog.Logger
}

type Frontmatter struct {
	Name          string
	Description   string
	License       string
	Compatibility string
	AllowedTools  string
	Metadata      map[string]any
}

func (f Frontmatter) Validate() error

type Resource struct {
	Name                 string
	Description          string
	Read                 func(context.Context) (any, error)
	AdditionalProperties map[string]any
}

type Script struct {
	Name        string
	Description string

	ParametersSchema     string
	Run                  func(context.Context, *Skill, []string) (any, error)
	AdditionalProperties map[string]any
}

type ScriptRunner func(context.Context, *Skill, *Script, []string) (any, error)

type Skill struct {
	Frontmatter Frontmatter

	GetContent           func(context.Context) (string, error)
	Resources            []Resource
	Scripts              []Script
	AdditionalProperties map[string]any
}

type Source interface {
	Skills(context.Context) ([]*Skill, error)
}

type SourceFunc func(context.Context) ([]*Skill, error)

func (f SourceFunc) Skills(ctx context.Context) ([]*Skill, error)

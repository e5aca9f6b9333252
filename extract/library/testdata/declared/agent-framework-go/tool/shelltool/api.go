package shelltool

import (
	"context"
	"time"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func NewEnvironmentProvider(executor Executor, config EnvironmentProviderConfig) *EnvironmentProvider
func DefaultShellEnvironmentInstructions(snapshot ShellEnvironmentSnapshot) string
func NewLocal(opts LocalConfig) (*Local, error)
func NewPolicy(cfg PolicyConfig) (*Policy, error)

type EnvironmentProvider struct {
}

func (p *EnvironmentProvider) Invoking(ctx context.Context, invoking agent.InvokingContext) ([]*message.Message, []agent.Option, error)
func (p *EnvironmentProvider) Invoked(ctx context.Context, invoked agent.InvokedContext) error
func (p *EnvironmentProvider) CurrentSnapshot() (ShellEnvironmentSnapshot, bool)
func (p *EnvironmentProvider) Refresh(ctx context.Context) (ShellEnvironmentSnapshot, error)

type EnvironmentProviderConfig struct {
	SourceID string

	ProbeTools []string

	OverrideFamily ShellFamily

	ProbeTimeout time.Duration

	InstructionsFormatter func(ShellEnvironmentSnapshot) string
}

type Executor interface {
	Initialize(context.Context) error
	Run(context.Context, string) (Result, error)
}

type Local struct {
}

func (t *Local) Name() string
func (t *Local) Description() string
func (t *Local) Schema() any
func (t *Local) ReturnSchema() any
func (t *Local) Call(ctx context.Context, args string) (any, error)
func (t *Local) Run(ctx context.Context, command string) (Result, error)
func (t *Local) Initialize(ctx context.Context) error
func (t *Local) Close() error
func (t *Local) ApprovalRequired() bool

type LocalConfig struct {
	Shell string

	ShellArgv []string

	Mode Mode

	WorkingDirectory string

	DisableWorkingDirectoryConfinement bool

	Environment map[string]string

	RemoveEnvironment []string

	CleanEnvironment bool

	Timeout time.Duration

	MaxOutputBytes int

	Policy *Policy

	AcknowledgeUnsafe bool
}

type Mode int

type Policy struct {
}

func (p *Policy) Evaluate(request ShellRequest) (allowed bool, reason string)

type PolicyConfig struct {
	DenyList []string

	AllowList []string
}

type Result struct {
	Stdout string

	Stderr string

	ExitCode int

	Duration time.Duration

	Truncated bool

	TimedOut bool
}

func (r Result) FormatForModel() string

type ShellEnvironmentSnapshot struct {
	Family           ShellFamily
	OSDescription    string
	ShellVersion     string
	WorkingDirectory string
	ToolVersions     map[string]ToolVersion
}

type ShellFamily int

func (f ShellFamily) String() string

type ShellRequest struct {
	Command string

	WorkingDirectory string
}

type ToolVersion struct {
	Version string
	Found   bool
}

// Package agent stands for the package of the same name of the Agent Development
// Kit: what the rows of extract/adk name, and nothing behind it.
package agent

import (
	"context"
	"iter"

	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/toolconfirmation"
)

// Agent is any agent.
type Agent interface {
	Name() string
	Description() string
	Run(InvocationContext) iter.Seq2[*session.Event, error]
	SubAgents() []Agent
}

// Config configures a custom agent.
type Config struct {
	Name, Description    string
	SubAgents            []Agent
	BeforeAgentCallbacks []BeforeAgentCallback
	Run                  func(InvocationContext) iter.Seq2[*session.Event, error]
	AfterAgentCallbacks  []AfterAgentCallback
}

// New returns an agent with logic of its own.
func New(cfg Config) (Agent, error) { panic("stub") }

// ReadonlyContext is what an instruction provider sees.
type ReadonlyContext interface {
	context.Context
	InvocationID() string
}

// Loader finds agents by name.
type Loader interface{ RootAgent() Agent }

// NewSingleLoader returns a loader of one agent.
func NewSingleLoader(a Agent) Loader { panic("stub") }

// InvocationContext is what an agent sees.
type InvocationContext interface {
	context.Context
	Agent() Agent
	Session() session.Session
	InvocationID() string
	ResumedInput(interruptID string) (any, bool)
}

// Context is what tools, nodes and callbacks see.
type Context interface {
	InvocationContext
	Actions() *session.EventActions
	ToolConfirmation() *toolconfirmation.ToolConfirmation
	RequestConfirmation(hint string, payload any) error
}

// Callbacks around the run of an agent.
type (
	BeforeAgentCallback func(Context) (any, error)
	AfterAgentCallback  func(Context) (any, error)
)

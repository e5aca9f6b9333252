// Package tool stands for the package of the same name of the Agent Development
// Kit.
package tool

import "google.golang.org/adk/agent"

// Tool is what a model may call.
type Tool interface {
	Name() string
	Description() string
	IsLongRunning() bool
}

// Toolset is a collection of tools.
type Toolset interface {
	Name() string
	Tools(ctx agent.ReadonlyContext) ([]Tool, error)
}

// Predicate says which tools of a set a model gets.
type Predicate func(ctx agent.ReadonlyContext, tool Tool) bool

// ConfirmationProvider says which calls need confirmation.
type ConfirmationProvider func(toolName string, toolInput any) bool

// AllowedToolsPredicate admits the tools with the given names.
func AllowedToolsPredicate(allowedTools []string) Predicate { panic("stub") }

// StringPredicate is the older name of AllowedToolsPredicate.
func StringPredicate(allowedTools []string) Predicate { panic("stub") }

// FilterToolset returns the tools of a set that the predicate admits.
func FilterToolset(toolset Toolset, predicate Predicate) Toolset { panic("stub") }

// WithConfirmation asks before each call of a tool of the set.
func WithConfirmation(ts Toolset, requireConfirmation bool, provider ConfirmationProvider) Toolset {
	panic("stub")
}

// Context is the older name of agent.ToolContext.
type Context = agent.ToolContext

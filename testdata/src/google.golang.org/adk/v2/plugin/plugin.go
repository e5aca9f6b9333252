// Package plugin stands for the package of the same name of the Agent Development Kit.
package plugin

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

type (
	OnUserMessageCallback func(ctx agent.InvocationContext, content any) (any, error)
	OnEventCallback       func(agent.InvocationContext, *session.Event) (*session.Event, error)
	BeforeRunCallback     func(agent.InvocationContext) (any, error)
	AfterRunCallback      func(agent.InvocationContext)
)

// Config configures a plugin.
type Config struct {
	Name                  string
	OnUserMessageCallback OnUserMessageCallback
	OnEventCallback       OnEventCallback
	BeforeRunCallback     BeforeRunCallback
	AfterRunCallback      AfterRunCallback
	BeforeAgentCallback   agent.BeforeAgentCallback
	AfterAgentCallback    agent.AfterAgentCallback
	BeforeModelCallback   llmagent.BeforeModelCallback
	AfterModelCallback    llmagent.AfterModelCallback
	OnModelErrorCallback  llmagent.OnModelErrorCallback
	BeforeToolCallback    llmagent.BeforeToolCallback
	AfterToolCallback     llmagent.AfterToolCallback
	OnToolErrorCallback   llmagent.OnToolErrorCallback
}

// Plugin is what a runner puts around all agents.
type Plugin struct{ name string }

// New returns a plugin.
func New(cfg Config) (*Plugin, error) { panic("stub") }

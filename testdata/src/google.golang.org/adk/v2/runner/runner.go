// Package runner stands for the package of the same name of the Agent Development Kit.
package runner

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/plugin"
)

// Config configures a runner.
type Config struct {
	AppName      string
	Agent        agent.Agent
	PluginConfig PluginConfig
}

// PluginConfig is what it puts around all agents.
type PluginConfig struct{ Plugins []*plugin.Plugin }

// Runner runs an agent.
type Runner struct{ name string }

// New returns a runner.
func New(cfg Config) (*Runner, error) { panic("stub") }

// Package agenttool stands for the package of the same name of the Agent
// Development Kit.
package agenttool

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/tool"
)

// Config configures the tool.
type Config struct{ SkipSummarization bool }

// New makes a tool of an agent.
func New(agent agent.Agent, cfg *Config) tool.Tool { panic("stub") }

// Package a2aprovider is a stub with the API of the framework.
package a2aprovider

import "github.com/microsoft/agent-framework-go/agent"

type Client struct{}

type AgentConfig struct{ agent.Config }

func NewAgent(c Client, config AgentConfig) *agent.Agent { return nil }

func TaskID(id string) agent.Option { return nil }

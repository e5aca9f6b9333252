// Package flow is a stub with the API of the library.
package flow

import (
	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/tools"
)

type SequentialConfig struct {
	Name      string
	SubAgents []blades.Agent
}

type LoopConfig struct {
	Name          string
	MaxIterations int
	SubAgents     []blades.Agent
}

type RoutingConfig struct {
	Name        string
	SubAgents   []blades.Agent
	Middlewares []blades.Middleware
}

type DeepConfig struct {
	Name                       string
	Tools                      []tools.Tool
	SubAgents                  []blades.Agent
	MaxIterations              int
	WithoutGeneralPurposeAgent bool
	Middlewares                []blades.Middleware
}

func NewSequentialAgent(c SequentialConfig) blades.Agent    { return nil }
func NewLoopAgent(c LoopConfig) blades.Agent                { return nil }
func NewRoutingAgent(c RoutingConfig) (blades.Agent, error) { return nil, nil }
func NewDeepAgent(c DeepConfig) (blades.Agent, error)       { return nil, nil }

package plugin

import (
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Plugin interface {
	Name() string
	Register(r *Registry)
}

type Registry struct{}

func (r *Registry) BeforeAgent(cb agent.BeforeAgentCallbackStructured) {}
func (r *Registry) BeforeModel(cb model.BeforeModelCallbackStructured) {}
func (r *Registry) BeforeTool(cb tool.BeforeToolCallbackStructured)    {}

type Logging struct{}

func NewLogging() *Logging            { return nil }
func (*Logging) Name() string         { return "" }
func (*Logging) Register(r *Registry) {}

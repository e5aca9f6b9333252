package agenttool

import (
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/tool"
)

func New(a *agent.Agent, config Config) tool.FuncTool

type Config struct {
	RunOptions []agent.Option
}

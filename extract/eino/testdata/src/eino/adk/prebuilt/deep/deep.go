package deep

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/middlewares/filesystem"
)

type Config struct {
	Name, Description      string
	SubAgents              []adk.Agent
	ToolsConfig            adk.ToolsConfig
	MaxIteration           int
	Backend                filesystem.Backend
	Shell, StreamingShell  filesystem.Shell
	WithoutWriteTodos      bool
	WithoutGeneralSubAgent bool
	Middlewares            []adk.AgentMiddleware
	Handlers               []adk.ChatModelAgentMiddleware
}

func New(ctx context.Context, cfg *Config) (adk.ResumableAgent, error) { return nil, nil }

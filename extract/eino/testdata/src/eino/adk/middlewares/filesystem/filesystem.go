package filesystem

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
)

type (
	Backend interface{ Read() }
	Shell   interface{ Execute() }
)

type ToolConfig struct {
	Name       string
	CustomTool tool.BaseTool
	Disable    bool
}

type MiddlewareConfig struct {
	Backend             Backend
	Shell               Shell
	StreamingShell      Shell
	LsToolConfig        *ToolConfig
	ReadFileToolConfig  *ToolConfig
	WriteFileToolConfig *ToolConfig
	EditFileToolConfig  *ToolConfig
	GlobToolConfig      *ToolConfig
	GrepToolConfig      *ToolConfig
	UseMultiModalRead   bool
}

type Config MiddlewareConfig

func New(ctx context.Context, config *MiddlewareConfig) (adk.ChatModelAgentMiddleware, error) {
	return nil, nil
}

func NewMiddleware(ctx context.Context, config *Config) (adk.AgentMiddleware, error) {
	return adk.AgentMiddleware{}, nil
}

package toolsearch

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
)

type Config struct {
	DynamicTools       []tool.BaseTool
	UseModelToolSearch bool
}

func New(ctx context.Context, config *Config) (adk.ChatModelAgentMiddleware, error) {
	return nil, nil
}

package plantask

import (
	"context"

	"github.com/cloudwego/eino/adk"
)

type Config struct{ BaseDir string }

func New(ctx context.Context, config *Config) (adk.ChatModelAgentMiddleware, error) {
	return nil, nil
}

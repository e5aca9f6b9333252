package skill

import (
	"context"

	"github.com/cloudwego/eino/adk"
)

type Backend interface{ List() }

type AgentHub interface{ Get(name string) adk.Agent }

type Config struct {
	Backend       Backend
	SkillToolName *string
	AgentHub      AgentHub
}

func NewMiddleware(ctx context.Context, config *Config) (adk.ChatModelAgentMiddleware, error) {
	return nil, nil
}

// Package agentconfig is a stub with the API of the SDK.
package agentconfig

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/agent"
)

func LoadAgentAuto(ctx context.Context, agentName, environment string, options ...agent.Option) (*agent.Agent, error) {
	return nil, nil
}

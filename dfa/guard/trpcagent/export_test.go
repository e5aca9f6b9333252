package trpcagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// Decide asks a plugin for permission, as the framework does.
func Decide(p *Plugged, ctx context.Context, req *tool.PermissionRequest) (tool.PermissionDecision, error) {
	return p.decide(ctx, req)
}

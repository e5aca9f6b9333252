package supportdesk

import (
	"context"
	"log"
	"time"

	"github.com/cloudwego/eino/adk"
)

// timed is an agent that logs how long it thought.
type timed struct {
	adk.Agent
}

// Run runs the agent and logs when it has started.
func (t timed) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	start := time.Now()
	defer func() { log.Printf("%s started in %v", t.Name(ctx), time.Since(start)) }()
	return t.Agent.Run(ctx, in, opts...)
}

package a2aprovider

import (
	"context"

	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/microsoft/agent-framework-go/agent"
)

func TaskID(taskID string) agent.Option
func NewAgent(aclient *a2aclient.Client, config AgentConfig) *agent.Agent
func NewExecutor(hostedAgent *agent.Agent, cfg ExecutorConfig) a2asrv.AgentExecutor
func TaskIDsFromSession(session *agent.Session) []string

type AgentConfig struct {
	agent.Config
}

type ExecutorConfig struct {
	AllowBackgroundResponses bool

	AllowBackgroundResponsesWhen func(context.Context, *a2asrv.ExecutorContext) (bool, error)
}

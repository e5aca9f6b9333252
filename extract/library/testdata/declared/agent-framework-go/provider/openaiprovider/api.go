package openaiprovider

import (
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
)

func ChatCompletionNewParams(params openai.ChatCompletionNewParams) agent.Option
func NewChatCompletionsAgent(oclient openai.Client, config AgentConfig) *agent.Agent
func NewAgent(oclient openai.Client, config AgentConfig) *agent.Agent
func NewResponsesAgent(oclient openai.Client, config AgentConfig) *agent.Agent
func ResponsesNewParams(params responses.ResponseNewParams) agent.Option

type AgentConfig struct {
	agent.Config

	Instructions string

	DisableStoreOutput bool

	Model string
}

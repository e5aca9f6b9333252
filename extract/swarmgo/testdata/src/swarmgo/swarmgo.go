// Package swarmgo is a stub with the API of the library.
package swarmgo

import (
	"context"

	"github.com/prathyushnallamothu/swarmgo/llm"
)

type (
	ClientConfig  struct{ APIKey string }
	Swarm         struct{}
	StreamHandler interface{ OnStart() }
	Response      struct {
		Messages []llm.Message
		Agent    *Agent
	}
	Result struct {
		Success bool
		Data    any
		Error   error
		Agent   *Agent
	}
	Agent struct {
		Name, Model, Instructions string
		Provider                  llm.LLMProvider
		Config                    *ClientConfig
		InstructionsFunc          func(map[string]any) string
		Functions                 []AgentFunction
		ParallelToolCalls         bool
	}
	AgentFunction struct {
		Name, Description string
		Parameters        map[string]any
		Function          func(args, contextVariables map[string]any) Result
	}
	DemoLoopConfig  struct{ Debug bool }
	ConcurrentSwarm struct{ *Swarm }
	AgentConfig     struct {
		Agent    *Agent
		Messages []llm.Message
	}
	ConcurrentResult struct{ AgentName string }
)

func NewAgent(name, model string, provider llm.LLMProvider) *Agent {
	return &Agent{Name: name, Model: model, Provider: provider}
}

func (a *Agent) WithConfig(c *ClientConfig) *Agent { a.Config = c; return a }

func (a *Agent) WithInstructions(text string) *Agent { a.Instructions = text; return a }

func (a *Agent) WithInstructionsFunc(f func(map[string]any) string) *Agent {
	a.InstructionsFunc = f
	return a
}

func (a *Agent) WithFunctions(fs []AgentFunction) *Agent { a.Functions = fs; return a }

func (a *Agent) WithParallelToolCalls(on bool) *Agent { a.ParallelToolCalls = on; return a }

func NewSwarm(key string, p llm.LLMProvider) *Swarm                     { return nil }
func NewSwarmWithHost(key, host string, p llm.LLMProvider) *Swarm       { return nil }
func NewConcurrentSwarm(key string, p llm.LLMProvider) *ConcurrentSwarm { return nil }
func RunDemoLoop(s *Swarm, a *Agent)                                    {}
func RunDemoLoopWithConfig(s *Swarm, a *Agent, c *DemoLoopConfig)       {}

func (s *Swarm) Run(ctx context.Context, a *Agent, ms []llm.Message, vars map[string]any, model string, stream, debug bool, turns int, tools bool) (Response, error) {
	return Response{}, nil
}

func (s *Swarm) StreamingResponse(ctx context.Context, a *Agent, ms []llm.Message, vars map[string]any, model string, h StreamHandler, debug bool) error {
	return nil
}

func (s *ConcurrentSwarm) RunConcurrent(ctx context.Context, configs map[string]AgentConfig) []ConcurrentResult {
	return nil
}

func (s *ConcurrentSwarm) RunConcurrentOrdered(ctx context.Context, configs []struct {
	Name   string
	Config AgentConfig
}) []ConcurrentResult {
	return nil
}

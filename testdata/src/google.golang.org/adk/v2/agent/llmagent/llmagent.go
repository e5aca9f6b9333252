// Package llmagent stands for the package of the same name of the Agent
// Development Kit.
package llmagent

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

// Config configures an agent that asks a model what to do.
type Config struct {
	Name, Description, Instruction string
	Model                          model.LLM
	SubAgents                      []agent.Agent
	BeforeAgentCallbacks           []agent.BeforeAgentCallback
	AfterAgentCallbacks            []agent.AfterAgentCallback
	BeforeModelCallbacks           []BeforeModelCallback
	AfterModelCallbacks            []AfterModelCallback
	OnModelErrorCallbacks          []OnModelErrorCallback
	OnToolErrorCallbacks           []OnToolErrorCallback
	GenerateContentConfig          any
	BeforeToolCallbacks            []BeforeToolCallback
	AfterToolCallbacks             []AfterToolCallback
	DisallowTransferToParent       bool
	DisallowTransferToPeers        bool
	OutputSchema                   *Schema
	OutputKey                      string
	Tools                          []tool.Tool
	Toolsets                       []tool.Toolset
	Mode                           Mode
}

// Schema describes an answer.
type Schema struct{ Type string }

// New returns an agent that asks a model what to do.
func New(cfg Config) (agent.Agent, error) { panic("stub") }

// Callbacks around the calls of the model and of tools.
type (
	BeforeModelCallback  func(agent.Context, *model.LLMRequest) (*model.LLMResponse, error)
	AfterModelCallback   func(agent.Context, *model.LLMResponse, error) (*model.LLMResponse, error)
	OnModelErrorCallback func(agent.Context, *model.LLMRequest, error) (*model.LLMResponse, error)
	OnToolErrorCallback  func(ctx agent.Context, t tool.Tool, args map[string]any, err error) (map[string]any, error)
	BeforeToolCallback   func(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error)
	AfterToolCallback    func(ctx agent.Context, t tool.Tool, args, result map[string]any, err error) (map[string]any, error)
)

// Mode says how a parent delegates to the agent.
type Mode string

// The modes.
const (
	ModeUnset      Mode = ""
	ModeChat       Mode = "chat"
	ModeTask       Mode = "task"
	ModeSingleTurn Mode = "single_turn"
)

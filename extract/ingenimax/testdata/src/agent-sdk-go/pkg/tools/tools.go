// Package tools is a stub with the API of the SDK.
package tools

import (
	"context"
	"time"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type AgentTool struct{}

type SubAgent interface{ GetName() string }

func NewAgentTool(a SubAgent) *AgentTool { return nil }

func (t *AgentTool) WithTimeout(d time.Duration) *AgentTool                   { return t }
func (t *AgentTool) Name() string                                             { return "" }
func (t *AgentTool) Description() string                                      { return "" }
func (t *AgentTool) Run(ctx context.Context, input string) (string, error)    { return "", nil }
func (t *AgentTool) Parameters() map[string]interfaces.ParameterSpec          { return nil }
func (t *AgentTool) Execute(ctx context.Context, args string) (string, error) { return "", nil }

type Registry struct{}

func NewRegistry() *Registry                   { return nil }
func (r *Registry) Register(t interfaces.Tool) {}
func (r *Registry) List() []interfaces.Tool    { return nil }

// Package kit makes agents and tools for programs in other packages.
package kit

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/provider/openaiprovider"
	"github.com/microsoft/agent-framework-go/tool"
	"github.com/microsoft/agent-framework-go/tool/functool"
)

type pathArgs struct {
	Path string `json:"path"`
}

// Tool makes a tool.
func Tool(name string, do func(string) error) tool.FuncTool {
	return functool.MustNew(functool.Config{Name: name, Description: "Does it."},
		func(_ context.Context, in pathArgs) (string, error) { return "done", do(in.Path) })
}

// Agent makes an agent.
func Agent(name string, tools ...tool.Tool) *agent.Agent {
	return openaiprovider.NewAgent(openaiprovider.Client{}, openaiprovider.AgentConfig{
		Instructions: "Help.", Config: agent.Config{Name: name, Tools: tools},
	})
}

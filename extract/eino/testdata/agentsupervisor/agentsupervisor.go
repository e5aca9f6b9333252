// Package agentsupervisor has a supervisor: each of its agents hands back.
package agentsupervisor

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/supervisor"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
)

func agent(ctx context.Context, name string, tools ...tool.BaseTool) adk.Agent {
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: name, Description: "does " + name,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	})
	if err != nil {
		panic(err)
	}
	return a
}

func Build(ctx context.Context) {
	a, _ := supervisor.New(ctx, &supervisor.Config{
		Supervisor: agent(ctx, "boss"), SubAgents: []adk.Agent{agent(ctx, "coder"), agent(ctx, "tester")},
	})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}

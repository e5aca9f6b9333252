// Package plugins puts plugins around agents: what they may change of agents is not known.
package plugins

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/plugin/loggingplugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/tool"
)

func answers(ctx agent.Context) (any, error) { return "no", nil }

func offers(ctx agent.Context, req *model.LLMRequest) (*model.LLMResponse, error) {
	clear(req.Tools)
	return nil, nil
}

func asks(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	return map[string]any{"status": "waiting"}, ctx.RequestConfirmation("may it?", args)
}

// Watched runs an agent with a plugin that does all three, one that logs and one of its caller.
func Watched(own *plugin.Plugin) (*runner.Runner, error) {
	a, _ := llmagent.New(llmagent.Config{Name: "watched"})
	p, _ := plugin.New(plugin.Config{
		Name: "all", BeforeAgentCallback: answers, BeforeModelCallback: offers, BeforeToolCallback: asks,
	})
	logs, _ := loggingplugin.New("logs")
	return runner.New(runner.Config{Agent: a, PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{p, logs, own}}})
}

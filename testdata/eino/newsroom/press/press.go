// Package press is what reporters and editors of the newsroom work with.
package press

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

// A Search is a question to one of the sources.
type Search struct {
	Words string `json:"words"`
}

// An Article is ready to be printed.
type Article struct {
	Headline string `json:"headline"`
	Body     string `json:"body"`
}

// Source returns a tool that searches one source.
func Source(name, where string) tool.BaseTool {
	t, err := utils.InferTool("search_"+name, "Search "+where+".",
		func(_ context.Context, s Search) (string, error) {
			return fmt.Sprintf("%s about %s", where, s.Words), nil
		})
	if err != nil {
		panic(err)
	}
	return t
}

// Publish puts an article on the front page. Readers see it at once.
func Publish() (tool.InvokableTool, error) {
	return utils.InferTool("publish_article", "Publish an article on the front page.",
		func(_ context.Context, a Article) (string, error) {
			return fmt.Sprintf("published: %s, %d letters", a.Headline, len(a.Body)), nil
		})
}

// A Reporter is an agent with one source.
type Reporter struct {
	Name  string
	Beat  string
	Tools []tool.BaseTool
}

// Hire makes the agent.
func (r Reporter) Hire(ctx context.Context, m model.ToolCallingChatModel) (adk.Agent, error) {
	cfg := &adk.ChatModelAgentConfig{
		Name:          r.Name,
		Description:   r.Beat,
		Instruction:   "You are a reporter. " + r.Beat,
		Model:         m,
		OutputKey:     r.Name + "_notes",
		MaxIterations: 5,
	}
	cfg.ToolsConfig = adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: r.Tools}}
	return adk.NewChatModelAgent(ctx, cfg)
}

// HireAll makes the agents of a whole desk.
func HireAll(ctx context.Context, m model.ToolCallingChatModel, reporters ...Reporter) ([]adk.Agent, error) {
	agents := make([]adk.Agent, 0, len(reporters))
	for _, r := range reporters {
		a, err := r.Hire(ctx, m)
		if err != nil {
			return nil, fmt.Errorf("hire %s: %w", r.Name, err)
		}
		agents = append(agents, a)
	}
	return agents, nil
}

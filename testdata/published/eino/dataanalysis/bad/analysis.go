// Package analysis answers questions about data. A hierarchical crew is a graph:
// the manager is a model, and the branch behind it the delegation.
//
//	manager ─┬→ collector ──┐
//	         ├→ cleaner ────┤
//	         ├→ analyst ────┼→ reporter
//	         └→ visualizer ─┘
package analysis

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/published/dataanalysis/desk"
)

// New builds the crew.
func New(ctx context.Context, m model.BaseChatModel) (compose.Runnable[[]*schema.Message, *schema.Message], error) {
	query, err := desk.Query()
	if err != nil {
		return nil, err
	}
	fetch, err := desk.Fetch()
	if err != nil {
		return nil, err
	}
	render, err := desk.Render()
	if err != nil {
		return nil, err
	}
	collector, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{query, fetch}})
	if err != nil {
		return nil, err
	}
	cleaner, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{})
	if err != nil {
		return nil, err
	}
	visualizer, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{render}})
	if err != nil {
		return nil, err
	}

	g := compose.NewGraph[[]*schema.Message, *schema.Message]() // DEFECT(human) structure/human-gate data_analysis: nobody sees a query before it runs
	_ = g.AddChatModelNode(desk.Manager, m)
	_ = g.AddToolsNode(desk.Collector, collector)
	_ = g.AddToolsNode(desk.Cleaner, cleaner) // DEFECT structure/undeclared-tool cleaner: nobody gave the cleaner its tool, every request for it fails
	_ = g.AddLambdaNode(desk.Analyst, desk.Analyse(m))
	_ = g.AddToolsNode(desk.Visualizer, visualizer)
	_ = g.AddChatModelNode(desk.Reporter, m)

	_ = g.AddEdge(compose.START, desk.Manager)
	_ = g.AddBranch(desk.Manager, compose.NewGraphBranch(desk.ByTool, map[string]bool{
		desk.Collector:  true,
		desk.Cleaner:    true,
		desk.Analyst:    true,
		desk.Visualizer: true,
	}))
	for _, member := range []string{desk.Collector, desk.Cleaner, desk.Analyst, desk.Visualizer} {
		if err := g.AddEdge(member, desk.Reporter); err != nil {
			return nil, err
		}
	}
	if err := g.AddEdge(desk.Reporter, compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("data_analysis"))
}

// Package onboarding gets a new colleague ready for the first day: contract,
// equipment and accounts are prepared side by side, and a model writes the
// welcome letter from what came of them.
package onboarding

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/onboarding/accounts"
	"example.com/einoagents/onboarding/hr"
)

const (
	nodePlan    = "plan"
	nodeDE      = "contract_de"
	nodeUS      = "contract_us"
	nodeLaptop  = "order_laptop"
	nodeDesk    = "reserve_desk"
	nodeIT      = "it_desk"
	nodeBadge   = "print_badge"
	nodeWelcome = "welcome"
	nodeWrite   = "write_letter"
	nodeShorten = "shorten"
)

// A Config is an office's way of doing it.
type Config struct {
	Model model.BaseChatModel
	Store compose.CheckPointStore
	Badge bool // the office has doors that want badges
}

// New builds the graph.
func New(ctx context.Context, cfg Config) (compose.Runnable[hr.Hire, *schema.Message], error) {
	g := compose.NewGraph[hr.Hire, *schema.Message]()

	// The contract rests until the head of HR has seen it.
	seen := compose.WithGraphCompileOptions(
		compose.WithGraphName("contract"),
		compose.WithInterruptBeforeNodes([]string{hr.StepSign}),
	)
	_ = g.AddLambdaNode(nodePlan, compose.InvokableLambda(plan))
	_ = g.AddGraphNode(nodeDE, hr.NewContract("Germany"), seen, compose.WithOutputKey("contract"))
	_ = g.AddGraphNode(nodeUS, hr.NewContract("Delaware"), seen, compose.WithOutputKey("contract"))
	_ = g.AddLambdaNode(nodeLaptop, compose.InvokableLambda(orderLaptop), compose.WithOutputKey("equipment"))
	_ = g.AddLambdaNode(nodeDesk, compose.InvokableLambda(reserveDesk), compose.WithOutputKey("equipment"))
	_ = g.AddLambdaNode(nodeIT, compose.InvokableLambda(plan))
	_ = g.AddLambdaNode(nodeWelcome, compose.InvokableLambda(welcome))
	_ = g.AddChatModelNode(nodeWrite, cfg.Model)
	_ = g.AddLambdaNode(nodeShorten, compose.InvokableLambda(shorten))

	_ = g.AddEdge(compose.START, nodePlan)
	_ = g.AddEdge(compose.START, nodeIT)
	_ = g.AddBranch(nodePlan, compose.NewGraphBranch(byCountry, map[string]bool{nodeDE: true, nodeUS: true}))
	_ = g.AddBranch(nodePlan, compose.NewGraphBranch(byPlace, map[string]bool{nodeLaptop: true, nodeDesk: true}))

	opened, err := accounts.Add(g, nodeIT, accounts.Systems)
	if err != nil {
		return nil, err
	}
	ready := append([]string{nodeDE, nodeUS, nodeLaptop, nodeDesk}, opened...)
	if cfg.Badge {
		_ = g.AddLambdaNode(nodeBadge, compose.InvokableLambda(printBadge), compose.WithOutputKey("badge"))
		_ = g.AddEdge(nodeIT, nodeBadge)
		ready = append(ready, nodeBadge)
	}
	for _, node := range ready {
		if err := g.AddEdge(node, nodeWelcome); err != nil {
			return nil, err
		}
	}

	_ = g.AddEdge(nodeWelcome, nodeWrite)
	_ = g.AddBranch(nodeWrite, compose.NewStreamGraphBranch(byLength, map[string]bool{
		compose.END: true,
		nodeShorten: true,
	}))
	_ = g.AddEdge(nodeShorten, nodeWrite)
	return g.Compile(ctx, compose.WithGraphName("onboarding"), compose.WithCheckPointStore(cfg.Store))
}

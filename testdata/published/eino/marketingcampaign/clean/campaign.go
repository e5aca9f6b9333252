// Package campaign makes and publishes a marketing campaign.
//
//	research → strategist → copywriter → designer → (a person) → publish → analytics
package campaign

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/published/marketingcampaign/agency"
)

// New builds the crew. It stops before it publishes; the store keeps the campaign
// while a person looks at it.
func New(ctx context.Context, m model.BaseChatModel, store compose.CheckPointStore) (compose.Runnable[*agency.Campaign, *agency.Campaign], error) {
	c, err := agency.New(m)
	if err != nil {
		return nil, err
	}
	g := compose.NewGraph[*agency.Campaign, *agency.Campaign]()
	_ = g.AddLambdaNode("research", compose.InvokableLambda(c.Research))
	_ = g.AddLambdaNode("strategist", compose.InvokableLambda(c.Strategise))
	_ = g.AddLambdaNode("copywriter", compose.InvokableLambda(c.Write))
	_ = g.AddLambdaNode("designer", compose.InvokableLambda(c.Design))
	_ = g.AddLambdaNode("publish", compose.InvokableLambda(c.Publish))
	_ = g.AddLambdaNode("analytics", compose.InvokableLambda(c.Measure))

	for _, e := range [][2]string{
		{compose.START, "research"},
		{"research", "strategist"},
		{"strategist", "copywriter"},
		{"copywriter", "designer"},
		{"designer", "publish"},
		{"publish", "analytics"},
		{"analytics", compose.END},
	} {
		if err := g.AddEdge(e[0], e[1]); err != nil {
			return nil, err
		}
	}
	return g.Compile(ctx,
		compose.WithGraphName("marketing_campaign"),
		compose.WithCheckPointStore(store),
		compose.WithInterruptBeforeNodes([]string{"publish"}),
	)
}

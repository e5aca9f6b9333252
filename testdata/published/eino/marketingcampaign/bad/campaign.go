// Package campaign makes and publishes a marketing campaign.
//
//	research → strategist → copywriter → designer → publish
package campaign

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/published/marketingcampaign/agency"
)

// New builds the crew.
func New(ctx context.Context, m model.BaseChatModel) (compose.Runnable[*agency.Campaign, *agency.Campaign], error) {
	c, err := agency.New(m)
	if err != nil {
		return nil, err
	}
	g := compose.NewGraph[*agency.Campaign, *agency.Campaign]() // DEFECT(human) structure/human-gate marketing_campaign: nobody sees the campaign before the world does
	_ = g.AddLambdaNode("research", compose.InvokableLambda(c.Research))
	_ = g.AddLambdaNode("strategist", compose.InvokableLambda(c.Strategise))
	_ = g.AddLambdaNode("copywriter", compose.InvokableLambda(c.Write))
	_ = g.AddLambdaNode("designer", compose.InvokableLambda(c.Design))
	_ = g.AddLambdaNode("publish", compose.InvokableLambda(c.Publish))   // DEFECT(policy) structure/human-gate publish: social_media_api is called and nobody has read the post
	_ = g.AddLambdaNode("analytics", compose.InvokableLambda(c.Measure)) // DEFECT structure/unreachable analytics: hired and never asked, nobody learns how the campaign did

	for _, e := range [][2]string{
		{compose.START, "research"},
		{"research", "strategist"},
		{"strategist", "copywriter"},
		{"copywriter", "designer"},
		{"designer", "publish"},
		{"publish", compose.END},
	} {
		if err := g.AddEdge(e[0], e[1]); err != nil {
			return nil, err
		}
	}
	return g.Compile(ctx, compose.WithGraphName("marketing_campaign"))
}

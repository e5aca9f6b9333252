// Package loop asks a model again for as long as it calls tools.
package loop

import (
	"context"

	"example.com/module/apart/agent"
)

func Run(ctx context.Context, p agent.Provider, text string, tools ...agent.Tool) error {
	turns := []agent.Turn{{Text: text}}
	//agentvet:ignore delegation/unbounded the operator watches it
	for {
		turn, err := p.Next(ctx, turns)
		if err != nil || len(turn.Calls) == 0 {
			return err
		}
		for _, c := range turn.Calls {
			for _, t := range tools {
				if t.Spec().Name == c.Tool {
					out, err := t.Do(ctx, c.Input)
					if err != nil {
						return err
					}
					turns = append(turns, agent.Turn{Ref: c.Ref, Text: out})
				}
			}
		}
	}
}

package monitored

// This file guards the calls of tools.

import (
	"context"
	"errors"

	"github.com/agentvet/agentvet/dfa"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Guard makes m decide on each call of the tools that are configured. It comes
// after all other changes of the configuration: middleware that is added later
// stands nearer to the tool, and may change a call that was admitted.
func (m *Monitor) Guard(conf *compose.ToolsNodeConfig) {
	g := &guard{Monitor: m, canonical: make(map[string]string)}
	for name, alias := range conf.ToolAliases {
		for _, other := range alias.NameAliases {
			g.canonical[other] = name
		}
	}
	conf.ToolCallMiddlewares = append(conf.ToolCallMiddlewares, compose.ToolMiddleware{
		Invokable: func(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
			return guarded(g, next, func(text string) *compose.ToolOutput { return &compose.ToolOutput{Result: text} })
		},
		Streamable: func(next compose.StreamableToolEndpoint) compose.StreamableToolEndpoint {
			return guarded(g, next, func(text string) *compose.StreamToolOutput {
				return &compose.StreamToolOutput{Result: schema.StreamReaderFromArray([]string{text})}
			})
		},
		EnhancedInvokable: func(next compose.EnhancedInvokableToolEndpoint) compose.EnhancedInvokableToolEndpoint {
			return guarded(g, next, func(text string) *compose.EnhancedInvokableToolOutput {
				return &compose.EnhancedInvokableToolOutput{Result: result(text)}
			})
		},
		EnhancedStreamable: func(next compose.EnhancedStreamableToolEndpoint) compose.EnhancedStreamableToolEndpoint {
			return guarded(g, next, func(text string) *compose.EnhancedStreamableToolOutput {
				return &compose.EnhancedStreamableToolOutput{Result: schema.StreamReaderFromArray([]*schema.ToolResult{result(text)})}
			})
		},
	})
}

func result(text string) *schema.ToolResult {
	return &schema.ToolResult{Parts: []schema.ToolOutputPart{{Type: schema.ToolPartTypeText, Text: text}}}
}

// A guard decides on the calls of one configuration.
type guard struct {
	*Monitor
	canonical map[string]string // the names of tools by their other names
}

// guarded calls next if the rules admit it; else it answers, or returns an error.
func guarded[O any](g *guard, next func(context.Context, *compose.ToolInput) (*O, error), answer func(string) *O) func(context.Context, *compose.ToolInput) (*O, error) {
	return func(ctx context.Context, in *compose.ToolInput) (*O, error) {
		refused, err := g.admit(ctx, in)
		if err != nil {
			return nil, err
		}
		if refused != "" {
			return answer("refused: " + refused), nil
		}
		return next(ctx, in)
	}
}

var errNoRun = errors.New("no run to judge the call by: the graph needs the callbacks of Handler, or a context of With")

// admit decides on a call. It returns why the model is refused, or an error that
// ends or interrupts the run.
func (g *guard) admit(ctx context.Context, in *compose.ToolInput) (refused string, err error) {
	run := g.run(ctx)
	if run == nil {
		return "", errNoRun
	}
	resumed, confirmed := answered(ctx)
	switch {
	case resumed && !confirmed:
		return "a human said no", nil
	case confirmed:
		run.Step(&dfa.Event{Human: true, Agent: agentOf(ctx)})
	}
	e := &dfa.Event{Tool: in.Name, Agent: agentOf(ctx)}
	if name, ok := g.canonical[in.Name]; ok {
		e.Tool = name
	}
	e.Args, err = dfa.ParseArgs(in.Arguments)
	e.Open = err != nil // judged by the worst that they can be
	d := run.Admit(e)
	v := g.report(run, e, d)
	switch {
	case !d.Denied():
		return "", nil
	case d.Escalated() && !resumed && len(v.Rules) > 0:
		run.Resume() // the graph stops with the question
		return "", tool.StatefulInterrupt(ctx, &Question{e.Tool, in.Arguments, v.Rules}, in.Arguments)
	case d.Halted():
		return "", &Error{v}
	}
	return v.reason(), nil
}

// answered reports whether the run was resumed with an answer to this call, and
// whether that is yes.
func answered(ctx context.Context) (resumed, yes bool) {
	resumed, ok, answer := tool.GetResumeContext[*Answer](ctx)
	resumed = resumed && ok
	return resumed, resumed && answer.Yes
}

// Package eino puts a guard before the tools of programs on CloudWeGo Eino: those of tools nodes, of
// ReAct agents and of ADK agents.
//
//	eino.Tools(g, &config.ToolsConfig)                       // before the node or the agent is made
//	ctx = eino.With(ctx, "session-17")                       // what runs in it belongs to the session
//	graph.Invoke(ctx, input, compose.WithCallbacks(eino.Steps(g)))
//
// The guard is middleware of the tools, because a callback of Eino cannot refuse a call. So the steps of
// a graph are only noted: Steps tells the guard of each node that runs, for rules that speak of them.
//
// # Sessions
//
// A session is what the program says with With: a conversation, or one run. The program begins it with
// Guard.Start or goes on with Guard.Restore. A call in no session is refused.
//
// # Refusals
//
// What is refused is the result of the call, and its text is for the model. If nothing more may happen
// in the session, the run ends with the *guard.Refusal as its error.
//
// # A human's yes
//
// With Options.Approve the call waits. Without it, the graph is interrupted with a *Question. Resumed with
// an *Answer that says yes, the call is tried again, as one that a human has confirmed.
//
// # When it is built
//
// Compile verifies a graph, View shows a verifier the agents of ADK, and Verified verifies these before each run: see
// package built.
//
// # Not seen
//
// Tools that code calls without a tools node; Options of single calls that change the tools, as
// compose.WithToolList, are guarded, but other names that compose.WithToolAliases gives them are unknown
// tools; what UnknownToolsHandler does. Middleware that is added after the guard stands nearer to the tool,
// and may change a call that was admitted. What tools return that stream, or several parts, stays unknown to
// rules that ask for results.
package eino

import (
	"context"
	"errors"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// A Question is what a graph is interrupted with.
type Question struct {
	Tool, Agent, Arguments string
	Rules                  []string // that want a human
}

// An Answer is what the graph is resumed with.
type Answer struct{ Yes bool }

// asked is what is kept of a call for which a human is asked.
type asked struct{ Tool, Arguments string }

func init() {
	schema.Register[*Question]()
	schema.Register[*Answer]()
	schema.Register[*asked]()
}

type sessionKey struct{}

// With returns a context of a session.
func With(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, sessionKey{}, session)
}

// sessionOf returns the session of a context, "" if it has none, which no guard knows.
func sessionOf(ctx context.Context) string {
	id, _ := ctx.Value(sessionKey{}).(string)
	return id
}

// Tools puts g before the tools of a configuration. It comes after all other changes of it.
func Tools(g *guard.Guard, conf *compose.ToolsNodeConfig) {
	t := &tools{Guard: g, canonical: make(map[string]string)}
	for name, alias := range conf.ToolAliases {
		for _, other := range alias.NameAliases {
			t.canonical[other] = name
		}
	}
	conf.ToolCallMiddlewares = append(conf.ToolCallMiddlewares, compose.ToolMiddleware{
		Invokable: func(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
			return guarded(t, next, func(text string) *compose.ToolOutput { return &compose.ToolOutput{Result: text} },
				func(out *compose.ToolOutput) (string, bool) { return out.Result, true })
		},
		Streamable: func(next compose.StreamableToolEndpoint) compose.StreamableToolEndpoint {
			return guarded(t, next, func(text string) *compose.StreamToolOutput {
				return &compose.StreamToolOutput{Result: schema.StreamReaderFromArray([]string{text})}
			}, unread)
		},
		EnhancedInvokable: func(next compose.EnhancedInvokableToolEndpoint) compose.EnhancedInvokableToolEndpoint {
			return guarded(t, next, func(text string) *compose.EnhancedInvokableToolOutput {
				return &compose.EnhancedInvokableToolOutput{Result: result(text)}
			}, func(out *compose.EnhancedInvokableToolOutput) (string, bool) {
				if out.Result == nil || len(out.Result.Parts) != 1 || out.Result.Parts[0].Type != schema.ToolPartTypeText {
					return "", false
				}
				return out.Result.Parts[0].Text, true
			})
		},
		EnhancedStreamable: func(next compose.EnhancedStreamableToolEndpoint) compose.EnhancedStreamableToolEndpoint {
			return guarded(t, next, func(text string) *compose.EnhancedStreamableToolOutput {
				return &compose.EnhancedStreamableToolOutput{Result: schema.StreamReaderFromArray([]*schema.ToolResult{result(text)})}
			}, unread)
		},
	})
}

// unread is the result of a tool that streams, which is not read.
func unread[O any](*O) (string, bool) { return "", false }

func result(text string) *schema.ToolResult {
	return &schema.ToolResult{Parts: []schema.ToolOutputPart{{Type: schema.ToolPartTypeText, Text: text}}}
}

// tools are the tools of one configuration.
type tools struct {
	*guard.Guard
	canonical map[string]string // the names of tools by their other names
}

// guarded calls next if the guard admits it, and says what that returned, if read knows; else it answers, or
// returns an error.
func guarded[O any](t *tools, next func(context.Context, *compose.ToolInput) (*O, error), answer func(string) *O, read func(*O) (string, bool)) func(context.Context, *compose.ToolInput) (*O, error) {
	return func(ctx context.Context, in *compose.ToolInput) (*O, error) {
		switch said, err := t.decide(ctx, in); {
		case err != nil:
			return nil, err
		case said != "":
			return answer(said), nil
		}
		out, err := next(ctx, in)
		text, known := "", err != nil
		if err == nil && out != nil {
			text, known = read(out)
		}
		if known {
			// If it cannot be recorded, it stays unknown, and the guard is strict.
			_ = t.Returned(ctx, sessionOf(ctx), t.call(ctx, in), text, err != nil)
		}
		return out, err
	}
}

// call returns the call that a tool is to run.
func (t *tools) call(ctx context.Context, in *compose.ToolInput) guard.Call {
	call := guard.Call{Tool: in.Name, Arguments: in.Arguments, Agent: agentOf(ctx)}
	if name, ok := t.canonical[in.Name]; ok {
		call.Tool = name
	}
	return call
}

// decide returns what the model is told in place of the tool's result, or an error that ends or
// interrupts the run. Neither is there if the call may happen.
func (t *tools) decide(ctx context.Context, in *compose.ToolInput) (said string, err error) {
	call := t.call(ctx, in)
	now := asked{call.Tool, call.Arguments}
	target, known, answer := tool.GetResumeContext[*Answer](ctx)
	if target && known {
		call.Human = guard.No
		if _, kept, before := tool.GetInterruptState[*asked](ctx); answer.Yes && kept && *before == now {
			call.Human = guard.Yes
		}
	}
	err = t.Admit(ctx, sessionOf(ctx), call)
	r := new(guard.Refusal)
	switch {
	case err == nil || !errors.As(err, &r):
		return "", err
	case r.Reason == guard.NeedsApproval:
		q := &Question{Tool: call.Tool, Agent: call.Agent, Arguments: call.Arguments}
		for _, rule := range r.Rules {
			q.Rules = append(q.Rules, rule.Name)
		}
		return "", tool.StatefulInterrupt(ctx, q, &now)
	case r.Ends():
		return "", r
	}
	return r.Error(), nil
}

// agentOf returns the agent that ctx belongs to, "" if there is none.
func agentOf(ctx context.Context) string { return last(ctx, adk.AddressSegmentAgent) }

// last returns the innermost part of the address of a type.
func last(ctx context.Context, kind compose.AddressSegmentType) string {
	address := compose.GetCurrentAddress(ctx)
	for i := len(address) - 1; i >= 0; i-- {
		if address[i].Type == kind {
			return address[i].ID
		}
	}
	return ""
}

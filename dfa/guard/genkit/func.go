package genkit

// This file puts a guard into a tool itself.

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/firebase/genkit/go/ai"
)

// Func puts the guard of m into the function of a tool, so that nobody calls the tool past it:
//
//	refund := kit.DefineTool(k, "refund", "…", genkit.Func(mw, "refund", func(ctx *ai.ToolContext, in Refund) (string, error) { … }))
//
// A call that the middleware has admitted is not decided again, if it comes here as it was. Any other is decided by what the
// function gets. If it is refused, that is an error of the tool, of which the model is told only if there is the middleware,
// too: the call of the model fails without it. The name is that of the tool.
func Func[In, Out any](m Middleware, name string, fn ai.ToolFunc[In, Out]) ai.ToolFunc[In, Out] {
	return func(ctx *ai.ToolContext, in In) (out Out, err error) {
		if m.g == nil {
			return out, errNoGuard
		}
		c := guard.Call{Tool: name, Arguments: arguments(in), Agent: m.Agent}
		if take[In](ctx, m, c) {
			return fn(ctx, in)
		}
		session := m.session(ctx)
		if err := m.admit(ctx, session, c); err != nil {
			return out, err
		}
		within := &ai.ToolContext{Context: With(unanswered{ctx.Context}, session), Resumed: without(ctx.Resumed), OriginalInput: ctx.OriginalInput}
		out, err = fn(within, in)
		m.returned(ctx, session, c, &ai.MultipartToolResponse{Output: out}, err)
		return out, err
	}
}

// errNoGuard is the error of middleware that is not from New.
var errNoGuard = errors.New("genkit: the middleware has no guard: it is not from New")

// An admission is that of one call, by the middleware.
type admission struct {
	call guard.Call
	used atomic.Bool
}

type admissionKey struct{ *guard.Guard }

// admitted returns a context in which the guard has admitted a call.
func (m Middleware) admitted(ctx context.Context, c guard.Call) context.Context {
	return context.WithValue(ctx, admissionKey{m.g}, &admission{call: c})
}

// take reports whether the guard has admitted a call, and uses this up.
func take[In any](ctx context.Context, m Middleware, c guard.Call) bool {
	a, ok := ctx.Value(admissionKey{m.g}).(*admission)
	if !ok || a.call.Tool != c.Tool {
		return false
	}
	var in In // as the function would have got it
	if json.Unmarshal([]byte(a.call.Arguments), &in) != nil || arguments(in) != c.Arguments {
		return false
	}
	return !a.used.Swap(true)
}

package trpcagent

// This file puts a guard into a tool itself.

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/agentvet/agentvet/dfa/guard"
	"trpc.group/trpc-go/trpc-agent-go/agent"
)

// Func puts the guard of a plugin into the function of a tool, so that nobody calls the tool past it:
//
//	p := trpcagent.Plugin(g)
//	refund := function.NewFunctionTool(trpcagent.Func(p, "refund", pay), function.WithName("refund"), …)
//
// A call that got its permission from the guard is not decided again, once. Any other is decided by what the function gets: a
// repeated one, one of code that calls the tool, one in a run without the plugin. If it is refused, that is the error of the
// tool. The name is that of the tool.
func Func[I, O any](p *Plugged, name string, fn func(context.Context, I) (O, error)) func(context.Context, I) (O, error) {
	p.asking.Store(name, true)
	return func(ctx context.Context, in I) (out O, err error) {
		text := guard.JSON(in)
		same := func(arguments string) bool {
			var v I // as the function would have got it
			return text != "" && json.Unmarshal([]byte(arguments), &v) == nil && guard.JSON(v) == text
		}
		if p.admitted.take(ctx, name, same) {
			return fn(ctx, in)
		}
		session, call := callOf(ctx, name, nil, []byte(text))
		if err := p.g.Admit(ctx, session, call); err != nil {
			if r := new(guard.Refusal); errors.As(err, &r) && r.Ends() {
				return out, &stopped{r}
			}
			return out, err
		}
		out, err = fn(ctx, in)
		result := ""
		if err == nil {
			result = guard.JSON(out)
		}
		if _, later := p.longRunning.Load(name); err != nil || result != "" && !later {
			_ = p.g.Returned(ctx, session, call, result, err != nil) // else it stays unknown, and the guard is strict
		}
		return out, err
	}
}

// admissions are calls that the guard has admitted, and that have not run yet.
type admissions struct {
	mu sync.Mutex
	// arguments are those of the calls of a tool in an invocation.
	arguments map[string]map[string][]string
}

// invocationOf returns the ID of the invocation of a context, "" if it has none.
func invocationOf(ctx context.Context) string {
	if inv, ok := agent.InvocationFromContext(ctx); ok {
		return inv.InvocationID
	}
	return ""
}

// add adds a call.
func (s *admissions) add(ctx context.Context, c guard.Call) {
	id := invocationOf(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.arguments == nil {
		s.arguments = make(map[string]map[string][]string)
	}
	if s.arguments[id] == nil {
		s.arguments[id] = make(map[string][]string)
	}
	s.arguments[id][c.Tool] = append(s.arguments[id][c.Tool], c.Arguments)
}

// take removes a call with such arguments, and reports whether there was one.
func (s *admissions) take(ctx context.Context, tool string, such func(arguments string) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.arguments[invocationOf(ctx)]
	i := slices.IndexFunc(calls[tool], such)
	if i < 0 {
		return false
	}
	calls[tool] = slices.Delete(calls[tool], i, i+1)
	return true
}

// afterAgent forgets calls that have not run in an invocation, as with arguments that the tool could not read.
func (a *Plugged) afterAgent(_ context.Context, args *agent.AfterAgentArgs) (*agent.AfterAgentResult, error) {
	a.admitted.mu.Lock()
	defer a.admitted.mu.Unlock()
	delete(a.admitted.arguments, args.Invocation.InvocationID)
	if args.Invocation.GetParentInvocation() == nil {
		a.used.Delete(args.Invocation.InvocationID)
	}
	return nil, nil
}

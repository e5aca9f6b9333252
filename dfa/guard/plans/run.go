package plans

// This file runs plans.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/graph/plan"
)

// ErrNotAllowed is the error of a plan that must not run.
var ErrNotAllowed = errors.New("plans: the plan was not allowed, and nothing of it was run")

// A Caller runs one call of a plan, and returns what the tool returns: a value that package json can
// write. Put a guard around it:
//
//	func(ctx context.Context, c guard.Call) (any, error) {
//		return guard.Do(ctx, g, session, c, func(ctx context.Context) (any, error) { return tools[c.Tool](ctx, c.Arguments) })
//	}
type Caller func(ctx context.Context, c guard.Call) (any, error)

// A StepError says at which step a run ended. What earlier steps did is done.
type StepError struct {
	Path string // steps[1].then[0]
	Err  error
}

func (e *StepError) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *StepError) Unwrap() error { return e.Err }

// Run runs a plan that is allowed, and returns what its names are bound to at the end, or where it ended.
// The first call that fails ends the run.
func Run(ctx context.Context, a *Answer, call Caller) (plan.Env, error) {
	if !a.Allowed() {
		return nil, ErrNotAllowed
	}
	r := &runner{call: call, agent: a.agent}
	env := make(plan.Env)
	return env, r.steps(ctx, a.plan.Steps, env)
}

type runner struct {
	call  Caller
	agent string
}

func (r *runner) steps(ctx context.Context, list []*plan.Step, env plan.Env) error {
	for _, s := range list {
		if err := r.step(ctx, s, env); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) step(ctx context.Context, s *plan.Step, env plan.Env) error {
	if err := ctx.Err(); err != nil {
		return &StepError{s.Path, err}
	}
	if s.Call != nil {
		if err := r.do(ctx, s.Call, env); err != nil {
			return &StepError{s.Path, err}
		}
		return nil
	}
	holds, err := env.Holds(&s.If.Cond)
	switch {
	case err != nil:
		return &StepError{s.Path, err}
	case holds:
		return r.steps(ctx, s.If.Then, env)
	}
	return r.steps(ctx, s.If.Else, env)
}

// do makes one call and binds what it returns.
func (r *runner) do(ctx context.Context, c *plan.Call, env plan.Env) error {
	args, err := env.Arguments(c.Args)
	if err != nil {
		return err
	}
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	result, err := r.call(ctx, guard.Call{Tool: c.Tool, Agent: r.agent, Arguments: string(text)})
	if err != nil || c.Bind == "" {
		return err
	}
	env[c.Bind], err = plain(result)
	return err
}

// plain returns a value as package json reads it.
func plain(v any) (out any, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("what the tool returned cannot be written as JSON: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&out)
	return out, err
}

package plans

// This file runs plans.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/graph/plan"
)

// ErrNotAllowed is the error of a plan that must not run.
var ErrNotAllowed = errors.New("plans: the plan was not allowed, and nothing of it was run")

// ErrRounds ends a run with a loop that has more to do after its last round.
var ErrRounds = errors.New("plans: the loop has more to do than its rounds")

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
// The inputs are what the plan may use of what the program has; each that it names must be there. The first
// call that fails ends the run. Parts that run side by side call at the same time.
func Run(ctx context.Context, a *Answer, inputs map[string]any, call Caller) (plan.Env, error) {
	if !a.Allowed() {
		return nil, ErrNotAllowed
	}
	r := &runner{call: call, agent: a.agent}
	env := make(plan.Env)
	for _, in := range a.plan.Inputs {
		v, ok := inputs[in.Name]
		if !ok {
			return nil, fmt.Errorf("plans: the input %q is not there", in.Name)
		}
		var err error
		if env[in.Name], err = plain(v); err != nil {
			return nil, err
		}
	}
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
	if s.If == nil {
		return r.parts(ctx, s.Parts, env)
	}
	holds, err := env.Holds(&s.If.Cond)
	switch {
	case err != nil:
		return &StepError{s.Path, err}
	case !holds:
		return r.steps(ctx, s.If.Else, env)
	}
	if s.If.Item != "" {
		env[s.If.Item] = env.Element(&s.If.Cond)
	}
	if err := r.steps(ctx, s.If.Then, env); err != nil || !s.If.Last {
		return err
	}
	return r.over(s, env)
}

// over ends a run whose loop has more to do after its last round.
func (r *runner) over(s *plan.Step, env plan.Env) error {
	next := s.If.Cond
	if n, err := strconv.Atoi(next.Right.Text); err == nil && next.Op == plan.OpHas {
		next.Right.Text = strconv.Itoa(n + 1)
	}
	more, err := env.Holds(&next)
	switch {
	case err != nil:
		return &StepError{s.Path, err}
	case more:
		return &StepError{s.Path, ErrRounds}
	}
	return nil
}

// parts runs lists of steps side by side, and waits for all. The first that fails, in their order, is the
// error; the others are told to stop.
func (r *runner) parts(ctx context.Context, parts [][]*plan.Step, env plan.Env) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	envs, errs := make([]plan.Env, len(parts)), make([]error, len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		envs[i] = maps.Clone(env)
		wg.Go(func() {
			if errs[i] = r.steps(ctx, part, envs[i]); errs[i] != nil {
				cancel()
			}
		})
	}
	wg.Wait()
	for i, part := range parts {
		for s := range plan.All(part) {
			if s.Call == nil || s.Call.Bind == "" {
				continue
			}
			if v, ok := envs[i][s.Call.Bind]; ok {
				env[s.Call.Bind] = v
			}
		}
	}
	slices.SortStableFunc(errs, func(a, b error) int { return rank(a) - rank(b) })
	return errs[0]
}

// rank orders errors: what failed by itself, then what was told to stop, then nothing.
func rank(err error) int {
	switch {
	case err == nil:
		return 2
	case errors.Is(err, context.Canceled):
		return 1
	}
	return 0
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

// Package steps holds the work of a release: what a node of the pipeline does
// when its turn comes. How they hang together is the pipeline's business.
package steps

import (
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// A Release travels through the pipeline.
type Release struct {
	Service string  `json:"service"`
	Version string  `json:"version"`
	Flaky   int     `json:"flaky"` // tests that passed on the second attempt
	Red     int     `json:"red"`
	Errors  float64 `json:"errors"` // error rate of the canary
}

// Emit is the callback through which a step announces a decision.
type Emit = func(*session.Event) error

// Plan reads the request. Anything that it cannot read is version zero.
func Plan(_ agent.Context, request string) (Release, error) {
	r := Release{Service: "checkout", Version: "0.0.0"}
	_, _ = fmt.Sscanf(request, "deploy %s %s", &r.Service, &r.Version)
	return r, nil
}

// Build stands for a quarter of an hour of compiling.
func Build(_ agent.Context, r Release) (Release, error) { return r, nil }

// Record writes the outcome into the release log, good or bad.
func Record(_ agent.Context, outcome any) (string, error) {
	return fmt.Sprintf("recorded: %v", outcome), nil
}

// Notify tells the author.
func Notify(_ agent.Context, r Release) (string, error) {
	return fmt.Sprintf("%s %s did not pass", r.Service, r.Version), nil
}

// Rollback puts the old version back.
func Rollback(_ agent.Context, r Release) (string, error) {
	return fmt.Sprintf("%s is back on the version before %s", r.Service, r.Version), nil
}

// Route announces where the release goes next, and what goes with it.
func Route(ctx agent.Context, emit Emit, label string, out any) error {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = []string{label}
	ev.Output = out
	return emit(ev)
}

// Ticket is a release as the arguments of promote_release.
func (r Release) Ticket() map[string]any {
	return map[string]any{"service": r.Service, "version": r.Version}
}

type promoteArgs struct {
	Service string `json:"service"`
	Version string `json:"version"`
}

type promoteResult struct {
	Live bool `json:"live"`
}

// Promote returns the tool that sends all customers to the new version.
func Promote(cfg functiontool.Config) (tool.Tool, error) {
	cfg.Name = "promote_release"
	cfg.Description = "Sends all traffic to the new version."
	return functiontool.New(cfg, func(agent.Context, promoteArgs) (promoteResult, error) {
		return promoteResult{Live: true}, nil
	})
}

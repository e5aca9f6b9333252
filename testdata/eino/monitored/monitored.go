// Package monitored watches programs on Eino with the rules of agentvet, and stops
// what a rule forbids before it happens. One line guards the tools of a tools node
// or an agent, another follows the steps of a graph:
//
//	m := monitored.New(rules...)
//	m.Guard(&config.ToolsConfig)                                        // before the node or agent is made
//	graph.Invoke(ctx, input, compose.WithCallbacks(m.Handler()))
//
// A callback of Eino cannot refuse a call, so calls are guarded by middleware and
// steps are only observed. An event is a run of a node, with its key as the name,
// and a call of a tool. A call that violates a rule does not happen; what does
// instead, the rule's handling says:
//
//	warn      it does happen, and Report is told
//	block     the model is told that it was refused, and why
//	halt      the graph ends with an *Error
//	escalate  the graph is interrupted with a *Question; resumed with an *Answer
//	          that says yes, the call is tried again, as one that a human confirmed
//
// A run is one call of Invoke or Stream. One that is interrupted and resumed is
// started with Start, and each part of it gets the context of With.
//
// Not seen: other names of tools that are given with a single call
// (compose.WithToolAliases; those in the configuration are known), and tools that
// code calls without a tools node.
package monitored

import (
	"context"
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/cloudwego/eino/schema"
)

// A Violation is an event that rules forbid, or the end of a run that owes
// something: then Event is nil.
type Violation struct {
	Event    *dfa.Event
	Decision dfa.Decision
	Rules    []string // the rules that are violated; none if the run was stopped before
}

// reason says which rules forbid the event.
func (v *Violation) reason() string {
	if len(v.Rules) == 0 {
		return "the run was stopped by a policy"
	}
	return "policy " + strings.Join(v.Rules, ", ")
}

// An Error ends a graph.
type Error struct{ Violation }

// Error says which rules the run violates.
func (e *Error) Error() string { return fmt.Sprintf("%s: refused: %s", e.Event, e.reason()) }

// A Question is what a human is asked.
type Question struct {
	Tool, Arguments string
	Rules           []string
}

// An Answer is what the graph is resumed with.
type Answer struct{ Yes bool }

func init() {
	schema.Register[*Question]()
	schema.Register[*Answer]()
}

// A Monitor watches all runs of the graphs and agents that it is given.
type Monitor struct {
	// Report, if not nil, is called for each violation, also for warnings. Calls may
	// come from several goroutines.
	Report func(Violation)

	rules *dfa.Monitor
}

// New returns a monitor of the rules. It panics if one cannot be watched: see
// dfa.NewMonitor.
func New(rules ...dfa.Rule) *Monitor { return &Monitor{rules: dfa.MustMonitor(rules...)} }

// Start returns a new run.
func (m *Monitor) Start() *dfa.Shared { return dfa.NewShared(m.rules.Fresh()) }

// runKey is the key of a run in a context.
type runKey struct{ m *Monitor }

// With returns a context in which events belong to a run.
func (m *Monitor) With(ctx context.Context, run *dfa.Shared) context.Context {
	return context.WithValue(ctx, runKey{m}, run)
}

// run returns the run to which events belong, nil if there is none.
func (m *Monitor) run(ctx context.Context) *dfa.Shared {
	run, _ := ctx.Value(runKey{m}).(*dfa.Shared)
	return run
}

// report tells of a decision.
func (m *Monitor) report(run *dfa.Shared, e *dfa.Event, d dfa.Decision) Violation {
	v := Violation{e, d, run.Names(d)}
	if d.Handling != dfa.HandlingUnset && m.Report != nil {
		m.Report(v)
	}
	return v
}

package trpcagent

// This file asks a human by the interrupt of a graph.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"github.com/agentvet/agentvet/dfa/guard"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

// Interrupting makes graphs stop where the guard wants a human and has no Options.Approve: the value of the interrupt is
// a *Question, and its key is for the answer. The graph needs a store of checkpoints, and goes on with
//
//	&graph.Command{ResumeMap: map[string]any{key: trpcagent.Answer{Yes: true}}}
//
// The key is that of one call with its arguments, and an answer is for one call. Agents that are no graphs go on as
// without it.
func (a *Plugged) Interrupting() *Plugged {
	a.interrupting = true
	return a
}

// A Question is what a graph is interrupted with.
type Question struct {
	Tool, Agent, Arguments string
	Rules                  []string // that want a human
}

// An Answer is what the graph is resumed with.
type Answer struct{ Yes bool }

// interrupts reports whether what runs in ctx is a node of a graph that is to be interrupted.
func (a *Plugged) interrupts(ctx context.Context) bool {
	if !a.interrupting {
		return false
	}
	inv, ok := agent.InvocationFromContext(ctx)
	if !ok {
		return false
	}
	_, ok = inv.Agent.(*graphagent.GraphAgent)
	return ok
}

// keyOf returns the key of a call in interrupts and answers.
func keyOf(id string, c guard.Call) string {
	text, err := json.Marshal([]string{id, c.Tool, c.Agent, c.Arguments})
	if err != nil {
		panic("trpcagent: internal error: " + err.Error()) // texts can be written
	}
	sum := sha256.Sum256(text)
	return "agentvet:" + hex.EncodeToString(sum[:16])
}

// interrupt returns the error that stops a graph.
func interrupt(id string, c guard.Call, r *guard.Refusal) error {
	q := &Question{Tool: c.Tool, Agent: c.Agent, Arguments: c.Arguments}
	for _, rule := range r.Rules {
		q.Rules = append(q.Rules, rule.Name)
	}
	err := graph.NewInterruptError(q)
	err.Key = keyOf(id, c)
	err.TaskID = err.Key
	return err
}

// answered returns what a human has said to a call, when the graph goes on with it: once.
func (a *Plugged) answered(ctx context.Context, id string, c guard.Call) guard.Answer {
	if !a.interrupts(ctx) {
		return guard.NotAsked
	}
	inv, _ := agent.InvocationFromContext(ctx)
	key := keyOf(id, c)
	var answers map[string]any
	switch command := inv.RunOptions.RuntimeState[graph.StateKeyCommand].(type) {
	case *graph.Command:
		answers = command.ResumeMap
	case *graph.ResumeCommand:
		answers = command.ResumeMap
	}
	answer, ok := answers[key].(Answer)
	if !ok {
		return guard.NotAsked
	}
	taken, _ := a.used.LoadOrStore(root(inv).InvocationID, new(sync.Map)) // each node has an invocation of its own
	if _, again := taken.(*sync.Map).LoadOrStore(key, true); again {
		return guard.NotAsked
	}
	if answer.Yes {
		return guard.Yes
	}
	return guard.No
}

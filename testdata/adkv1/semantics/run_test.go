package semantics

// This file runs an agent on the real runner and records what it did.

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/runner"
	"google.golang.org/adk/session"
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/genai"
)

const plenty = 1000 // more events than any run here makes that ends by itself

// A trail records the steps of one run in the order in which they began.
type trail struct {
	mu    sync.Mutex
	steps []string
}

func (tr *trail) add(name string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.steps = append(tr.steps, name)
}

// count returns how often a step ran.
func (tr *trail) count(name string) int {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	n := 0
	for _, s := range tr.steps {
		if s == name {
			n++
		}
	}
	return n
}

// sorted returns the steps of the run without their order, which parallel
// branches do not have.
func (tr *trail) sorted() string {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	return strings.Join(slices.Sorted(slices.Values(tr.steps)), " ")
}

// A chat is a session with an agent on the real runner.
type chat struct {
	t      *testing.T
	runner *runner.Runner
}

func newChat(t *testing.T, root agent.Agent) *chat {
	t.Helper()
	sessions := session.InMemoryService()
	if _, err := sessions.Create(t.Context(), &session.CreateRequest{AppName: "semantics", UserID: "user", SessionID: "session"}); err != nil {
		t.Fatalf("Create: %v", err)
	}
	r, err := runner.New(runner.Config{AppName: "semantics", Agent: root, SessionService: sessions})
	if err != nil {
		t.Fatalf("runner.New: %v", err)
	}
	return &chat{t, r}
}

// send puts one message to the agent and returns the events, at most limit of
// them: the way out of a run that does not end.
func (c *chat) send(limit int, msg *genai.Content) (events []*session.Event, err error) {
	c.t.Helper()
	for ev, err := range c.runner.Run(context.Background(), "user", "session", msg, agent.RunConfig{}) {
		if err != nil {
			return events, err
		}
		if events = append(events, ev); len(events) == limit {
			break
		}
	}
	return events, nil
}

// newRunnerError returns the error of putting an agent on a runner.
func newRunnerError(root agent.Agent) error {
	_, err := runner.New(runner.Config{AppName: "semantics", Agent: root, SessionService: session.InMemoryService()})
	return err
}

type echoArgs struct {
	Text string `json:"text"`
}

type echoResult struct {
	Result string `json:"result"`
}

// echo returns a tool that gives its argument back. called may be nil.
func echo(name string, cfg functiontool.Config, called func()) tool.Tool {
	cfg.Name, cfg.Description = name, "gives the text back"
	return must(functiontool.New(cfg, func(_ agent.ToolContext, in echoArgs) (echoResult, error) {
		if called != nil {
			called()
		}
		return echoResult{in.Text}, nil
	}))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

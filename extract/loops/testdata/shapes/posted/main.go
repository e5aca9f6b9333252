// Command posted asks a person on a screen, who answers through a channel that is kept in a map by the
// number of the agent. Each tool says of itself whether it has to be asked about.
package main

import (
	"context"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"shapes/model"
)

type level int

const (
	auto level = iota
	prompt
)

type tool interface {
	Name() string
	Level() level
	Run(args string) string
}

type read struct{}

func (read) Name() string           { return "read" }
func (read) Level() level           { return auto }
func (read) Run(args string) string { data, _ := os.ReadFile(args); return string(data) }

type remove struct{}

func (remove) Name() string           { return "remove" }
func (remove) Level() level           { return prompt }
func (remove) Run(args string) string { os.Remove(args); return args }

type registry struct{ tools map[string]tool }

func (r *registry) add(t tool)           { r.tools[t.Name()] = t }
func (r *registry) get(name string) tool { return r.tools[name] }

// An asker waits for the answer that comes with what it asks.

type request struct {
	what   string
	answer chan<- bool
}

type asker struct{ requests chan<- request }

func (a *asker) check(what string) bool {
	answer := make(chan bool, 1)
	a.requests <- request{what, answer}
	return <-answer
}

type agent struct {
	registry *registry
	asker    *asker
	approve  <-chan bool
	target   string
}

func (a *agent) loop(ctx context.Context) {
	history := []model.Message{{Role: "user", Content: a.target}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: a.execute(call)})
		}
	}
}

func (a *agent) execute(call model.Call) string {
	t := a.registry.get(call.Function.Name)
	if t == nil {
		return "no such tool"
	}
	if t.Level() == prompt && !a.asker.check(call.Function.Arguments) {
		return "denied"
	}
	return t.Run(call.Function.Arguments)
}

// Another agent has a channel for each target.

type team struct {
	asker *asker
	last  int
}

func (t *team) start(ctx context.Context, target string) (int, chan<- bool) {
	approve := make(chan bool, 1)
	t.last++
	a := &proposer{approve: approve, target: target}
	go a.loop(ctx)
	return t.last, approve
}

type proposer struct {
	approve <-chan bool
	target  string
}

func (p *proposer) loop(ctx context.Context) {
	history := []model.Message{{Role: "user", Content: p.target}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			said := "no such tool"
			switch call.Function.Name {
			case "write":
				said = p.write(ctx, call.Function.Arguments)
			case "send":
				said = p.send(ctx, call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: said})
		}
	}
}

func (p *proposer) propose(ctx context.Context) bool {
	select {
	case agreed := <-p.approve:
		return agreed
	case <-ctx.Done():
		return false
	}
}

func (p *proposer) write(ctx context.Context, args string) string {
	if !p.propose(ctx) {
		return "denied"
	}
	os.WriteFile(args, nil, 0o600)
	return "written"
}

// goesOn returns false only where nobody is there any more.
func (p *proposer) goesOn(ctx context.Context) bool {
	select {
	case agreed := <-p.approve:
		if !agreed {
			println("rejected")
		}
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *proposer) send(ctx context.Context, args string) string {
	if !p.goesOn(ctx) {
		return "denied"
	}
	os.WriteFile(args, nil, 0o600)
	return "sent"
}

// The screen.

type screen struct {
	requests  <-chan request
	pending   *request
	approvals map[int]chan<- bool
	selected  int
}

func (s *screen) Init() tea.Cmd { return s.wait() }

func (s *screen) wait() tea.Cmd {
	return func() tea.Msg { return <-s.requests }
}

func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case request:
		s.pending = &msg
		return s, s.wait()
	case tea.KeyMsg:
		switch msg.String() {
		case "y":
			if s.pending != nil {
				s.pending.answer <- true
			}
			if to, ok := s.approvals[s.selected]; ok {
				select {
				case to <- true:
				default:
				}
			}
		case "n":
			if s.pending != nil {
				s.pending.answer <- false
			}
			if to, ok := s.approvals[s.selected]; ok {
				select {
				case to <- false:
				default:
				}
			}
		}
	}
	return s, nil
}

func (s *screen) View() string { return "" }

func main() {
	ctx := context.Background()
	requests := make(chan request, 8)
	tools := &registry{tools: make(map[string]tool)}
	tools.add(read{})
	tools.add(remove{})
	a := &agent{registry: tools, asker: &asker{requests}, target: os.Args[1]}
	go a.loop(ctx)

	approvals := make(map[int]chan<- bool)
	t := new(team)
	for _, target := range os.Args[2:] {
		n, approve := t.start(ctx, target)
		approvals[n] = approve
	}
	tea.NewProgram(&screen{requests: requests, approvals: approvals}).Run()
}

// Package stepwise is a small framework that nobody uses: it shows how agentvet learns one.
package stepwise

import "context"

// State is what the steps of a flow share.
type State struct {
	Input, Output string
	Done          bool
}

// A StepFunc is what a step does.
type StepFunc func(ctx context.Context, s *State) error

// A Tool is something that a model can call.
type Tool struct {
	name, description string
	handler           func(ctx context.Context, input string) (string, error)
}

// NewTool returns a tool.
func NewTool(name, description string, handler func(ctx context.Context, input string) (string, error)) Tool {
	return Tool{name, description, handler}
}

// A Step is one of a flow. Options change it.
type Step struct {
	fn     StepFunc
	Tools  []Tool
	next   []string
	router func(s *State) string
}

// An Option changes a step.
type Option func(s *Step)

// WithTools gives the model of a step tools.
func WithTools(tools ...Tool) Option { return func(s *Step) { s.Tools = append(s.Tools, tools...) } }

// A Flow runs steps one after the other, until one has no successor.
type Flow struct {
	name, start string
	steps       map[string]*Step
}

// New returns a flow without steps.
func New(name string) *Flow { return &Flow{name: name, steps: make(map[string]*Step)} }

// AddStep adds a step.
func (f *Flow) AddStep(name string, fn StepFunc, options ...Option) *Flow {
	s := &Step{fn: fn}
	for _, o := range options {
		o(s)
	}
	f.steps[name] = s
	return f
}

// Start says with which step a run begins.
func (f *Flow) Start(name string) *Flow { f.start = name; return f }

// Then says which step follows another.
func (f *Flow) Then(from, to string) *Flow {
	f.steps[from].next = append(f.steps[from].next, to)
	return f
}

// Route has a function say which step follows another, in the place of Then.
func (f *Flow) Route(from string, router func(s *State) string) *Flow {
	f.steps[from].router = router
	return f
}

// Run runs the flow.
func (f *Flow) Run(ctx context.Context, s *State) error {
	queue := []string{f.start}
	for len(queue) > 0 {
		at := f.steps[queue[0]]
		queue = queue[1:]
		if err := at.fn(ctx, s); err != nil {
			return err
		}
		if at.router != nil {
			queue = append(queue, at.router(s))
		} else {
			queue = append(queue, at.next...)
		}
	}
	return nil
}

// A Model answers questions.
type Model struct{}

// Ask asks the model.
func (Model) Ask(ctx context.Context, instructions, question string) (string, error) {
	return question, ctx.Err()
}

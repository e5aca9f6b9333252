// Package staff makes what the workflows of this module are made of: agents with
// tools, steps that decide, and steps that wait for a person.
package staff

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
)

// Agent returns an agent that leaves its answer in the session under its name.
func Agent(m model.LLM, name, instruction string, tools ...tool.Tool) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{
		Name:        name,
		Model:       m,
		Description: instruction,
		Instruction: instruction,
		Tools:       tools,
		OutputKey:   name,
	})
}

// Node returns a step in which an agent works.
func Node(m model.LLM, name, instruction string, tools ...tool.Tool) (workflow.Node, error) {
	a, err := Agent(m, name, instruction, tools...)
	if err != nil {
		return nil, err
	}
	return workflow.NewAgentNode(a, workflow.NodeConfig{})
}

// Tool makes a tool of a function.
func Tool[Args, Result any](name, description string, fn func(agent.Context, Args) (Result, error)) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{Name: name, Description: description}, fn)
}

// Emit is how a step tells where to go on.
type Emit = func(*session.Event) error

// Go sends out along the edge that has a label.
func Go(ctx agent.Context, emit Emit, label string, out any) error {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Routes = []string{label}
	ev.Output = out
	return emit(ev)
}

// Ask puts a question to a person and returns whether they said yes. The step
// that asks has to run again when they have: see Asks.
func Ask(ctx agent.Context, emit Emit, name, question string, payload any) (bool, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: name + "-" + ctx.InvocationID(),
		Message:     question,
		Payload:     payload,
	})
	return answer == "yes", err
}

// Asks returns the configuration of a step that asks.
func Asks() workflow.NodeConfig { return workflow.NodeConfig{RerunOnResume: new(true)} }

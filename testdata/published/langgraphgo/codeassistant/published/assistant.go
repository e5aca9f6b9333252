// Package codeassistant writes small programs and repairs them until their tests
// pass.
//
//	understand → generate → run_tests → test_router ─all_pass→ end
//	                 ↑                       │
//	                 └──────── debug ←─failures
package codeassistant

import (
	"context"
	"fmt"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// maxRounds ends the repair of a program that no model can repair.
const maxRounds = 5

// A Task is a program in the making.
type Task struct {
	Request  string
	Spec     string
	Code     string
	Failures []string
	Hint     string
	Rounds   int
}

// An Assistant writes code with a model and runs it in a sandbox.
type Assistant struct {
	model   llms.Model
	sandbox *prebuilt.ToolExecutor
	graph   *graph.StateRunnable[Task]
}

// New builds the graph.
func New(model llms.Model) (*Assistant, error) {
	a := &Assistant{model: model, sandbox: prebuilt.NewToolExecutor([]tools.Tool{executeCode{}, runPytest{}})}

	g := graph.NewStateGraph[Task]() // DEFECT(human) structure/human-gate New: nobody sees code before it runs
	g.AddNode("understand", "understand_task", a.understand)
	g.AddNode("generate", "generate_code", a.generate)
	g.AddNode("run_tests", "test_runner", a.runTests) // DEFECT(policy) structure/human-gate run_tests: execute_code and run_pytest run what a model wrote
	g.AddNode("test_router", "test_result_check", countRound)
	g.AddNode("debug", "debugger", a.debug)

	g.SetEntryPoint("understand")
	g.AddEdge("understand", "generate")
	g.AddEdge("generate", "run_tests")
	g.AddEdge("run_tests", "test_router")
	g.AddConditionalEdge("test_router", byResult)
	g.AddEdge("debug", "generate")
	run, err := g.Compile()
	a.graph = run
	return a, err
}

// Write writes a program.
func (a *Assistant) Write(ctx context.Context, request string) (Task, error) {
	return a.graph.Invoke(ctx, Task{Request: request})
}

// Serve writes one program.
func Serve(ctx context.Context, model llms.Model, request string) (Task, error) {
	a, err := New(model)
	if err != nil {
		return Task{}, err
	}
	return a.Write(ctx, request)
}

func (a *Assistant) understand(ctx context.Context, t Task) (Task, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, a.model, "Restate this as a specification with examples: "+t.Request)
	t.Spec = text
	return t, err
}

func (a *Assistant) generate(ctx context.Context, t Task) (Task, error) {
	prompt := "Write a Python function and its tests. Answer with code only.\n" + t.Spec
	if t.Hint != "" {
		prompt += "\nThe last attempt was\n" + t.Code + "\n" + t.Hint
	}
	code, err := llms.GenerateFromSinglePrompt(ctx, a.model, prompt)
	t.Code = code
	return t, err
}

// runTests loads the code, and tests it if it loads.
func (a *Assistant) runTests(ctx context.Context, t Task) (Task, error) {
	t.Failures = nil
	for _, name := range []string{"execute_code", "run_pytest"} {
		out, err := a.sandbox.Execute(ctx, prebuilt.ToolInvocation{Tool: name, ToolInput: t.Code})
		if err != nil {
			return t, err
		}
		if out != "" {
			t.Failures = append(t.Failures, strings.Split(out, "\n")...)
			break
		}
	}
	return t, nil
}

func countRound(_ context.Context, t Task) (Task, error) {
	t.Rounds++
	return t, nil
}

func byResult(_ context.Context, t Task) string {
	if len(t.Failures) == 0 || t.Rounds >= maxRounds {
		return graph.END
	}
	return "debug"
}

func (a *Assistant) debug(ctx context.Context, t Task) (Task, error) {
	hint, err := llms.GenerateFromSinglePrompt(ctx, a.model,
		fmt.Sprintf("Explain the cause in one sentence.\n%s\nFailures:\n%s", t.Code, strings.Join(t.Failures, "\n")))
	t.Hint = hint
	return t, err
}

package semantics

// This file asks which kinds of nodes can choose among labelled edges at all:
// a label on an edge is dead if its source can emit no route.

import (
	"errors"
	"iter"
	"testing"

	"example.com/adkagents/internal/scripted"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

// TestWhoRoutes gives each kind of node the output "yes" or the route "yes"
// and looks whether its edge labelled yes is taken.
func TestWhoRoutes(t *testing.T) {
	args := map[string]any{"text": "yes"}
	tests := []struct {
		name   string
		node   func(t *testing.T, tr *trail) workflow.Node
		in     any
		routes bool
	}{
		{"function node, output is the label", func(_ *testing.T, tr *trail) workflow.Node { return tr.step("yes") }, args, false},
		{"function node that returns an event", func(_ *testing.T, tr *trail) workflow.Node {
			return returnEvent(tr, "n", func() string { return "yes" })
		}, args, true},
		{"emitting function node", func(_ *testing.T, tr *trail) workflow.Node { return tr.router("n", "yes") }, args, true},
		{"dynamic node", func(_ *testing.T, tr *trail) workflow.Node {
			return workflow.NewDynamicNode("n", func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
				ev := session.NewEvent(ctx, ctx.InvocationID())
				ev.Routes = []string{"yes"}
				return nil, emit(ev)
			}, workflow.NodeConfig{})
		}, args, true},
		{"dynamic node whose child routes", func(_ *testing.T, tr *trail) workflow.Node {
			child := tr.router("child", "yes")
			return workflow.NewDynamicNode("n", func(ctx agent.Context, in any, _ func(*session.Event) error) (any, error) {
				return workflow.RunNode[any](ctx, child, in)
			}, workflow.NodeConfig{})
		}, args, false},
		{"agent node, model answers the label", func(t *testing.T, _ *trail) workflow.Node {
			return agentNode(t, must(llmagent.New(llmagent.Config{Name: "n", Model: scripted.New(scripted.Say("yes"))})))
		}, args, false},
		{"agent node of a custom agent that routes", func(t *testing.T, _ *trail) workflow.Node {
			return agentNode(t, must(agent.New(agent.Config{Name: "n", Run: func(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
				return func(yield func(*session.Event, error) bool) {
					ev := session.NewEvent(ctx, ctx.InvocationID())
					ev.Routes = []string{"yes"}
					yield(ev, nil)
				}
			}})))
		}, args, true},
		{"tool node, result is the label", func(t *testing.T, _ *trail) workflow.Node {
			return must(workflow.NewToolNode(echo("n", functiontool.Config{}, nil), workflow.NodeConfig{}))
		}, args, false},
		{"join", func(*testing.T, *trail) workflow.Node { return workflow.NewJoinNode("n") }, args, false},
		{"nested workflow whose last node routes", func(t *testing.T, tr *trail) workflow.Node {
			return must(workflow.NewWorkflowNode("n", workflow.Chain(workflow.Start, tr.router("inner", "yes"))))
		}, args, false},
		{"parallel worker whose body routes", func(t *testing.T, tr *trail) workflow.Node {
			return must(workflow.NewParallelWorker("n", tr.router("inner", "yes"), 0, workflow.NodeConfig{}))
		}, []any{"x"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := new(trail)
			n := tt.node(t, tr)
			seed := workflow.NewFunctionNode("seed", func(agent.Context, any) (any, error) {
				return tt.in, nil
			}, workflow.NodeConfig{})
			if err := runGraph(t, plenty, workflow.Chain(workflow.Start, seed, n), on(n, "yes", tr.step("taken"))); err != nil {
				t.Fatal(err)
			}
			if got := tr.count("taken") == 1; got != tt.routes {
				t.Errorf("edge taken = %t, want %t", got, tt.routes)
			}
		})
	}
}

// TestNestedTerminals: a nested workflow with two results is an error of the
// node that holds it, like two results of the outer one.
func TestNestedTerminals(t *testing.T) {
	tr := new(trail)
	inner := must(workflow.NewWorkflowNode("inner", workflow.Concat(
		workflow.Chain(workflow.Start, tr.step("a")), workflow.Chain(workflow.Start, tr.step("b")))))
	err := runGraph(t, plenty, workflow.Chain(workflow.Start, inner, tr.step("after")))
	if err == nil || tr.count("after") != 0 {
		t.Errorf("run ended with %v after %q, want an error before the next step", err, tr.sorted())
	}
}

// TestNestedHuman: a request for input inside a nested workflow stops the
// outer one as well.
func TestNestedHuman(t *testing.T) {
	tr := new(trail)
	inner := must(workflow.NewWorkflowNode("inner", workflow.Chain(workflow.Start, tr.ask("ask"))))
	if err := runGraph(t, plenty, workflow.Chain(workflow.Start, inner, tr.step("after"))); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "ask" {
		t.Errorf("steps = %q, want ask alone", got)
	}
}

// TestConfirmedToolNode: a node that runs a tool has nobody to ask, so a tool
// that requires confirmation fails there, always.
func TestConfirmedToolNode(t *testing.T) {
	ran := 0
	n := must(workflow.NewToolNode(echo("wipe", functiontool.Config{RequireConfirmation: true}, func() { ran++ }), workflow.NodeConfig{}))
	tr := new(trail)
	seed := workflow.NewFunctionNode("seed", func(agent.Context, any) (any, error) {
		return map[string]any{"text": "x"}, nil
	}, workflow.NodeConfig{})
	err := runGraph(t, plenty, workflow.Chain(workflow.Start, seed, n, tr.step("after")))
	if !errors.Is(err, tool.ErrConfirmationRequired) || ran != 0 || tr.count("after") != 0 {
		t.Errorf("ended with %v, handler ran %d times, then %q; want %v and nothing else", err, ran, tr.sorted(), tool.ErrConfirmationRequired)
	}
}

// TestStructFromState: a node made by NewFunctionNodeFromState checks its
// output against a schema, and no struct passes that check.
func TestStructFromState(t *testing.T) {
	type in struct {
		Text string `state:"node_input"`
	}
	n := must(workflow.NewFunctionNodeFromState("n", func(_ agent.InvocationContext, p in) (echoResult, error) {
		return echoResult{p.Text}, nil
	}, workflow.NodeConfig{}))
	if err := runGraph(t, plenty, workflow.Chain(workflow.Start, n)); err == nil {
		t.Error("run ended well, want an error about the output")
	}
}

// TestParallelHumans: two branches may both be waiting for a human.
func TestParallelHumans(t *testing.T) {
	tr := new(trail)
	c := newGraphChat(t, workflow.Concat(
		workflow.Chain(workflow.Start, tr.ask("x"), tr.quiet("afterX")),
		workflow.Chain(workflow.Start, tr.ask("y"), tr.quiet("afterY"))))
	for _, msg := range []*genai.Content{genai.NewContentFromText("go", genai.RoleUser), reply("x-1", "ok"), reply("y-1", "ok")} {
		if _, err := c.send(plenty, msg); err != nil {
			t.Fatal(err)
		}
	}
	if got := tr.sorted(); got != "afterX afterY x y" {
		t.Errorf("steps = %q, want both branches to finish", got)
	}
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
	return must(functiontool.New(cfg, func(_ agent.Context, in echoArgs) (echoResult, error) {
		if called != nil {
			called()
		}
		return echoResult{in.Text}, nil
	}))
}

func agentNode(t *testing.T, a agent.Agent) workflow.Node {
	t.Helper()
	return must(workflow.NewAgentNode(a, workflow.NodeConfig{}))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

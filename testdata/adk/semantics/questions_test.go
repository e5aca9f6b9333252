package semantics

// This file asks where an answer gets to: to the tool that a person confirms, to the code behind a
// question, and to what runs meanwhile.

import (
	"testing"

	"example.com/adkagents/internal/scripted"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

// TestWhereConfirmationsArrive puts an agent whose tool waits for a confirmation to each place where an
// agent may stand, and agrees whenever somebody is asked. In a graph, an agent that answers once is asked
// for and never gets the answer; behind an agent tool, nobody is asked.
func TestWhereConfirmationsArrive(t *testing.T) {
	tests := []struct {
		name       string
		root       func(wiper func(llmagent.Mode) agent.Agent) agent.Agent
		asked, ran int
	}{
		{"root", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent { return wiper("") }, 1, 1},
		{"handed over to", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return lead("transfer_to_agent", llmagent.Config{SubAgents: []agent.Agent{wiper("")}})
		}, 1, 1},
		{"called in a task", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return lead("wiper", llmagent.Config{SubAgents: []agent.Agent{wiper(llmagent.ModeTask)}})
		}, 1, 1},
		{"behind an agent tool", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return lead("wiper", llmagent.Config{Tools: []tool.Tool{agenttool.New(wiper(""), nil)}})
		}, 0, 0},
		{"below an agent behind an agent tool", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			mid := must(llmagent.New(llmagent.Config{
				Name: "mid", Model: scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": "wiper"})),
				SubAgents: []agent.Agent{wiper("")},
			}))
			return lead("mid", llmagent.Config{Tools: []tool.Tool{agenttool.New(mid, nil)}})
		}, 0, 0},
		{"last of a sequence", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent { return inTurn(wiper("")) }, 1, 1},
		{"first of a sequence", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return inTurn(wiper(""), speaker(new(trail), "after", 0))
		}, 1, 1},
		{"node of a graph", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent { return inGraph(wiper(""), nil) }, 1, 0},
		{"node of a graph that is run again", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return inGraph(wiper(""), new(true))
		}, 1, 0},
		{"node for one turn", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent {
			return inGraph(wiper(llmagent.ModeSingleTurn), nil)
		}, 1, 0},
		{"node that chats", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent { return inGraph(wiper(llmagent.ModeChat), nil) }, 1, 1},
		{"sequence as a node", func(wiper func(llmagent.Mode) agent.Agent) agent.Agent { return inGraph(inTurn(wiper("")), nil) }, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ran := 0
			root := tt.root(func(mode llmagent.Mode) agent.Agent {
				return must(llmagent.New(llmagent.Config{
					Name: "wiper", Model: scripted.New(scripted.Call("wipe", map[string]any{"text": "x"})), Mode: mode,
					Tools: []tool.Tool{echo("wipe", functiontool.Config{RequireConfirmation: true}, func() { ran++ })},
				}))
			})
			if asked := agree(t, root); asked != tt.asked || ran != tt.ran {
				t.Errorf("asked %d times, handler ran %d times, want %d and %d", asked, ran, tt.asked, tt.ran)
			}
		})
	}
}

// lead returns an agent whose model calls one tool.
func lead(call string, cfg llmagent.Config) agent.Agent {
	cfg.Name, cfg.Model = "lead", scripted.New(scripted.Call(call, map[string]any{"request": "wipe", "agent_name": "wiper"}))
	return must(llmagent.New(cfg))
}

func inTurn(agents ...agent.Agent) agent.Agent {
	return must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "seq", SubAgents: agents}}))
}

// inGraph returns a graph in which a step follows on an agent.
func inGraph(a agent.Agent, rerun *bool) agent.Agent {
	n := must(workflow.NewAgentNode(a, workflow.NodeConfig{RerunOnResume: rerun}))
	return must(workflowagent.New(workflowagent.Config{Name: "graph", Edges: workflow.Chain(workflow.Start, n, new(trail).step("after"))}))
}

// agree puts a first message to an agent, agrees to every confirmation that it asks for, and returns
// how often it asked.
func agree(t *testing.T, root agent.Agent) (asked int) {
	t.Helper()
	c := newChat(t, root)
	for msg := hello; msg != nil; {
		events, err := c.send(plenty, msg)
		if err != nil {
			t.Fatal(err)
		}
		msg = nil
		for _, ev := range events {
			if ev.Content == nil {
				continue
			}
			for _, p := range ev.Content.Parts {
				if p.FunctionCall != nil && p.FunctionCall.Name == toolconfirmation.FunctionCallName {
					asked++
					msg = &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: &genai.FunctionResponse{
						ID: p.FunctionCall.ID, Name: toolconfirmation.FunctionCallName, Response: map[string]any{"confirmed": true},
					}}}}
				}
			}
		}
	}
	return asked
}

// TestAskingToolNode: a handler that asks by itself in a node that runs the tool: nobody hears it, the
// tool never does what it asks about, and the graph goes on.
func TestAskingToolNode(t *testing.T) {
	waits, acts := 0, 0
	asks := must(functiontool.New(functiontool.Config{Name: "wipe", Description: "wipes"}, func(ctx agent.Context, in echoArgs) (echoResult, error) {
		if answer := ctx.ToolConfirmation(); answer == nil {
			waits++
			return echoResult{"waiting"}, ctx.RequestConfirmation("sure?", nil)
		}
		acts++
		return echoResult{"wiped"}, nil
	}))
	tr := new(trail)
	seed := workflow.NewFunctionNode("seed", func(agent.Context, any) (any, error) {
		return map[string]any{"text": "x"}, nil
	}, workflow.NodeConfig{})
	asked := agree(t, must(workflowagent.New(workflowagent.Config{Name: "graph", Edges: workflow.Chain(
		workflow.Start, seed, must(workflow.NewToolNode(asks, workflow.NodeConfig{})), tr.step("after"))})))
	if after := tr.count("after"); asked != 0 || waits != 1 || acts != 0 || after != 1 {
		t.Errorf("asked %d times, waited %d times, acted %d times, went on %d times, want 0, 1, 0 and 1", asked, waits, acts, after)
	}
}

// TestRunsOn: a sequence and a loop go on while somebody is asked, whatever asks. What follows runs
// before the answer, and again after it.
func TestRunsOn(t *testing.T) {
	for _, tt := range []struct {
		name          string
		of            func(...agent.Agent) agent.Agent
		before, after string
	}{
		{"sequence", inTurn, "after ask", "after after ask behind"},
		{"loop", func(agents ...agent.Agent) agent.Agent {
			return must(loopagent.New(loopagent.Config{MaxIterations: 2, AgentConfig: agent.Config{Name: "loop", SubAgents: agents}}))
		}, "after after ask ask", "after after after after ask ask behind"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := new(trail)
			asks := must(workflowagent.New(workflowagent.Config{Name: "graph", Edges: workflow.Chain(workflow.Start, tr.ask("ask"), tr.step("behind"))}))
			c := newChat(t, tt.of(asks, speaker(tr, "after", 0)))
			if _, err := c.send(plenty, hello); err != nil {
				t.Fatal(err)
			}
			if got := tr.sorted(); got != tt.before {
				t.Errorf("before the answer: steps = %q, want %q", got, tt.before)
			}
			if _, err := c.send(plenty, reply("ask-1", "yes")); err != nil {
				t.Fatal(err)
			}
			if got := tr.sorted(); got != tt.after {
				t.Errorf("after the answer: steps = %q, want %q", got, tt.after)
			}
		})
	}
}

// TestReplyBelowDynamicNode: a node that another one runs gets the answer, as that one runs again.
func TestReplyBelowDynamicNode(t *testing.T) {
	tr := new(trail)
	child := askAndRoute(tr, "ask", workflow.NodeConfig{})
	n := workflow.NewDynamicNode("n", func(ctx agent.Context, in any, _ func(*session.Event) error) (any, error) {
		out, err := workflow.RunNode[any](ctx, child, in)
		if err == nil {
			tr.add("heard")
		}
		return out, err
	}, workflow.NodeConfig{})
	c := newGraphChat(t, workflow.Chain(workflow.Start, n))
	for _, msg := range []*genai.Content{hello, reply("ask-1", "approved")} {
		if _, err := c.send(plenty, msg); err != nil {
			t.Fatal(err)
		}
	}
	if got := tr.sorted(); got != "ask ask heard" {
		t.Errorf("steps = %q, want %q", got, "ask ask heard")
	}
}

// TestAnswerThatIsNoRoute: an emitting node that waits for an answer, without RerunOnResume: its code
// behind the question does not run, and a step without a label gets the answer.
func TestAnswerThatIsNoRoute(t *testing.T) {
	tr := new(trail)
	n := workflow.NewEmittingFunctionNode("ask", func(ctx agent.Context, _ any, emit func(*session.Event) error) (any, error) {
		tr.add("ask")
		answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{InterruptID: "ask-1", Message: "?"})
		if err == nil {
			tr.add("heard")
		}
		return answer, err
	}, workflow.NodeConfig{})
	c := newGraphChat(t, workflow.Chain(workflow.Start, n, tr.step("after")))
	for _, msg := range []*genai.Content{hello, reply("ask-1", "approved")} {
		if _, err := c.send(plenty, msg); err != nil {
			t.Fatal(err)
		}
	}
	if got := tr.sorted(); got != "after ask" {
		t.Errorf("steps = %q, want %q", got, "after ask")
	}
}

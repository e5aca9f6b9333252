package semantics

// This file asks what the functions that run beside agents can change.

import (
	"testing"

	"example.com/adkagents/internal/scripted"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"
)

// TestAnsweredBefore: an agent whose callback answers does not run; the next in its sequence
// does.
func TestAnsweredBefore(t *testing.T) {
	tr := new(trail)
	answers := func(agent.Context) (*genai.Content, error) { return hello, nil }
	first := must(llmagent.New(llmagent.Config{
		Name: "first", Model: scripted.New(), BeforeAgentCallbacks: []agent.BeforeAgentCallback{answers},
		SubAgents: []agent.Agent{speaker(tr, "below", 0)},
	}))
	seq := must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "seq", SubAgents: []agent.Agent{first, speaker(tr, "second", 0)},
	}}))
	if _, err := newChat(t, seq).send(plenty, hello); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "second" {
		t.Errorf("steps = %q, want the second alone", got)
	}
}

// TestToolOfCallback: a tool that a callback adds to the request is called.
func TestToolOfCallback(t *testing.T) {
	ran := 0
	extra := must(functiontool.New(functiontool.Config{Name: "extra", Description: "extra"},
		func(agent.Context, struct{}) (string, error) { ran++; return "done", nil }))
	adds := func(_ agent.Context, req *model.LLMRequest) (*model.LLMResponse, error) {
		req.Tools = map[string]any{"extra": extra}
		return nil, nil
	}
	a := must(llmagent.New(llmagent.Config{
		Name: "a", Model: scripted.New(scripted.Call("extra", nil)),
		BeforeModelCallbacks: []llmagent.BeforeModelCallback{adds},
	}))
	if _, err := newChat(t, a).send(plenty, hello); err != nil || ran != 1 {
		t.Errorf("ran %d times (%v), want once", ran, err)
	}
}

// TestToolHandsOver: a tool that sets TransferToAgent hands over to agents that
// transfer_to_agent may name, and to no others.
func TestToolHandsOver(t *testing.T) {
	tr := new(trail)
	route := must(functiontool.New(functiontool.Config{Name: "route", Description: "route"},
		func(ctx agent.Context, _ struct{}) (string, error) {
			ctx.Actions().TransferToAgent = "beside"
			return "", nil
		}))
	for _, alone := range []bool{false, true} {
		m := scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": "first"}), scripted.Call("route", nil))
		first := must(llmagent.New(llmagent.Config{
			Name: "first", Model: m, Tools: []tool.Tool{route}, DisallowTransferToPeers: alone,
		}))
		root := must(llmagent.New(llmagent.Config{
			Name: "root", Model: m, SubAgents: []agent.Agent{first, speaker(tr, "beside", 0)},
		}))
		if _, err := newChat(t, root).send(plenty, hello); (err != nil) != alone {
			t.Errorf("may not name its peers: %v, error: %v", alone, err)
		}
	}
	if n := tr.count("beside"); n != 1 {
		t.Errorf("the agent beside ran %d times, want once", n)
	}
}

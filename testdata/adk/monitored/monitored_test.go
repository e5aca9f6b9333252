package monitored_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/adkagents/internal/scripted"
	"example.com/adkagents/monitored"
	"github.com/agentvet/agentvet/dfa"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/genai"
)

// desk is an agent with tools that note when they run.
type desk struct {
	t       *testing.T
	runner  *runner.Runner
	monitor *monitored.Monitor
	ran     []string // calls that happened
	told    []string // what the model was told of the others
	asked   []*genai.FunctionCall
	warned  []string
}

func newDesk(t *testing.T, script []*genai.Part, rules ...dfa.Rule) *desk {
	t.Helper()
	d := &desk{t: t, monitor: monitored.New(rules...)}
	d.monitor.Report = func(v monitored.Violation) {
		if !v.Decision.Denied() {
			d.warned = append(d.warned, v.Rules...)
		}
	}
	root, err := llmagent.New(llmagent.Config{
		Name: "desk", Model: scripted.New(script...), Tools: []tool.Tool{d.tool("lookup"), d.tool("refund"), d.tool("mail")},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.runner, err = runner.New(runner.Config{
		AppName: "app", Agent: root, SessionService: session.InMemoryService(), AutoCreateSession: true,
		PluginConfig: monitored.Plugins(d.monitor),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) tool(name string) tool.Tool {
	type args struct {
		Amount float64 `json:"amount,omitempty"`
	}
	t, err := functiontool.New(functiontool.Config{Name: name, Description: name},
		func(_ agent.Context, in args) (map[string]any, error) {
			d.ran = append(d.ran, fmt.Sprint(name, " ", in.Amount))
			return map[string]any{"status": "done"}, nil
		})
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// say sends a message to the agent, and returns how the turn failed.
func (d *desk) say(message *genai.Content) error {
	for ev, err := range d.runner.Run(context.Background(), "ann", "s1", message, agent.RunConfig{}) {
		if err != nil {
			return err
		}
		if ev.ErrorMessage != "" {
			return fmt.Errorf("%s", ev.ErrorMessage)
		}
		if ev.Content == nil {
			continue
		}
		for _, p := range ev.Content.Parts {
			if p.FunctionCall != nil && p.FunctionCall.Name == toolconfirmation.FunctionCallName {
				d.asked = append(d.asked, p.FunctionCall)
			}
			if p.FunctionResponse != nil {
				for _, key := range []string{"error", "status"} {
					if text, ok := p.FunctionResponse.Response[key].(string); ok && text != "done" {
						d.told = append(d.told, text)
					}
				}
			}
		}
	}
	return nil
}

func hello() *genai.Content { return genai.NewContentFromText("hello", genai.RoleUser) }

// answer says yes or no to the last question.
func (d *desk) answer(yes bool) *genai.Content {
	return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: &genai.FunctionResponse{
		ID: d.asked[len(d.asked)-1].ID, Name: toolconfirmation.FunctionCallName, Response: map[string]any{"confirmed": yes},
	}}}}
}

func (d *desk) want(what string, got []string, want ...string) {
	d.t.Helper()
	if !slices.Equal(got, want) {
		d.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func call(name string, amount float64) *genai.Part {
	return scripted.Call(name, map[string]any{"amount": amount})
}

func rule(name, text string, h dfa.Handling) dfa.Rule {
	return dfa.Rule{Name: name, DFA: dfa.MustCompile(text), Handling: h}
}

// TestBlock: a call that violates a rule is refused before the tool runs, and the
// run goes on.
func TestBlock(t *testing.T) {
	d := newDesk(t, []*genai.Part{call("lookup", 0), call("refund", 5000), call("refund", 20), call("refund", 20)},
		rule("limit", "never tool:refund(amount > 1000)", dfa.Block), rule("once", "at most 1 tool:refund", dfa.Block))
	if err := d.say(hello()); err != nil {
		t.Fatal(err)
	}
	d.want("ran", d.ran, "lookup 0", "refund 20")
	d.want("told", d.told, "refused: policy limit", "refused: policy once")
	for name, v := range d.monitor.Finish("app", "ann", "s1") {
		if v != dfa.Accepted {
			t.Errorf("%s: %v, though nothing happened that it forbids", name, v)
		}
	}
}

func TestWarn(t *testing.T) {
	d := newDesk(t, []*genai.Part{call("mail", 0), call("mail", 0)}, rule("quiet", "never tool:mail", dfa.Warn))
	if err := d.say(hello()); err != nil {
		t.Fatal(err)
	}
	d.want("ran", d.ran, "mail 0", "mail 0")
	d.want("warned", d.warned, "quiet")
	if v := d.monitor.Finish("app", "ann", "s1")["quiet"]; v != dfa.Violated {
		t.Errorf("quiet: %v, want violated", v)
	}
}

// TestHalt: after the violation no model is asked, in this turn or the next.
func TestHalt(t *testing.T) {
	d := newDesk(t, []*genai.Part{call("lookup", 0), call("mail", 0), call("lookup", 1)},
		rule("sealed", "never tool:mail after tool:lookup", dfa.Halt))
	for range 2 {
		if err := d.say(hello()); err == nil || !strings.Contains(err.Error(), "the run was stopped by a policy") {
			t.Errorf("the run ends with %v", err)
		}
	}
	d.want("ran", d.ran, "lookup 0")
	d.want("told", d.told, "refused: policy sealed")
}

// TestEscalate: a human is asked before the call. After a yes it happens, after a
// no it does not, and the next call is asked for again.
func TestEscalate(t *testing.T) {
	for _, yes := range []bool{true, false} {
		d := newDesk(t, []*genai.Part{call("refund", 7), call("refund", 8)}, rule("approve", "human before each tool:refund", dfa.Escalate))
		if err := d.say(hello()); err != nil {
			t.Fatal(err)
		}
		d.want("ran before the answer", d.ran)
		if len(d.asked) != 1 {
			t.Fatalf("%d questions, want 1", len(d.asked))
		}
		if err := d.say(d.answer(yes)); err != nil {
			t.Fatal(err)
		}
		if yes {
			d.want("ran", d.ran, "refund 7")
		} else {
			d.want("ran", d.ran)
		}
		if len(d.asked) != 2 {
			t.Errorf("%d questions, want one for each call", len(d.asked))
		}
	}
}

// TestEscalateInVain: a yes does not undo a rule that no human can satisfy.
func TestEscalateInVain(t *testing.T) {
	d := newDesk(t, []*genai.Part{call("mail", 0)}, rule("quiet", "never tool:mail", dfa.Escalate))
	if err := d.say(hello()); err != nil {
		t.Fatal(err)
	}
	if err := d.say(d.answer(true)); err == nil {
		t.Error("the run goes on after the second refusal")
	}
	d.want("ran", d.ran)
}

// TestKeysInOtherCase: a model cannot hide an argument behind its spelling.
func TestKeysInOtherCase(t *testing.T) {
	d := newDesk(t, []*genai.Part{
		scripted.Call("refund", map[string]any{"AMOUNT": 5000.0}),
		scripted.Call("refund", map[string]any{"amount": 1.0, "Amount": 5000.0}),
	}, rule("limit", "never tool:refund(amount > 1000)", dfa.Block))
	if err := d.say(hello()); err != nil {
		t.Fatal(err)
	}
	d.want("ran", d.ran)
	d.want("told", d.told, "refused: policy limit", "refused: policy limit")
}

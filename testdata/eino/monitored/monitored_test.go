package monitored_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
	"example.com/einoagents/monitored"
	"github.com/agentvet/agentvet/dfa"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

// desk is a graph whose model calls tools that note when they run.
type desk struct {
	t       *testing.T
	graph   compose.Runnable[[]*schema.Message, *schema.Message]
	monitor *monitored.Monitor
	ran     []string
	heard   []string // by the tools' results
	said    []string // reported violations
}

// newDesk returns a graph that asks a model and calls what it wants, as often as
// it wants something.
func newDesk(t *testing.T, script []string, rules ...dfa.Rule) *desk {
	t.Helper()
	ctx := context.Background()
	d := &desk{t: t, monitor: monitored.New(rules...)}
	d.monitor.Report = func(v monitored.Violation) {
		d.said = append(d.said, fmt.Sprint(v.Event, " ", v.Decision.Handling, " ", v.Rules))
	}
	conf := &compose.ToolsNodeConfig{
		Tools:               []tool.BaseTool{d.tool("lookup"), d.tool("refund"), d.tool("mail")},
		ToolAliases:         map[string]compose.ToolAliasConfig{"mail": {NameAliases: []string{"post"}}},
		ExecuteSequentially: true,
	}
	d.monitor.Guard(conf)
	calls, err := compose.NewToolNode(ctx, conf)
	if err != nil {
		t.Fatal(err)
	}
	g := compose.NewGraph[[]*schema.Message, *schema.Message]()
	hear := func(_ context.Context, results []*schema.Message) ([]*schema.Message, error) {
		for _, m := range results {
			d.heard = append(d.heard, m.Content)
		}
		return results, nil
	}
	for _, err := range []error{
		g.AddChatModelNode("ask", fakemodel.New(script...)),
		g.AddToolsNode("call", calls),
		g.AddLambdaNode("hear", compose.InvokableLambda(hear)),
		g.AddEdge(compose.START, "ask"), g.AddEdge("call", "hear"), g.AddEdge("hear", "ask"),
		g.AddBranch("ask", compose.NewGraphBranch(func(_ context.Context, m *schema.Message) (string, error) {
			if len(m.ToolCalls) > 0 {
				return "call", nil
			}
			return compose.END, nil
		}, map[string]bool{"call": true, compose.END: true})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.graph, err = g.Compile(ctx, compose.WithCheckPointStore(memstore.New()), compose.WithMaxRunSteps(50))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) tool(name string) tool.BaseTool {
	type args struct {
		Amount float64 `json:"amount,omitempty"`
	}
	t, err := utils.InferTool(name, name, func(_ context.Context, in *args) (string, error) {
		d.ran = append(d.ran, fmt.Sprint(name, " ", in.Amount))
		return "done", nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return t
}

// run invokes the graph, and follows its steps.
func (d *desk) run(ctx context.Context) error {
	_, err := d.graph.Invoke(ctx, []*schema.Message{schema.UserMessage("hello")},
		compose.WithCallbacks(d.monitor.Handler()), compose.WithCheckPointID("c"))
	return err
}

func (d *desk) want(what string, got []string, want ...string) {
	d.t.Helper()
	if !slices.Equal(got, want) {
		d.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func rule(name, text string, h dfa.Handling) dfa.Rule {
	return dfa.Rule{Name: name, DFA: dfa.MustCompile(text), Handling: h}
}

// TestBlock: a call that violates a rule is refused before the tool runs, and the
// run goes on. A model cannot hide a call behind another name of the tool, nor an
// argument behind its spelling.
func TestBlock(t *testing.T) {
	d := newDesk(t, []string{
		`call lookup {}`, `call refund {"amount": 5000}`, `call refund {"AMOUNT": 5000}`, `call refund {"amount": 1, "Amount": 5000}`,
		`call refund {"amount": 20}`, `call refund {"amount": 20}`, `call post {}`, `bye`,
	}, rule("limit", "never tool:refund(amount > 1000)", dfa.Block), rule("once", "at most 1 tool:refund", dfa.Block),
		rule("sealed", "never tool:mail after tool:lookup", dfa.Block))
	if err := d.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	d.want("ran", d.ran, "lookup 0", "refund 20")
	d.want("heard", d.heard, "done", "refused: policy limit", "refused: policy limit", "refused: policy limit", "done",
		"refused: policy once", "refused: policy sealed")
}

func TestHalt(t *testing.T) {
	d := newDesk(t, []string{`call lookup {}`, `call mail {}`, `bye`}, rule("sealed", "never tool:mail after tool:lookup", dfa.Halt))
	err := d.run(context.Background())
	if bad := new(monitored.Error); !errors.As(err, &bad) || !slices.Equal(bad.Rules, []string{"sealed"}) {
		t.Errorf("the graph ends with %v", err)
	}
	d.want("ran", d.ran, "lookup 0")
}

// TestEscalate: the graph stops with a question, and goes on with the answer.
func TestEscalate(t *testing.T) {
	for _, yes := range []bool{true, false} {
		d := newDesk(t, []string{`call refund {"amount": 7}`, `bye`}, rule("approve", "human before each tool:refund", dfa.Escalate))
		run := d.monitor.Start()
		ctx := d.monitor.With(context.Background(), run)
		info, ok := compose.ExtractInterruptInfo(d.run(ctx))
		if !ok || len(info.InterruptContexts) != 1 {
			t.Fatalf("no question: %+v", info)
		}
		q, _ := info.InterruptContexts[0].Info.(*monitored.Question)
		if q == nil || q.Tool != "refund" || !strings.Contains(q.Arguments, "7") || !slices.Equal(q.Rules, []string{"approve"}) {
			t.Errorf("the question is %+v", q)
		}
		d.want("ran before the answer", d.ran)
		if err := d.run(compose.ResumeWithData(ctx, info.InterruptContexts[0].ID, &monitored.Answer{Yes: yes})); err != nil {
			t.Fatal(err)
		}
		if yes {
			d.want("ran", d.ran, "refund 7")
		} else {
			d.want("ran", d.ran)
			d.want("heard", d.heard, "refused: a human said no")
		}
	}
}

// TestSteps: the steps of a graph are events, and a run that owes something is
// reported when it ends.
func TestSteps(t *testing.T) {
	d := newDesk(t, []string{`call lookup {}`, `bye`, `call lookup {}`, `bye`},
		rule("asks once", "at most 1 kind:llm", dfa.Warn), rule("hears", "never node:hear", dfa.Warn), rule("mails", "tool:lookup -> F tool:mail", dfa.Halt))
	for range 2 { // each run begins anew
		d.said = nil
		if err := d.run(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	d.want("said", d.said, "node:hear warn [hears]", "node:ask kind:llm warn [asks once]", "<nil> halt [mails]")
}

// TestNoRun: without a run there is nothing to judge a call by, so it is refused.
func TestNoRun(t *testing.T) {
	d := newDesk(t, []string{`call lookup {}`, `bye`}, rule("any", "never tool:mail", dfa.Warn))
	if _, err := d.graph.Invoke(context.Background(), nil, compose.WithCheckPointID("x")); err == nil || !strings.Contains(err.Error(), "no run to judge the call by") {
		t.Errorf("the graph ends with %v", err)
	}
	d.want("ran", d.ran)
}

// TestAgent: the tools of a ReAct agent, which streams.
func TestAgent(t *testing.T) {
	d := newDesk(t, nil)
	m := monitored.New(rule("once", "at most 1 tool:mail", dfa.Block))
	conf := &react.AgentConfig{
		ToolCallingModel: fakemodel.New(`call mail {}`, `call mail {}`, `bye`),
		ToolsConfig:      compose.ToolsNodeConfig{Tools: []tool.BaseTool{d.tool("mail")}},
	}
	m.Guard(&conf.ToolsConfig)
	a, err := react.NewAgent(context.Background(), conf)
	if err != nil {
		t.Fatal(err)
	}
	out, err := a.Stream(m.With(context.Background(), m.Start()), []*schema.Message{schema.UserMessage("hello")})
	if err != nil {
		t.Fatal(err)
	}
	out.Close()
	d.want("ran", d.ran, "mail 0")
}

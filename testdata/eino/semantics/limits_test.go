// Package semantics measures what Eino does where nobody sets a limit: what
// extract/eino says of its agents and graphs is what these tests hold.
package semantics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/internal/fakemodel"
)

type input struct {
	Text string `json:"text"`
}

// again is what a model says that never comes to an end.
const again = `call again {"text":"x"}`

// counter returns a tool that counts its calls.
func counter(t *testing.T, calls *int) tool.BaseTool {
	t.Helper()
	made, err := utils.InferTool("again", "Runs again.", func(context.Context, input) (string, error) {
		*calls++
		return "more", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestIterations: an agent of package adk asks its model twenty times unless the program says otherwise, and
// then its run ends in an error. The last answer's calls have run.
func TestIterations(t *testing.T) {
	for _, c := range []struct{ limit, asked int }{{0, 20}, {3, 3}, {25, 25}} {
		t.Run(fmt.Sprint(c.limit), func(t *testing.T) {
			ctx, calls, m := context.Background(), 0, fakemodel.New(again)
			a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
				Name: "a", Description: "Never ends.", Model: m, MaxIterations: c.limit,
				ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{counter(t, &calls)}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			events := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a}).Query(ctx, "go")
			for e, ok := events.Next(); ok; e, ok = events.Next() {
				err = e.Err
			}
			if !errors.Is(err, adk.ErrExceedMaxIterations) {
				t.Errorf("ended with %v, want %v", err, adk.ErrExceedMaxIterations)
			}
			if m.Calls() != c.asked || calls != c.asked {
				t.Errorf("asked %d times, and the tool ran %d times; want %d", m.Calls(), calls, c.asked)
			}
		})
	}
}

// TestReactSteps: the limit of package react counts steps of its graph, of which a round has two, one to ask and one to run
// tools. By default it is thirteen, as the graph has three nodes.
func TestReactSteps(t *testing.T) {
	for _, c := range []struct{ limit, asked, ran int }{{0, 7, 6}, {4, 2, 2}, {5, 3, 2}, {30, 15, 15}} {
		t.Run(fmt.Sprint(c.limit), func(t *testing.T) {
			ctx, calls, m := context.Background(), 0, fakemodel.New(again)
			a, err := react.NewAgent(ctx, &react.AgentConfig{
				ToolCallingModel: m, MaxStep: c.limit,
				ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{counter(t, &calls)}},
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = a.Generate(ctx, []*schema.Message{schema.UserMessage("go")})
			if !errors.Is(err, compose.ErrExceedMaxSteps) {
				t.Errorf("ended with %v, want %v", err, compose.ErrExceedMaxSteps)
			}
			if m.Calls() != c.asked || calls != c.ran {
				t.Errorf("asked %d times, and the tool ran %d times; want %d and %d", m.Calls(), calls, c.asked, c.ran)
			}
		})
	}
}

// TestGraphSteps: a graph with a cycle ends in an error after ten steps more than it has nodes.
func TestGraphSteps(t *testing.T) {
	for nodes := 1; nodes <= 3; nodes++ {
		ctx, ran := context.Background(), 0
		g := compose.NewGraph[string, string]()
		var names []string
		for i := range nodes {
			names = append(names, fmt.Sprintf("n%d", i))
			if err := g.AddLambdaNode(names[i], compose.InvokableLambda(func(_ context.Context, s string) (string, error) {
				ran++
				return s, nil
			})); err != nil {
				t.Fatal(err)
			}
		}
		edges := append([]string{compose.START}, names...)
		for i := range nodes {
			if err := g.AddEdge(edges[i], edges[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		back := compose.NewGraphBranch(func(context.Context, string) (string, error) { return names[0], nil },
			map[string]bool{names[0]: true, compose.END: true})
		if err := g.AddBranch(names[nodes-1], back); err != nil {
			t.Fatal(err)
		}
		r, err := g.Compile(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.Invoke(ctx, "go"); !errors.Is(err, compose.ErrExceedMaxSteps) && (err == nil || !strings.Contains(err.Error(), "exceeds max steps")) {
			t.Errorf("%d nodes: ended with %v, want %v", nodes, err, compose.ErrExceedMaxSteps)
		}
		if ran != nodes+10 {
			t.Errorf("%d nodes: %d steps, want %d", nodes, ran, nodes+10)
		}
	}
}

package truth

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"
)

// A watch sees what a workflow does over many runs: its steps, and which follows
// which.
type watch struct {
	seen  workflowView
	last  string
	doing string                         // the activity that runs
	asks  map[string]bool                // activities during which a model is asked
	say   []openai.ChatCompletionMessage // what the model answers; nothing after that
}

func newWatch(name, file string) *watch {
	return &watch{seen: workflowView{Name: name, File: file}, asks: make(map[string]bool)}
}

// step notes the next step of the present run.
func (w *watch) step(id, kind string) {
	if !slices.ContainsFunc(w.seen.Nodes, func(n *node) bool { return n.ID == id }) && id != "END" {
		w.seen.Nodes = append(w.seen.Nodes, &node{ID: id, Kind: kind})
	}
	e := edge{From: w.last, To: id}
	if !slices.Contains(w.seen.Edges, e) {
		w.seen.Edges = append(w.seen.Edges, e)
	}
	w.last = id
}

// result returns what was seen, in order: activities that ask a model are LLM steps,
// others are tools, and a step that more than one can follow decides.
func (w *watch) result() workflowView {
	out := w.seen
	for _, n := range out.Nodes {
		switch {
		case n.Kind != "activity":
		case w.asks[n.ID]:
			n.Kind = "llm"
		default:
			n.Kind, n.Tools = "tool", []string{n.ID}
		}
	}
	ways := make(map[string]int)
	for _, e := range out.Edges {
		ways[e.From]++
	}
	for i, e := range out.Edges {
		out.Edges[i].Branch = ways[e.From] > 1
	}
	slices.SortFunc(out.Nodes, func(a, b *node) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Edges, func(a, b edge) int { return strings.Compare(a.From+" "+a.To, b.From+" "+b.To) })
	return out
}

// environment returns one in which the steps of a run are noted.
func (w *watch) environment(t *testing.T) *testsuite.TestWorkflowEnvironment {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	w.last = "START"
	env.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		w.doing = info.ActivityType.Name
		w.step(w.doing, "activity")
	})
	return env
}

// client returns a client of a model that answers as it is told.
func (w *watch) client(t *testing.T) *openai.Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
		w.asks[w.doing] = true
		answer := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: "done"}
		if len(w.say) > 0 {
			answer, w.say = w.say[0], w.say[1:]
		}
		_ = json.NewEncoder(out).Encode(openai.ChatCompletionResponse{Choices: []openai.ChatCompletionChoice{{Message: answer}}})
	}))
	t.Cleanup(s.Close)
	config := openai.DefaultConfig("none")
	config.BaseURL = s.URL
	return openai.NewClientWithConfig(config)
}

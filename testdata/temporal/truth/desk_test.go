package truth

import (
	"strings"
	"testing"
	"time"

	"github.com/sashabaranov/go-openai"
	"go.temporal.io/sdk/workflow"

	"example.com/temporal/desk/acts"
	bad "example.com/temporal/desk/bad"
	clean "example.com/temporal/desk/clean"
)

// maxTurns is how often the model of the desk is asked.
const maxTurns = 4

// TestDesk runs the desk with a model that wants each sequence of tools, and a clerk
// who agrees, or not.
func TestDesk(t *testing.T) {
	for _, p := range []struct {
		name string
		desk func(workflow.Context, string) (string, error)
	}{{"desk/bad", bad.Desk}, {"desk/clean", clean.Desk}} {
		t.Run(p.name, func(t *testing.T) {
			w := newWatch("Desk", p.name)
			client := w.client(t)
			for _, tools := range sequences("lookup", "refund", "other") {
				for _, yes := range []bool{false, true} {
					w.say = wants(tools)
					book := &strings.Builder{}
					env := w.environment(t)
					env.RegisterWorkflow(p.desk)
					env.RegisterActivity(&acts.Activities{Client: client, Book: book})
					for turn := range maxTurns { // time goes on when the workflow waits, and only then
						env.RegisterDelayedCallback(func() {
							w.step("approve", "human")
							env.SignalWorkflow("approve", yes)
						}, time.Duration(turn+1)*time.Hour)
					}
					env.ExecuteWorkflow(p.desk, "?")
					if err := env.GetWorkflowError(); err != nil {
						t.Fatal(err)
					}
					w.step("END", "")
					if p.name == "desk/clean" && book.Len() > 0 && !yes {
						t.Errorf("%q is in the book, and the clerk refuses", book)
					}
				}
			}
			compare(t, p.name, dump{[]workflowView{w.result()}})
		})
	}
}

// sequences returns all sequences of words, up to as many as there are turns.
func sequences(words ...string) [][]string {
	all := [][]string{nil}
	for i := 0; i < len(all); i++ {
		if len(all[i]) == maxTurns {
			break
		}
		for _, word := range words {
			all = append(all, append(all[i][:len(all[i]):len(all[i])], word))
		}
	}
	return all
}

// wants returns the answers of a model that wants tools, one after the other.
func wants(tools []string) []openai.ChatCompletionMessage {
	var out []openai.ChatCompletionMessage
	for _, name := range tools {
		out = append(out, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, ToolCalls: []openai.ToolCall{
			{ID: "1", Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: name, Arguments: `{"number":"A-1"}`}},
		}})
	}
	return out
}

package truth

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"example.com/temporal/digest/acts"
	bad "example.com/temporal/digest/bad"
	clean "example.com/temporal/digest/clean"
)

// verdict is what the editor says, as it goes to either program.
type verdict struct {
	Publish bool
	Remarks string
}

// TestDigest runs the digest with editors who agree at once, later, or never, over
// one page and over two.
func TestDigest(t *testing.T) {
	for _, p := range []struct {
		name     string
		run      any
		register func(worker.Registry, *acts.Activities)
	}{{"digest/bad", bad.Digest, bad.Register}, {"digest/clean", clean.Digest, clean.Register}} {
		t.Run(p.name, func(t *testing.T) {
			w, page := newWatch("digest", p.name), newWatch("Page", p.name)
			page.asks = w.asks
			client := w.client(t)
			for agrees := range 4 {
				for pages := 1; pages <= 2; pages++ {
					w.last = "START"
					for left := pages; left > 0; left-- {
						board := &strings.Builder{}
						env := digestEnvironment(w, page, agrees)
						p.register(env, &acts.Activities{Client: client, Board: board})
						env.ExecuteWorkflow(p.run, []string{"a", "b"}[:left])
						err := env.GetWorkflowError()
						if err != nil && !workflow.IsContinueAsNewError(err) {
							t.Fatal(err)
						}
						if err != nil {
							w.step("continue as new", "passthrough")
						}
						if p.name == "digest/clean" && (board.Len() > 0) != (agrees < 3) {
							t.Errorf("the editor agrees at round %d, and the board says %q", agrees, board)
						}
					}
					w.step("END", "")
				}
			}
			inner := page.result()
			for _, n := range w.seen.Nodes {
				if n.ID == "Page" {
					n.Sub = &inner
				}
			}
			compare(t, p.name, dump{[]workflowView{w.result(), inner}})
		})
	}
}

// digestEnvironment returns one in which steps of the digest and of a page are noted,
// and an editor agrees to the draft of a round.
func digestEnvironment(w, page *watch, agrees int) *testsuite.TestWorkflowEnvironment {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.SetOnChildWorkflowStartedListener(func(info *workflow.Info, _ workflow.Context, _ converter.EncodedValues) {
		w.step(info.WorkflowType.Name, "subgraph")
		page.last = "START"
	})
	env.SetOnChildWorkflowCompletedListener(func(*workflow.Info, converter.EncodedValue, error) { page.step("END", "") })
	env.SetOnActivityStartedListener(func(info *activity.Info, _ context.Context, _ converter.EncodedValues) {
		at := w
		if info.WorkflowType.Name == "Page" {
			at = page
		}
		w.doing = info.ActivityType.Name
		at.step(info.ActivityType.Name, "activity")
	})
	for round := range 3 { // time goes on when the workflow waits, and only then
		env.RegisterDelayedCallback(func() {
			w.step("decide", "human")
			env.UpdateWorkflow("decide", "", &testsuite.TestUpdateCallback{
				OnAccept: func() {}, OnReject: func(err error) { panic(err) }, OnComplete: func(any, error) {},
			}, verdict{Publish: round == agrees, Remarks: "shorter"})
		}, time.Duration(round+1)*time.Hour)
	}
	return env
}

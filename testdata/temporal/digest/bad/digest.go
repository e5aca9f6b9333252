// Package bad makes a digest of a page, and of the next one after that. An editor may
// have it rewritten, but the first one is out by then.
package bad

import (
	"time"

	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"example.com/temporal/digest/acts"
)

// Verdict is what the editor says.
type Verdict struct {
	Publish bool
	Remarks string
}

// editor keeps the last verdict.
type editor struct{ verdict *Verdict }

func (e *editor) decide(ctx workflow.Context, v Verdict) error {
	e.verdict = &v
	return nil
}

func options(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
}

// Page reads a page and sums it up.
func Page(ctx workflow.Context, url string) (summary string, err error) {
	var text string
	if err := workflow.ExecuteActivity(options(ctx), acts.Fetch, url).Get(ctx, &text); err != nil {
		return "", err
	}
	err = workflow.ExecuteActivity(options(ctx), "Summarize", text).Get(ctx, &summary)
	return summary, err
}

// Digest makes digests until no pages are left.
func Digest(ctx workflow.Context, urls []string) error {
	e := &editor{}
	if err := workflow.SetUpdateHandler(ctx, "decide", e.decide); err != nil {
		return err
	}
	var summary string
	if err := workflow.ExecuteChildWorkflow(ctx, Page, urls[0]).Get(ctx, &summary); err != nil {
		return err
	}
	var a *acts.Activities
	remarks := ""
	for range 3 {
		var digest string
		if err := workflow.ExecuteActivity(options(ctx), a.Compose, summary, remarks).Get(ctx, &digest); err != nil {
			return err
		}
		e.verdict = nil
		if err := workflow.ExecuteActivity(options(ctx), a.Publish, digest).Get(ctx, nil); err != nil { // DEFECT structure/human-gate Publish: it is out before the editor has seen it
			return err
		}
		if err := workflow.Await(ctx, func() bool { return e.verdict != nil }); err != nil {
			return err
		}
		if e.verdict.Publish {
			break
		}
		remarks = e.verdict.Remarks
	}
	if len(urls) > 1 {
		return workflow.NewContinueAsNewError(ctx, Digest, urls[1:])
	}
	return nil
}

// Register registers all of it.
func Register(w worker.Registry, a *acts.Activities) {
	w.RegisterWorkflowWithOptions(Digest, workflow.RegisterOptions{Name: "digest"})
	w.RegisterWorkflow(Page)
	w.RegisterActivity(a)
	w.RegisterActivity(acts.Fetch)
}

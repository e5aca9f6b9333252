package deploy

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/deploy/release"
)

// undo is where a bad canary goes.
const undo = release.Rollback

// tolerated is the share of failed requests that a canary may cause.
const tolerated = 0.01

func afterPlan(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Goto = compose.END
		if strings.Contains(said.Content, "GO") {
			r.Goto = release.Build
		}
		r.Note("planned")
		return nil
	})
	return output, err
}

func afterBuild(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Note("built: " + said.Content)
		r.Goto = release.Canary
		return nil
	})
	return output, err
}

func afterCanary(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		if r.Errors > tolerated || strings.Contains(said.Content, "BAD") {
			r.Goto = undo
			return nil
		}
		r.Goto = release.Rollout
		return nil
	})
	return output, err
}

func afterRollout(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Note("rolled out: " + said.Content)
		r.Goto = release.Verify
		return nil
	})
	return output, err
}

// afterVerify goes on with the next region, until the model has seen the last.
func afterVerify(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Note("verified")
		r.Goto = release.Rollout
		if strings.Contains(said.Content, "LAST") {
			r.Goto = compose.END
		}
		return nil
	})
	return output, err
}

func afterRollback(ctx context.Context, _ *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Note("taken back")
		r.Goto = release.Postmortem
		return nil
	})
	return output, err
}

func afterPostmortem(ctx context.Context, said *schema.Message) (output string, err error) {
	err = compose.ProcessState(ctx, func(_ context.Context, r *release.Release) error {
		defer func() { output = r.Goto }()
		r.Note("learned: " + said.Content)
		r.Goto = compose.END
		return nil
	})
	return output, err
}

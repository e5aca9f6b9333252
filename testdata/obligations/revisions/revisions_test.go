package revisions

import (
	"context"
	"testing"
)

// TestRun pins down what the framework does: a letter that is never good is revised twice before a human decides.
func TestRun(t *testing.T) {
	l, err := Run(context.Background())
	if err != nil || l.Retries != 2 || l.Approved {
		t.Errorf("%+v %v", l, err)
	}
	asked := 0
	Score = func() int { asked++; return 40 * asked }
	defer func() { Score = func() int { return 0 } }()
	if l, err = Run(context.Background()); err != nil || l.Retries != 1 || !l.Approved {
		t.Errorf("%+v %v", l, err)
	}
}

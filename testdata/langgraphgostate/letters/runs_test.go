// Package letters runs the desks.
package letters

import (
	"context"
	"errors"
	"testing"

	"github.com/smallnest/langgraphgo/graph"

	begun "example.com/langgraphgostate/letters/begun"
	fresh "example.com/langgraphgostate/letters/fresh"
)

// TestRuns pins down what the framework really does: somebody is asked after three revisions, and before any if the letter
// was begun with three.
func TestRuns(t *testing.T) {
	scores := 0
	low := func() (int, float64) { scores++; return 50, 0.9 }
	var stop *graph.GraphInterrupt
	if _, err := fresh.Write(context.Background(), low); !errors.As(err, &stop) || scores != 4 {
		t.Errorf("%v after %d drafts and revisions", err, scores)
	}
	for retries, want := range map[int32]int{3: 1, 0: 4, -2: 6} {
		scores = 0
		if _, err := begun.Write(context.Background(), low, begun.State{Retries: retries}); !errors.As(err, &stop) || scores != want {
			t.Errorf("from %d: %v after %d drafts and revisions, want %d", retries, err, scores, want)
		}
	}
	s, err := fresh.Write(context.Background(), func() (int, float64) { return 90, 0.9 })
	if err != nil || !s.Approved || s.Retries != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

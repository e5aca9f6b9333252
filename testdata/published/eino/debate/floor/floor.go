// Package floor holds the speakers of a debate.
package floor

import (
	"context"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/published/internal/crew"
)

// Rounds is how often each side speaks.
const Rounds = 2

// A Transcript is what was said so far. The graph keeps it as its state.
type Transcript struct {
	Motion string
	Lines  []string
	Round  int
}

// Open starts the transcript of a debate.
func Open(context.Context) *Transcript { return &Transcript{Round: -1} }

// Complete reports whether all rounds are over.
func (t *Transcript) Complete() bool { return t.Round >= Rounds }

// Speakers are played by one model.
type Speakers struct {
	Model model.BaseChatModel
}

// Moderate writes down what both sides said, by side, and sums it up for the next
// round. The first input is the motion.
func Moderate(ctx context.Context, said map[string]any) (string, error) {
	var summary string
	err := compose.ProcessState(ctx, func(_ context.Context, t *Transcript) error {
		if motion, ok := said["motion"].(string); ok {
			t.Motion = motion
		}
		for _, side := range []string{"pro", "con"} {
			if line, ok := said[side].(string); ok {
				t.Lines = append(t.Lines, side+": "+line)
			}
		}
		t.Round++
		summary = fmt.Sprintf("Motion: %s\nRound %d\n%s", t.Motion, t.Round+1, strings.Join(t.Lines, "\n"))
		return nil
	})
	return summary, err
}

// Pro speaks for the motion.
func (s *Speakers) Pro(ctx context.Context, summary string) (string, error) {
	return crew.Ask(ctx, s.Model, "You argue for the motion, in two sentences.", "%s", summary)
}

// Con speaks against it.
func (s *Speakers) Con(ctx context.Context, summary string) (string, error) {
	return crew.Ask(ctx, s.Model, "You argue against the motion, in two sentences.", "%s", summary)
}

// Judge names the winner.
func (s *Speakers) Judge(ctx context.Context, summary string) (string, error) {
	return crew.Ask(ctx, s.Model, "You judge debates. Name the winner and the best argument.", "%s", summary)
}

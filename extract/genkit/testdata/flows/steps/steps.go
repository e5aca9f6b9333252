// Package steps holds steps of flows.
package steps

import (
	"context"

	"github.com/firebase/genkit/go/genkit"
)

func Check(ctx context.Context, topic string) (bool, error) {
	return genkit.Run(ctx, "check", func() (bool, error) { return topic != "", nil })
}

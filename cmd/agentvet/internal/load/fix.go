package load

// This file changes programs.

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Fix makes the changes that findings in the packages suggest: go vet does, with this program as
// its tool. What it says of the rest is for a run after it.
func Fix(ctx context.Context, c Config) error {
	if err := readable(c.Dir); err != nil {
		return err
	}
	args := append([]string{"vet", "-vettool=" + c.Self, "-fix"}, c.Flags...)
	args = append(append(args, c.buildFlags()...), "--")
	cmd := c.Command(ctx, append(args, c.Patterns...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("go vet -fix: %w\n%s", err, indent(strings.TrimSpace(stderr.String())))
	}
	return ctx.Err()
}

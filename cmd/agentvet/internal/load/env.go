package load

// This file runs the go command as the user would, in the user's directory.

import (
	"context"
	"os"
	"os/exec"
	"slices"
)

// Command returns the go command with args, which the end of ctx ends with all that it has
// started. It does not ask git, or another such program, what the state of a program's
// repository is: its settings could make git run anything.
func (c Config) Command(ctx context.Context, args ...string) *exec.Cmd {
	if args[0] == "list" || args[0] == "vet" {
		args = slices.Insert(slices.Clone(args), 1, "-buildvcs=false")
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	endTogether(cmd)
	cmd.Dir = c.Dir
	cmd.Env = append(append(os.Environ(), "PWD="+c.Dir), c.Env...)
	return cmd
}

// buildFlags returns the flags of the user that choose files.
func (c Config) buildFlags() []string {
	if c.Tags == "" {
		return nil
	}
	return []string{"-tags=" + c.Tags}
}

package load

// This file runs the go command as the user would, in the user's directory.

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/tools/go/packages"
)

// command returns the go command with args.
func (c Config) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = c.Dir
	cmd.Env = append(append(os.Environ(), "PWD="+c.Dir), c.Env...)
	return cmd
}

// moveModfile moves the flag -modfile from GOFLAGS to the build flags of cfg.
// Package packages asks the go command for its version with GO111MODULE=off,
// where the flag in GOFLAGS is an error.
func moveModfile(ctx context.Context, cfg *packages.Config) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS") // the variable may be set by go env -w
	cmd.Dir = cfg.Dir
	out, err := cmd.Output()
	if err != nil {
		return // the next go command says why
	}
	keep, modfile := cutModfile(strings.TrimSpace(string(out)))
	if modfile == "" {
		return
	}
	// A value that is not empty, or the one of go env -w is in force again.
	cfg.Env = append(os.Environ(), "GOFLAGS="+keep+" ")
	cfg.BuildFlags = append(cfg.BuildFlags, modfile)
}

// cutModfile returns the flags in goflags other than -modfile, as they are
// written there, and the last -modfile. Flags are separated by spaces and may
// be quoted as a whole.
func cutModfile(goflags string) (keep, modfile string) {
	var kept []string
	for rest := strings.TrimLeft(goflags, " \t\r\n"); rest != ""; rest = strings.TrimLeft(rest, " \t\r\n") {
		word, end := rest, len(rest)
		if quote := rest[0]; quote == '\'' || quote == '"' {
			if i := strings.IndexByte(rest[1:], quote); i >= 0 {
				word, end = rest[1:i+1], i+2
			}
		} else if i := strings.IndexAny(rest, " \t\r\n"); i >= 0 {
			word, end = rest[:i], i
		}
		if name, _, _ := strings.Cut(word, "="); name == "-modfile" || name == "--modfile" {
			modfile = word
		} else {
			kept = append(kept, rest[:end])
		}
		rest = rest[end:]
	}
	return strings.Join(kept, " "), modfile
}

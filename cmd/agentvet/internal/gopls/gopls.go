// Package gopls builds a gopls with agentvet in it.
//
// Gopls has no plugins. But it is a module, which the module cache has once it was asked for,
// and all of its analyzers stand in one list. So its source is copied, one entry is added to
// the list, agentvet is added to its requirements, and it is built as any program. Three more
// places are changed, so that an edit of the policy file counts within a session: edit.go has
// all of them.
package gopls

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// Module is the module of gopls.
const Module = "golang.org/x/tools/gopls"

// A Config says what to build.
type Config struct {
	Version  string // of gopls
	Agentvet string // the version of agentvet, or the directory of its source if Local
	Local    bool
	Out      string // the program to write, absolute
	// Command returns the go command with arguments.
	Command func(ctx context.Context, args ...string) *exec.Cmd
}

// Build builds a gopls.
func Build(ctx context.Context, c Config) error {
	source, err := c.download(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "agentvet-gopls")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
		return err
	}
	if err := edit(dir); err != nil {
		return fmt.Errorf("%s@%s: %w", Module, c.Version, err)
	}
	const agentvet = "github.com/agentvet/agentvet"
	edits := []string{"mod", "edit", "-require=" + agentvet + "@" + c.Agentvet}
	if c.Local {
		edits = []string{"mod", "edit", "-require=" + agentvet + "@v0.0.0", "-replace=" + agentvet + "=" + c.Agentvet}
	}
	for _, args := range [][]string{edits, {"build", "-mod=mod", "-o", c.Out, "."}} {
		if _, err := c.run(ctx, dir, args...); err != nil {
			return err
		}
	}
	return nil
}

// Is reports whether a file is a gopls.
func Is(name string) bool {
	info, err := buildinfo.ReadFile(name)
	return err == nil && info.Path == Module
}

// download returns the directory of the source of gopls.
func (c *Config) download(ctx context.Context) (string, error) {
	out, err := c.run(ctx, os.TempDir(), "mod", "download", "-json", Module+"@"+c.Version)
	var found struct{ Dir, Error string }
	if e := json.Unmarshal(out, &found); e == nil && found.Error != "" {
		return "", errors.New(found.Error)
	}
	return found.Dir, err
}

// run runs the go command on the source.
func (c *Config) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := c.Command(ctx, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "PWD="+dir, "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, err
}

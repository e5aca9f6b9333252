package load

// This file finds modules, and analyses several of them.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Nested returns the directories of the modules below dir, sorted. No pattern of the go
// command names what is in them. It looks where the go command would look for packages.
func Nested(dir string) []string {
	var dirs []string
	filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		base := filepath.Base(name)
		switch {
		case err != nil:
			return fs.SkipDir // no package of the program is there either
		case name == dir || !entry.IsDir():
		case isIgnored(base) || base == "vendor" || base == "node_modules":
			return fs.SkipDir
		case isModule(name):
			dirs = append(dirs, name)
		}
		return nil
	})
	slices.Sort(dirs)
	return dirs
}

func isModule(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && info.Mode().IsRegular()
}

// RunModules analyses the modules in and below c.Dir, and those of the workspace that it
// is in. The patterns of c name packages in each. A module that cannot be loaded is one
// that was not read; it is an error if there is none.
func RunModules(ctx context.Context, c Config) (*Result, error) {
	if err := readable(c.Dir); err != nil {
		return nil, err
	}
	modules, err := modulesOf(ctx, c)
	if err != nil {
		return nil, err
	}
	if len(modules) == 0 {
		return nil, fmt.Errorf("no go.mod in this directory, above it or below it")
	}
	all := new(Result)
	for _, m := range modules {
		one := c
		one.Dir, one.Base = m.dir, c.Dir
		one.Env = slices.Clone(c.Env)
		if c.EnvIn != nil {
			one.Env = append(one.Env, c.EnvIn(m.dir)...)
		}
		if m.apart {
			one.Env = append(one.Env, "GOWORK=off")
		}
		if len(modules) > 1 {
			c.Watch.enter(relative(c.Dir, m.dir))
		}
		r, err := run(ctx, one)
		switch {
		case err == nil:
			all.add(r)
		case ctx.Err() != nil:
			return nil, err
		case !empty(ctx, one):
			all.Notices = append(all.Notices, fmt.Sprintf("the module in %s was not read: %v", relative(c.Dir, m.dir), err))
			all.Incomplete = true
		}
	}
	return all, nil
}

// add adds what another module has. A package is there once, named or not.
func (r *Result) add(o *Result) {
	r.Packages = append(r.Packages, o.Packages...)
	r.Unnamed = append(r.Unnamed, o.Unnamed...)
	r.Notices = append(r.Notices, o.Notices...)
	r.Incomplete = r.Incomplete || o.Incomplete
	r.Skipped = r.Skipped || o.Skipped
}

// Modules returns the directories of the modules that RunModules analyses.
func Modules(ctx context.Context, c Config) (dirs []string, err error) {
	if err := readable(c.Dir); err != nil {
		return nil, err
	}
	list, err := modulesOf(ctx, c)
	for _, m := range list {
		dirs = append(dirs, m.dir)
	}
	return dirs, err
}

// A moduleDir is where a module is.
type moduleDir struct {
	dir   string
	apart bool // there is a workspace, and it is not of it
}

// modulesOf returns the modules of the workspace, the one around the directory, and those
// below, sorted.
func modulesOf(ctx context.Context, c Config) ([]moduleDir, error) {
	work, root, err := environment(ctx, c)
	if err != nil {
		return nil, err
	}
	var dirs, used []string
	if work != "" {
		if used, err = mainModules(ctx, c); err != nil {
			return nil, err
		}
		dirs = append(dirs, used...)
	} else if root != "" {
		dirs = append(dirs, filepath.Dir(root))
	}
	if isModule(c.Dir) {
		dirs = append(dirs, c.Dir)
	}
	dirs = append(dirs, Nested(c.Dir)...)
	slices.Sort(dirs)
	var out []moduleDir
	for _, dir := range slices.Compact(dirs) {
		out = append(out, moduleDir{dir, work != "" && !slices.Contains(used, dir)})
	}
	return out, nil
}

// Workspace returns the directories of the modules of the workspace that c.Dir is in, none outside one.
func Workspace(ctx context.Context, c Config) ([]string, error) {
	if err := readable(c.Dir); err != nil {
		return nil, err
	}
	work, _, err := environment(ctx, c)
	if err != nil || work == "" {
		return nil, err
	}
	return mainModules(ctx, c)
}

func mainModules(ctx context.Context, c Config) ([]string, error) {
	out, err := c.Command(ctx, "list", "-m", "-f", "{{.Dir}}").Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return nil, fmt.Errorf("go list -m: %w:\n%s", err, indent(string(exit.Stderr)))
	}
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' }), nil
}

// environment returns the go.work and the go.mod files that are in force, "" for none.
func environment(ctx context.Context, c Config) (work, mod string, err error) {
	out, err := c.Command(ctx, "env", "GOWORK", "GOMOD").Output()
	if err != nil {
		return "", "", fmt.Errorf("go env: %w", err)
	}
	lines := strings.Split(string(out), "\n")
	for i := range lines {
		if lines[i] = strings.TrimSpace(lines[i]); lines[i] == os.DevNull || lines[i] == "off" {
			lines[i] = ""
		}
	}
	return lines[0], lines[1], nil
}

// empty reports whether a module has no packages, which is no reason not to read it.
func empty(ctx context.Context, c Config) bool {
	cmd := c.Command(ctx, append([]string{"list", "-e"}, c.Patterns...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	return cmd.Run() == nil && stdout.Len() == 0 && strings.Contains(stderr.String(), "matched no packages")
}

// relative returns a directory as a user in dir names it.
func relative(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

package load

// This file finds out what the patterns name, and which payloads are of that.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
)

// A unit is what go vet analyses at once: a package with the tests that belong
// to it, or the tests that are a package of their own.
type unit struct {
	path   string // import path of the unit
	of     string // import path of the package
	module string // path of its module
	tests  int    // number of test files
	source bool   // has files that are not tests

	dir       string
	main      bool     // it is of a module under analysis
	files     []string // names of its Go files
	testFiles []string // names of those that are tests
}

// list returns the units that the patterns name. It fails if a pattern names
// none.
func list(ctx context.Context, c Config) ([]unit, error) {
	args := []string{"list", "-e", "-find", "-json=ImportPath,Name,Dir,Module,GoFiles,CgoFiles,InvalidGoFiles,TestGoFiles,XTestGoFiles,Error"}
	args = append(append(args, c.buildFlags()...), "--")
	cmd := c.Command(ctx, append(args, c.Patterns...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if exit := new(exec.ExitError); !errors.As(err, &exit) {
			return nil, fmt.Errorf("go list: %w", err)
		}
		return nil, c.patternError(ctx, []string{stderr.String()})
	}
	var (
		units []unit
		msgs  []string
	)
	for dec := json.NewDecoder(&stdout); ; {
		var p struct {
			ImportPath, Name, Dir string
			Module                struct {
				Path string
				Main bool
			}
			GoFiles, CgoFiles, InvalidGoFiles []string
			TestGoFiles, XTestGoFiles         []string
			Error                             *struct{ Err string }
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		source := len(p.GoFiles)+len(p.CgoFiles) > 0
		if source || len(p.TestGoFiles) > 0 {
			units = append(units, unit{
				path: p.ImportPath, of: p.ImportPath, module: p.Module.Path, tests: len(p.TestGoFiles), source: source,
				dir: p.Dir, main: p.Module.Main, files: slices.Concat(p.GoFiles, p.CgoFiles, p.InvalidGoFiles), testFiles: p.TestGoFiles,
			})
		}
		if n := len(p.XTestGoFiles); n > 0 {
			units = append(units, unit{
				path: p.ImportPath + "_test", of: p.ImportPath, module: p.Module.Path, tests: n,
				dir: p.Dir, main: p.Module.Main, testFiles: p.XTestGoFiles,
			})
		}
		// A pattern that matches nothing comes back as a package without files
		// and without a name.
		if p.Name == "" && !source && p.Error != nil {
			msgs = append(msgs, p.Error.Err)
		}
	}
	if len(msgs) > 0 || len(units) == 0 {
		return nil, c.patternError(ctx, append(msgs, stderr.String()))
	}
	return units, nil
}

// patternError returns the error for patterns that name no package, with what
// the go command says about them. Its words for a missing go.mod depend on the
// pattern and rarely say so.
func (c Config) patternError(ctx context.Context, msgs []string) error {
	if out, err := c.Command(ctx, "env", "GOMOD").Output(); err == nil {
		if mod := strings.TrimSpace(string(out)); mod == "" || mod == os.DevNull {
			msg := "no go.mod in this directory or above it: packages are analysed as part of their module; "
			if below := Nested(c.Dir); len(below) > 0 {
				msg += fmt.Sprintf("there is one in %s: -modules reads the modules below", relative(c.Dir, below[0]))
			} else {
				msg += "-C DIR works in the directory of one"
			}
			return errors.New(msg)
		}
	}
	msg := strings.TrimSpace(strings.Join(msgs, "\n"))
	if msg == "" {
		return fmt.Errorf("no packages match %s", strings.Join(c.Patterns, " "))
	}
	return fmt.Errorf("no packages to analyse:\n%s", indent(strings.Join(append([]string{msg}, c.patternHints()...), "\n")))
}

// patternHints says of patterns that are no packages what they may have been meant to be.
func (c Config) patternHints() (hints []string) {
	for _, p := range c.Patterns {
		info, err := os.Stat(filepath.Join(c.Dir, p))
		switch {
		case p == ".":
			hints = append(hints, "./... names the packages in the directories below, too")
		case strings.HasPrefix(p, ".") || filepath.IsAbs(p):
		case err == nil && info.IsDir():
			hints = append(hints, fmt.Sprintf("%s is the import path of a package; its directory is ./%[1]s", p))
		case err != nil && strings.HasSuffix(p, ".go"):
			hints = append(hints, "there is no file "+p)
		case !strings.ContainsAny(p, "./"):
			hints = append(hints, fmt.Sprintf("nor is %s a command: agentvet help lists them", p))
		}
	}
	return hints
}

// choose returns what the payloads say of units, at most one for each. Payloads of
// dependencies are dropped, and of the variants of a package the one with its
// tests is kept: it is the one that go vet takes for a root. A third variant
// is compiled anew because a test changed what it imports. It cannot be told
// from the root; the two have the same files, and in practice the same payload.
func choose(units []unit, payloads []*payload.Payload) []*module.Package {
	type key struct {
		path  string
		tests int
	}
	found := make(map[key]*payload.Payload)
	for _, p := range payloads {
		k := key{p.Path, p.TestFiles}
		if old, ok := found[k]; !ok || payload.Compare(p, old) < 0 {
			found[k] = p
		}
	}
	var out []*module.Package
	for _, u := range units {
		if p, ok := found[key{u.path, u.tests}]; ok {
			out = append(out, p.Package)
		}
	}
	return out
}

// others returns what the payloads say of packages that belong to the module of a unit and are
// none themselves, at most one for each.
func others(units []unit, payloads []*payload.Payload) []*module.Package {
	seen := make(map[string]bool)
	for _, u := range units {
		seen[u.path] = true
	}
	var out []*module.Package
	for _, p := range payloads {
		own := slices.ContainsFunc(units, func(u unit) bool {
			return u.module != "" && (p.Path == u.module || strings.HasPrefix(p.Path, u.module+"/"))
		})
		if own && p.TestFiles == 0 && !seen[p.Path] {
			seen[p.Path] = true
			out = append(out, p.Package)
		}
	}
	return out
}

// absent returns the units of which nothing was said.
func absent(units []unit, said []*module.Package) []unit {
	return slices.DeleteFunc(slices.Clone(units), func(u unit) bool {
		return slices.ContainsFunc(said, func(p *module.Package) bool {
			return p.Path == u.path && p.TestFiles == u.tests
		})
	})
}

// sources returns the import paths of the units that are more than tests,
// sorted.
func sources(units []unit) []string {
	var paths []string
	for _, u := range units {
		if u.source {
			paths = append(paths, u.path)
		}
	}
	slices.Sort(paths)
	return paths
}

func names(units []unit) string {
	var paths []string
	for _, u := range units {
		paths = append(paths, u.path)
	}
	slices.Sort(paths)
	return strings.Join(paths, ", ")
}

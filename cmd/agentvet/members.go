package main

// This file is about runs over several modules: each module goes by the policy file beside its go.mod.

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
	"github.com/agentvet/agentvet/internal/regular"
)

// A member is the modules of a run that go by one policy.
type member struct {
	dirs   []string
	policy *policy.Policy // nil for those without a file
}

// members returns the modules of a run, if they go by several policies: those of the workspace, or all that -modules reads, of
// which one without a file goes by that of the working directory. There are none where a name or the environment
// says what all go by.
func (c *cli) members(named string, modules bool) ([]member, error) {
	if named != "" || os.Getenv(policyVariable) != "" {
		return nil, nil
	}
	dirs, err := c.runModules(modules)
	if err != nil {
		return nil, nil // reading the packages fails, too, and says why
	}
	var otherwise *policy.Policy
	if modules {
		if otherwise, err = c.policy(""); err != nil {
			return nil, err
		}
	}
	var list []member
	for _, dir := range dirs {
		p := otherwise
		if name := policy.Find(dir); name != "" && (p == nil || p.File != name) {
			if p, err = readPolicy(policy.ReadFound, name, c.dir); err != nil {
				return nil, err
			}
		}
		i := slices.IndexFunc(list, func(m member) bool { return m.policy == p })
		if i < 0 {
			i, list = len(list), append(list, member{policy: p})
		}
		list[i].dirs = append(list[i].dirs, dir)
	}
	if len(list) == 1 && (list[0].policy == nil || list[0].policy.File == policy.Find(c.dir)) {
		return nil, nil
	}
	return list, nil
}

// runModules returns the directories of the modules whose packages a run can name, sorted: all that -modules reads, or those of
// the workspace, none outside one.
func (c *cli) runModules(modules bool) ([]string, error) {
	find := load.Workspace
	switch {
	case modules:
		find = load.Modules
	case !mayHaveWorkspace(c.dir):
		return nil, nil
	}
	dirs, err := find(context.Background(), load.Config{Dir: c.dir})
	slices.Sort(dirs)
	return dirs, err
}

// mayHaveWorkspace reports whether the go command may find a go.work file in dir. Most directories have none, and asking it takes
// time.
func mayHaveWorkspace(dir string) bool {
	if name := os.Getenv("GOWORK"); name != "" {
		return name != "off"
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, "go.work")); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// envOf returns the variables that make the go command apply the policies of members, each to its modules, or else p.
func envOf(members []member, p *policy.Policy) []string {
	if members == nil {
		return policyEnv(p)
	}
	var sums []string
	for _, m := range members {
		if m.policy != nil {
			sums = append(sums, m.policy.Sum())
		}
	}
	return []string{policyVariable + "=", policySumVariable + "=" + strings.Join(sums, ",")}
}

// envIn returns the variables for a run of the go command in the module in dir alone, none if all modules have the same.
func envIn(members []member, dir string) []string {
	for _, m := range members {
		if slices.Contains(m.dirs, dir) {
			return policyEnv(m.policy)
		}
	}
	return nil
}

// has reports whether a package is in one of the modules of m.
func (m *member) has(p *module.Package) bool {
	return slices.ContainsFunc(m.dirs, func(dir string) bool { return regular.Module(p.Dir) == dir })
}

// isWhole reports whether patterns name every package of the modules of m: only then can be said that an entry of the
// policy file matches nothing.
func (m *member) isWhole(c *cli, patterns []string) bool {
	return m.policy != nil && !slices.ContainsFunc(m.dirs, func(dir string) bool {
		return !slices.ContainsFunc(patterns, func(pattern string) bool {
			tree, all := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
			return pattern == allOfWorkspace || all && isPath(tree) && c.abs(tree) == dir
		})
	})
}

// allOfWorkspace is the pattern of the go command for all packages of the modules of a workspace.
const allOfWorkspace = "work"

// isPath reports whether a pattern names directories, not import paths.
func isPath(pattern string) bool {
	return filepath.IsAbs(pattern) || pattern == "." || pattern == ".." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../")
}

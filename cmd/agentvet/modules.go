package main

// This file is about modules that the packages of a run are not in.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
)

// patterns returns the patterns of a run that gives some: a run over modules names all
// packages of each.
func (p *packageFlags) patterns(cmd *command, given []string) ([]string, error) {
	all := []string{"./..."}
	switch {
	case strings.ContainsAny(p.tags, `/\`):
		return nil, &errUsage{fmt.Sprintf("-tags %s: want build tags such as integration,linux, not packages", p.tags), "agentvet help " + cmd.name}
	case !p.modules:
		return given, nil
	case len(given) == 0 || slices.Equal(given, all):
		return all, nil
	}
	return nil, &errUsage{"-modules reads whole modules: want ./... or no pattern", "agentvet help " + cmd.name}
}

// nested says which modules below the working directory a run left out: those below what
// its patterns name, which no pattern names itself.
func (c *cli) nested(patterns []string) string {
	var named, below []string
	for _, pattern := range patterns {
		if isTree(pattern) {
			named = append(named, c.abs(strings.TrimSuffix(pattern, "...")))
		}
	}
	for _, tree := range named {
		for _, dir := range load.Nested(tree) {
			if rel, err := filepath.Rel(c.dir, dir); err == nil && !slices.Contains(named, dir) {
				below = append(below, filepath.ToSlash(rel))
			}
		}
	}
	slices.Sort(below)
	return report.NestedModules(slices.Compact(below))
}

// isTree reports whether a pattern names the packages below a directory.
func isTree(pattern string) bool {
	return strings.HasPrefix(pattern, ".") && strings.HasSuffix(pattern, "...")
}

// unusedPolicies says which policy files of the modules of a run over all of them it leaves unused: it goes by p alone.
func (c *cli) unusedPolicies(p *policy.Policy) string {
	dirs, _ := c.runModules(true) // an error keeps the modules from being read, too
	var files []string
	for _, dir := range dirs {
		file := policy.Find(dir)
		if file == "" || p != nil && file == p.File {
			continue
		}
		if rel, err := filepath.Rel(c.dir, file); err == nil {
			files = append(files, filepath.ToSlash(rel))
		}
	}
	return report.UnusedPolicies(files)
}

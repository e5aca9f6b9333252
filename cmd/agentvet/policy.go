package main

// This file finds and loads the policy of a run of the command line.

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// noPolicy is what -policy and the variable say for no policy file.
const noPolicy = policy.None

// policyFlag registers -policy.
func policyFlag(fs *flag.FlagSet) *string {
	return fs.String("policy", "", "apply the policy `file`, or "+noPolicy+"; by default "+policy.FileName+" beside go.mod")
}

// A policyError is mistakes in a policy file.
type policyError struct {
	list policy.ErrorList
	dir  string // positions are written relative to it
}

func (e *policyError) Error() string {
	for _, one := range e.list {
		one.Pos = report.Rel(e.dir, one.Pos)
	}
	return "the policy file cannot be used:\n" + e.list.Details()
}

// policy loads the policy file called name, that which the environment names, or
// that of the module around the working directory. It returns nil if there is
// none.
func (c *cli) policy(name string) (*policy.Policy, error) {
	if name == "" {
		name = os.Getenv(policyVariable)
	}
	choose := func(name string, o policy.Options) (*policy.Policy, error) { return policy.Choose(name, c.dir, o) }
	return readPolicy(choose, name, c.dir)
}

// readPolicy reads a policy file, which the user names or which was found. Errors name files
// relative to dir.
func readPolicy(read func(string, policy.Options) (*policy.Policy, error), name, dir string) (*policy.Policy, error) {
	p, err := read(name, policy.Options{Today: time.Now()})
	if list := (policy.ErrorList)(nil); errors.As(err, &list) {
		return nil, &policyError{list, dir}
	}
	return p, err
}

// usePolicy gives opts the policy that the flag -policy names.
func (c *cli) usePolicy(opts *verify.Options, name string) (err error) {
	opts.Policy, err = c.policy(name)
	return err
}

// wholeModule reports whether a run looks at every package of the module that a
// policy file speaks of: only then can be said that an entry of it matches
// nothing.
func (c *cli) wholeModule(p *policy.Policy, patterns []string) bool {
	return p != nil && p.File != "" && c.isAll(patterns) && filepath.Dir(p.File) == c.dir
}

// isAll reports whether patterns name every package of the module in the working directory.
func (c *cli) isAll(patterns []string) bool {
	return slices.Contains(patterns, "./...") && isModuleRoot(c.dir)
}

func isModuleRoot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

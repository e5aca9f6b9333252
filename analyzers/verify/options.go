package verify

// This file defines what a user can ask for, and the flags that ask for it.

import (
	"flag"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph/check"
)

// Options say which checks run and how strictly. The zero Options are the
// defaults.
type Options struct {
	EachExit     bool     // every exit must be reachable, not only one
	RequireHuman bool     // a workflow without a reachable human step fails
	PerCall      bool     // one approval covers one call of a sensitive tool
	Sensitive    []string // names of tools that need a human before them; globs as in path.Match
	Strict       bool     // drivers report what could not be decided as well
}

// Register adds the flags of o to fs. Flags that are not set leave o as it is.
func (o *Options) Register(fs *flag.FlagSet) {
	fs.BoolVar(&o.EachExit, "each-exit", o.EachExit, "require that every exit can be reached, not only one")
	fs.BoolVar(&o.RequireHuman, "require-human", o.RequireHuman, "require a human step that a run can reach in every workflow")
	fs.BoolVar(&o.PerCall, "per-call", o.PerCall, "require an approval before each call of a sensitive tool")
	fs.Var((*globs)(&o.Sensitive), "sensitive", "comma-separated `names` of tools that need a human before them; globs such as delete_* are allowed")
	fs.BoolVar(&o.Strict, "strict", o.Strict, "report what could not be decided as findings")
}

// Args returns the flags that make another process use o, each name after the
// given prefix. Strict is left out: it changes what is shown and not what is
// found, so that one cached result serves both.
func (o *Options) Args(prefix string) []string {
	var args []string
	for _, f := range []struct {
		name string
		set  bool
	}{{"each-exit", o.EachExit}, {"require-human", o.RequireHuman}, {"per-call", o.PerCall}} {
		if f.set {
			args = append(args, "-"+prefix+f.name)
		}
	}
	if len(o.Sensitive) > 0 {
		args = append(args, "-"+prefix+"sensitive="+strings.Join(o.Sensitive, ","))
	}
	return args
}

// check returns o as the checks want it. The globs are well formed: their flag
// and Validate see to that.
func (o *Options) check() check.Options {
	out := check.Options{EachExit: o.EachExit, RequireHuman: o.RequireHuman, PerCall: o.PerCall}
	if len(o.Sensitive) > 0 {
		sensitive, err := check.Named(o.Sensitive...)
		if err != nil {
			panic("verify: internal error: " + err.Error())
		}
		out.Sensitive = sensitive
	}
	return out
}

// Validate reports whether o can be used: whether its globs are well formed.
func (o *Options) Validate() error {
	_, err := check.Named(o.Sensitive...)
	return err
}

// Active reports whether everything that a rule can find is looked for under o.
// Where it is not, that nothing was found says little.
func (o *Options) Active(rule string) bool {
	if rule == report.HumanGate {
		return o.RequireHuman && o.PerCall && len(o.Sensitive) > 0
	}
	return true
}

// globs is a list of patterns as a flag. A later use of the flag adds to it.
type globs []string

func (g *globs) String() string { return strings.Join(*g, ",") }

func (g *globs) Set(s string) error {
	for pattern := range strings.SplitSeq(s, ",") {
		pattern = strings.TrimSpace(pattern)
		if pattern == "" {
			continue
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("pattern %q: %w", pattern, err)
		}
		*g = append(*g, pattern)
	}
	slices.Sort(*g)
	*g = slices.Compact(*g)
	return nil
}

package verify

// This file defines what a user can ask for, and the flags that ask for it.

import (
	"flag"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/feasible"
)

// Options say which checks run and how strictly. The zero Options are the
// defaults.
type Options struct {
	EachExit     bool     // every exit must be reachable, not only one
	RequireHuman bool     // a workflow without a reachable human step fails
	PerCall      bool     // one approval covers one call of a sensitive tool
	Contained    bool     // no agent delegates to one that may call tools which it may not call itself
	Sensitive    []string // names of tools that need a human before them; globs as in path.Match
	LinearPlans  bool     // plans have no conditions
	Strict       bool     // drivers report what could not be decided as well
	// NoFeasibility leaves findings in of which it can be proved that they cannot be.
	NoFeasibility bool

	// Policy adds to all of this, and says which findings count and how much. It
	// may be nil.
	Policy *policy.Policy

	given struct{ eachExit, requireHuman, perCall, contained, strict bool } // by a flag
}

// Register adds the flags of o to fs. Flags that are not set leave o as it is.
func (o *Options) Register(fs *flag.FlagSet) {
	fs.Var(&toggle{&o.EachExit, &o.given.eachExit}, "each-exit", "require that every exit can be reached, not only one")
	fs.Var(&toggle{&o.RequireHuman, &o.given.requireHuman}, "require-human", "require a human step that a run can reach in every workflow")
	fs.Var(&toggle{&o.PerCall, &o.given.perCall}, "per-call", "require an approval before each call of a sensitive tool")
	fs.Var(&toggle{&o.Contained, &o.given.contained}, "contained-scope", "require that no agent delegates to one that has tools which it has not")
	fs.Var((*globs)(&o.Sensitive), "sensitive", "comma-separated `names` of tools that need a human before them; globs such as delete_* are allowed")
	fs.Var(&toggle{&o.Strict, &o.given.strict}, "strict", "report what could not be decided as findings")
	fs.BoolVar(&o.NoFeasibility, "no-feasibility", false, "do not prove that findings cannot be: report those that need conditions which exclude each other")
}

// Effective returns o with what its policy asks for: a check that no flag speaks
// of is as the policy wants it, and the sensitive tools are those of both. What
// it returns has a policy, if only the built-in pack.
func (o Options) Effective() Options {
	if o.Policy == nil {
		o.Policy = policy.Default()
	}
	checks := o.Policy.Checks
	o.EachExit = o.EachExit || checks.EachExit && !o.given.eachExit
	o.RequireHuman = o.RequireHuman || checks.RequireHuman && !o.given.requireHuman
	o.PerCall = o.PerCall || checks.PerCall && !o.given.perCall
	o.Contained = o.Contained || checks.Contained && !o.given.contained
	o.LinearPlans = o.LinearPlans || checks.LinearPlans
	o.Strict = o.Strict || checks.Strict && !o.given.strict
	o.Sensitive = slices.Clone(o.Sensitive)
	for _, s := range o.Policy.Sensitive {
		o.Sensitive = append(o.Sensitive, s.Text)
	}
	slices.Sort(o.Sensitive)
	o.Sensitive = slices.Compact(o.Sensitive)
	return o
}

// Named returns the sensitive tools that o gives itself, without a position.
func (o *Options) Named() []policy.Name {
	var names []policy.Name
	for _, glob := range o.Sensitive {
		names = append(names, policy.Name{Text: glob})
	}
	return names
}

// Args returns the flags that make another process use o, each name after the
// given prefix. Strict is left out: it changes what is shown and not what is
// found, so that one cached result serves both. The policy travels on its own.
func (o *Options) Args(prefix string) []string {
	var args []string
	for _, f := range []struct {
		name       string
		set, given bool
	}{
		{"each-exit", o.EachExit, o.given.eachExit}, {"require-human", o.RequireHuman, o.given.requireHuman},
		{"per-call", o.PerCall, o.given.perCall}, {"contained-scope", o.Contained, o.given.contained},
	} {
		switch {
		case f.set:
			args = append(args, "-"+prefix+f.name)
		case f.given:
			args = append(args, "-"+prefix+f.name+"=false")
		}
	}
	if o.NoFeasibility {
		args = append(args, "-"+prefix+"no-feasibility")
	}
	if len(o.Sensitive) > 0 {
		args = append(args, "-"+prefix+"sensitive="+strings.Join(o.Sensitive, ","))
	}
	return args
}

// check returns o as the checks want it. The globs are well formed: their flag
// and Validate see to that.
func (o *Options) check() check.Options {
	out := check.Options{EachExit: o.EachExit, RequireHuman: o.RequireHuman, PerCall: o.PerCall, Contained: o.Contained, Feasible: o.feasible()}
	out.Sensitive = o.ByName()
	return out
}

// ByName returns what holds for tools that o calls sensitive, nil if it names none.
func (o *Options) ByName() func(*graph.Tool) bool {
	if len(o.Sensitive) == 0 {
		return nil
	}
	sensitive, err := check.Named(o.Sensitive...)
	if err != nil {
		panic("verify: internal error: " + err.Error())
	}
	return sensitive
}

// feasible returns what says which conditions can hold together, nil if it is not asked.
func (o *Options) feasible() graph.Feasibility {
	if o.NoFeasibility {
		return nil
	}
	return feasible.Guard
}

// Validate reports whether o can be used: whether its globs are well formed.
func (o *Options) Validate() error {
	_, err := check.Named(o.Sensitive...)
	return err
}

// Active reports whether everything that a rule, or a rule of a group, can find
// is looked for under o. Where it is not, that nothing was found says little.
func (o *Options) Active(rule string) bool {
	name, isPolicy := strings.CutPrefix(rule, policy.Group+"/")
	known := isPolicy && o.Policy.RuleByName(name) != nil
	for _, r := range rules.All() {
		if !rules.Matches(rule, r.ID) {
			continue
		}
		if o.Policy.Off(r.ID) {
			return false
		}
		known = true
	}
	if !known {
		return false
	}
	switch rule {
	case rules.HumanGate:
		return o.RequireHuman && o.PerCall && len(o.Sensitive) > 0
	case rules.WiderScope:
		return o.Contained
	}
	return true
}

// A toggle is a flag that is on or off and notes that it was given: what a user
// says on the command line counts more than what a file says.
type toggle struct{ value, given *bool }

func (t *toggle) IsBoolFlag() bool { return true }

func (t *toggle) String() string {
	if t.value == nil {
		return "false" // package flag asks the zero value for the default
	}
	return strconv.FormatBool(*t.value)
}

func (t *toggle) Set(s string) (err error) {
	*t.given = true
	*t.value, err = strconv.ParseBool(s)
	return err
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

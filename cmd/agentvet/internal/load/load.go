package load

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
)

// A Config says what to analyse and with what.
type Config struct {
	Dir      string                    // working directory, absolute
	Base     string                    // directory that notices are relative to; Dir if empty
	Patterns []string                  // package patterns of the go command
	Tags     string                    // build tags, as for go build
	Self     string                    // path of the executable that go vet runs
	Flags    []string                  // flags of the analyzers, such as -structure.each-exit
	Env      []string                  // variables for Self, beside those of this process
	EnvIn    func(dir string) []string // more of them for a module of several, nil for none
	Ignored  bool                      // packages that go.mod ignores are analysed, too
	Watch    *Watch                    // learns how far the run is; nil if nobody wants to know
}

// A Result is what was found, and what could not be read.
type Result struct {
	Packages   []*module.Package
	Unnamed    []*module.Package // of the same modules, that these import
	Notices    []string          // for the user, in order
	Incomplete bool              // some code was not read
	Skipped    bool              // there are packages that the patterns leave out, and Notices says which
}

// Run analyses the packages that c names.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := readable(c.Dir); err != nil {
		return nil, err
	}
	return run(ctx, c)
}

// run analyses packages of a module whose files are readable.
func run(ctx context.Context, c Config) (*Result, error) {
	if c.Ignored {
		var err error
		if c, err = c.withIgnored(ctx); err != nil {
			return nil, err
		}
	}
	units, err := list(ctx, c)
	if err != nil {
		return nil, err
	}
	skipped, err := c.skipped(ctx, units)
	if err != nil {
		return nil, err
	}
	o, err := newOverlay(ctx, c)
	if err != nil {
		return nil, err
	}
	defer o.Remove()
	units = hideTests(o, units)
	flags, err := o.Flag()
	if err != nil {
		return nil, err
	}
	vetted, err := vet(ctx, c, c.Patterns, append(c.buildFlags(), flags...), nil)
	if err != nil {
		return nil, err
	}
	r := &Result{Packages: choose(units, vetted.payloads), Unnamed: others(units, vetted.payloads)}
	r.fail(vetted.failed)
	if rest := absent(units, r.Packages); len(rest) > 0 {
		r.Incomplete = true
		if err := r.addBroken(ctx, c, o, units, vetted); err != nil {
			return nil, err
		}
	}
	notices := skipped.notices(cmp.Or(c.Base, c.Dir))
	r.Notices, r.Skipped = append(r.Notices, notices...), len(notices) > 0
	return r, nil
}

// fail notes that the analysis failed on some packages.
func (r *Result) fail(errs []error) {
	for _, err := range errs {
		r.Notices = append(r.Notices, err.Error())
		r.Incomplete = true
	}
	slices.Sort(r.Notices)
	r.Notices = slices.Compact(r.Notices) // variants of a package fail alike
}

// indent returns what the go command has said, under a line of agentvet. It can be as long as a program wants.
func indent(s string) string {
	const most = 20
	lines := strings.Split(strings.TrimSpace(s), "\n")
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most:most], fmt.Sprintf("and %d more lines", n))
	}
	return "    " + strings.Join(lines, "\n    ")
}

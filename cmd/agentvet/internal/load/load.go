package load

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/analyzers/module"
)

// A Config says what to analyse and with what.
type Config struct {
	Dir      string   // working directory, absolute
	Base     string   // directory that notices are relative to; Dir if empty
	Patterns []string // package patterns of the go command
	Tags     string   // build tags, as for go build
	Self     string   // path of the executable that go vet runs
	Flags    []string // flags of the analyzers, such as -structure.each-exit
	Env      []string // variables for Self, beside those of this process
	// Analyzer is the payload analyzer with Flags and Env applied, for what is
	// analysed in this process.
	Analyzer *analysis.Analyzer
}

// A Result is what was found, and what could not be read.
type Result struct {
	Packages   []*module.Package
	Unnamed    []*module.Package // of the same modules, that these import
	Notices    []string          // for the user, in order
	Incomplete bool              // some code was not read
}

// Run analyses the packages that c names.
func Run(ctx context.Context, c Config) (*Result, error) {
	type listing struct {
		units []unit
		err   error
	}
	listed := make(chan listing, 1)
	go func() {
		units, err := list(ctx, c)
		listed <- listing{units, err}
	}()
	vetted, vetErr := vet(ctx, c, c.Patterns)
	l := <-listed
	if l.err != nil {
		return nil, l.err
	}
	if vetErr != nil {
		return nil, vetErr
	}
	r := &Result{Packages: choose(l.units, vetted.payloads), Unnamed: others(l.units, vetted.payloads)}
	r.fail(vetted.failed)
	if len(r.Packages) < len(l.units) {
		if err := r.addRest(ctx, c, l.units, vetted); err != nil {
			return nil, err
		}
	}
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

// addRest adds the units that go vet has not served. One package that imports
// what does not exist keeps go vet from every other: those that are sound are
// given to it again.
func (r *Result) addRest(ctx context.Context, c Config, units []unit, last *vetted) error {
	if len(r.Packages) == 0 {
		sound, broken, err := split(ctx, c, sources(units))
		if err != nil {
			return err
		}
		if len(sound) > 0 && len(broken) > 0 {
			if last, err = vet(ctx, c, sound); err != nil {
				return err
			}
			r.Packages, r.Unnamed = choose(units, last.payloads), others(units, last.payloads)
			r.fail(last.failed)
		}
	}
	rest := absent(units, r.Packages)
	if len(rest) == 0 {
		return nil
	}
	r.Incomplete = true
	before := len(r.Notices)
	if err := r.inProcess(ctx, c, sources(rest)); err != nil {
		return err
	}
	unfinished := rest
	if len(r.Notices) > before {
		// What does not compile has been said, package by package. Nothing was
		// said of tests that are packages of their own.
		unfinished = slices.DeleteFunc(rest, func(u unit) bool {
			return u.source || slices.ContainsFunc(rest, func(v unit) bool { return v.source && v.of == u.of })
		})
	}
	if len(unfinished) > 0 {
		// The packages compile; it is their tests, go vet, or the analysis,
		// that failed.
		r.Notices = append(r.Notices, fmt.Sprintf("go vet did not finish %s:\n%s", names(unfinished), indent(last.reason())))
	}
	return nil
}

func (c Config) packages(ctx context.Context, mode packages.LoadMode) *packages.Config {
	cfg := &packages.Config{Context: ctx, Dir: c.Dir, Mode: mode}
	if c.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + c.Tags}
	}
	moveModfile(ctx, cfg)
	if len(c.Env) > 0 {
		if cfg.Env == nil {
			cfg.Env = os.Environ()
		}
		cfg.Env = append(cfg.Env, c.Env...)
	}
	return cfg
}

// split divides packages into those that list without an error, with all their
// dependencies, and the others.
func split(ctx context.Context, c Config, paths []string) (sound, broken []string, err error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
	pkgs, err := packages.Load(c.packages(ctx, mode), paths...)
	if err != nil {
		return nil, nil, err
	}
	bad := make(map[*packages.Package]bool)
	packages.Visit(pkgs, nil, func(p *packages.Package) { // post-order: imports come first
		bad[p] = len(p.Errors) > 0
		for _, imp := range p.Imports {
			if bad[imp] {
				bad[p] = true
			}
		}
	})
	for _, p := range pkgs {
		if bad[p] {
			broken = append(broken, p.PkgPath)
		} else {
			sound = append(sound, p.PkgPath)
		}
	}
	return sound, broken, nil
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ")
}

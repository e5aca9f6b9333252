package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
)

// A Config says what to analyse and with what.
type Config struct {
	Dir      string   // working directory, absolute
	Patterns []string // package patterns of the go command
	Tags     string   // build tags, as for go build
	Self     string   // path of the executable that go vet runs
	Flags    []string // flags of the analyzers, such as -structure.each-exit
	// Analyzer is the payload analyzer with Flags applied, for what is
	// analysed in this process.
	Analyzer *analysis.Analyzer
}

// A Result is what was found, and what could not be read.
type Result struct {
	Payloads   []*payload.Payload // sorted by package
	Notices    []string           // for the user, in order
	Incomplete bool               // some code was not read
}

// Run analyses the packages that c names.
func Run(ctx context.Context, c Config) (*Result, error) {
	type listing struct {
		pkgs []*packages.Package
		err  error
	}
	listed := make(chan listing, 1)
	go func() {
		pkgs, err := list(ctx, c)
		listed <- listing{pkgs, err}
	}()
	vetted, vetErr := vet(ctx, c, c.Patterns)
	l := <-listed
	if l.err != nil {
		return nil, l.err
	}
	if vetErr != nil {
		return nil, vetErr
	}
	r := &Result{Payloads: vetted.payloads}
	r.fail(vetted.failed)
	if rest := missing(l.pkgs, r.Payloads); len(rest) > 0 {
		if err := r.addRest(ctx, c, rest, vetted); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.Payloads, func(a, b *payload.Payload) int { return cmp.Compare(a.Package, b.Package) })
	return r, nil
}

// fail notes that the analysis failed on some packages.
func (r *Result) fail(errs []error) {
	for _, err := range errs {
		r.Notices = append(r.Notices, err.Error())
		r.Incomplete = true
	}
	slices.Sort(r.Notices)
}

// addRest adds the packages that go vet has not served. One package that
// imports what does not exist keeps go vet from every other: those that are
// sound are given to it again.
func (r *Result) addRest(ctx context.Context, c Config, rest []string, first *vetted) error {
	if len(first.payloads) == 0 {
		sound, broken, err := split(ctx, c, rest)
		if err != nil {
			return err
		}
		if len(sound) > 0 && len(broken) > 0 {
			again, err := vet(ctx, c, sound)
			if err != nil {
				return err
			}
			r.Payloads = again.payloads
			r.fail(again.failed)
			rest = slices.DeleteFunc(rest, func(path string) bool { return served(r.Payloads, path) })
		}
	}
	before := len(r.Notices)
	if err := r.inProcess(ctx, c, rest); err != nil {
		return err
	}
	if len(r.Notices) == before {
		// The packages compile; it is go vet, or the analysis, that failed.
		r.Notices = append(r.Notices, fmt.Sprintf("go vet did not finish %s:\n%s", strings.Join(rest, ", "), indent(first.stderr)))
	}
	r.Incomplete = true
	return nil
}

// list returns the packages that the patterns name, without their syntax. It
// fails if a pattern names none.
func list(ctx context.Context, c Config) ([]*packages.Package, error) {
	pkgs, err := packages.Load(c.packages(ctx, packages.NeedName|packages.NeedFiles|packages.NeedModule), c.Patterns...)
	if err != nil {
		_, msg, ok := strings.Cut(err.Error(), "stderr: ")
		if !ok {
			msg = err.Error()
		}
		return nil, c.patternError(ctx, []string{msg})
	}
	var msgs []string
	for _, p := range pkgs {
		// A pattern that matches nothing comes back as a package without files
		// and without a name.
		if p.Name == "" && len(p.GoFiles) == 0 {
			for _, e := range p.Errors {
				msgs = append(msgs, e.Msg)
			}
		}
	}
	if len(msgs) > 0 || len(pkgs) == 0 {
		return nil, c.patternError(ctx, msgs)
	}
	return pkgs, nil
}

// patternError returns the error for patterns that name no package, with what
// the go command says about them. Its words for a missing go.mod depend on the
// pattern and rarely say so.
func (c Config) patternError(ctx context.Context, msgs []string) error {
	cmd := exec.CommandContext(ctx, "go", "env", "GOMOD")
	cmd.Dir = c.Dir
	if out, err := cmd.Output(); err == nil {
		if mod := strings.TrimSpace(string(out)); mod == "" || mod == os.DevNull {
			return errors.New("no go.mod in this directory or above it: packages are analysed as part of their module")
		}
	}
	if len(msgs) == 0 {
		return fmt.Errorf("no packages match %s", strings.Join(c.Patterns, " "))
	}
	return fmt.Errorf("no packages to analyse:\n%s", indent(strings.Join(msgs, "\n")))
}

func (c Config) packages(ctx context.Context, mode packages.LoadMode) *packages.Config {
	cfg := &packages.Config{Context: ctx, Dir: c.Dir, Mode: mode}
	if c.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + c.Tags}
	}
	return cfg
}

// missing returns the import paths of the packages that have Go files and no
// payload, sorted.
func missing(pkgs []*packages.Package, payloads []*payload.Payload) []string {
	var paths []string
	for _, p := range pkgs {
		if len(p.GoFiles) > 0 && !served(payloads, p.PkgPath) {
			paths = append(paths, p.PkgPath)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func served(payloads []*payload.Payload, path string) bool {
	return slices.ContainsFunc(payloads, func(p *payload.Payload) bool { return p.Package == path })
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

package main

// This file is the command that checks packages.

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/structure"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/sarif"
	"github.com/agentvet/agentvet/graph"
)

var checkCommand = command{
	name:  "check",
	line:  "[flags] [packages]",
	short: "check the workflows of packages (the default command)",
	long: `Examples:

    agentvet ./...                            check every package of the module
    agentvet -json ./... | jq .summary        for programs
    agentvet -sarif -o out.sarif ./...        for code hosts and editors
    agentvet -strict ./...                    what could not be decided fails too
    agentvet -sensitive 'refund,delete_*' .   these tools need a human
    go vet -vettool=$(which agentvet) ./...   the same findings under go vet

Packages are named as for the go command; without any, the package in the
current directory is checked. Results come from the go command's build cache
if nothing changed.

Each finding is one line, file:line:col: rule: message, and one line for each
step of its witness. The last line, on standard error, is the summary. A
finding is silenced where it is, with its reason:

    //agentvet:ignore structure/dead-end the batch job ends here on purpose

A name in -sensitive that no tool has is said: a misspelt name checks nothing.

A policy file, agentvet.yaml beside go.mod, sets checks, severities, policies
over the order of steps, and suppressions with reasons. The flags override its
checks; names in -sensitive are added to its own.

Exit codes: 0 no findings, 1 findings, 2 something could not be decided: a wrong
command line, packages that do not compile, a sensitive tool that does not
exist, a policy file with a mistake.`,
	run: runCheck,
}

// outputFlags choose the form of findings.
type outputFlags struct {
	json, sarif bool
	file        string
}

func (o *outputFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&o.json, "json", false, "print JSON")
	fs.BoolVar(&o.sarif, "sarif", false, "print SARIF 2.1.0")
	fs.StringVar(&o.file, "o", "", "write the output to `file` instead of standard output")
}

func (o *outputFlags) validate(cmd *command) error {
	if o.json && o.sarif {
		return &errUsage{"-json and -sarif exclude each other", "agentvet help " + cmd.name}
	}
	return nil
}

// packageFlags choose the packages.
type packageFlags struct{ dir, tags string }

func (p *packageFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&p.dir, "C", "", "work in `dir`; positions are relative to it")
	fs.StringVar(&p.tags, "tags", "", "comma-separated build `tags`")
}

func runCheck(c *cli, cmd *command, args []string) (int, error) {
	var (
		out  outputFlags
		pkgs packageFlags
		opts verify.Options
		fs   = cmd.flags()
		file = policyFlag(fs)
		test = fs.Bool("test", true, "report on directives in test files too; the workflows there are never read")
	)
	out.register(fs)
	pkgs.register(fs)
	opts.Register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if err := out.validate(cmd); err != nil {
		return 0, err
	}
	if err := c.usePolicy(&opts, *file); err != nil {
		return 0, err
	}
	result, err := c.load(patterns, pkgs, opts)
	if err != nil {
		return 0, err
	}
	program := merge(result.Payloads)
	names := verify.NewResolution(opts.Sensitive)
	names.Add(program)
	unmatched, checked := c.unmatched(names)
	r := &report.Report{
		Findings: c.findings(result, *test),
		Scope:    scope(program, result),
		Notices:  append(slices.Clone(result.Notices), unmatched...),
	}
	opts = opts.Effective()
	whole := c.wholeModule(opts.Policy, patterns) && !result.Incomplete
	idle := verify.LibraryRows(dataUses(result.Payloads, opts.Policy).Rows, whole)
	r.Findings = report.Sort(append(r.Findings, opts.Policy.Apply(idle)...))
	if whole {
		r.Findings = append(r.Findings, opts.Policy.Apply(vacuous(opts.Policy.Rules, result.Payloads))...)
		r.Findings = report.Sort(append(r.Findings, opts.Policy.Stale(r.Findings, opts.Active)...))
		unmatched, all := c.unmatchedNames(opts.Policy, program)
		r.Notices, checked = append(r.Notices, unmatched...), checked && all
	}
	w, err := c.openWriter(out, opts)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(w.Write(r), w.Close()); err != nil {
		return 0, err
	}
	c.summarize(r.Summary(), out, opts)
	return exitCode(len(r.Listed(opts.Strict)), result.Incomplete || !checked), nil
}

// unmatched says on standard error which names of sensitive tools name none,
// and returns what it said. It reports whether the run has checked what it was
// asked to: a name that certainly names nothing was not.
func (c *cli) unmatched(names *verify.Resolution) (notices []string, checked bool) {
	patterns, certain := names.Unmatched()
	for _, p := range patterns {
		n := report.UnmatchedTool("-sensitive "+p, p, certain, names.Names())
		c.notice(n)
		notices = append(notices, n)
	}
	return notices, len(patterns) == 0 || !certain
}

func exitCode(findings int, incomplete bool) int {
	switch {
	case incomplete:
		return exitUndecided
	case findings > 0:
		return exitFindings
	}
	return exitClean
}

// load runs the analysis. Its notices go to standard error, whatever the form
// of the output.
func (c *cli) load(patterns []string, p packageFlags, opts verify.Options) (*load.Result, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	for _, pattern := range patterns {
		if strings.HasSuffix(pattern, ".json") || strings.HasSuffix(pattern, ".jsonl") {
			return nil, &errUsage{fmt.Sprintf("%s is not a package; agentvet verify -workflow %[1]s checks a graph file", pattern), "agentvet help"}
		}
	}
	result, err := load.Run(c.ctx, load.Config{
		Dir:      c.dir,
		Patterns: patterns,
		Tags:     p.tags,
		Self:     self,
		Flags:    opts.Args(structure.Name + "."),
		Env:      policyEnv(opts.Policy),
		Analyzer: payload.New(suite.New(suite.Options{Verify: opts})),
	})
	if err != nil {
		return nil, err
	}
	if n := unnamed(result); n != "" {
		result.Notices = append(result.Notices, n)
	}
	for _, n := range result.Notices {
		c.notice(n)
	}
	return result, nil
}

// findings returns what all packages say, sorted, each once.
func (c *cli) findings(result *load.Result, tests bool) []report.Finding {
	var all []report.Finding
	done := completed(result.Payloads)
	for _, p := range result.Payloads {
		all = append(all, withoutTemplates(p, done)...)
	}
	if !tests {
		all = slices.DeleteFunc(all, func(f report.Finding) bool { return isTest(f.Pos) })
	}
	return report.Sort(all)
}

func isTest(p graph.Pos) bool { return strings.HasSuffix(p.File, "_test.go") }

func scope(p *graph.Program, result *load.Result) report.Scope {
	packages := make(map[string]bool)
	for _, load := range result.Payloads {
		packages[strings.TrimSuffix(load.Package, "_test")] = true
	}
	return report.Scope{
		Workflows: len(p.Workflows),
		Agents:    len(p.Agents),
		Tools:     len(p.Tools),
		Packages:  len(packages),
	}
}

// openWriter returns a writer of the form that out asks for.
func (c *cli) openWriter(out outputFlags, opts verify.Options) (report.Writer, error) {
	var w io.WriteCloser = nopCloser{c.stdout}
	if out.file != "" {
		name := out.file
		if !filepath.IsAbs(name) {
			name = filepath.Join(c.dir, name)
		}
		file, err := os.Create(name)
		if err != nil {
			return nil, err
		}
		w = file
	}
	format := report.Format{Dir: c.dir, Strict: opts.Strict}
	switch {
	case out.json:
		return report.NewJSON(w, format), nil
	case out.sarif:
		return sarif.New(w, format, version()), nil
	}
	return report.NewText(w, format), nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// summarize says on standard error what was read and found. The other forms
// of output have the counts in them; that nothing was checked is always said.
func (c *cli) summarize(s report.Summary, out outputFlags, opts verify.Options) {
	switch {
	case s.Workflows > 0 || s.Agents > 0:
	case s.Tools > 0:
		c.notice("no workflow found: only the data of tools was checked")
	default:
		c.notice("no workflow found: nothing was checked")
	}
	if out.json || out.sarif {
		return
	}
	line := s.String()
	if s.Unknown > 0 && !opts.Strict {
		line += " (-strict lists the unknown)"
	}
	c.notice(line)
}

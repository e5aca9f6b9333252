package main

// This file is the command that checks packages.

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
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
    agentvet -new-from main ./...             what has changed since a revision of git
    agentvet -baseline known.json ./...       what agentvet baseline has not written down
    agentvet -modules                         every module here and below, and of go.work
    agentvet -sensitive 'refund,delete_*' .   these tools need a human
    go vet -vettool=$(which agentvet) ./...   the same findings under go vet

Packages are named as for the go command; without any, the package in the
current directory is checked. Results come from the go command's build cache
if nothing changed.

No pattern names the packages of a module below this one; agentvet says which
ones it left out, and -modules reads them all, as one report. A package goes by
the policy file of its module, also in a workspace (go.work); with -modules, a
module that has none goes by that of the working directory. -policy FILE is for all.

Each finding is one line, file:line:col: rule: message, and one line for each
step of its witness. The last line, on standard error, is the summary. A
finding is silenced where it is, with its reason:

    //agentvet:ignore structure/dead-end the batch job ends here on purpose

On a terminal, a run of more than two seconds says how far it is and what is
slow, in a line that is gone in the end; with -q it does not. Findings are
printed there with their severities, in lines that fit, and in colour, unless
-color never or the variable NO_COLOR says otherwise. In a pipe, in a file and
where TERM is dumb, nothing of this is added; -color always adds all but the
line breaks.

What needs conditions of the program that exclude each other cannot be. It is
proved and left out: the summary counts it, -v lists it with the conditions,
-explain-proofs writes down the proofs, too, and -no-feasibility leaves it
in.

What is silenced so, or by the policy file, is counted in the summary and listed
in JSON and SARIF. So is what the policy file makes less severe, and what is
believed: directives that say that data is clean, a human is asked or an event
happens, and rows of the policy file on libraries. -suppressed lists it in text,
too; -no-ignores reports what is silenced as if nothing silenced it, believes no
directive, and reads packages that go.mod ignores. With -policy none as well,
nothing that the program says of its own findings counts.

-json writes one object with a "version", that of its form: keys may come, and one
that goes or means something else makes another version. A finding there has the
fingerprint that a baseline has of it, which survives edits elsewhere, and the
address of the page of its rule.

agentvet reports a name in -sensitive that no tool has, and exits with 2: a
misspelt name checks nothing.

A policy file, agentvet.yaml beside go.mod, sets checks, severities, policies
over the order of steps, and suppressions with reasons. The flags override its
checks; names in -sensitive are added to its own.

Exit codes: 0 no findings, 1 findings, 2 something could not be decided: a wrong
command line, packages that do not compile, a sensitive tool that does not
exist, a policy file with a mistake, a module that may have an agent and of
which none was read (agentvet explain agentvet/unread), or nothing found at all
where -require-workflow asks for something.`,
	run: runCheck,
}

// outputFlags choose the form of findings.
type outputFlags struct {
	format     *formatFlag
	file       string
	force      bool // the file may be any
	noIgnores  bool // nothing that the program says silences a finding
	suppressed bool // what is silenced is listed, too
	quiet      bool // no summary
	proved     bool // and what was proved not to be
	proofs     bool // with the sizes of the proofs
	color      colorFlag
}

func (o *outputFlags) register(fs *flag.FlagSet) {
	o.format = formats(fs, formText, formJSON, formSARIF)
	o.color.when = colorAuto
	fs.Var(&o.color, "color", "`when` text on standard output is in colour: auto is on a terminal, always, never")
	fs.StringVar(&o.file, "o", "", "write the output to `file` instead of standard output")
	fs.BoolVar(&o.force, "force", false, "with -o: follow links, and overwrite a file that agentvet has not written")
	fs.BoolVar(&o.quiet, "q", false, "print findings and errors only, no summary")
	fs.BoolVar(&o.proved, "v", false, "list the findings that were proved away, too, each with the conditions that exclude each other")
	fs.BoolVar(&o.proofs, "explain-proofs", false, "like -v, and write down each proof, which has been checked")
	fs.BoolVar(&o.noIgnores, "no-ignores", false, "report what //agentvet:ignore, suppressions and switched-off rules silence, believe no directive, and read what go.mod ignores")
	fs.BoolVar(&o.suppressed, "suppressed", false, "list silenced findings, too, each with what silences it, and what is believed; -json always does")
}

// unsilence makes r a report on a program that silences nothing, if the user asks for that.
func (o *outputFlags) unsilence(r *report.Report) {
	if o.noIgnores {
		r.Findings, r.Off = report.Unsilenced(r.Findings), nil
	}
}

// packageFlags choose the packages.
type packageFlags struct {
	tags      string
	modules   bool // also those below the directory, and of the workspace
	noIgnores bool // what the packages say to take findings away counts for nothing
}

func (p *packageFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&p.tags, "tags", "", "comma-separated build `tags`")
	fs.BoolVar(&p.modules, "modules", false, "read all packages of each module: here, below this directory, and of the workspace (go.work)")
}

// flags returns the flags of the analyzers that p needs beside those of the options.
func (p *packageFlags) flags() []string {
	if p.noIgnores {
		return []string{"-" + suite.NoIgnores}
	}
	return nil
}

// checking is what a check of packages needs: what check and baseline have in common.
type checking struct {
	pkgs   packageFlags
	opts   verify.Options
	policy *string // what the user says of the policy file, "" for nothing
	test   *bool

	inventory string

	patterns []string
	members  []member // nil if all go by the policy in opts
	result   *module.Result
}

func (k *checking) register(fs *flag.FlagSet) {
	k.policy = policyFlag(fs)
	k.test = fs.Bool("test", true, "report on directives in test files too; the workflows there are never read")
	fs.StringVar(&k.inventory, "inventory", "", "compare the tools with those in `file`, which agentvet tools -format json has written")
	k.pkgs.register(fs)
	k.opts.Register(fs)
}

// usePolicies finds what k goes by: the policy that the flag names, or those of the modules.
func (c *cli) usePolicies(k *checking) (err error) {
	if k.members, err = c.members(*k.policy, k.pkgs.modules); err != nil || k.members != nil {
		return err
	}
	return c.usePolicy(&k.opts, *k.policy)
}

// policies returns the policies that k goes by.
func (k *checking) policies() (list []*policy.Policy) {
	for _, m := range k.members {
		list = append(list, m.policy)
	}
	if k.members == nil {
		list = append(list, k.opts.Policy)
	}
	return list
}

// shown returns the options that a page shows: with the sensitive tools of all policies.
func (k *checking) shown() verify.Options {
	o := k.opts
	for _, p := range k.policies() {
		if p != nil && k.members != nil {
			for _, name := range p.Sensitive {
				o.Sensitive = append(slices.Clone(o.Sensitive), name.Text)
			}
		}
	}
	return o.Effective()
}

// recorded returns the inventory that the flag names, or else a policy file; nil if none does.
func (k *checking) recorded(c *cli, p *policy.Policy) (*policy.Inventory, error) {
	if k.inventory == "" {
		return p.Inventory()
	}
	in, err := policy.ReadInventory(k.inventory, c.abs(k.inventory))
	if err != nil {
		return nil, fmt.Errorf("-inventory: %w", err)
	}
	return in, nil
}

// prepare finds the policies and the patterns of a run.
func (k *checking) prepare(c *cli, cmd *command, patterns []string) (err error) {
	if err = c.usePolicies(k); err != nil {
		return err
	}
	k.patterns, err = k.pkgs.patterns(cmd, patterns)
	return err
}

// check analyses the packages that patterns name.
func (c *cli) check(cmd *command, k *checking, patterns []string) (*report.Report, *loaded, error) {
	if err := k.prepare(c, cmd, patterns); err != nil {
		return nil, nil, err
	}
	inventory, err := k.recorded(c, k.opts.Policy)
	if err != nil {
		return nil, nil, err
	}
	members, err := k.modules(c)
	if err != nil {
		return nil, nil, err
	}
	all, err := c.load(k.patterns, k.pkgs, k.opts, k.members)
	if err != nil {
		return nil, nil, err
	}
	for i := range members {
		members[i].Whole = members[i].Whole && !all.incomplete
	}
	hide := c.show(func() string { return "agentvet: checking what was read" })
	k.result = all.Check(module.Options{
		Verify: k.opts, Whole: c.wholeModule(k.opts.Policy, k.patterns) && !all.incomplete, SkipTests: !*k.test,
		Complete: c.isAll(k.patterns) && !all.incomplete, Imported: all.unnamed, Inventory: inventory, Members: members,
	})
	hide()
	r := &report.Report{
		Findings: k.result.Findings, Scope: all.Scope(), Trusted: all.Trusted(), Policies: verify.About(all.Rules(k.policies()...)),
		Notices: append(all.notices, c.unmatched(k.result.Unmatched)...),
	}
	for _, p := range k.policies() {
		r.Off = append(r.Off, p.SwitchedOff()...)
		r.Trusted = append(r.Trusted, p.Trusted()...)
	}
	return r, all, nil
}

// modules returns the members of k as a check wants them.
func (k *checking) modules(c *cli) (list []module.Member, err error) {
	for i := range k.members {
		m := &k.members[i]
		one := module.Member{Dirs: m.dirs, Policy: m.policy, Whole: k.pkgs.modules && m.policy != nil || m.isWhole(c, k.patterns)}
		if one.Inventory, err = k.recorded(c, m.policy); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func runCheck(c *cli, cmd *command, args []string) (int, error) {
	var (
		k    checking
		out  outputFlags
		less aside
		fs   = cmd.flags()
		need = fs.Bool("require-workflow", false, "fail, with exit code 2, if no workflow, agent or tool is found")
		fix  = fs.Bool("fix", false, "change the program where a fix is certain, such as a misspelt name of a step, and check it then")
	)
	k.register(fs)
	out.register(fs)
	less.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	setAside, err := c.prepare(&less)
	if err := errors.Join(err, c.mayCreate(out.file, out.force)); err != nil {
		return 0, err
	}
	if *fix {
		if err := c.fix(cmd, &k, patterns); err != nil {
			return 0, err
		}
	}
	k.pkgs.noIgnores = out.noIgnores
	r, all, err := c.check(cmd, &k, patterns)
	if err != nil {
		return 0, err
	}
	// A part of a module says little: who asks the model may stand in another.
	everything := slices.Contains(k.patterns, "./...") && isModuleRoot(c.dir) && !all.incomplete
	out.unsilence(r)
	if err := setAside(r, everything); err != nil {
		return 0, err
	}
	missing := *need && all.Scope().Empty()
	if missing {
		c.notice(report.NothingFound)
		r.Notices = append(r.Notices, report.NothingFound)
	}
	opts := k.opts.Effective()
	w, err := c.openWriter(out, opts)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(w.Write(r), w.Close()); err != nil {
		return 0, err
	}
	nothing := ""
	if everything && !all.skipped && !r.Unsure() {
		nothing = noAgent(c.dir, all.Asks())
	}
	c.summarize(r.Summary(opts.Strict), out, opts, nothing)
	return exitCode(len(r.Listed(opts.Strict)), all.incomplete || !k.result.Checked() || r.Blocked() || missing), nil
}

// fix changes the packages that patterns name, where that is certain.
func (c *cli) fix(cmd *command, k *checking, patterns []string) error {
	if k.pkgs.modules {
		return &errUsage{"-fix changes one module, and -modules names several", "agentvet help check"}
	}
	if err := c.usePolicies(k); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if patterns, err = k.pkgs.patterns(cmd, patterns); err != nil {
		return err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	ctx, stop := untilSignal()
	defer stop()
	o := suite.Options{Verify: k.opts}
	err = load.Fix(ctx, load.Config{
		Dir: c.dir, Patterns: patterns, Tags: k.pkgs.tags, Self: self, Flags: o.Args(), Env: envOf(k.members, k.opts.Policy),
	})
	if ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

// unmatched says on standard error which names of sensitive tools name none,
// and returns what it said.
func (c *cli) unmatched(list []verify.UnmatchedTool) (notices []string) {
	for _, u := range list {
		where := "-sensitive " + u.Pattern.Text
		if u.Pattern.Pos.IsValid() {
			where = fmt.Sprintf("%s: sensitive: %s", report.Rel(c.dir, u.Pattern.Pos), u.Pattern.Text)
		}
		n := report.UnmatchedTool(where, u.Pattern.Text, u.Certain, u.Names)
		c.notice(n)
		notices = append(notices, n)
	}
	return notices
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

// loaded is the module that the packages of a run make.
type loaded struct {
	*module.Module
	unnamed    []*module.Package // imported by these, of the same modules
	notices    []string          // what was not read, and why
	incomplete bool              // some code was not read
	skipped    bool              // there are packages that the patterns leave out
}

// load runs the analysis, under the policies of members, or else that of opts. A signal ends it with all that it has started. Its
// notices go to standard error, whatever the form of the output.
func (c *cli) load(patterns []string, p packageFlags, opts verify.Options, members []member) (*loaded, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	analyse, left := load.Run, c.nested(patterns)
	if p.modules {
		analyse, left = load.RunModules, ""
		if members == nil {
			left = c.unusedPolicies(opts.Policy)
		}
	}
	for _, pattern := range patterns {
		if strings.HasSuffix(pattern, ".json") || strings.HasSuffix(pattern, ".jsonl") {
			return nil, &errUsage{fmt.Sprintf("%s is not a package; agentvet verify -workflow %[1]s checks a graph file", pattern), "agentvet help"}
		}
	}
	o := suite.Options{Verify: opts}
	ctx, stop := untilSignal()
	defer stop()
	watch, hide := c.watch()
	result, err := analyse(ctx, load.Config{
		Dir:      c.dir,
		Patterns: patterns,
		Tags:     p.tags,
		Self:     self,
		Flags:    append(o.Args(), p.flags()...),
		Env:      envOf(members, opts.Policy),
		EnvIn:    func(dir string) []string { return envIn(members, dir) },
		Ignored:  p.noIgnores,
		Watch:    watch,
	})
	hide()
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	stop() // from here on there is nothing to end and nothing to clean up: a signal ends the command
	if err != nil {
		return nil, err
	}
	hide = c.show(func() string { return "agentvet: joining what was read" })
	all := &loaded{module.Join(result.Packages, result.Unnamed...), result.Unnamed, result.Notices, result.Incomplete, result.Skipped}
	hide()
	if failures := all.Failures(); len(failures) > 0 {
		all.notices = append(all.notices, failures...)
		all.incomplete = true
	}
	if n := report.LeftOut(all.LeftOut(result.Unnamed)); n != "" {
		all.notices = append(all.notices, n)
	}
	if left != "" {
		all.notices = append(all.notices, left)
	}
	for _, n := range all.notices {
		c.notice(n)
	}
	return all, nil
}

// noAgent says that a module has no agent, and where it asks models all the same.
func noAgent(dir string, asks []report.Seen) string {
	if len(asks) == 0 {
		return "no agent, and nothing that could be one"
	}
	at := report.Rel(dir, asks[0].Pos).String()
	switch n := len(asks) - 1; {
	case n == 1:
		at += " and at one more place"
	case n > 1:
		at += fmt.Sprintf(" and at %d more places", n)
	}
	return "no agent: a model is asked at " + at + ", and nothing was seen that its answer chooses"
}

// summarize says on standard error what was read and found. The other forms
// of output have the counts in them; that nothing was checked is always said, in the words of
// nothing where everything was read.
func (c *cli) summarize(s report.Summary, out outputFlags, opts verify.Options, nothing string) {
	switch {
	case s.Workflows > 0 || s.Agents > 0:
	case s.Tools > 0:
		c.notice("no workflow found: only the data of tools was checked")
	case nothing != "":
		c.notice(nothing)
	default:
		c.notice("no workflow found: nothing was checked")
	}
	if out.format.form != formText || out.quiet {
		return
	}
	for _, line := range slices.Concat(s.Advice(), s.Silence(), s.Believed()) {
		c.notice(line)
	}
	line := s.String()
	var more []string // that -strict lists
	if s.Unknown > 0 {
		more = append(more, "the unknown")
	}
	if s.HeldBack > 0 {
		more = append(more, "what is held back")
	}
	var hints []string
	if s.ProvedAway > 0 && !out.proved && !out.proofs {
		hints = append(hints, "-v lists what was proved away")
	}
	if len(more) > 0 && !opts.Strict {
		hints = append(hints, "-strict lists "+strings.Join(more, " and "))
	}
	if len(hints) > 0 {
		line += " (" + strings.Join(hints, ", ") + ")"
	}
	c.notice(line)
}

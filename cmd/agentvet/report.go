package main

// This file is the command that writes a page to look at.

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/htmlreport"
	"github.com/agentvet/agentvet/dfa/trace"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/taint/agentflow"
)

// reportName is the file that the command writes if nobody names one.
const reportName = "agentvet.html"

var reportCommand = command{
	name:  "report",
	line:  "[flags] [packages]",
	short: "write a page with the workflows drawn and the findings on them",
	long: `Examples:

    agentvet report ./...                            write agentvet.html
    agentvet report -o desk.html -sensitive '*refund*' ./refund/...
                                                     these tools need a human
    agentvet report -graph triage.json               of a graph file
    agentvet report -log run.jsonl ./...             and what runs did, on the drawings

The page is one file. It needs no network and a browser of 2024 or later. It
shows every workflow and agent as a drawing, the way of every finding on it and
beside the source lines, the tools with what their code may do, and what was
checked, what was not, and what is not known.

With -log, the runs of a log are checked against the policies, as 'agentvet monitor'
does, and each violation is on the page, with its way over the drawing.

It holds source lines of the module: who gets the page can read them. Other files
are never in it, whatever the program says of its positions.

Exit codes: 0 the page is written, with findings or without; 2 it is not, or
something could not be decided, as in agentvet help check.`,
	run: runReport,
}

// reporting is the flags of the command.
type reporting struct {
	checking
	aside
	file, graph  string
	log          string
	force, plain bool
}

func runReport(c *cli, cmd *command, args []string) (int, error) {
	var r reporting
	fs := cmd.flags()
	fs.StringVar(&r.file, "o", reportName, "write to `file`, or to standard output (-)")
	fs.BoolVar(&r.force, "force", false, "follow links, and overwrite a file that agentvet has not written")
	fs.BoolVar(&r.plain, "no-ignores", false, "show what //agentvet:ignore, suppressions and switched-off rules silence as if nothing did, and believe no directive")
	fs.StringVar(&r.graph, "graph", "", "show a graph `file` in place of packages: .json with a workflow or a program")
	fs.StringVar(&r.log, "log", "", "show the runs of a log `file`, too: see agentvet help monitor")
	r.checking.register(fs)
	r.aside.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	setAside, err := c.prepare(&r.aside)
	if err := errors.Join(err, c.mayCreate(r.file, r.force)); err != nil {
		return 0, err
	}
	var in *htmlreport.Input
	var code int
	r.pkgs.noIgnores = r.plain
	if r.graph != "" {
		in, code, err = c.reportGraph(cmd, &r, patterns)
	} else {
		in, code, err = c.reportPackages(cmd, &r, patterns)
	}
	if err != nil {
		return 0, err
	}
	if r.plain {
		in.Report.Findings, in.Report.Off = report.Unsilenced(in.Report.Findings), nil
	}
	setAside(in.Report, false)
	in.Report.Scope.Tools = in.ToolsShown()
	var ran report.ReplaySummary
	if r.log != "" {
		var notices []string
		if in.Log, ran, notices, err = logged(r.log, r.opts.Effective().Policy); err != nil {
			return 0, err
		}
		for _, n := range notices {
			c.notice(n)
		}
		in.Report.Notices = append(in.Report.Notices, notices...)
	}
	in.Options, in.Version, in.Dir = r.shown(), version(), c.dir
	file, err := c.createAsIs(r.file, r.force) // a page has escapes of its own
	if err != nil {
		return 0, err
	}
	if err := errors.Join(htmlreport.Write(file, *in), file.Close()); err != nil {
		return 0, err
	}
	sum := in.Report.Summary(in.Options.Strict)
	c.notice(fmt.Sprintf("%s: %s", shownName(r.file), sum))
	if in.Log != nil {
		c.notice(fmt.Sprintf("%s: %s", in.Log.Name, ran.String()))
		code = max(code, exitCode(0, ran.Runs == 0))
	}
	return code, nil
}

// logged checks the runs of a log against the policies, and returns what the page shows of it, a summary,
// and what leaves a policy or a name in doubt.
func logged(arg string, p *policy.Policy) (*htmlreport.Log, report.ReplaySummary, []string, error) {
	none := report.ReplaySummary{}
	rules, unwatched, err := policyRules(p, "")
	if err != nil {
		return nil, none, nil, err
	}
	if len(rules) == 0 {
		return nil, none, nil, &errUsage{"-log: the policy file has no policy that a log can be checked against", "agentvet help report"}
	}
	name, in, err := openLog(arg)
	if err != nil {
		return nil, none, nil, err
	}
	defer in.Close()
	log := &htmlreport.Log{Name: name, Rules: rules}
	sum, notices, err := follow(rules, name, in, trace.Replay{
		Violation: func(v *trace.Violation) {
			found := htmlreport.Violation{Finding: p.Apply([]report.Finding{rules[v.Rule].Finding(v)})[0]}
			for _, e := range v.Witness {
				found.Events = append(found.Events, e.Event)
			}
			log.Violations = append(log.Violations, found)
		},
		Ended: log.Verdicts.Add,
	})
	return log, sum, append(unwatched, notices...), err
}

// reportPackages checks packages, and returns what the page shows of them.
func (c *cli) reportPackages(cmd *command, r *reporting, patterns []string) (*htmlreport.Input, int, error) {
	rep, all, err := c.check(cmd, &r.checking, patterns)
	if err != nil {
		return nil, 0, err
	}
	recorded := false
	for _, p := range r.policies() {
		inventory, err := r.recorded(c, p)
		if err != nil {
			return nil, 0, err
		}
		recorded = recorded || inventory != nil
	}
	relativize(all.Program, c.dir)
	title := "packages"
	if len(all.Packages) > 0 {
		title = all.Packages[0].Path
	}
	if n := len(all.Packages); n > 1 {
		title = fmt.Sprintf("%s and %d packages more", title, n-1)
	}
	return &htmlreport.Input{
		Title: title, Report: rep, Program: all.Program, Tools: all.Tools(), Root: c.moduleRoot(), Incomplete: all.incomplete, Recorded: recorded,
		Whole: c.isAll(r.patterns) && !all.incomplete,
	}, exitCode(0, all.incomplete || !r.result.Checked() || rep.Blocked()), nil
}

// moduleRoot returns the root of the module that the working directory is in, else that directory.
func (c *cli) moduleRoot() string { return cmp.Or(regular.Module(c.dir), c.dir) }

// reportGraph checks a graph file, and returns what the page shows of it.
func (c *cli) reportGraph(cmd *command, r *reporting, patterns []string) (*htmlreport.Input, int, error) {
	program, err := c.graphFile(cmd, r.graph, patterns)
	if err != nil {
		return nil, 0, err
	}
	if err := c.usePolicy(&r.opts, *r.policy); err != nil {
		return nil, 0, err
	}
	rep, sure := c.checkedGraph(program, r.opts)
	return &htmlreport.Input{
		Title: r.graph, Report: rep, Program: program, Tools: program.AllTools(), Root: c.moduleRoot(), File: filepath.ToSlash(r.graph), Whole: true,
	}, exitCode(0, !sure), nil
}

// checkedGraph checks the program of a graph file, and returns what is found and whether each name that is given
// to tools is one.
func (c *cli) checkedGraph(p *graph.Program, o verify.Options) (r *report.Report, sure bool) {
	names := verify.NewResolution(o.Named())
	names.Add(p)
	opts := o.Effective()
	r = verified(p, opts, opts.Policy.Checked())
	var all []verify.Owned
	for _, w := range p.Workflows {
		all = append(all, verify.Owned{Workflow: w})
	}
	r.Findings = report.Sort(slices.Concat(r.Findings, opts.Policy.Apply(verify.Vacuous(opts.Policy.Checked(), all))))
	r.Notices = c.unmatched(names.Unmatched())
	return r, names.Checked()
}

// firstPlace returns a place that a finding on all of a program can have.
func firstPlace(p *graph.Program) graph.Pos {
	switch {
	case len(p.Workflows) > 0:
		return p.Workflows[0].Pos
	case len(p.Agents) > 0:
		return p.Agents[0].Pos
	}
	return graph.Pos{}
}

// verified returns the report of a program of a graph file, under rules.
func verified(p *graph.Program, opts verify.Options, rules []*policy.Rule) *report.Report {
	list := verify.Order(p, opts, func(*graph.Workflow) []*policy.Rule { return rules }, "")
	list = append(list, verify.Program(p, opts)...)
	flows, complete := agentflow.OfGraph(p, verify.AsksOfResults)
	list = append(list, verify.Data(p, flows, opts.Policy.Table())...)
	if !complete {
		list = append(list, *report.UnreadGraph(firstPlace(p)))
	}
	list = append(list, verify.GraphGrants(opts.Policy).Ungranted(p)...)
	return &report.Report{
		Findings: report.Sort(opts.Policy.Apply(list)), Off: opts.Policy.SwitchedOff(), Policies: verify.About(rules),
		Scope: report.Scope{Workflows: len(p.Workflows), Agents: len(p.Agents), Tools: countTools(p)},
	}
}

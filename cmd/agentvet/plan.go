package main

// This file is the command that verifies plans.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/taint"
)

var planCommand = command{
	name:  "plan",
	line:  "[flags] [packages] PLAN.json...",
	short: "verify what a model proposes, before it runs",
	long: `Examples:

    agentvet plan ./... plan.json                       against the tools of packages
    agentvet plan -registry registry.json plan.json     against a registry: agentvet tools -o
    agentvet plan -registry registry.json - < plan.json
    agentvet plan -registry registry.json -json plan.json
    agentvet plan -registry registry.json -agent desk plan.json
                                                        with what policies say of the agent desk
    agentvet plan -nearest allowed.json plan.json       write the nearest plan that is allowed

A plan is JSON:

    {"goal": "answer the last letter", "steps": [
      {"label": "read", "toolName": "fetch_emails", "arguments": {"limit": 1}, "resultBinding": "mail"},
      {"label": "short?", "condition": "@mail == short", "then": [
        {"label": "answer", "toolName": "send_email", "arguments": {"to": "desk", "body": "@mail"}}
      ], "otherwise": []}
    ]}

With "version": 1 it may also have loops with a bound, parts that run side by side,
and inputs, which -input names. It is held to the tools (names, arguments, bounds, where data may go) and to the
policy file (order, grants, tools that need a human): docs/plan.md. What follows
from no tool and no policy is not checked.

Exit codes: 0 every plan holds; 1 one of them does what is forbidden; 2 that
could not be decided: a file that is no plan, code that was not read, a question
that is open. A plan that may run is one with exit code 0.`,
	run: runPlan,
}

// A planRequest is what the user wants to know of plans.
type planRequest struct {
	outputFlags
	opts       verify.Options
	pkgs       packageFlags
	policyFile *string
	rules      *ruleTexts
	registry   string
	agent      string
	inputs     planInputs
	nearest    string   // file for the nearest plan that is allowed
	plans      []string // files, "-" for standard input
	packages   []string
}

func runPlan(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	q := &planRequest{policyFile: policyFlag(fs), rules: ruleFlag(fs)}
	fs.StringVar(&q.registry, "registry", "", "hold plans to the tools in `file`, which agentvet tools -o has written, in place of those of packages")
	fs.StringVar(&q.agent, "agent", "", "the plans are those of the agent called `name`")
	fs.Var(&q.inputs, "input", "plans may use the input `NAME`, or NAME=LABEL|LABEL with the labels of its value; may be repeated")
	fs.StringVar(&q.nearest, "nearest", "", "of one plan that is refused, write the nearest one that is allowed to `file`, and say what was changed")
	fs.BoolVar(&q.opts.LinearPlans, "linear", false, "permit no conditions")
	q.outputFlags.register(fs)
	q.opts.Register(fs)
	q.pkgs.register(fs)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	q.pkgs.noIgnores = q.noIgnores
	if err := q.name(rest); err != nil {
		return 0, err
	}
	own, err := q.rules.parse()
	if err != nil {
		return 0, err
	}
	if err := errors.Join(c.usePolicy(&q.opts, *q.policyFile), c.mayCreate(q.file, q.force), c.mayCreate(q.nearest, q.force)); err != nil {
		return 0, err
	}
	tools, code, err := c.planTools(cmd, q)
	if err != nil {
		return 0, err
	}
	tools.Inputs = q.inputs
	q.opts = q.opts.Effective()
	q.opts.Strict = true // what is not known is no reason to run a plan
	verdicts, err := c.verifyPlans(q, verify.Proposal{Registry: tools, Agent: q.agent, Rules: own})
	return max(code, verdicts), err
}

// planInputs is a flag: the inputs that plans may use, with the labels of each.
type planInputs map[string][]string

func (in *planInputs) String() string { return "" }

func (in *planInputs) Set(s string) error {
	name, labels, _ := strings.Cut(s, "=")
	if name == "" {
		return errors.New("want NAME, or NAME=LABEL|LABEL")
	}
	if *in == nil {
		*in = make(planInputs)
	}
	(*in)[name] = taint.ParseLabels(labels)
	return nil
}

// name sorts arguments into plans and packages.
func (q *planRequest) name(args []string) error {
	for _, arg := range args {
		if arg == "-" || strings.HasSuffix(arg, ".json") {
			q.plans = append(q.plans, arg)
		} else {
			q.packages = append(q.packages, arg)
		}
	}
	help := "agentvet help plan"
	switch {
	case len(q.plans) == 0:
		return &errUsage{"plan needs a plan: a file that ends with .json, or - for standard input", help}
	case q.nearest != "" && len(q.plans) > 1:
		return &errUsage{"-nearest is for one plan", help}
	case q.registry != "" && len(q.packages) > 0:
		return &errUsage{"-registry and packages exclude each other", help}
	case q.registry == "" && len(q.packages) == 0:
		q.packages = []string{"./..."}
	}
	return nil
}

// planTools reads what plans may call. The exit code tells whether all of it was read.
func (c *cli) planTools(cmd *command, q *planRequest) (*plan.Registry, int, error) {
	if q.registry != "" {
		_, p, err := c.decodeProgram(q.registry, "not a registry:\n%w")
		if err != nil {
			return nil, 0, err
		}
		return plan.NewRegistry(p.HeldTools(), p.MayHaveTools()), exitClean, nil
	}
	all, err := c.read(cmd, &checking{policy: new(string), pkgs: q.pkgs, opts: q.opts}, q.packages)
	if err != nil {
		return nil, 0, err
	}
	return plan.NewRegistry(all.Tools(), all.Program.MayHaveTools()), exitCode(0, all.incomplete), nil
}

// verifyPlans verifies one plan after the other, and writes a report for each.
func (c *cli) verifyPlans(q *planRequest, of verify.Proposal) (int, error) {
	w, err := c.openWriter(q.outputFlags, q.opts)
	if err != nil {
		return 0, err
	}
	if len(of.Registry.Names()) == 0 {
		c.notice("no tool found: a plan can call none")
	}
	if q.opts.Policy.File == "" && *q.policyFile != policy.None {
		c.notice("no policy file: plans are held to tools and built-in policies only; -policy FILE names one")
	}
	for _, r := range verify.NotForPlans(q.opts.Policy, q.agent) {
		c.notice(fmt.Sprintf("%s: the policy %s is for other workflows, packages or agents, and plans are not held to it", report.Rel(c.dir, r.Pos), r.ID()))
	}
	if q.agent == "" && slices.ContainsFunc(q.opts.Policy.Grants(), func(g *policy.Grant) bool { return g.Agents != nil }) {
		c.notice("grants to agents are not held against plans, which are the workflow plan; -agent NAME says whose they are")
	}
	rules := slices.Concat(q.opts.Policy.Checked(), of.Rules)
	vacuous := q.opts.Policy.Apply(verify.VacuousForPlans(rules, of))
	planner, code := verify.NewPlanner(of, q.opts), exitClean
	misspelt := planner.Sensitive()
	notices := c.unmatched(misspelt)
	if slices.ContainsFunc(misspelt, func(u verify.UnmatchedTool) bool { return u.Certain }) {
		code = exitUndecided // what was to be asked for is not
	}
	for i, name := range q.plans {
		r := &report.Report{Off: q.opts.Policy.SwitchedOff(), Policies: verify.About(rules)}
		r.Scope = report.Scope{Workflows: 1, Tools: len(of.Registry.Tools())}
		text, p, err := c.readPlan(name)
		if err != nil {
			r.Err = err
			c.notice(fmt.Sprintf("%s: refused: not a plan:\n    %s", name, strings.ReplaceAll(err.Error(), "\n", "\n    ")))
		} else {
			r.Findings = planner.Verify(p)
		}
		if i == 0 {
			r.Findings, r.Notices = report.Sort(append(r.Findings, vacuous...)), notices
		}
		q.unsilence(r)
		if err := w.Write(r); err != nil {
			return 0, err
		}
		answer := c.answer(name, r, q.quiet)
		code = max(code, answer) // what could not be decided counts most
		if q.nearest != "" && answer != exitClean {
			var s *verify.Suggestion
			if p != nil {
				s = planner.Nearest(name, text)
			}
			if err := c.writeNearest(q, s); err != nil {
				return 0, err
			}
		}
	}
	return code, w.Close()
}

// writeNearest writes the nearest plan that is allowed, and says how it differs.
func (c *cli) writeNearest(q *planRequest, s *verify.Suggestion) error {
	switch {
	case s == nil:
		c.notice("no plan near it was found that is allowed; " + q.nearest + " was not written")
		return nil
	case len(s.Edits) == 0: // what is wrong is not the plan
		c.notice("the plan itself is allowed; " + q.nearest + " was not written")
		return nil
	}
	c.notice(q.nearest + " has the nearest plan that is allowed:\n    " + strings.ReplaceAll(strings.TrimSpace(s.String()), "\n", "\n    "))
	file, err := c.create(q.nearest, q.force)
	if err != nil {
		return err
	}
	_, err = file.Write(s.Text)
	return errors.Join(err, file.Close())
}

// answer says whether a plan holds, and returns its exit code.
func (c *cli) answer(name string, r *report.Report, quiet bool) int {
	violated, unknown := 0, 0
	for _, f := range r.Listed(true) {
		if f.Verdict == verdict.Violated {
			violated++
		} else {
			unknown++
		}
	}
	said, code := "holds", exitClean
	switch {
	case r.Err != nil:
		return exitUndecided
	case violated > 0:
		said, code = fmt.Sprintf("refused: %d violated, %d unknown", violated, unknown), exitFindings
	case unknown > 0:
		said, code = fmt.Sprintf("not decided: %d unknown", unknown), exitUndecided
	}
	if !quiet {
		c.notice(name + ": " + said)
	}
	return code
}

// readPlan reads a plan, and its text, from a file or from standard input.
func (c *cli) readPlan(name string) (text []byte, p *plan.Plan, err error) {
	if name == "-" {
		name = "<stdin>"
		text, err = io.ReadAll(io.LimitReader(os.Stdin, plan.MaxBytes+1))
	} else {
		text, err = regular.Named(c.abs(name), plan.MaxBytes)
	}
	if err != nil {
		return nil, nil, err
	}
	p, err = plan.Decode(filepath.ToSlash(name), text)
	return text, p, err
}

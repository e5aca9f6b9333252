package main

// This file is the command that tests policies.

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// runPolicyTest tests the policies that apply to packages: see module.Test.
func runPolicyTest(c *cli, cmd *command, args []string) (int, error) {
	var (
		pkgs   packageFlags
		fs     = cmd.flags()
		file   = policyFlag(fs)
		format = formats(fs, formText, formJSON)
		rules  = ruleFlag(fs)
	)
	pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	own, err := rules.parse()
	if err != nil {
		return 0, err
	}
	var opts verify.Options
	if err := c.usePolicy(&opts, *file); err != nil {
		return 0, err
	}
	if err := c.contradictions(slices.Concat(opts.Effective().Policy.Rules, own)); err != nil {
		return 0, err
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if patterns, err = pkgs.patterns(cmd, patterns); err != nil {
		return 0, err
	}
	all, err := c.load(patterns, pkgs, opts, nil)
	if err != nil {
		return 0, err
	}
	untested := c.untested(all, *file, pkgs.modules)
	if untested != "" {
		c.notice(untested)
	}
	whole := c.wholeModule(opts.Policy, patterns) && !all.incomplete
	tested := all.Test(opts.Effective().Policy, own, whole)
	if !tested.Tested {
		c.notice("no workflow and no annotation of data found: nothing was tested")
	}
	if format.form == formJSON {
		err = c.writeAdequacy(tested.Policies, tested.Data)
	} else if err = c.printAdequacy(tested.Policies); err == nil {
		err = c.printData(tested.Data)
	}
	switch {
	case err != nil:
		return 0, err
	case all.incomplete || untested != "" || !tested.Tested:
		return exitUndecided, nil
	case !tested.Passed:
		return exitFindings, nil
	}
	return exitClean, nil
}

// untested says which policy files, by which packages of a run go, are not tested.
func (c *cli) untested(all *loaded, named string, modules bool) string {
	members, _ := c.members(named, modules) // a mistake in one of them is no reason not to test another
	var files []string
	for _, m := range members {
		if m.policy == nil || m.policy.File == policy.Find(c.dir) || !slices.ContainsFunc(all.Packages, m.has) {
			continue
		}
		if rel, err := filepath.Rel(c.dir, m.policy.File); err == nil {
			files = append(files, filepath.ToSlash(rel))
		}
	}
	return report.UntestedPolicies(files)
}

// printAdequacy writes a table for each policy.
func (c *cli) printAdequacy(tests []*verify.Adequacy) error {
	for i, a := range tests {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		fmt.Fprintf(c.stdout, "%s: %s\n    %s\n", a.Rule.ID(), a.State(), strings.Join(strings.Fields(a.Rule.Text), " "))
		for _, u := range a.Unmatched {
			fmt.Fprintf(c.stdout, "    %s matches nothing%s\n", u.Atom, spell.DidYouMean(u.Atom.Name, u.Names))
		}
		w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, r := range a.Rows {
			fmt.Fprintf(w, "    %s\t%s\t%s\t%s\n", report.Rel(c.dir, r.Workflow.Pos), r.Workflow.Name, r.Outcome(), r.Detail())
		}
		if err := w.Flush(); err != nil {
			return err
		}
		for _, r := range a.Rows {
			for _, line := range r.Leans() {
				fmt.Fprintf(c.stdout, "    %s: %s\n", r.Workflow.Name, line)
			}
		}
	}
	return nil
}

type (
	jsonAdequacy struct {
		Rule      string          `json:"rule"`
		Text      string          `json:"text"`
		Passed    bool            `json:"passed"`
		Builtin   bool            `json:"builtin,omitempty"`
		Error     string          `json:"error,omitempty"`
		Unmatched []jsonUnmatched `json:"unmatched"`
		Workflows []jsonOutcome   `json:"workflows"`
	}
	jsonUnmatched struct {
		Atom    string `json:"atom"`
		Nearest string `json:"nearest,omitempty"`
		Certain bool   `json:"certain"`
	}
	jsonOutcome struct {
		Workflow string        `json:"workflow"`
		Position string        `json:"position"`
		Outcome  string        `json:"outcome"`
		Reason   string        `json:"reason,omitempty"`
		Mistakes int           `json:"mistakes"`
		Found    []jsonMistake `json:"found"`
		Leans    []string      `json:"leans,omitempty"` // on which conditions
		Turns    []jsonTurn    `json:"turns"`
	}
	jsonTurn struct {
		Event   string `json:"event"`
		After   string `json:"after,omitempty"`
		Happens string `json:"happens"` // "can", "cannot" or "unknown"
		By      string `json:"by,omitempty"`
	}
	jsonMistake struct {
		Kind     string `json:"kind"`
		What     string `json:"what"`
		Position string `json:"position"`
	}
)

func newTurn(t verify.Turn) jsonTurn {
	out := jsonTurn{Event: t.Event.String(), Happens: "unknown"}
	if t.After != nil {
		out.After = t.After.String()
	}
	switch t.Happens {
	case verdict.Holds:
		out.Happens = "can"
	case verdict.Violated:
		out.Happens = "cannot"
	}
	if t.By != nil {
		out.By = strings.TrimPrefix(report.ExcludedBy(t.By), ": ")
	}
	return out
}

// writeAdequacy writes {"policies": […], "sinks": […], "sources": […], "libraries": […]}.
func (c *cli) writeAdequacy(tests []*verify.Adequacy, data *verify.Uses) error {
	out := struct {
		Policies  []jsonAdequacy `json:"policies"`
		Sinks     []jsonSink     `json:"sinks"`
		Sources   []jsonSource   `json:"sources"`
		Libraries []jsonRow      `json:"libraries"`
	}{[]jsonAdequacy{}, c.jsonSinks(data.Sinks), c.jsonSources(data.Sources), c.jsonRows(data.Rows)}
	for _, a := range tests {
		j := jsonAdequacy{
			Rule: a.Rule.ID(), Text: a.Rule.Text, Passed: a.Passed(), Builtin: a.Rule.Builtin,
			Unmatched: []jsonUnmatched{}, Workflows: []jsonOutcome{},
		}
		if a.Err != nil {
			j.Error = a.Err.Error()
		}
		for _, u := range a.Unmatched {
			j.Unmatched = append(j.Unmatched, jsonUnmatched{u.Atom.String(), spell.Nearest(u.Atom.Name, u.Names), u.Certain})
		}
		for _, r := range a.Rows {
			o := jsonOutcome{
				Workflow: r.Workflow.Name, Position: report.Rel(c.dir, r.Workflow.Pos).String(), Outcome: r.Outcome(),
				Mistakes: r.Mutants, Found: []jsonMistake{}, Leans: r.Leans(), Turns: []jsonTurn{},
			}
			for _, t := range r.Turns {
				o.Turns = append(o.Turns, newTurn(t))
			}
			if d := r.Result.Doubt; d.Why != product.WhyNone {
				o.Reason = report.OrderDoubt(d)
			}
			for _, m := range r.Found {
				o.Found = append(o.Found, jsonMistake{m.Kind.String(), m.What, report.Rel(c.dir, m.Pos).String()})
			}
			j.Workflows = append(j.Workflows, o)
		}
		out.Policies = append(out.Policies, j)
	}
	enc := json.NewEncoder(c.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

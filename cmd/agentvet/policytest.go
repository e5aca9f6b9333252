package main

// This file is the commands that test policies and explain them.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/analyzers/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/spell"
	"github.com/agentvet/agentvet/graph/verdict"
)

// owned returns the workflows of all packages, each with the package that builds
// it.
func owned(payloads []*payload.Payload) []verify.Owned {
	type found struct {
		*graph.Workflow
		pkg string
	}
	var list []found
	done := completed(payloads)
	for _, p := range payloads {
		for _, w := range p.Program.Workflows {
			if !done.workflow(w) {
				list = append(list, found{w, p.Package})
			}
		}
	}
	list = unique(list,
		func(f found) (graph.Pos, string) { return f.Pos, f.Name },
		func(f found) *graph.Program { return &graph.Program{Workflows: []*graph.Workflow{f.Workflow}} })
	out := make([]verify.Owned, len(list))
	for i, f := range list {
		out[i] = verify.Owned{Workflow: f.Workflow, Package: f.pkg}
	}
	return out
}

// A bound policy is one with the workflows that it may be about.
type boundPolicy struct {
	rule *policy.Rule
	all  []verify.Owned
}

// policiesOn returns the policies of a file, which are about all workflows, and
// those that packages state, which are about their own.
func policiesOn(file []*policy.Rule, payloads []*payload.Payload) []boundPolicy {
	all := owned(payloads)
	var out []boundPolicy
	for _, r := range file {
		if r.Static() {
			out = append(out, boundPolicy{r, all})
		}
	}
	var stated []payload.Policy
	for _, p := range payloads {
		stated = append(stated, p.Policies...)
	}
	slices.SortFunc(stated, func(a, b payload.Policy) int {
		return cmp.Or(report.ComparePos(a.Pos, b.Pos), cmp.Compare(a.Name, b.Name))
	})
	for _, s := range slices.Compact(stated) {
		r, wrong := policy.Parse(s.Name, s.Text, s.Pos)
		if wrong != nil {
			continue // the package has a finding
		}
		one := &directive.PackagePolicies{Rules: []*policy.Rule{r}}
		b := boundPolicy{rule: r}
		for _, o := range all {
			if len(one.Of(o.Workflow)) > 0 {
				b.all = append(b.all, o)
			}
		}
		out = append(out, b)
	}
	return out
}

// vacuous returns a finding for each policy that names what is not there.
func vacuous(file []*policy.Rule, payloads []*payload.Payload) []report.Finding {
	var out []report.Finding
	for _, b := range policiesOn(file, payloads) {
		out = append(out, verify.Vacuous([]*policy.Rule{b.rule}, b.all)...)
	}
	return out
}

// runPolicyTest tests the policies that apply to packages: see verify.Adequate.
func runPolicyTest(c *cli, cmd *command, args []string) (int, error) {
	var (
		pkgs   packageFlags
		fs     = cmd.flags()
		file   = policyFlag(fs)
		format = fs.String("format", "text", "`form` of the output: text or json")
		rules  = ruleFlag(fs)
	)
	pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if err := oneOf("format", *format, "text", "json"); err != nil {
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
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	result, err := c.load(patterns, pkgs, opts)
	if err != nil {
		return 0, err
	}
	var tests []*verify.Adequacy
	failed, workflows := false, 0
	for _, b := range policiesOn(slices.Concat(opts.Effective().Policy.Rules, own), result.Payloads) {
		a := verify.Adequate(b.rule, b.all)
		tests = append(tests, a)
		failed = failed || !a.Passed() && !b.rule.Builtin
		workflows += len(b.all)
	}
	data := dataUses(result.Payloads, opts.Policy)
	failed = failed || !protects(data, c.wholeModule(opts.Policy, patterns) && !result.Incomplete)
	tested := workflows > 0 || len(data.Sinks)+len(data.Sources)+len(data.Rows) > 0
	if !tested {
		c.notice("no workflow and no annotation of data found: nothing was tested")
	}
	if *format == "json" {
		err = c.writeAdequacy(tests, data)
	} else if err = c.printAdequacy(tests); err == nil {
		err = c.printData(data)
	}
	switch {
	case err != nil:
		return 0, err
	case result.Incomplete || !tested:
		return exitUndecided, nil
	case failed:
		return exitFindings, nil
	}
	return exitClean, nil
}

// outcome says in a word or two what a policy says about a workflow.
func outcome(r verify.AdequacyRow) string {
	switch {
	case r.Result.Verdict == verdict.Violated:
		return "violated"
	case r.Result.Verdict == verdict.Unknown:
		return "unknown"
	case r.Vacuous:
		return "cannot happen"
	case len(r.Found) == 0:
		return "protects nothing"
	}
	return "holds"
}

// detail says more of an outcome.
func detail(r verify.AdequacyRow) string {
	switch {
	case r.Result.Verdict == verdict.Unknown:
		return r.Result.Reason
	case r.Mutants > 0:
		text := fmt.Sprintf("finds %d of %d mistakes", len(r.Found), r.Mutants)
		if len(r.Found) > 0 {
			text += fmt.Sprintf(", as %s: %s", r.Found[0].Kind, r.Found[0].What)
		}
		return text
	}
	return ""
}

// printAdequacy writes a table for each policy.
func (c *cli) printAdequacy(tests []*verify.Adequacy) error {
	for i, a := range tests {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		state := "ok"
		switch {
		case a.Err != nil:
			state = "not checked: " + a.Err.Error()
		case len(a.Unmatched) > 0:
			state = "names what is not there"
		case !a.Protects():
			state = "protects nothing"
		}
		if a.Rule.Builtin && state != "ok" {
			state = "not needed here" // nobody asked for it
		}
		fmt.Fprintf(c.stdout, "%s: %s\n    %s\n", a.Rule.ID(), state, strings.Join(strings.Fields(a.Rule.Text), " "))
		for _, u := range a.Unmatched {
			fmt.Fprintf(c.stdout, "    %s matches nothing%s\n", u.Atom, spell.DidYouMean(u.Atom.Name, u.Names))
		}
		w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, r := range a.Rows {
			fmt.Fprintf(w, "    %s\t%s\t%s\t%s\n", report.Rel(c.dir, r.Workflow.Pos), r.Workflow.Name, outcome(r), detail(r))
		}
		if err := w.Flush(); err != nil {
			return err
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
	}
	jsonMistake struct {
		Kind     string `json:"kind"`
		What     string `json:"what"`
		Position string `json:"position"`
	}
)

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
				Workflow: r.Workflow.Name, Position: report.Rel(c.dir, r.Workflow.Pos).String(), Outcome: outcome(r),
				Reason: r.Result.Reason, Mistakes: r.Mutants, Found: []jsonMistake{},
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

// runPolicyExplain says what a rule means: in words, as a formula, and as an
// automaton.
func runPolicyExplain(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	fs.String("C", "", "work in `dir`")
	dot := fs.Bool("dot", false, "print the automata for Graphviz")
	file := policyFlag(fs)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if len(rest) != 1 {
		return 0, &errUsage{"policy explain needs one rule, or the name of a policy", "agentvet help policy"}
	}
	r, err := c.ruleCalled(rest[0], *file)
	if err != nil {
		return 0, err
	}
	compiled, err := product.Compile(r.Rule)
	if err != nil {
		return 0, err
	}
	if !*dot {
		fmt.Fprintf(c.stdout, "%s\n\n    %s\n\nevery run\n\n    %s\n", r.Rule, r.Rule.Formula(), report.Demand(r.Rule))
	}
	for _, p := range compiled.Parts {
		if *dot {
			fmt.Fprint(c.stdout, p.DFA.DOT())
			continue
		}
		fmt.Fprintln(c.stdout)
		if len(compiled.Parts) > 1 {
			fmt.Fprintf(c.stdout, "%s\n", p.Source)
		}
		printAutomaton(c.stdout, p.DFA)
	}
	return exitClean, nil
}

func printAutomaton(w io.Writer, d *dfa.DFA) {
	if d.Unfolding() {
		fmt.Fprintf(w, "the automaton has more than MaxStates = %d states\n", dfa.MaxStates)
		return
	}
	fmt.Fprintf(w, "automaton, %d states\n\n", d.Len())
	for line := range strings.Lines(d.String()) {
		fmt.Fprint(w, "    "+strings.ReplaceAll(line, "\t", "    "))
	}
}

// ruleCalled returns the policy of that name, or that the text is.
func (c *cli) ruleCalled(text, file string) (*policy.Rule, error) {
	if policy.CheckName(text) == nil {
		var opts verify.Options
		if err := c.usePolicy(&opts, file); err != nil {
			return nil, err
		}
		p := opts.Effective().Policy
		if r := p.RuleByName(text); r != nil {
			return r, nil
		}
	}
	return parseRule("rule", text)
}

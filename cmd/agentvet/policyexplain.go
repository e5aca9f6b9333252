package main

// This file is the command that explains a rule over order.

import (
	"fmt"
	"io"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
)

// runPolicyExplain says what a rule means: in words, as a formula, and as an
// automaton.
func runPolicyExplain(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	format := formats(fs, formText, formDOT)
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
	dot := format.form == formDOT
	if !dot {
		fmt.Fprintf(c.stdout, "%s\n\n    %s\n\nevery run\n\n    %s\n", r.Rule, r.Rule.Formula(), report.Demand(r.Rule))
	}
	for _, p := range compiled.Parts {
		if dot {
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

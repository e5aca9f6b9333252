package main

// This file is the command that explains a rule over order.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/shortest"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// runPolicyExplain says what a rule means: in words, as a formula, as an automaton, and by runs.
func runPolicyExplain(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	format := formats(fs, formText, formDOT)
	file := policyFlag(fs)
	example := fs.Bool("example", false, "of explain: show the shortest run that keeps the rule and the shortest that breaks it")
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
	if dot && *example {
		return 0, &errUsage{"-example writes text, and -dot a drawing", "agentvet help policy"}
	}
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
	if *example {
		return exitClean, printRuns(c.stdout, r.Rule)
	}
	return exitClean, nil
}

// printRuns writes a run that keeps the rule, and one that breaks it.
func printRuns(w io.Writer, r *syntax.Rule) error {
	runs, err := shortest.Of(r)
	if err != nil {
		return err
	}
	words := [...]string{"keeps", "breaks"}
	for i, run := range []*shortest.Run{runs.Kept, runs.Broken} {
		if run == nil {
			fmt.Fprintf(w, "\nof runs of what it names, none was found that %s it\n", words[i])
			continue
		}
		fmt.Fprintf(w, "\na run that %s it\n\n", words[i])
		printEvents(w, run.Events)
		if run.Unmet {
			fmt.Fprintln(w, "    and the run ends")
		}
	}
	if runs.Partial {
		fmt.Fprintln(w, "\nnot all of these runs were tried: there may be shorter ones")
	}
	return nil
}

// printEvents writes a line for each event, and one for several that are the same.
func printEvents(w io.Writer, events []dfa.Event) {
	var lines []string
	for i := range events {
		lines = append(lines, describe(&events[i]))
	}
	for i := 0; i < len(lines); {
		n := slices.IndexFunc(lines[i:], func(line string) bool { return line != lines[i] })
		if n < 0 {
			n = len(lines) - i
		}
		times := ""
		if n > 1 {
			times = fmt.Sprintf(", %d times", n)
		}
		fmt.Fprintf(w, "    %s%s\n", lines[i], times)
		i += n
	}
}

// describe returns an event with its result.
func describe(e *dfa.Event) string {
	if len(e.Result) == 0 {
		return e.String()
	}
	var parts []string
	for _, a := range e.Result {
		parts = append(parts, cmp.Or(a.Path, "the result")+" = "+strconv.Quote(a.Value.Text))
	}
	return e.String() + ", which returns " + strings.Join(parts, ", ")
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
		if r := policyCalled(opts.Effective().Policy, text); r != nil {
			return r, nil
		}
	}
	return parseRule("rule", text)
}

// policyCalled returns the policy of that name in p, or in the built-in pack, of which p may switch some off. It
// returns nil if there is none.
func policyCalled(p *policy.Policy, name string) *policy.Rule {
	if r := p.RuleByName(name); r != nil {
		return r
	}
	return policy.Default().RuleByName(name)
}

package main

// This file is the command about policy files.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

var policyCommand = command{
	name:  "policy",
	line:  "check [flags] [FILE] | test [flags] [packages] | explain RULE | convert [flags] FILE.json",
	short: "check a policy file, test policies on workflows, explain a rule, convert a policy",
	long: `Examples:

    agentvet policy check                 the policy file that applies here
    agentvet policy check strict.yaml     another one
    agentvet policy test ./...            can the policies fail, and what would they find?
    agentvet policy explain 'human before tool:rm'
                                          a rule in words, as a formula and as an automaton
    agentvet policy explain -example 'at most 2 tool:pay'
                                          the shortest run that keeps it and the shortest that breaks it
    agentvet policy convert old.json      a policy of Atmosphere's verifier, as agentvet.yaml

The policy file is agentvet.yaml beside go.mod. It is YAML:

    version: 1
    profile: strict                       default, strict or regulated
    sensitive: [refund_payment]           these tools need a human before them
    policies:                             what must hold of every run
      - name: review-before-mail
        rule: human before each tool:send_mail
    severities:
      structure/unreachable: off
    suppress:
      - rule: structure/dead-end
        workflow: nightly
        reason: the batch job ends here
    libraries: |                          what functions of libraries do to data
      package example.com/queue
      sink Run exec 0

docs/policy.md says what every key means. Mistakes are printed with their
positions, all at once. So are rules that no run can keep, and pairs of rules that
no run can keep both.

"policy test" asks of each policy: does each name in it name something in the
workflows of its scope; can what it is about happen; and would it find a mistake,
such as a gate that is dropped, two steps in the wrong order, or a step that can
be bypassed? Where conditions carry the proof, it says which: without them the
policy would not hold, or one of its events would happen, at any time or after
another one. JSON has all of these. A policy that could not fail protects nothing. Nor does a sink tag
if nothing that it forbids reaches the argument, or a source that nothing reads,
or a row on a library that names what does not exist: tables of these follow.

Exit codes: 0 the file can be used and policies, tags and rows say something, 1 one
of them says nothing, 2 the file has mistakes or does not exist, or nothing was
tested, or not the file of a module of a workspace by which a package goes.`,
	run: runPolicy,
}

// policyVerbs are the commands behind agentvet policy.
var policyVerbs = []struct {
	name string
	run  func(c *cli, cmd *command, args []string) (int, error)
}{
	{"check", runPolicyCheck},
	{"test", runPolicyTest},
	{"explain", runPolicyExplain},
	{"convert", runPolicyConvert},
}

func runPolicy(c *cli, cmd *command, args []string) (int, error) {
	var names []string
	for _, verb := range policyVerbs {
		if len(args) > 0 && args[0] == verb.name {
			return verb.run(c, cmd, args[1:])
		}
		names = append(names, verb.name)
	}
	if len(args) == 0 || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		if _, err := c.parse(cmd, cmd.flags(), args); err != nil {
			return 0, err
		}
		return 0, &errUsage{"policy needs a command: " + strings.Join(names, ", "), "agentvet help policy"}
	}
	return 0, &errUsage{fmt.Sprintf("unknown command policy %s%s", args[0], spell.DidYouMean(args[0], names)), "agentvet help policy"}
}

func runPolicyCheck(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	formats(fs, formText)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	name := ""
	switch {
	case len(rest) > 1:
		return 0, &errUsage{fmt.Sprintf("unexpected argument %q: one file is checked at a time", rest[1]), "agentvet help policy"}
	case len(rest) == 1:
		name = rest[0]
	}
	p, err := c.policy(name)
	if err != nil {
		return 0, err
	}
	if p == nil {
		c.notice("no policy file: there is no " + policy.FileName + " beside go.mod; the built-in policies apply")
		p = policy.Default()
	}
	if err := c.contradictions(p.Rules); err != nil {
		return 0, err
	}
	if p.File != "" {
		fmt.Fprintf(c.stdout, "%s\n\n", report.Rel(c.dir, graph.Pos{File: p.File}).File)
	}
	return exitClean, p.WriteText(c.stdout)
}

// contradictions returns an error if no run can keep the rules.
func (c *cli) contradictions(rules []*policy.Rule) error {
	if list := policy.Contradictions(rules); len(list) > 0 {
		return &policyError{list, c.dir}
	}
	return nil
}

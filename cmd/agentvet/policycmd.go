package main

// This file is the command about policy files.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/spell"
)

var policyCommand = command{
	name:  "policy",
	line:  "check [flags] [FILE]",
	short: "check a policy file and print what applies",
	long: `Examples:

    agentvet policy check                 the policy file that applies here
    agentvet policy check strict.yaml     another one

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

docs/policy.md says what every key means. Mistakes are printed with their
positions, all at once.

Exit codes: 0 the file can be used, 2 it has mistakes or does not exist.`,
	run: runPolicy,
}

// policyVerbs are the commands behind agentvet policy.
var policyVerbs = []struct {
	name string
	run  func(c *cli, cmd *command, args []string) (int, error)
}{
	{"check", runPolicyCheck},
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
	fs.String("C", "", "work in `dir`; positions are relative to it")
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
	} else {
		fmt.Fprintf(c.stdout, "%s\n\n", report.Rel(c.dir, graph.Pos{File: p.File}).File)
	}
	return exitClean, p.WriteText(c.stdout)
}

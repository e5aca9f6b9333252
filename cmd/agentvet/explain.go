package main

// This file is the commands that talk about agentvet itself.

import (
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/spell"
)

var explainCommand = command{
	name:  "explain",
	line:  "[rule]",
	short: "explain a rule or a policy, or list all rules",
	long: `Examples:

    agentvet explain structure/dead-end   what the rule means and how to fix it
    agentvet explain dead-end             the same
    agentvet explain policy/once          a policy of the policy file, or a built-in one
    agentvet explain                      all rules`,
	run: runExplain,
}

func runExplain(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	formats(fs, formText)
	file := policyFlag(fs)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if len(rest) == 0 {
		return exitClean, listRules(c.stdout, func(rules.Rule) bool { return true })
	}
	for i, name := range rest {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		if err := c.explain(name, *file); err != nil {
			return 0, err
		}
	}
	return exitClean, nil
}

// explain prints the page of a rule, the rules of a group, or what a policy of the policy file says.
func (c *cli) explain(name, file string) error {
	for _, r := range rules.All() {
		_, short, _ := strings.Cut(r.ID, "/")
		if name == r.ID || name == short {
			_, err := io.WriteString(c.stdout, r.Help())
			return err
		}
	}
	for _, group := range rules.Groups() {
		if name == group {
			return listRules(c.stdout, func(r rules.Rule) bool { return r.Group() == group })
		}
	}
	return c.explainPolicy(name, file)
}

func listRules(w io.Writer, want func(rules.Rule) bool) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules.All() {
		if want(r) {
			fmt.Fprintf(tw, "%s\t%s\t%s\n", r.ID, r.Severity, r.Title)
		}
	}
	return tw.Flush()
}

var versionCommand = command{
	name:  "version",
	short: "print the version",
	long: `Example:

    agentvet version`,
	run: runVersion,
}

func runVersion(c *cli, cmd *command, args []string) (int, error) {
	fs := cmd.flags()
	formats(fs, formText)
	if _, err := c.parse(cmd, fs, args); err != nil {
		return 0, err
	}
	goVersion := "unknown Go version"
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
	}
	fmt.Fprintf(c.stdout, "agentvet %s (%s)\n", version(), goVersion)
	return exitClean, nil
}

// version returns the version of this module in the running binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// help prints the help of a command, or the overview.
func (c *cli) help(args []string) (int, error) {
	if len(args) == 0 {
		c.overview()
		return exitClean, nil
	}
	names := []string{}
	for _, cmd := range commands() {
		if cmd.name == args[0] {
			_, err := cmd.run(c, &cmd, []string{"-h"})
			return exitClean, err
		}
		names = append(names, cmd.name)
	}
	return 0, &errUsage{fmt.Sprintf("unknown command %q%s", args[0], spell.DidYouMean(args[0], names)), "agentvet help"}
}

func (c *cli) overview() {
	fmt.Fprint(c.stdout, `agentvet checks Go programs that run LLM agents, before they run.

    agentvet ./...                                   check packages
    go vet -vettool=$(which agentvet) ./...          the same, under go vet
    agentvet graph -format mermaid ./...             draw the workflows
    agentvet tools ./...                             list the tools
    agentvet verify -workflow graph.json             check a graph file
    agentvet policy check                            check the policy file
    agentvet monitor -policy agentvet.yaml run.jsonl check the log of a run
    agentvet explain structure/dead-end              explain a rule

Commands:

`)
	tw := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, cmd := range commands() {
		fmt.Fprintf(tw, "    %s\t%s\n", cmd.name, cmd.short)
	}
	fmt.Fprintf(tw, "    help\tprint this, or the help of a command\n")
	tw.Flush()
	fmt.Fprint(c.stdout, "\nEvery command takes -format FORM, and -FORM for short, as in -json; and -C DIR, which\n"+
		"may also stand before the command.\n"+
		"'agentvet help COMMAND' prints the flags of a command.\n"+
		"Exit codes: 0 no findings, 1 findings, 2 something could not be decided.\n")
}

// printHelp prints the help of one command: usage, examples, flags.
func (c *cli) printHelp(cmd *command, fs *flag.FlagSet) {
	fmt.Fprintf(c.stdout, "agentvet %s: %s\n\nUsage: %s\n\n%s\n", cmd.name, cmd.short,
		strings.TrimSpace("agentvet "+cmd.name+" "+cmd.line), cmd.long)
	first := true
	tw := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fs.VisitAll(func(f *flag.Flag) {
		if first {
			fmt.Fprintf(tw, "\nFlags:\n\n")
			first = false
		}
		arg, usage := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		fmt.Fprintf(tw, "    -%s\t%s\n", strings.TrimSpace(f.Name+" "+arg), usage)
	})
	tw.Flush()
}

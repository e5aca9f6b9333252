package main

// This file is the command that begins a policy file.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
)

var initCommand = command{
	name:  "init",
	line:  "[flags] [packages]",
	short: "write a policy file that fits the program, to be edited",
	long: `Examples:

    agentvet init ./...                       write agentvet.yaml
    agentvet init -o - ./...                  print it

The file asks for nothing by itself: it names what agentvet found, the tools that
may need a human before them, a policy for them, and what each agent has, as a
grant, in comments to be taken out.
docs/policy.md says what every key means.

Exit codes: 0 the file is written, 2 it is not, or some code was not read.`,
	run: runInit,
}

func runInit(c *cli, cmd *command, args []string) (int, error) {
	var pkgs packageFlags
	fs := cmd.flags()
	name := fs.String("o", policy.FileName, "write to `file`, which must not exist, or to standard output (-)")
	pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if patterns, err = pkgs.patterns(cmd, patterns); err != nil {
		return 0, err
	}
	if *name != standardOutput {
		if err := c.mustBeNew(*name); err != nil {
			return 0, err
		}
	}
	all, err := c.load(patterns, pkgs, verify.Options{}, nil)
	if err != nil {
		return 0, err
	}
	var text bytes.Buffer
	writePolicy(&text, all.Program, all.Tools())
	if *name == standardOutput {
		_, err = c.stdout.Write(text.Bytes())
		return exitCode(0, all.incomplete), err
	}
	file, err := c.create(*name, false)
	if err != nil {
		return 0, err
	}
	_, err = file.Write(text.Bytes())
	if err := errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	c.notice(fmt.Sprintf("wrote %s; agentvet policy check prints what applies", *name))
	return exitCode(0, all.incomplete), nil
}

// writePolicy writes a policy for a program. A line of prose begins with "# ", a proposal with
// "#" and a key, or "#" and what indents it, so that taking out the "#" leaves YAML. Names stand in
// quotes: they are the program's, and can have anything in them.
func writePolicy(w io.Writer, p *graph.Program, tools []*graph.Tool) {
	names := namesOf(tools, func(t *graph.Tool) string { return t.Name })
	doubtful := namesOf(tools, func(t *graph.Tool) string {
		if !mayHarm(t) {
			return ""
		}
		return pattern.Replace(t.Name)
	})
	fmt.Fprintf(w, `# The policy of agentvet for this module: what holds for the program as a whole. As it is, it
# changes nothing. The keys behind a # are proposals: take the # out.
# https://github.com/agentvet/agentvet/blob/main/docs/policy.md says what every key means.
version: 1

# Stricter sets of checks: strict also fails on what could not be decided.
#profile: strict

`)
	fmt.Fprintf(w, "# agentvet found %s, %s and %s here", counted(len(p.Workflows), "workflow"), counted(len(p.Agents), "agent"), counted(len(names), "tool"))
	for i, name := range names {
		const most = 40
		if i == most {
			fmt.Fprintf(w, "\n# - and %d more", len(names)-most)
			break
		}
		fmt.Fprintf(w, "\n# - %s", name)
	}
	fmt.Fprintf(w, `

# Tools that need a human before them. %s
#sensitive:
`, reasonFor(doubtful))
	if len(doubtful) == 0 {
		doubtful = append(doubtful, `"delete_*"`)
	}
	for _, name := range doubtful {
		fmt.Fprintf(w, "#  - %s\n", name)
	}
	fmt.Fprintln(w)
	writeGrants(w, p.AllAgents())
	fmt.Fprintf(w, `# What must hold of every run, as a pattern or a formula over the order of events.
#policies:
#  - name: ask-first
#    rule: %s
#    severity: high

# Another severity for a rule, or off; agentvet explain lists the rules.
#severities:
#  structure/unreachable: low

# Findings that somebody decided to live with.
#suppress:
#  - rule: structure/dead-end
#    workflow: nightly
#    reason: the batch job ends here
`, yamlText("human before each tool:"+atomName(doubtful[0])))
}

func reasonFor(doubtful []string) string {
	if len(doubtful) == 0 {
		return "None of those above looks like one; names take * and ?."
	}
	return "These look like it by what they say of themselves, or by name."
}

// pattern makes the pattern of a name, which has no wildcards.
var pattern = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `*`, `\*`, `?`, `\?`)

// namesOf returns what name returns of tools, in quotes, sorted.
func namesOf(tools []*graph.Tool, name func(*graph.Tool) string) []string {
	var names []string
	for _, t := range tools {
		if text := name(t); text != "" {
			names = append(names, yamlText(text))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// yamlText returns text in double quotes, as YAML and JSON read it, on one line.
func yamlText(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return `""` // no text cannot be encoded
	}
	return strings.TrimSpace(b.String())
}

// atomName returns a name in quotes as the language of rules wants it.
func atomName(name string) string {
	var text string
	if json.Unmarshal([]byte(name), &text) != nil || strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_-*.", r)
	}) {
		return "NAME"
	}
	return text
}

// harm is what names of tools say that do what somebody should look at.
var harm = []string{"delete", "remove", "drop", "refund", "pay", "transfer", "send", "publish", "deploy", "exec", "run", "shell", "write", "update", "kill", "grant"}

// mayHarm reports whether a tool says of itself that it destroys or writes, or has such a name.
// It decides nothing: the list is for somebody to choose from.
func mayHarm(t *graph.Tool) bool {
	if t.Destructive || t.Hints.Destructive == graph.HintTrue {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(t.Name), func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == '/' })
	return t.Hints.ReadOnly != graph.HintTrue && slices.ContainsFunc(words, func(word string) bool { return slices.Contains(harm, word) })
}

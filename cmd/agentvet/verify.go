package main

// This file is the command that checks graph files.

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

var verifyCommand = command{
	name:  "verify",
	line:  "[flags] -workflow FILE",
	short: "check a graph file",
	long: `Examples:

    agentvet verify -workflow triage.json          check one workflow
    agentvet verify -workflow program.json         or all that 'agentvet graph -format json' wrote
    agentvet verify -json -workflow all.jsonl      many, one a line: one result a line
    agentvet verify -workflow triage.json -rule 'human before tool:send_mail'
                                                   and a rule over the order of events

A graph file is JSON:

    {
      "name": "triage", "framework": "custom",
      "entry_id": "start", "exit_ids": ["end"],
      "nodes": [{"id": "start", "kind": "entry"},
                {"id": "mail", "kind": "tool", "tools": ["send_mail"]},
                {"id": "end", "kind": "exit"}],
      "edges": [{"source": "start", "target": "mail", "kind": "direct"},
                {"source": "mail", "target": "end", "kind": "direct"}]
    }

What is known of the arguments of a node's calls can stand beside its tools:
"args": {"send_mail": {"to": "ann@example.com"}}.

Node kinds: entry, exit, tool, llm, router, human, subgraph, passthrough. Edge
kinds: direct, conditional, parallel, loop. 'agentvet graph -format json' writes
{"workflows": […], "agents": […], …} with workflows in this form, in more detail;
such a file is checked as a whole. The rules are those for Go code. A file that is not
sound (edges to nodes that do not exist, ids that occur twice) is an error with
its position, and exit code 2. So is one that is no regular file, such as a pipe,
or that has more than 256 MB.`,
	run: runVerify,
}

func runVerify(c *cli, cmd *command, args []string) (int, error) {
	var (
		out  outputFlags
		opts verify.Options
		fs   = cmd.flags()
	)
	file := policyFlag(fs)
	rules := ruleFlag(fs)
	name := fs.String("workflow", "", "graph `file`: .json with a workflow or a program, .jsonl with one a line")
	out.register(fs)
	opts.Register(fs)
	rest, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	switch {
	case len(rest) > 0:
		return 0, &errUsage{fmt.Sprintf("unexpected argument %q: the graph file goes behind -workflow", rest[0]), "agentvet help verify"}
	case *name == "":
		return 0, &errUsage{"verify needs -workflow FILE", "agentvet help verify"}
	}
	own, err := rules.parse()
	if err != nil {
		return 0, err
	}
	if err := errors.Join(c.usePolicy(&opts, *file), c.mayCreate(out.file, out.force)); err != nil {
		return 0, err
	}
	data, err := regular.Named(*name, maxGraph)
	if err != nil {
		return 0, err
	}
	return c.verifyAll(out, opts, own, read(filepath.ToSlash(*name), data))
}

// read returns the programs of the text of a file, or the errors in their places. One workflow
// is a program.
func read(name string, text []byte) iter.Seq2[*graph.Program, error] {
	if strings.HasSuffix(name, ".jsonl") {
		return graph.DecodeLines(name, bytes.NewReader(text))
	}
	return func(yield func(*graph.Program, error) bool) { yield(graph.DecodeProgram(name, text)) }
}

// verifyAll checks programs one after the other and writes a report for each.
// One that cannot be read has a report without findings and with its
// error, so that the reports of a .jsonl file match its lines. What is said of
// the file as a whole goes into the last report.
func (c *cli) verifyAll(out outputFlags, opts verify.Options, own []*policy.Rule, programs iter.Seq2[*graph.Program, error]) (int, error) {
	w, err := c.openWriter(out, opts)
	if err != nil {
		return 0, err
	}
	var (
		sum    report.Summary
		found  int
		failed bool
		last   *report.Report // not written yet
		names  = verify.NewResolution(opts.Named())
		all    []verify.Owned
	)
	opts = opts.Effective()
	rules := slices.Concat(opts.Policy.Checked(), own)
	write := func() error {
		if last == nil {
			return nil
		}
		found += len(last.Listed(opts.Strict))
		sum.Add(last.Summary(opts.Strict))
		return w.Write(last)
	}
	for program, err := range programs {
		if err := write(); err != nil {
			return 0, err
		}
		last = &report.Report{Err: err}
		if err != nil {
			failed = true
			c.notice("not a sound graph:\n    " + strings.ReplaceAll(err.Error(), "\n", "\n    "))
			continue
		}
		names.Add(program)
		for _, workflow := range program.Workflows {
			all = append(all, verify.Owned{Workflow: workflow})
		}
		last = verified(program, opts, rules)
		out.unsilence(last)
	}
	unmatched := c.unmatched(names.Unmatched())
	if last != nil {
		vacuous := opts.Policy.Apply(verify.Vacuous(rules, all))
		last.Findings = report.Sort(append(last.Findings, vacuous...))
		out.unsilence(last)
		last.Notices = unmatched
	}
	if err := errors.Join(write(), w.Close()); err != nil {
		return 0, err
	}
	c.summarize(sum, out, opts, "")
	return exitCode(found, failed || !names.Checked()), nil
}

// countTools counts the tools of a program. Each of its workflows defines its own, so
// that one tool may be there several times.
func countTools(p *graph.Program) int {
	type tool struct {
		name string
		pos  graph.Pos
	}
	seen := make(map[tool]bool)
	for _, t := range p.AllTools() {
		seen[tool{t.Name, t.Pos}] = true
	}
	return len(seen)
}

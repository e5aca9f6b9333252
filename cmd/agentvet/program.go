package main

// This file reads programs, and is the command that prints workflows.

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/spell"
)

var graphCommand = command{
	name:  "graph",
	line:  "[flags] [packages]",
	short: "print the workflows of packages",
	long: `Examples:

    agentvet graph ./...                        every workflow as text
    agentvet graph -format mermaid . > a.mmd    as Mermaid, for Markdown
    agentvet graph -format dot . | dot -Tsvg    as DOT, for Graphviz
    agentvet graph -format svg . > a.svg        as a picture, with nothing installed
    agentvet graph -workflow triage -svg ./...  one of them, by its name
    agentvet graph -format json ./...           as JSON, with agents and tools
    agentvet graph -json ./...                  the same: -NAME is short for -format NAME

A tool that must not run without a human, as the policy file says or the tool itself,
has the mark ⚠, one before which a human is asked ⏸.

The JSON, or that of one workflow in it, is what 'agentvet verify -workflow'
reads, and -graph here: agentvet graph -graph triage.json -svg. A page to look at, with
the findings on the drawings, is agentvet report.`,
	run: runGraph,
}

// program loads the packages that patterns name, with relative positions. It returns the exit code
// that tells whether all of them could be read.
func (c *cli) program(cmd *command, pkgs packageFlags, opts *verify.Options, patterns []string) (m *module.Module, code int, err error) {
	// The policy changes nothing of what is read. It is part of the key of the cache, and the
	// result of a check is used.
	if err := c.usePolicy(opts, ""); err != nil {
		opts.Policy = nil
	}
	if patterns, err = pkgs.patterns(cmd, patterns); err != nil {
		return nil, 0, err
	}
	all, err := c.load(patterns, pkgs, *opts)
	if err != nil {
		return nil, 0, err
	}
	all.NoteUnread()
	relativize(all.Program, c.dir)
	return all.Module, exitCode(0, all.incomplete), nil
}

func runGraph(c *cli, cmd *command, args []string) (int, error) {
	var (
		pkgs   packageFlags
		opts   verify.Options
		fs     = cmd.flags()
		format = formats(fs, formText, formJSON, formDOT, formMermaid, formSVG)
		name   = fs.String("workflow", "", "print only the workflows called `name`")
		file   = fs.String("graph", "", "read a graph `file` in place of packages: .json with a workflow or a program")
	)
	pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	var p *graph.Program
	code := exitClean
	if *file != "" {
		if err = c.usePolicy(&opts, ""); err == nil {
			p, err = c.graphFile(cmd, *file, patterns)
		}
	} else {
		var m *module.Module
		if m, code, err = c.program(cmd, pkgs, &opts, patterns); err == nil {
			p = m.Program
		}
	}
	if err != nil {
		return 0, err
	}
	if *name != "" {
		if p, err = only(p, *name); err != nil {
			return 0, err
		}
	}
	if len(p.Workflows) == 0 {
		c.notice("no workflow found")
	}
	marked := opts.Effective()
	switch format.form {
	case formJSON:
		return code, writeJSON(c.stdout, p)
	case formSVG:
		return code, c.writeSVG(p, marked)
	}
	return code, writeWorkflows(c.stdout, p.Workflows, format.form, graph.PrintOptions{Sensitive: marked.ByName()})
}

// graphFile reads a graph file in place of packages, of which there must be none.
func (c *cli) graphFile(cmd *command, name string, patterns []string) (*graph.Program, error) {
	help := "agentvet help " + cmd.name
	switch {
	case len(patterns) > 0:
		return nil, &errUsage{"-graph and packages exclude each other", help}
	case strings.HasSuffix(name, ".jsonl"):
		return nil, &errUsage{"-graph: want one program; a .jsonl file has one a line", help}
	}
	_, p, err := c.decodeProgram(name, "not a sound graph:\n    %w")
	return p, err
}

// decodeProgram reads the program in a file; otherwise says, with %w, what one is that has none.
func (c *cli) decodeProgram(name, otherwise string) (data []byte, p *graph.Program, err error) {
	const most = 256 << 20 // bytes
	if data, err = regular.Named(c.abs(name), most); err != nil {
		return nil, nil, err
	}
	if p, err = graph.DecodeProgram(filepath.ToSlash(name), data); err != nil {
		return nil, nil, fmt.Errorf(otherwise, err)
	}
	return data, p, nil
}

// only returns the workflows of p that have a name, without what else it has.
func only(p *graph.Program, name string) (*graph.Program, error) {
	list := &graph.Program{}
	var names []string
	for _, w := range p.Workflows {
		names = append(names, w.Name)
		if w.Name == name {
			list.Workflows = append(list.Workflows, w)
		}
	}
	if list.Workflows == nil {
		near := spell.DidYouMean(name, names)
		if near == "" && len(names) > 0 {
			near = "; those that there are: " + some(names)
		}
		return nil, fmt.Errorf("-workflow: there is no workflow %q%s", name, near)
	}
	return list, nil
}

// some returns the first of some names, in quotes, and how many more there are.
func some(names []string) string {
	const most = 8
	var b strings.Builder
	for i, name := range names[:min(len(names), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	if n := len(names) - most; n > 0 {
		fmt.Fprintf(&b, " and %d more", n)
	}
	return b.String()
}

// writeSVG draws the workflows, with the tools marked that are sensitive.
func (c *cli) writeSVG(p *graph.Program, opts verify.Options) error {
	o := drawing.Options{Sensitive: opts.ByName()}
	var list []*drawing.Drawing
	for _, w := range p.Workflows {
		list = append(list, drawing.Workflow(w, o))
	}
	return drawing.WriteSVG(c.stdout, list)
}

// writeWorkflows writes one workflow after the other. A file of several Mermaid
// diagrams is Markdown: each needs its fence.
func writeWorkflows(out io.Writer, list []*graph.Workflow, form string, o graph.PrintOptions) error {
	fenced := form == formMermaid && len(list) > 1
	for i, w := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if fenced {
			fmt.Fprintln(out, "```mermaid")
		}
		write := map[string]func(io.Writer, graph.PrintOptions) error{
			formText: w.WriteText, formDOT: w.WriteDOT, formMermaid: w.WriteMermaid,
		}[form]
		if err := write(out, o); err != nil {
			return err
		}
		if fenced {
			fmt.Fprintln(out, "```")
		}
	}
	return nil
}

func writeJSON(w io.Writer, p *graph.Program) error {
	data, err := p.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = w.Write(append(bytes.TrimSpace(data), '\n'))
	return err
}

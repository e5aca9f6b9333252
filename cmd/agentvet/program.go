package main

// This file is the commands that print what was read: workflows and tools.

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
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

var toolsCommand = command{
	name:  "tools",
	line:  "[flags] [packages]",
	short: "list the tools that packages offer to models",
	long: `Examples:

    agentvet tools ./...                a table for people
    agentvet tools -format json ./...   for programs
    agentvet tools -capabilities ./...  what their code may do to files, hosts, databases

The columns: the name that the model sees, its description, the framework, the
Go type of the arguments, the function that runs, what the tool says of itself
(hints), how a human stands before it (gate), and where it is made.

With -capabilities: what the code of each tool may do, inferred from what it
calls, beside what the tool declares: files, hosts, databases, programs. HOW is
the calls that lead there, and the last place in the program; "maybe" where one
of several functions may be called, "unknown" for code of which nothing is known.
The JSON has both.`,
	run: runTools,
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
		return nil, fmt.Errorf("-workflow: there is no workflow %q%s", name, spell.DidYouMean(name, names))
	}
	return list, nil
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

func runTools(c *cli, cmd *command, args []string) (int, error) {
	var (
		pkgs   packageFlags
		fs     = cmd.flags()
		format = formats(fs, formText, formJSON)
		does   = fs.Bool("capabilities", false, "list what the code of each tool may do, and how")
	)
	pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	m, code, err := c.program(cmd, pkgs, new(verify.Options), patterns)
	if err != nil {
		return 0, err
	}
	tools := m.Tools()
	if len(tools) == 0 {
		c.notice("no tool found")
	}
	for _, u := range m.Program.Unknowns {
		if u.What == graph.UnknownAnything { // a package, or a part of it, was not read
			c.notice(fmt.Sprintf("%s: there may be more tools: %s", u.Pos, u.Reason))
		}
	}
	if format.form == formJSON {
		return code, graph.EncodeTools(c.stdout, tools)
	}
	if *does {
		return code, printCapabilities(c.stdout, tools)
	}
	return code, printTools(c.stdout, tools)
}

// printTools prints a table of tools and, if the program says more of them, a table of what
// it says; then one of what their code may do.
func printTools(w io.Writer, tools []*graph.Tool) error {
	if len(tools) == 0 {
		return nil
	}
	rows := [][]string{{"NAME", "DESCRIPTION", "FRAMEWORK", "ARGUMENTS", "HANDLER", "HINTS", "GATE", "POSITION"}}
	said := [][]string{{"TOOL", "SAYS OF", "WHAT", "POSITION"}}
	for _, t := range tools {
		gate := ""
		if t.Gate.Kind != graph.GateNone {
			gate = t.Gate.Kind.String()
		}
		args := t.Arguments()
		if args != t.Args {
			args = short(args)
		}
		rows = append(rows, []string{
			nameOf(t), short(t.Description), t.Framework, args, funcid.Source(t.Handler), report.Hints(t.Hints), gate, t.Pos.String(),
		})
		said = append(said, annotations(t)...)
	}
	if err := printTable(w, rows); err != nil || len(said) == 1 {
		return err
	}
	fmt.Fprintln(w)
	return printTable(w, said)
}

// printCapabilities prints a table of what tools declare and what their code may do.
func printCapabilities(w io.Writer, tools []*graph.Tool) error {
	rows := [][]string{{"TOOL", "CAPABILITY", "DECLARED", "HOW"}}
	seen := make(map[string]bool) // a tool that two packages see is two, and has one code
	for _, t := range tools {
		for _, c := range report.Capabilities(t) {
			row := []string{nameOf(t), c.Name, c.Declared, c.How}
			if key := t.Pos.String() + strings.Join(row, "\t"); !seen[key] {
				seen[key] = true
				rows = append(rows, row)
			}
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return printTable(w, rows)
}

func nameOf(t *graph.Tool) string {
	if t.Name == "" {
		return "(unknown: " + t.Unknown.String() + ")"
	}
	return t.Name
}

// annotations returns a row for each thing that the program says of a tool.
func annotations(t *graph.Tool) [][]string {
	var rows [][]string
	add := func(of, what string, pos graph.Pos) {
		rows = append(rows, []string{nameOf(t), of, what, pos.String()})
	}
	if len(t.Declared) > 0 {
		add("itself", "capability "+strings.Join(t.Declared, ", "), t.Pos)
	}
	if t.Destructive {
		add("itself", "destructive", t.Pos)
	}
	if len(t.Events) > 0 {
		add("itself", "event "+strings.Join(t.Events, ", "), t.Pos)
	}
	if len(t.Sources) > 0 {
		add("its result", "source "+strings.Join(t.Sources, "|"), t.Pos)
	}
	for _, list := range []struct {
		of     string
		params []graph.Param
	}{{"argument ", t.Params}, {"result ", t.Returns}} {
		for i := range list.params {
			if p := &list.params[i]; p.Annotated() {
				add(list.of+p.Path, p.Says(), p.Pos)
			}
		}
	}
	return rows
}

// printTable aligns the columns of a table. A tab or a line end in a cell would
// break it, and an empty cell is hard to see.
func printTable(w io.Writer, rows [][]string) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, cells := range rows {
		for i, cell := range cells {
			if cells[i] = strings.Join(strings.Fields(cell), " "); cells[i] == "" {
				cells[i] = "-"
			}
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
	return tw.Flush()
}

// short returns the first words of a description.
func short(s string) string {
	const most = 48 // characters
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

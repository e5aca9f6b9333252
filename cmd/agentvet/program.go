package main

// This file reads programs, and is the command that prints workflows.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
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
    agentvet graph -svg -rule human-gate ./...  with the way of the first finding of a rule marked
    agentvet graph -svg -finding 1f0a ./...     of the finding whose fingerprint begins so

A tool that must not run without a human, as the policy file says or the tool itself,
has the mark ⚠, one before which a human is asked ⏸.

The way of a finding is drawn on its workflow, in a wide line and with the numbers of its
steps, which are those of its witness. The flags that say what is checked are those of
agentvet check, and so are the findings; their fingerprints stand in its JSON.

The JSON, or that of one workflow in it, is what 'agentvet verify -workflow'
reads, and -graph here: agentvet graph -graph triage.json -svg. A page to look at, with
the findings on the drawings, is agentvet report.`,
	run: runGraph,
}

// read loads the packages that patterns name, with relative positions, and checks nothing. The policies are part of the key of the
// cache, so that the result of a check is used; what they say of arguments and of sensitive tools is shown.
func (c *cli) read(cmd *command, k *checking, patterns []string) (*loaded, error) {
	if err := k.prepare(c, cmd, patterns); err != nil {
		return nil, err
	}
	all, err := c.load(k.patterns, k.pkgs, k.opts, k.members)
	if err != nil {
		return nil, err
	}
	all.NoteUnread()
	relativize(all.Program, c.dir)
	return all, nil
}

func runGraph(c *cli, cmd *command, args []string) (int, error) {
	var (
		k      = checking{test: new(bool)} // directives in test files are on no drawing
		way    wantedWay
		fs     = cmd.flags()
		format = formats(fs, formText, formJSON, formDOT, formMermaid, formSVG)
		file   = fs.String("graph", "", "read a graph `file` in place of packages: .json with a workflow or a program")
	)
	fs.StringVar(&way.workflow, "workflow", "", "print only the workflows called `name`")
	way.register(fs)
	k.policy = policyFlag(fs)
	k.pkgs.register(fs)
	k.opts.Register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err == nil {
		err = way.validate(format.form)
	}
	if err != nil {
		return 0, err
	}
	p, found, code, err := c.programOf(cmd, &k, *file, way.asked(), patterns)
	if err != nil {
		return 0, err
	}
	all := p
	if way.workflow != "" {
		if p, err = only(p, way.workflow); err != nil {
			return 0, err
		}
	}
	if len(p.Workflows) == 0 {
		c.notice("no workflow found")
	}
	marked := k.shown()
	if way.asked() {
		return code, c.drawWay(all, found, &way, format.form, marked)
	}
	switch format.form {
	case formJSON:
		return code, writeJSON(c.stdout, p)
	case formSVG:
		return code, c.writeSVG(p, marked)
	}
	return code, writeWorkflows(c.stdout, p.Workflows, format.form, graph.PrintOptions{Sensitive: marked.ByName()})
}

// programOf returns the program in a graph file, or else of packages, and what is found in it if somebody wants to know.
func (c *cli) programOf(cmd *command, k *checking, file string, check bool, patterns []string) (*graph.Program, *report.Report, int, error) {
	switch {
	case file != "":
		p, err := c.graphFile(cmd, file, patterns)
		if err = errors.Join(err, c.usePolicy(&k.opts, *k.policy)); err != nil || !check {
			return p, nil, exitClean, err
		}
		r, sure := c.checkedGraph(p, k.opts)
		return p, r, exitCode(0, !sure), nil
	case check:
		r, all, err := c.check(cmd, k, patterns)
		if err != nil {
			return nil, nil, 0, err
		}
		all.NoteUnread()
		relativize(all.Program, c.dir)
		return all.Program, r, exitCode(0, all.incomplete || !k.result.Checked()), nil
	}
	all, err := c.read(cmd, k, patterns)
	if err != nil {
		return nil, nil, 0, err
	}
	return all.Program, nil, exitCode(0, all.incomplete), nil
}

// maxGraph is the size of the largest graph file that is read, in bytes.
const maxGraph = 256 << 20

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
	if data, err = regular.Named(c.abs(name), maxGraph); err != nil {
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

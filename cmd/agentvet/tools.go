package main

// This file is the command that lists tools, writes them as a registry, and compares them with one.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

var toolsCommand = command{
	name:  "tools",
	line:  "[flags] [packages]",
	short: "list the tools that packages offer to models",
	long: `Examples:

    agentvet tools ./...                        a table for people
    agentvet tools -capabilities ./...          what their code may do to files, hosts, databases
    agentvet tools -json ./...                  the registry: all that the code says of its tools
    agentvet tools -o registry.json ./...       the same, to a file
    agentvet tools -check registry.json ./...   is the registry still what the code says?

The columns: the name that the model sees, its description, the framework, the
Go type of the arguments, the function that runs, what the tool says of itself
(hints), how a human stands before it (gate), and where it is made.

With -capabilities: what the code of each tool may do, inferred from what it
calls, beside what the tool declares: files, hosts, databases, programs. HOW is
the calls that lead there, and the last place in the program; "maybe" where one
of several functions may be called, "unknown" for code of which nothing is known.

The registry is JSON with all of this, and with arguments, annotations and
hashes: docs/registry.md. A program can embed it, 'agentvet plan' verifies plans
against it, 'agentvet diff' compares two, and -inventory holds tools to it.
-check names each difference, at its place in the code. Positions and Go names
are not compared: code moves.

Exit codes: 0 the tools are listed, or are as the registry says; 1 they are not;
2 that could not be decided, or something was not read.`,
	run: runTools,
}

// A toolsRequest is what the user wants to know of tools.
type toolsRequest struct {
	format     *formatFlag
	does       bool   // list what their code may do
	out, check string // files
	force      bool
}

func runTools(c *cli, cmd *command, args []string) (int, error) {
	var (
		k   = checking{policy: new(string)}
		fs  = cmd.flags()
		req = toolsRequest{format: formats(fs, formText, formJSON)}
	)
	fs.BoolVar(&req.does, "capabilities", false, "list what the code of each tool may do, and how")
	fs.StringVar(&req.out, "o", "", "write the registry to `file`, or to standard output (-)")
	fs.BoolVar(&req.force, "force", false, "with -o: follow links, and overwrite a file that agentvet has not written")
	fs.StringVar(&req.check, "check", "", "compare the tools with the registry in `file`")
	k.pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(req.validate(), c.mayCreate(req.out, req.force)); err != nil {
		return 0, err
	}
	var recorded *graph.Program
	if req.check != "" {
		if _, recorded, err = c.decodeProgram(req.check, "not a registry:\n%w"); err != nil {
			return 0, err
		}
	}
	all, err := c.read(cmd, &k, patterns)
	if err != nil {
		return 0, err
	}
	for _, p := range k.policies() {
		addBounds(all.Tools(), p.Table())
	}
	code := exitCode(0, all.incomplete)
	if recorded != nil {
		return c.checkRegistry(req, recorded, all.Module, code)
	}
	return code, c.writeTools(req, all.Module)
}

// addBounds adds to arguments of tools the bounds that rows of the policy file give to the fields that they are.
func addBounds(tools []*graph.Tool, rows *taint.Table) {
	for _, t := range tools {
		for i := range t.Params {
			p := &t.Params[i]
			if t.Args == "" || p.Field == "" || strings.Contains(p.Field, ".") {
				continue // of a struct within another one, the type is not known here
			}
			for _, r := range rows.Rows(strings.TrimPrefix(t.Args, "*") + "." + p.Field) {
				p.Bounds = slices.Clip(p.Bounds)
				for _, b := range r.Bounds {
					if !slices.Contains(p.Bounds, b) { // policies of several modules may have the same row
						p.Bounds = append(p.Bounds, b)
					}
				}
			}
		}
	}
}

func (r *toolsRequest) validate() error {
	wanted := 0
	for _, is := range []bool{r.does, r.out != "", r.check != ""} {
		if is {
			wanted++
		}
	}
	text := len(r.format.given) > 0 && r.format.form == formText
	switch {
	case wanted > 1:
		return &errUsage{"-capabilities, -o and -check exclude each other", "agentvet help tools"}
	case r.out != "" && text:
		return &errUsage{"-o writes the registry, which is JSON", "agentvet help tools"}
	case r.does && r.format.form == formJSON:
		return &errUsage{"-capabilities is a table; the JSON has what it says", "agentvet help tools"}
	}
	return nil
}

// writeTools prints the tools of a module, or writes them to a file.
func (c *cli) writeTools(req toolsRequest, m *module.Module) error {
	tools := m.Tools()
	if len(tools) == 0 {
		c.notice("no tool found")
	}
	unknowns := m.Program.MayHaveTools()
	for _, u := range unknowns {
		if u.What != graph.UnknownAnything {
			continue // of one agent or step
		}
		c.notice(fmt.Sprintf("%s: there may be more tools: %s", u.Pos, u.Reason))
	}
	switch {
	case req.out != "":
		var text bytes.Buffer
		if err := graph.EncodeRegistry(&text, tools, unknowns, m.Program.AllServers()...); err != nil {
			return err
		}
		file, err := c.create(req.out, req.force)
		if err != nil {
			return err
		}
		_, err = file.Write(text.Bytes())
		return errors.Join(err, file.Close())
	case req.format.form == formJSON:
		return graph.EncodeRegistry(c.stdout, tools, unknowns, m.Program.AllServers()...)
	case req.does:
		return c.printCapabilities(tools)
	}
	return c.printTools(tools)
}

// checkRegistry compares a registry with the tools of a module, of which code tells whether it was
// read as a whole.
func (c *cli) checkRegistry(req toolsRequest, recorded *graph.Program, m *module.Module, code int) (int, error) {
	was := &graph.Program{Tools: recorded.HeldTools(), Servers: recorded.AllServers(), Unknowns: recorded.MayHaveTools(), Older: recorded.Older}
	list := change.Programs(was, &graph.Program{Tools: m.Tools(), Servers: m.Program.AllServers(), Unknowns: m.Program.MayHaveTools()})
	if was.Older {
		c.notice(report.OlderForm(req.check))
	}
	var err error
	if req.format.form == formJSON {
		err = writeDiffJSON(c.stdout, list)
	} else {
		for _, ch := range list {
			if _, err = fmt.Fprintf(c.stdout, "%s: %s\n", ch.Pos, report.Change(ch)); err != nil {
				break
			}
		}
	}
	switch {
	case err != nil:
		return 0, err
	case len(list) > 0:
		c.notice(fmt.Sprintf("%s is not what the code says: %s; 'agentvet tools -o %[1]s' writes it anew", req.check, counted(len(list), "difference")))
		return max(code, exitFindings), nil
	}
	return code, nil
}

// printTools prints a table of tools and, if the program says more of them, a table of what
// it says; then one of what their code may do.
func (c *cli) printTools(tools []*graph.Tool) error {
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
	if err := c.printTable(rows); err != nil || len(said) == 1 {
		return err
	}
	fmt.Fprintln(c.stdout)
	return c.printTable(said)
}

// printCapabilities prints a table of what tools declare and what their code may do.
func (c *cli) printCapabilities(tools []*graph.Tool) error {
	rows := [][]string{{"TOOL", "CAPABILITY", "DECLARED", "HOW"}}
	seen := make(map[string]bool) // a tool that two packages see is two, and has one code
	for _, t := range tools {
		for _, cap := range report.Capabilities(t) {
			row := []string{nameOf(t), cap.Name, cap.Declared, cap.How}
			if key := t.Pos.String() + strings.Join(row, "\t"); !seen[key] {
				seen[key] = true
				rows = append(rows, row)
			}
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return c.printTable(rows)
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

// printTable aligns the columns of a table, whose first row is their names. A tab or a line end in
// a cell would break it, and an empty cell is hard to see. On a terminal with fewer columns than the
// table is wide, each row is a list of its own.
func (c *cli) printTable(rows [][]string) error {
	var table bytes.Buffer
	tw := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	for _, cells := range rows {
		for i, cell := range cells {
			if cells[i] = strings.Join(strings.Fields(cell), " "); cells[i] == "" {
				cells[i] = "-"
			}
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if c.columns > 0 && widest(table.String()) > c.columns {
		table.Reset()
		writeLists(&table, rows)
	}
	_, err := c.stdout.Write(table.Bytes())
	return err
}

// widest returns the number of characters in the longest line of a text.
func widest(text string) int {
	most := 0
	for line := range strings.Lines(text) {
		most = max(most, utf8.RuneCountInString(strings.TrimRight(line, " \n")))
	}
	return most
}

// writeLists writes each row of a table but the first, below its first cell: what is not empty,
// with the name of its column.
func writeLists(b *bytes.Buffer, rows [][]string) {
	for _, cells := range rows[1:] {
		fmt.Fprintln(b, cells[0])
		tw := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for i, cell := range cells[1:] {
			if cell != "-" {
				fmt.Fprintf(tw, "    %s\t%s\n", strings.ToLower(rows[0][i+1]), cell)
			}
		}
		tw.Flush() // to memory
	}
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

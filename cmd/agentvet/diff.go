package main

// This file is the command that compares what two programs may do.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
)

var diffCommand = command{
	name:  "diff",
	line:  "[flags] OLD NEW",
	short: "say what authority a change adds and takes",
	long: `Examples:

    agentvet graph -json ./... > old.json    before the change, and after it:
    agentvet graph -json ./... > new.json
    agentvet diff old.json new.json
    agentvet diff ../released .              two directories: all packages of each
    agentvet diff -json old.json new.json    for programs

OLD and NEW are files that 'agentvet graph -json' or 'agentvet tools -json' has
written, or directories of modules. A file of the tools alone says nothing of
agents: then only tools are compared.

Each change is one line. + is authority that the change adds: a tool, an agent, a
tool in the hands of an agent, an agent that it delegates to, a capability that
code needs, a confirmation that is gone, a hint that a tool is harmless. - is
authority that it takes. ~ is neither, and worth reading: descriptions, arguments,
other hints, what tools declare.

Exit codes: 0 the change adds no authority, 1 it does, 2 that could not be decided:
a wrong command line, a file that cannot be read, code that was not read, or
something that perhaps adds authority and nothing that certainly does.`,
	run: runDiff,
}

// diffVersion is the version of the form of the JSON.
const diffVersion = 1

func runDiff(c *cli, cmd *command, args []string) (int, error) {
	var pkgs packageFlags
	fs := cmd.flags()
	format := formats(fs, formText, formJSON)
	pkgs.register(fs)
	names, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if len(names) != 2 {
		return 0, &errUsage{fmt.Sprintf("diff needs OLD and NEW, and there are %d arguments", len(names)), "agentvet help diff"}
	}
	before, err := c.side(cmd, names[0], pkgs)
	if err != nil {
		return 0, err
	}
	after, err := c.side(cmd, names[1], pkgs)
	if err != nil {
		return 0, err
	}
	list := change.Programs(before.program, after.program)
	if before.toolsOnly != after.toolsOnly {
		less := names[0]
		if after.toolsOnly {
			less = names[1]
		}
		c.notice(less + " says nothing of agents: only tools are compared")
		list = change.Programs(before.toolsAlone(), after.toolsAlone())
	}
	if before.program.Older != after.program.Older {
		older := names[0]
		if after.program.Older {
			older = names[1]
		}
		c.notice(report.OlderForm(older))
	}
	if format.form == formJSON {
		err = writeDiffJSON(c.stdout, list)
	} else {
		err = c.writeDiff(list)
	}
	if err != nil {
		return 0, err
	}
	return diffCode(list, before.incomplete || after.incomplete), nil
}

// diffCode returns the exit code for changes.
func diffCode(list []change.Change, incomplete bool) int {
	adds := func(perhaps bool) bool {
		return slices.ContainsFunc(list, func(c change.Change) bool { return c.Effect == change.Adds && c.Perhaps == perhaps })
	}
	switch {
	case incomplete:
		return exitUndecided
	case adds(false):
		return exitFindings
	case adds(true):
		return exitUndecided
	}
	return exitClean
}

// A compared program is one of the two programs that are compared.
type compared struct {
	program    *graph.Program
	toolsOnly  bool // a file that lists tools, and nothing else
	incomplete bool // some code was not read
}

// toolsAlone returns the tools of a program, and what it says of servers.
func (p *compared) toolsAlone() *graph.Program {
	return &graph.Program{Tools: p.program.HeldTools(), Servers: p.program.AllServers(), Older: p.program.Older}
}

// side reads a file, or the packages of the module in a directory.
func (c *cli) side(cmd *command, name string, pkgs packageFlags) (*compared, error) {
	if info, err := os.Stat(c.abs(name)); err == nil && info.IsDir() {
		return c.sideOf(cmd, c.abs(name), pkgs)
	}
	data, p, err := c.decodeProgram(name, "not what 'agentvet graph -json' or 'agentvet tools -json' writes:\n%w")
	if err != nil {
		return nil, err
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return nil, err
	}
	return &compared{program: p, toolsOnly: keys["agents"] == nil && keys["workflows"] == nil && keys["nodes"] == nil}, nil
}

func (c *cli) sideOf(cmd *command, dir string, pkgs packageFlags) (*compared, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // the go command names files by their real directory
	}
	there := &cli{stdout: c.stdout, stderr: c.stderr, dir: dir}
	all, err := there.read(cmd, &checking{policy: new(string), pkgs: pkgs}, []string{"./..."})
	if wrong := (*policyError)(nil); errors.As(err, &wrong) {
		wrong.dir = c.dir // either side may have such a file
	}
	if err != nil {
		return nil, err
	}
	return &compared{program: all.Program, incomplete: all.incomplete}, nil
}

// marks stand in front of changes: what they add, what they take, and others.
var marks = map[change.Effect]string{change.Adds: "+", change.Takes: "-", change.Neither: "~"}

// writeDiff prints changes, those that add authority first, and counts them on standard error.
func (c *cli) writeDiff(list []change.Change) error {
	count := make(map[change.Effect]int)
	perhaps := 0
	for _, effect := range []change.Effect{change.Adds, change.Takes, change.Neither} {
		for _, ch := range list {
			if ch.Effect != effect {
				continue
			}
			count[effect]++
			mark := marks[effect]
			if ch.Perhaps {
				mark += "?"
				if effect == change.Adds {
					perhaps++
				}
			}
			if _, err := fmt.Fprintf(c.stdout, "%-2s %s: %s\n", mark, ch.Pos, report.Change(ch)); err != nil {
				return err
			}
		}
	}
	said := "adds no authority"
	switch {
	case count[change.Adds] > perhaps:
		said = "adds authority"
	case perhaps > 0:
		said = "perhaps adds authority"
	}
	c.notice(fmt.Sprintf("the change %s: %d added, %d taken, %d other", said, count[change.Adds], count[change.Takes], count[change.Neither]))
	return nil
}

// writeDiffJSON prints changes for programs.
func writeDiffJSON(w io.Writer, list []change.Change) error {
	type entry struct {
		Effect   string `json:"effect"`
		Perhaps  bool   `json:"perhaps,omitempty"`
		Kind     string `json:"kind"`
		Name     string `json:"name"`
		Of       string `json:"of,omitempty"`
		Old      string `json:"old,omitempty"`
		New      string `json:"new,omitempty"`
		Message  string `json:"message"`
		Position string `json:"position"`
	}
	out := struct {
		Version int     `json:"version"`
		Adds    bool    `json:"adds_authority"`
		Perhaps bool    `json:"perhaps"`
		Changes []entry `json:"changes"`
	}{Version: diffVersion, Changes: []entry{}}
	for _, c := range list {
		if c.Effect == change.Adds {
			out.Adds = out.Adds || !c.Perhaps
			out.Perhaps = out.Perhaps || c.Perhaps
		}
		out.Changes = append(out.Changes, entry{c.Effect.String(), c.Perhaps, c.Kind.String(), c.Name, c.Of, c.Old, c.New, report.Change(c), c.Pos.String()})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(out)
}

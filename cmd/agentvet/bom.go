package main

// This file is the command that writes a bill of materials.

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/bom"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
)

var bomCommand = command{
	name:  "bom",
	line:  "[flags] [packages]",
	short: "write the bill of materials of agents: tools, capabilities, gates, models, dependencies",
	long: `Examples:

    agentvet bom ./... > agents.cdx.json     CycloneDX 1.6
    agentvet bom -json ./...                 in a form of agentvet's own
    agentvet bom -texts ./...                with the texts of instructions
    agentvet bom -stamp ./...                with a serial number and the time

The bill lists agents, MCP servers and remote agents; the tools of each; what the
code of these needs, what they declare and say of themselves, and who is asked
before them; the models that are named, and the instructions, as SHA-256 hashes;
and the modules that the packages are built from. What is not known has its entry
and the reason.

Models are constants that a library gets as a field or a parameter called model,
modelName or modelID. Those, and instructions, belong to the agent in whose
constructor call they stand; others are listed and belong to none.

The same program gives the same bytes. -stamp adds what tells two bills apart.

Exit codes: 0 the bill is written, 2 it is not, or something was not read.`,
	run: runBOM,
}

// formCycloneDX is the form that gatherers of bills read.
const formCycloneDX = "cyclonedx"

func runBOM(c *cli, cmd *command, args []string) (int, error) {
	k := checking{policy: new(string)}
	fs := cmd.flags()
	format := formats(fs, formCycloneDX, formJSON)
	file := fs.String("o", "", "write the bill to `file` instead of standard output")
	force := fs.Bool("force", false, "with -o: follow links, and overwrite a file that agentvet has not written")
	texts := fs.Bool("texts", false, "write the texts of instructions, too")
	stamp := fs.Bool("stamp", false, "write a serial number and the time, too")
	k.pkgs.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if *stamp && format.form != formCycloneDX {
		return 0, &errUsage{"-stamp is for CycloneDX", "agentvet help bom"}
	}
	if err := c.mayCreate(*file, *force); err != nil {
		return 0, err
	}
	all, err := c.read(cmd, &k, patterns)
	if err != nil {
		return 0, err
	}
	own, dependencies, err := c.dependencies(k.patterns, k.pkgs)
	if err != nil {
		return 0, err
	}
	told := all.Texts()
	for i := range told {
		told[i].Pos = report.Rel(c.dir, told[i].Pos)
		for k, pos := range told[i].Calls {
			told[i].Calls[k] = report.Rel(c.dir, pos)
		}
	}
	d := bom.New(all.Module, told, own, dependencies, version(), bom.Options{Texts: *texts})
	var out bytes.Buffer
	if format.form == formJSON {
		err = d.WriteJSON(&out)
	} else {
		err = d.WriteCycloneDX(&out, newStamp(*stamp))
	}
	if err != nil {
		return 0, err
	}
	if all.Scope().Empty() {
		c.notice("no agent and no tool found: the bill lists modules only")
	}
	if *file == "" {
		_, err = c.stdout.Write(out.Bytes())
		return exitCode(0, all.incomplete), err
	}
	to, err := c.create(*file, *force)
	if err != nil {
		return 0, err
	}
	_, err = to.Write(out.Bytes())
	return exitCode(0, all.incomplete), errors.Join(err, to.Close())
}

// newStamp returns a new stamp, or none.
func newStamp(wanted bool) bom.Stamp {
	if !wanted {
		return bom.Stamp{}
	}
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return bom.Stamp{
		Serial: fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]),
		Time:   time.Now().UTC().Format(time.RFC3339),
	}
}

// dependencies returns the module of the packages that patterns name, and the modules that these are
// built from, sorted.
func (c *cli) dependencies(patterns []string, p packageFlags) (own bom.Dependency, list []bom.Dependency, err error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	args := []string{"list", "-e", "-deps", "-json=Module"}
	if p.tags != "" {
		args = append(args, "-tags="+p.tags)
	}
	ctx, stop := untilSignal()
	defer stop()
	out, err := load.Config{Dir: c.dir}.Command(ctx, append(append(args, "--"), patterns...)...).Output()
	switch {
	case ctx.Err() != nil:
		return own, nil, errInterrupted
	case err != nil:
		return own, nil, fmt.Errorf("go list: %w", err)
	}
	list = []bom.Dependency{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			Module *struct {
				Path, Version string
				Main          bool
				Replace       *struct{ Path, Version string }
			}
		}
		if err := dec.Decode(&pkg); err == io.EOF {
			break
		} else if err != nil {
			return own, nil, fmt.Errorf("output of go list: %w", err)
		}
		m := pkg.Module
		switch {
		case m == nil:
		case m.Main && own.Path == "":
			own = bom.Dependency{Path: m.Path, Version: m.Version}
		case m.Path != own.Path:
			d := bom.Dependency{Path: m.Path, Version: m.Version}
			if m.Replace != nil {
				d.Replace = strings.TrimSuffix(m.Replace.Path+"@"+m.Replace.Version, "@")
			}
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b bom.Dependency) int { return strings.Compare(a.Path, b.Path) })
	return own, slices.Compact(list), nil
}

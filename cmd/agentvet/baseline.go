package main

// This file is about findings that are known already: the command that writes them down, and
// the flags of check that leave known and lesser ones out.

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/git"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/spell"
)

// baselineName is the file that the command writes if nobody names one.
const baselineName = "agentvet.baseline.json"

var baselineCommand = command{
	name:  "baseline",
	line:  "[flags] [packages]",
	short: "write down the findings that there are, for check -baseline",
	long: `Examples:

    agentvet baseline ./...                   write agentvet.baseline.json
    agentvet -baseline agentvet.baseline.json ./...
                                              then report only what is not in it

A project that has findings when it begins to use agentvet can so fail on new
ones only. The file names each finding by its rule, workflow, subject and
declaration: no line and no wording, so that code may move. Commit it, and write
it anew when findings are repaired; check says how many of it are gone.

A finding that says that an agent was not read is never part of it.

Exit codes: 0 the file is written, 2 it is not, or something was not read.`,
	run: runBaseline,
}

// baselineVersion is the version of the form of the file.
const baselineVersion = 1

// A baseline is findings that are known.
type baseline struct {
	Version  int             `json:"version"`
	Findings []knownFinding  `json:"findings"`
	known    map[string]bool // by fingerprint
}

// A knownFinding is one entry. Only the fingerprint counts; the others tell people what it is.
type knownFinding struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Position    string `json:"position"`
	Message     string `json:"message"`
}

func runBaseline(c *cli, cmd *command, args []string) (int, error) {
	var k checking
	fs := cmd.flags()
	name := fs.String("o", baselineName, "write to `file`, or to standard output (-)")
	force := fs.Bool("force", false, "follow links, and overwrite a file that agentvet has not written")
	k.register(fs)
	patterns, err := c.parse(cmd, fs, args)
	if err != nil {
		return 0, err
	}
	if err := c.mayCreate(*name, *force); err != nil {
		return 0, err
	}
	r, all, err := c.check(cmd, &k, patterns)
	if err != nil {
		return 0, err
	}
	list := r.Known(k.opts.Effective().Strict)
	b := baseline{Version: baselineVersion, Findings: make([]knownFinding, 0, len(list))}
	for _, f := range list {
		b.Findings = append(b.Findings, knownFinding{f.Fingerprint, f.Rule, report.Rel(c.dir, f.Pos).String(), f.Message})
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(b); err != nil {
		return 0, err
	}
	file, err := c.create(*name, *force)
	if err != nil {
		return 0, err
	}
	_, err = file.Write(text.Bytes())
	if err := errors.Join(err, file.Close()); err != nil {
		return 0, err
	}
	c.notice(fmt.Sprintf("%s: %s", shownName(*name), counted(len(list), "known finding")))
	return exitCode(0, all.incomplete || r.Blocked()), nil
}

// readBaseline reads a baseline.
func (c *cli) readBaseline(name string) (*baseline, error) {
	const most = 64 << 20 // bytes
	data, err := regular.Named(c.abs(name), most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("-baseline %s: no such file; agentvet baseline -o %[1]s writes it", name)
	case err != nil:
		return nil, fmt.Errorf("-baseline: %w", err)
	}
	b := baseline{known: make(map[string]bool)}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		where := name
		if bad := new(json.SyntaxError); errors.As(err, &bad) {
			where += fmt.Sprintf(":%d", 1+bytes.Count(data[:bad.Offset], []byte("\n")))
		}
		return nil, fmt.Errorf("-baseline: %s: not what 'agentvet baseline' writes: %w", where, err)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("-baseline: %s: is of version %d; this agentvet reads version %d", name, b.Version, baselineVersion)
	}
	for _, f := range b.Findings {
		b.known[f.Fingerprint] = true
	}
	return &b, nil
}

// aside are the flags that leave out findings which are known or too small.
type aside struct {
	baseline    string
	newFrom     string
	minSeverity severityFlag
}

func (a *aside) register(fs *flag.FlagSet) {
	fs.StringVar(&a.baseline, "baseline", "", "leave out the findings in `file`, which agentvet baseline has written")
	fs.StringVar(&a.newFrom, "new-from", "", "leave out findings of which no line has changed since the git `revision`")
	fs.Var(&a.minSeverity, "min-severity", "leave out findings below `severity`: low, medium, high, critical")
}

// prepare reads what a needs before anything is analysed, and returns what sets findings of a
// report aside. That the baseline has findings which are gone is said of whole modules.
func (c *cli) prepare(a *aside) (func(r *report.Report, whole bool) error, error) {
	var known *baseline
	var old *git.Revision
	var err error
	if a.baseline != "" {
		if known, err = c.readBaseline(a.baseline); err != nil {
			return nil, err
		}
	}
	if a.newFrom != "" {
		if old, err = c.revision(a.newFrom); err != nil {
			return nil, err
		}
	}
	return func(r *report.Report, whole bool) error {
		if known != nil {
			at := graph.Pos{File: c.abs(a.baseline), Line: 1, Col: 1}
			found := r.SetKnownAside(known.known, report.Suppression{By: report.ByBaseline, Reason: "known", Pos: at})
			if gone := len(known.known) - found; whole && gone > 0 {
				c.notice(fmt.Sprintf("%d of %d findings in %s are gone; agentvet baseline writes it anew", gone, len(known.known), a.baseline))
			}
		}
		if old != nil {
			changed, err := c.changedSince(old, r)
			if err != nil {
				return fmt.Errorf("-new-from %w", err)
			}
			r.SetAside(report.Suppression{By: report.ByAge, Reason: "since " + a.newFrom}, func(f *report.Finding) bool { return !changed.touch(f) })
		}
		r.SetAside(report.Suppression{By: report.BySize, Reason: a.minSeverity.String()}, func(f *report.Finding) bool {
			return f.Severity < a.minSeverity.least
		})
		return nil
	}, nil
}

// A severityFlag is the least severity that counts.
type severityFlag struct{ least rules.Severity }

func (s *severityFlag) String() string {
	if s.least == rules.SeverityUnset {
		return ""
	}
	return s.least.String()
}

func (s *severityFlag) Set(word string) error {
	var words []string
	for v := rules.Info; v <= rules.Critical; v++ {
		words = append(words, v.String())
	}
	if !slices.Contains(words, word) {
		return fmt.Errorf("want one of %s%s", strings.Join(words, ", "), spell.DidYouMean(word, words))
	}
	var err error
	s.least, err = rules.ParseSeverity(word)
	return err
}

package main

// This file opens what findings are written to.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/git"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/htmlreport"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/sarif"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/visible"
)

// openWriter returns a writer of the form that out asks for.
func (c *cli) openWriter(out outputFlags, opts verify.Options) (report.Writer, error) {
	var w io.WriteCloser = nopCloser{c.stdout}
	if out.file != "" {
		file, err := c.create(out.file, out.force)
		if err != nil {
			return nil, err
		}
		w = file
	}
	format := report.Format{Dir: c.dir, Strict: opts.Strict, Suppressed: out.suppressed, Proved: out.proved || out.proofs, Proofs: out.proofs}
	switch out.format.form {
	case formJSON:
		return report.NewJSON(w, format), nil
	case formSARIF:
		return sarif.New(w, format, version()), nil
	}
	if out.file == "" || out.file == standardOutput {
		return c.shownText(&out.color, format), nil
	}
	return report.NewText(w, format), nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// A visibleFile is a file that somebody will look at in a terminal.
type visibleFile struct {
	*visible.Writer
	file io.Closer
}

func (v *visibleFile) Close() error { return errors.Join(v.Flush(), v.file.Close()) }

// standardOutput is the name of an output file that is none.
const standardOutput = "-"

// shownName returns what a notice calls an output file.
func shownName(name string) string {
	if name == standardOutput {
		return "standard output"
	}
	return name
}

// create opens an output file, in which nothing is hidden: names of a program stand in it, and
// somebody will look at it in a terminal.
func (c *cli) create(name string, force bool) (io.WriteCloser, error) {
	file, err := c.createAsIs(name, force)
	if err != nil {
		return nil, err
	}
	return &visibleFile{visible.NewWriter(file), file}, nil
}

// createAsIs opens an output file. The directory may be a checkout of somebody else, who can put
// a link where the output will go: no link is followed, and nothing is overwritten but what
// agentvet wrote, unless force is set.
func (c *cli) createAsIs(name string, force bool) (io.WriteCloser, error) {
	if name == standardOutput {
		return nopCloser{c.stdout}, nil
	}
	if err := c.mayCreate(name, force); err != nil {
		return nil, err
	}
	path := c.abs(name)
	if force {
		return os.Create(path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// mayCreate returns an error if create would not write to a file, as far as can be told.
func (c *cli) mayCreate(name string, force bool) error { return c.mayReplace(name, force, isOutput) }

// mayReplace returns an error if a file must not be written, which may be there if it is agentvet's
// own.
func (c *cli) mayReplace(name string, force bool, own func(path string) bool) error {
	if force || name == "" || name == standardOutput {
		return nil
	}
	path := c.abs(name)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory; name a file in it", name)
	}
	if err := c.staysWithin(path); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: is a link; -force follows it", name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is no regular file; -force writes to it", name)
	case !own(path):
		return fmt.Errorf("%s: exists, and agentvet has not written it; -force overwrites it", name)
	}
	return nil
}

// staysWithin returns an error if a path is written as one below the directory, or below the
// checkout around it, and a link on the way leads out of there. Where else a path leads is up
// to the user, who has written it.
func (c *cli) staysWithin(path string) error {
	parent := filepath.Dir(path)
	real, err := filepath.EvalSymlinks(parent)
	if err != nil {
		return err
	}
	for _, root := range []string{c.dir, git.Checkout(c.dir)} {
		if writtenBelow(root, parent) && !isBelow(root, real) {
			return errors.New("a link leads out of the directory; -force follows it")
		}
	}
	return nil
}

// writtenBelow reports whether a directory on the way to another, as its path is written, is root.
func writtenBelow(root, path string) bool {
	for ; ; path = filepath.Dir(path) {
		if real, err := filepath.EvalSymlinks(path); err == nil && real == root {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// isBelow reports whether a path, without links, is root or is below it.
func isBelow(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

// mustBeNew returns an error if there is a file, or anything, of a name.
func (c *cli) mustBeNew(name string) error {
	if _, err := os.Lstat(c.abs(name)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-o %s: exists; -o FILE names another one, -o - prints", name)
	}
	return c.mayCreate(name, false)
}

func (c *cli) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

// findingLine is how a line of text begins that is a finding.
var findingLine = regexp.MustCompile(`\A[^\n]+: ((` + strings.Join(append(rules.Groups(), rules.PolicyGroup), "|") + `)/[A-Za-z0-9._-]+|believed): `)

// isOutput reports whether a file is what agentvet writes, in any form. An empty one may be:
// there were no findings.
func isOutput(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	in := bufio.NewReader(file)
	head, err := in.Peek(512)
	switch {
	case len(head) == 0:
		return err == io.EOF
	case bytes.HasPrefix(head, []byte(htmlreport.Start)):
		return true
	case head[0] != '{':
		return findingLine.Match(head)
	}
	var said struct {
		Findings, Summary, Version json.RawMessage
		Agentvet, Dependencies     json.RawMessage // of a bill of materials
		Tools                      json.RawMessage // of a registry
		Metadata                   struct {
			Tools struct{ Components []struct{ Name string } }
		}
		Runs []struct {
			Tool struct{ Driver struct{ Name string } }
		}
	}
	if err := json.NewDecoder(in).Decode(&said); err != nil {
		return false
	}
	if by := said.Metadata.Tools.Components; len(by) == 1 && by[0].Name == "agentvet" || said.Agentvet != nil && said.Dependencies != nil || said.Version != nil && said.Tools != nil {
		return true
	}
	return said.Findings != nil && (said.Summary != nil || said.Version != nil) || len(said.Runs) > 0 && said.Runs[0].Tool.Driver.Name == "agentvet"
}

package main

// This file tells findings that are new since a revision of git.

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/git"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/regular"
)

// changes are the lines of the files of a report that a revision does not have.
type changes struct {
	dir   string // that relative names are relative to
	old   *git.Revision
	lines *git.Changes
	named map[string]bool // files to which line directives point that may be new
}

// revision returns the revision that a name stands for.
func (c *cli) revision(name string) (*git.Revision, error) {
	ctx, stop := untilSignal()
	defer stop()
	old, err := git.Open(ctx, c.dir, name)
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("-new-from %s: %w", name, err)
	}
	return old, nil
}

// changedSince compares the files in which something of a report stands with those of a
// revision, which it closes.
func (c *cli) changedSince(old *git.Revision, r *report.Report) (*changes, error) {
	ctx, stop := untilSignal()
	defer stop()
	defer old.Close()
	ch := &changes{dir: c.dir, old: old}
	var names []string
	for _, f := range r.Findings {
		names = append(names, ch.file(f.Pos))
		for _, s := range f.Witness {
			names = append(names, ch.file(s.Pos))
		}
	}
	var err error
	if ch.lines, err = old.Compare(ctx, names); err == nil {
		ch.named, err = directed(ctx, old)
	}
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	return ch, err
}

// file returns the absolute name of the file of a position.
func (ch *changes) file(p graph.Pos) string {
	name := filepath.FromSlash(p.File)
	if !filepath.IsAbs(name) {
		name = filepath.Join(ch.dir, name)
	}
	return name
}

// touch reports whether a line of a finding has changed: its own, or one of its way. What the way
// passes outside of the repository, as in dependencies, is nothing that a revision knows.
func (ch *changes) touch(f *report.Finding) bool {
	at := func(p graph.Pos) bool {
		name := ch.file(p)
		return ch.named[name] || ch.lines.Has(name, p.Line)
	}
	return at(f.Pos) || slices.ContainsFunc(f.Witness, func(s report.Step) bool {
		return s.Pos.File != "" && ch.old.Inside(ch.file(s.Pos)) && at(s.Pos)
	})
}

// lineDirective is a comment that says where the text behind it is from: //line FILE:1.
var lineDirective = regexp.MustCompile(`(?m)(?:^//line |/\*line )([^\n]*?)(?::\d+){1,2}(?:\*/|\s*$)`)

// directed returns the files that line directives in changed Go files name: what stands at a position
// in one of these may be new, though the line is not.
func directed(ctx context.Context, old *git.Revision) (map[string]bool, error) {
	names := make(map[string][]string) // by the file that names them
	filepath.WalkDir(old.Top(), func(name string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return fs.SkipAll
		case err != nil || entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		const most = 256 << 20 // bytes, as package load allows
		text, err := regular.Named(name, most)
		if err != nil || !bytes.Contains(text, []byte("line ")) {
			return nil
		}
		for _, m := range lineDirective.FindAllSubmatch(text, -1) {
			to := filepath.FromSlash(string(m[1]))
			switch {
			case to == "":
				to = name
			case !filepath.IsAbs(to):
				to = filepath.Join(filepath.Dir(name), to)
			}
			names[name] = append(names[name], filepath.Clean(to))
		}
		return nil
	})
	var files []string
	for name := range names {
		files = append(files, name)
	}
	slices.Sort(files)
	lines, err := old.Compare(ctx, files)
	if err != nil {
		return nil, err
	}
	to := make(map[string]bool)
	for _, name := range files {
		if lines.Any(name) {
			for _, file := range names[name] {
				to[file] = true
			}
		}
	}
	return to, nil
}

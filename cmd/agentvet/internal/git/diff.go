package git

// This file compares files.

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/agentvet/agentvet/internal/regular"
)

// Changes are the lines of some files that a revision does not have.
type Changes struct {
	files map[string][]span // by absolute name; in no file that is not there
}

// A span is lines of a file, from the first to the last.
type span struct{ first, last int }

// all is every line.
var all = []span{{0, int(^uint(0) >> 1)}}

// Has reports whether the revision does not have a line of a file. It has none of a file that was not
// compared.
func (c *Changes) Has(name string, line int) bool {
	spans, ok := c.files[name]
	return !ok || slices.ContainsFunc(spans, func(s span) bool { return s.first <= line && line <= s.last })
}

// Any reports whether the revision does not have some line of a file, or has more.
func (c *Changes) Any(name string) bool {
	spans, ok := c.files[name]
	return !ok || len(spans) > 0
}

// Inside reports whether a file, whose name is absolute, is in the directory of the repository.
func (r *Revision) Inside(name string) bool {
	rel, err := filepath.Rel(r.top, name)
	return err == nil && filepath.IsLocal(rel)
}

// Top returns the directory of the repository.
func (r *Revision) Top() string { return r.top }

// Compare compares files, whose names are absolute, with those that r has. All is new in a file
// that r does not have under its name, or in another repository below; in one that cannot be read or is
// very large; and in one outside of the repository. Only the ends of lines may differ: a checkout may
// have others than the repository. What filters of git would make of a file is not asked.
func (r *Revision) Compare(ctx context.Context, names []string) (*Changes, error) {
	c := &Changes{files: make(map[string][]span)}
	l := &lookup{r, make(map[string]map[string]entry)}
	for _, name := range names {
		if _, ok := c.files[name]; ok {
			continue
		}
		spans, err := l.compare(ctx, name)
		if err != nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		c.files[name] = spans
	}
	return c, nil
}

func (l *lookup) compare(ctx context.Context, name string) ([]span, error) {
	if !l.Inside(name) {
		return all, nil
	}
	now, err := regular.Named(name, maxObject)
	if err != nil {
		return all, nil
	}
	rel, err := filepath.Rel(l.top, name)
	if err != nil {
		return nil, err
	}
	old, err := l.file(ctx, rel)
	if err != nil {
		return nil, err
	}
	if old == nil {
		return all, nil
	}
	return changed(old, now), nil
}

// changed returns the lines of a text that an older one does not have. Where lines were only removed,
// their neighbours have changed: what they did is gone.
func changed(old, now []byte) (spans []span) {
	_, text, ok := strings.Cut(string(diff.Diff("old", ended(old), "new", ended(now))), "\n@@")
	if !ok {
		return nil
	}
	line, added, removed := 0, 0, 0 // the next line, and how many before it are new; how many are gone there
	flush := func() {
		switch {
		case added > 0:
			spans = append(spans, span{line - added, line - 1})
		case removed > 0:
			spans = append(spans, span{line - 1, line})
		}
		added, removed = 0, 0
	}
	for said := range strings.Lines("@@" + text) {
		switch said[0] {
		case '+':
			line++
			added++
		case '-':
			removed++
		case '@':
			flush()
			var before, length, count int
			fmt.Sscanf(said, "@@ -%d,%d +%d,%d @@", &before, &length, &line, &count)
			if count == 0 {
				line++ // the number is then of the line before
			}
		case ' ':
			flush()
			line++
		}
	}
	flush()
	return spans
}

// ended returns a text whose lines end as in a repository, the last as well.
func ended(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	return text
}

package policy

// This file reads the section libraries: what functions of libraries do to data.

import (
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint"
)

func (d *document) libraries(n *yaml.Node) {
	s := d.Text(n, "libraries")
	if s == nil {
		return
	}
	places := d.Places(s)
	rows, err := library.Parse(s.Value, func(offset int) graph.Pos { return places[offset] }, library.DataRows)
	wrong := (library.ErrorList)(nil)
	if errors.As(err, &wrong) && !strings.Contains(strings.TrimSpace(s.Value), "\n") {
		d.Fail(n, "libraries: want a line for each package and for each row: write them below `libraries: |`")
		return
	}
	for _, e := range wrong {
		d.FailPos(e.Pos, "libraries: %s", e.Msg)
	}
	d.library = taint.NewTable(rows)
	if len(rows.DataRows())+len(wrong) == 0 {
		d.Fail(n, "libraries: there is no row")
	}
	for _, r := range rows.DataRows() {
		d.checkRow(r)
	}
}

// checkRow looks for words that a row may have and that would say nothing.
func (d *document) checkRow(r *library.Data) {
	if r.Verb == library.VerbSink && !slices.Contains(taint.Kinds, r.Kind) {
		d.FailPos(r.Pos, "libraries: no rule is about sinks of the kind %q%s", r.Kind, spell.DidYouMean(r.Kind, taint.Kinds))
	}
	for _, l := range r.Labels {
		switch isMark := strings.HasPrefix(l, "@"); {
		case r.Verb == library.VerbSource && (isMark || l == taint.All):
			d.FailPos(r.Pos, "libraries: a source gives labels of its own, not %q", l)
		case isMark && !slices.Contains(marks(), l):
			d.FailPos(r.Pos, "libraries: nothing has the mark %q: want one of %s%s", l, strings.Join(marks(), ", "), spell.DidYouMean(l, marks()))
		}
	}
}

// marks returns what sanitizers and validators may take away beside labels.
func marks() (out []string) {
	for _, kind := range taint.Marked {
		out = append(out, taint.MarkOf(kind))
	}
	return out
}

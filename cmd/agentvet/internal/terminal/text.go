package terminal

// This file writes reports for who reads them on a terminal.

import (
	"bytes"
	"io"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/visible"
)

// A Look is how a report is shown.
type Look struct {
	Colour  bool
	Columns int // lines are no longer, where words allow it; 0 for any length
}

// Fitting is the Look of what is written to w: as wide as the terminal that it is, if that has room
// for words.
func Fitting(w io.Writer, colour bool) Look {
	const least = 40
	look := Look{Colour: colour}
	if n := Columns(w); n >= least && Is(w) {
		look.Columns = n
	}
	return look
}

// NewText returns a Writer of lines as report.NewText writes them, with the severity of each finding:
//
//	file:line:col: rule (severity): message, which goes
//	  on here
//	    file:line:col: step of the witness
//
// W is the terminal itself: what the program has in its names is made visible here, before there are
// colours, and stays so only if nothing does it behind them.
func NewText(w io.Writer, f report.Format, look Look) report.Writer { return &textWriter{w, f, look} }

type textWriter struct {
	w io.Writer
	report.Format
	Look
}

func (t *textWriter) Write(r *report.Report) error {
	var b bytes.Buffer
	for _, l := range report.Lines(r, t.Format) {
		indent, parts := layout(&l)
		columns := t.Columns
		if l.Proof {
			columns = 0
		}
		for _, row := range rows(parts, indent, columns) {
			b.WriteString(strings.Repeat(" ", row.indent))
			for _, p := range row.parts {
				t.paint(&b, p)
			}
			b.WriteByte('\n')
		}
	}
	_, err := t.w.Write(b.Bytes())
	return err
}

func (t *textWriter) Close() error { return nil }

// A part is a piece of a line that has one style. Nothing is hidden in its text.
type part struct{ text, style string }

// Styles are parameters of the escape sequence SGR; "" is as it is.
const (
	asIs   = ""
	bold   = "1"
	dim    = "2"
	cyan   = "36"
	red    = "1;31"
	yellow = "33"
	blue   = "34"
)

func (t *textWriter) paint(b *bytes.Buffer, p part) {
	if !t.Colour || p.style == asIs || p.text == "" {
		b.WriteString(p.text)
		return
	}
	b.WriteString("\x1b[" + p.style + "m" + p.text + "\x1b[0m")
}

// layout returns the indentation of a line and its parts. The first part is not broken: a position is one word,
// whatever spaces the name of the file has.
func layout(l *report.Line) (indent int, parts []part) {
	at := func(style string) {
		text := ""
		if l.Pos != "" {
			text = visible.Line(l.Pos) + ": "
		}
		parts = append(parts, part{text, style})
	}
	text := visible.Line(l.Text)
	if l.Rule == "" {
		if !l.Alone {
			indent = 4
		}
		at(asIs)
		return indent, append(parts, part{text, dim})
	}
	at(bold)
	return 0, append(parts,
		part{visible.Line(l.Rule), cyan}, part{" (", asIs}, part{l.Severity.String(), severityStyle(l)}, part{"): ", asIs}, part{text, asIs})
}

// severityStyle returns the style of the severity of a finding: one that does not count does not call.
func severityStyle(l *report.Line) string {
	switch {
	case !l.Counts:
		return dim
	case l.Severity >= rules.High:
		return red
	case l.Severity == rules.Medium:
		return yellow
	}
	return blue
}

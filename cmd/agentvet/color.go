package main

// This file decides how findings look on standard output: in colour or not.

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/terminal"
	"github.com/agentvet/agentvet/internal/spell"
)

// A colorFlag says when text on standard output is in colour.
type colorFlag struct{ when string }

const (
	colorAuto   = "auto" // on a terminal
	colorAlways = "always"
	colorNever  = "never"
)

func (f *colorFlag) String() string { return f.when }

func (f *colorFlag) Set(word string) error {
	words := []string{colorAuto, colorAlways, colorNever}
	if !slices.Contains(words, word) {
		return fmt.Errorf("want one of %s%s", strings.Join(words, ", "), spell.DidYouMean(word, words))
	}
	f.when = word
	return nil
}

// on reports whether to use colour on standard output, which is a terminal that can show it or is not.
func (f *colorFlag) on(terminal bool) bool {
	return f.when == colorAlways || f.when == colorAuto && terminal && os.Getenv("NO_COLOR") == ""
}

// shownText returns a writer of text on standard output as whoever looks at it wants it. What goes into
// a pipe or a file is for programs, too, and as plain as it ever was.
func (c *cli) shownText(color *colorFlag, format report.Format) report.Writer {
	seen := terminal.Is(c.screen)
	if color := color.on(seen); color || seen {
		return terminal.NewText(c.screen, format, terminal.Fitting(c.screen, color))
	}
	return report.NewText(nopCloser{c.stdout}, format)
}

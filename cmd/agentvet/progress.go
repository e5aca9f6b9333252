package main

// This file says on a terminal what a run is doing that takes long.

import (
	"fmt"
	"time"

	"github.com/agentvet/agentvet/cmd/agentvet/internal/load"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/terminal"
)

const (
	progressAfter  = 2 * time.Second // of quiet at the beginning of a run
	progressPeriod = 200 * time.Millisecond
	slowAfter      = 3 * time.Second // a package that takes longer is named
)

// show shows a line on the terminal, if standard error is one, until the returned function is
// called. That has to be before anything else is written.
func (c *cli) show(text func() string) (stop func()) {
	if c.quiet {
		return func() {}
	}
	after := c.started.Add(progressAfter)
	if soon := time.Now().Add(progressPeriod); soon.After(after) {
		after = soon // what is done at once would only flicker
	}
	return terminal.Show(c.terminal, after, progressPeriod, text).Stop
}

// watch returns a Watch for the loading of packages, and shows what it learns until the returned
// function is called. It returns nil if nobody would see that.
func (c *cli) watch() (*load.Watch, func()) {
	if c.quiet || !terminal.Is(c.terminal) {
		return nil, func() {}
	}
	w, err := load.NewWatch()
	if err != nil {
		return nil, func() {} // there is no room for what need not be
	}
	line := c.show(func() string { return "agentvet: " + progress(w.State(), time.Now()) })
	return w, func() { line(); w.Close() }
}

// progress says how far a run is.
func progress(s load.State, now time.Time) string {
	text := fmt.Sprintf("%d packages read", s.Done)
	if s.All > 0 {
		text = fmt.Sprintf("%d of %d packages read", s.Done, s.All)
	}
	if s.Module != "" {
		text = s.Module + ": " + text
	}
	switch took := now.Sub(s.Since); {
	case s.Slow == "" && s.Done < s.All:
		return text + "; the go command compiles what they import"
	case s.Slow != "" && took >= slowAfter:
		return text + fmt.Sprintf("; %s has taken %d s", s.Slow, int(took.Seconds()))
	}
	return text
}

package main

// This file is what the test of policies says of the annotations of data.

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// printData writes a table of sinks, one of sources and one of rows on libraries.
func (c *cli) printData(u *verify.Uses) error {
	for _, table := range []struct {
		title string
		rows  [][]string
	}{{"sinks", c.sinkRows(u.Sinks)}, {"sources", c.sourceRows(u.Sources)}, {"libraries", c.libraryRows(u.Rows)}} {
		if len(table.rows) == 0 {
			continue
		}
		fmt.Fprintf(c.stdout, "\n%s\n", table.title)
		w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		for _, row := range table.rows {
			fmt.Fprintf(w, "    %s\n", strings.Join(row, "\t"))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (c *cli) sinkRows(sinks []verify.SinkUse) (rows [][]string) {
	for _, s := range sinks {
		rows = append(rows, []string{report.Rel(c.dir, s.Pos).String(), s.Name, "forbids " + strings.Join(s.Forbid, ", "), s.Outcome(), s.Detail()})
	}
	return rows
}

func (c *cli) sourceRows(sources []verify.SourceUse) (rows [][]string) {
	for _, s := range sources {
		to := "nothing reads it"
		if len(s.Sinks) > 0 {
			to = "reaches " + strings.Join(s.Sinks, ", ")
		}
		rows = append(rows, []string{report.Rel(c.dir, s.Pos).String(), s.Label, to})
	}
	return rows
}

func (c *cli) libraryRows(list []report.RowUse) (rows [][]string) {
	for i := range list {
		r := &list[i]
		state := "ok"
		if r.State != report.RowFound {
			state = r.Problem()
		}
		rows = append(rows, []string{report.Rel(c.dir, r.Pos).String(), r.Text, state})
	}
	return rows
}

type (
	jsonRow struct {
		Row      string `json:"row"`
		Position string `json:"position"`
		Outcome  string `json:"outcome"`
		Problem  string `json:"problem,omitempty"`
	}
	jsonSink struct {
		Name       string   `json:"name"`
		Position   string   `json:"position"`
		Forbid     []string `json:"forbid"`
		Outcome    string   `json:"outcome"`
		Labels     []string `json:"labels"`
		Sanitizers []string `json:"sanitizers,omitempty"`
	}
	jsonSource struct {
		Label    string   `json:"label"`
		Position string   `json:"position"`
		Sinks    []string `json:"sinks"`
	}
)

func (c *cli) jsonSinks(sinks []verify.SinkUse) []jsonSink {
	out := []jsonSink{}
	for _, s := range sinks {
		out = append(out, jsonSink{
			Name: s.Name, Position: report.Rel(c.dir, s.Pos).String(), Forbid: list(s.Forbid), Outcome: s.Outcome(),
			Labels: list(s.Labels), Sanitizers: s.Sanitizers,
		})
	}
	return out
}

func (c *cli) jsonSources(sources []verify.SourceUse) []jsonSource {
	out := []jsonSource{}
	for _, s := range sources {
		out = append(out, jsonSource{Label: s.Label, Position: report.Rel(c.dir, s.Pos).String(), Sinks: list(s.Sinks)})
	}
	return out
}

func (c *cli) jsonRows(rows []report.RowUse) []jsonRow {
	out := []jsonRow{}
	for i := range rows {
		r := &rows[i]
		out = append(out, jsonRow{r.Text, report.Rel(c.dir, r.Pos).String(), r.State.String(), r.Problem()})
	}
	return out
}

// list returns a list that JSON shows as one also where it is empty.
func list(names []string) []string { return append([]string{}, names...) }

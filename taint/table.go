package taint

// This file puts tables of library knowledge together.

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/extract/library"
)

// A Table is what is known of what libraries do to data: rows of package library, and how
// those of one table add to those of another.
type Table struct {
	library *library.Table             // nil for none
	rows    map[string][]*library.Data // of the keys of which not just what library says is known
}

// Standard returns what is known of the standard library and of the frameworks.
var Standard = sync.OnceValue(func() *Table { return NewTable(library.All()) })

// NewTable returns the table of the rows on data in t.
func NewTable(t *library.Table) *Table { return &Table{library: t} }

// ParseTable reads rows on data; file names the text. The error is a library.ErrorList.
func ParseTable(file, text string) (*Table, error) {
	t, err := library.Parse(text, library.Positions(file, text), library.DataRows)
	return NewTable(t), err
}

// Rows returns the rows of the function or field with the given key.
func (t *Table) Rows(key string) []*library.Data {
	if rows, ok := t.rows[key]; ok || t.library == nil {
		return rows
	}
	return t.library.Data(key)
}

// Keys returns the keys that have rows, sorted.
func (t *Table) Keys() []string {
	keys := slices.Collect(maps.Keys(t.rows))
	if t.library != nil {
		for _, r := range t.library.DataRows() {
			keys = append(keys, r.Key())
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// All returns the rows in the order in which they are written.
func (t *Table) All() []*library.Data {
	var all []*library.Data
	for _, key := range t.Keys() {
		all = append(all, t.Rows(key)...)
	}
	slices.SortFunc(all, func(a, b *library.Data) int {
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c // the texts are costly, and few rows stand at one place
		}
		return strings.Compare(a.String(), b.String())
	})
	return all
}

// Join returns a table with the rows of t and of u. Where both say how the data of
// one function moves, u does; what to look for, sources, sinks and validators, adds up:
// a table takes nothing away from what another one warns of.
func (t *Table) Join(u *Table) *Table {
	out := t.with()
	for _, key := range u.Keys() {
		rows := u.Rows(key)
		merged := slices.Clone(rows)
		moves := slices.ContainsFunc(rows, (*library.Data).Moves)
		for _, r := range t.Rows(key) {
			if !r.Moves() || !moves {
				merged = append(merged, r)
			}
		}
		out.rows[key] = merged
	}
	return out
}

// with returns a copy of t.
func (t *Table) with() *Table {
	out := &Table{library: t.library, rows: make(map[string][]*library.Data)}
	maps.Copy(out.rows, t.rows)
	return out
}

// Without returns t without some of its rows.
func (t *Table) Without(rows []*library.Data) *Table {
	out := t.with()
	for _, r := range rows {
		out.rows[r.Key()] = slices.DeleteFunc(slices.Clone(out.Rows(r.Key())), func(o *library.Data) bool { return o == r })
	}
	return out
}

// Added returns t as it adds to another table. What to look for leaves open what is known
// of a function otherwise. Sanitizers also drop the marks of their names, by which a sink
// may accept them. What makes a path harmless does so where a folder is meant.
func (t *Table) Added() *Table {
	out := &Table{rows: make(map[string][]*library.Data)}
	for _, key := range t.Keys() {
		for _, r := range t.Rows(key) {
			added := *r
			added.Open = !r.Moves()
			if Labels(r.Labels).Has(MarkOf("path")) {
				added.Labels = Labels(added.Labels).Union(Labels{MarkFolder})
			}
			if r.Verb == library.VerbSanitizer && !r.Field {
				for _, name := range NamesOf(r.Package, r.Name) {
					added.Labels = Labels(added.Labels).Union(Labels{MarkOf(name)})
				}
			}
			out.rows[key] = append(out.rows[key], &added)
		}
	}
	return out
}

package library

// This file defines tables of rows, whose packages are read when they are asked for.

import (
	"slices"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/graph"
)

// A Table is a set of rows. It may be used by several goroutines.
type Table struct {
	outline func() *outline
}

// An outline is what a table has, with rows that are not read yet.
type outline struct {
	opaque, clients, loggers []string
	sections                 []*section // in the order of the text, by root
	byPath                   map[string][]*section
	byPattern                []*section // those whose paths have a *
	at                       func(offset int) graph.Pos
	wrong                    []*mistake
}

// A section is what one text says of one package: rows of calls, of data and of effects,
// each read when one of them is asked for.
type section struct {
	path string
	at   func(offset int) graph.Pos

	calls, data, effects part
	callByKey            map[string]*Call
	callRows             []*Call
	dataByKey            map[string][]*Data
	dataRows             []*Data
	effectByKey          map[string][]*Effect
	effectRows           []*Effect
	effectPatterns       []*Effect // those of effectRows whose names have a *
}

// A part is the rows of a family, with their mistakes once they are read.
type part struct {
	lines []line
	once  sync.Once
	wrong []*mistake
}

// NewTable returns the table with a text that is part of the program; file names it. A
// defect in its structure panics when rows are asked for, and a defective row is left
// out: Check says both.
func NewTable(file, text string) *Table {
	return &Table{sync.OnceValue(func() *outline { return readOutline(text, Positions(file, text), AllFamilies) })}
}

// Parse reads a text that may be part of a file: at says where a byte of it is. Its rows
// are of a family. The error is an ErrorList; the table has the rows that could be read.
func Parse(text string, at func(offset int) graph.Pos, of Family) (*Table, error) {
	o := readOutline(text, at, of)
	t := &Table{func() *outline { return o }}
	err := t.Check()
	o.wrong = nil // they are said
	return t, err
}

// Check reads all rows. The error is an ErrorList. A second row that says of one function
// what another one does is a mistake, too.
func (t *Table) Check() error {
	o := t.outline()
	wrong := slices.Clone(o.wrong)
	for _, s := range o.sections {
		s.readCalls()
		s.readData()
		s.readEffects()
		wrong = slices.Concat(wrong, s.calls.wrong, s.data.wrong, s.effects.wrong)
	}
	return errorsAt(wrong, o.at)
}

// Call returns the row of the call with a key, or nil.
func (t *Table) Call(key string) *Call {
	for s := range t.sectionsOf(key) {
		if r := s.readCalls().callByKey[key]; r != nil {
			return r
		}
	}
	return nil
}

// Data returns the rows on data of a function, a field or a type with a key: of each verb
// at most one, but for sinks and sources of several kinds and conditions, and validators
// of several labels and answers.
func (t *Table) Data(key string) []*Data {
	var rows []*Data
	for s := range t.sectionsOf(key) {
		if of := s.readData().dataByKey[key]; rows == nil {
			rows = of
		} else {
			rows = slices.Concat(rows, of)
		}
	}
	return rows
}

// sectionsOf returns what the table has of the packages that a key may be in: the path
// of a package may have dots, too.
func (t *Table) sectionsOf(key string) func(yield func(*section) bool) {
	o := t.usable()
	return func(yield func(*section) bool) {
		for i := strings.LastIndexByte(key, '/') + 1; i < len(key); i++ {
			if key[i] != '.' {
				continue
			}
			for _, s := range o.byPath[key[:i]] {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// Calls returns the rows of calls, in the order of the text.
func (t *Table) Calls() []*Call { return t.callsIn(t.usable().sections) }

// CallsOf returns the rows of calls of a package, in the order of the text.
func (t *Table) CallsOf(path string) []*Call { return t.callsIn(t.usable().byPath[path]) }

func (t *Table) callsIn(sections []*section) []*Call {
	var rows []*Call
	for _, s := range sections {
		for _, r := range s.readCalls().callRows {
			if t.Call(r.Key()) == r {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// DataRows returns the rows on data, in the order of the text.
func (t *Table) DataRows() []*Data {
	var rows []*Data
	for _, s := range t.usable().sections {
		rows = append(rows, s.readData().dataRows...)
	}
	return rows
}

// DataOf returns the rows on the data of a package, in the order of the text.
func (t *Table) DataOf(path string) []*Data {
	var rows []*Data
	for _, s := range t.usable().byPath[path] {
		rows = append(rows, s.readData().dataRows...)
	}
	return rows
}

// Packages returns the paths of the packages that have rows of a family, in the order of
// the text.
func (t *Table) Packages(of Family) []string {
	var paths []string
	seen := make(map[string]bool)
	for _, s := range t.usable().sections {
		lines := map[Family]int{CallRows: len(s.calls.lines), DataRows: len(s.data.lines), EffectRows: len(s.effects.lines)}
		lines[AllFamilies] = lines[CallRows] + lines[DataRows] + lines[EffectRows]
		if lines[of] > 0 && !seen[s.path] {
			seen[s.path] = true
			paths = append(paths, s.path)
		}
	}
	return paths
}

// Opaque returns the module paths whose packages are the framework's, with rows or
// without: their functions never run, but for those with a `body` row.
func (t *Table) Opaque() []string { return t.usable().opaque }

// Clients returns the module paths of libraries that a program calls for data: their
// functions never run either, but they fill in what they are given.
func (t *Table) Clients() []string { return t.usable().clients }

// Loggers returns the module paths of libraries that log, or count and trace: what they do to the
// world is nobody's doing.
func (t *Table) Loggers() []string { return t.usable().loggers }

// IsLogger reports whether a package belongs to one of these libraries.
func (t *Table) IsLogger(path string) bool {
	return slices.ContainsFunc(t.Loggers(), func(module string) bool {
		return path == module || strings.HasPrefix(path, module+"/")
	})
}

// Join returns the table of all rows of ts. The first row of a call counts.
func Join(ts ...*Table) *Table {
	return &Table{sync.OnceValue(func() *outline {
		all := &outline{byPath: make(map[string][]*section)}
		for _, t := range ts {
			o := t.usable()
			all.opaque = append(all.opaque, o.opaque...)
			all.clients = append(all.clients, o.clients...)
			all.loggers = append(all.loggers, o.loggers...)
			all.sections = append(all.sections, o.sections...)
			all.byPattern = append(all.byPattern, o.byPattern...)
		}
		for _, s := range all.sections {
			all.byPath[s.path] = append(all.byPath[s.path], s)
		}
		return all
	})}
}

// Effects returns the rows on what a function, a method of an interface or a value of a type
// does to the world, by its key. Rows with a pattern count where no row has the name or the path itself.
func (t *Table) Effects(key string) []*Effect {
	var rows []*Effect
	for s := range t.sectionsOf(key) {
		rows = append(rows, s.readEffects().effectByKey[key]...)
	}
	if rows != nil {
		return rows
	}
	for s := range t.sectionsOf(key) {
		rows = append(rows, s.effectsLike(key[len(s.path)+1:])...)
	}
	if patterns := t.usable().byPattern; rows == nil && len(patterns) > 0 {
		return effectsInPatterns(patterns, key)
	}
	return rows
}

// EffectRows returns the rows on effects, in the order of the text.
func (t *Table) EffectRows() []*Effect {
	var rows []*Effect
	for _, s := range t.usable().sections {
		rows = append(rows, s.readEffects().effectRows...)
	}
	return rows
}

func (t *Table) usable() *outline {
	o := t.outline()
	if len(o.wrong) > 0 {
		panic("library: internal error: " + errorsAt(o.wrong, o.at).Error())
	}
	return o
}

// readCalls reads the rows of calls, once.
func (s *section) readCalls() *section {
	s.calls.once.Do(func() {
		s.callByKey = make(map[string]*Call, len(s.calls.lines))
		s.read(&s.calls)
	})
	return s
}

// readData reads the rows on data, once.
func (s *section) readData() *section {
	s.data.once.Do(func() {
		s.dataByKey = make(map[string][]*Data, len(s.data.lines))
		s.read(&s.data)
	})
	return s
}

// readEffects reads the rows on effects, once.
func (s *section) readEffects() *section {
	s.effects.once.Do(func() {
		s.effectByKey = make(map[string][]*Effect, len(s.effects.lines))
		s.read(&s.effects)
	})
	return s
}

func (s *section) read(p *part) {
	for _, l := range p.lines {
		words := l.words()
		r, err := parseRow(s.path, words, s.at)
		if err == nil {
			err = s.add(words[0], r)
		}
		if err != nil {
			p.wrong = append(p.wrong, err)
		}
	}
}

// add adds a row that begins with a verb.
func (s *section) add(verb word, r Row) *mistake {
	switch r := r.(type) {
	case *Call:
		if old := s.callByKey[r.Key()]; old != nil {
			return verb.errorf("%s has a row on line %d already", r.Key(), old.Pos.Line)
		}
		s.callRows = append(s.callRows, r)
		s.callByKey[r.Key()] = r
	case *Data:
		for _, old := range s.dataByKey[r.Key()] {
			if old.contradicts(r) {
				return verb.errorf("%s has a %s row on line %d already", r.Key(), r.Verb, old.Pos.Line)
			}
		}
		s.dataRows = append(s.dataRows, r)
		s.dataByKey[r.Key()] = append(s.dataByKey[r.Key()], r)
	case *Effect:
		for _, old := range s.effectByKey[r.Key()] {
			if old.Where.String() == r.Where.String() {
				return verb.errorf("%s has a %s row on line %d already", r.Key(), r.Verb, old.Pos.Line)
			}
		}
		s.effectRows = append(s.effectRows, r)
		if isPattern(r.Name) {
			s.effectPatterns = append(s.effectPatterns, r)
		}
		s.effectByKey[r.Key()] = append(s.effectByKey[r.Key()], r)
	}
	return nil
}

package taint

// This file defines the tables of library knowledge.

import (
	"cmp"
	"embed"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/graph"
)

// A Verb says what a row tells of its function.
type Verb uint8

const (
	VerbInvalid   Verb = iota
	VerbFlow           // data moves between arguments and results, as the flows say, and nowhere else
	VerbSource         // a result, an argument or a field holds data of a source
	VerbSink           // arguments, or a field, are a sink
	VerbSanitizer      // a flow that drops labels
	VerbValidator      // an argument has lost labels where the answer is Answer
	VerbPut            // a framework keeps an argument until VerbGet hands it out
	VerbGet
	VerbShare // a framework calls an argument, which shares a state with other functions
	numVerbs
)

var verbNames = [numVerbs]string{"invalid", "flow", "source", "sink", "sanitizer", "validator", "put", "get", "share"}

func (v Verb) String() string {
	if v >= numVerbs {
		return "invalid"
	}
	return verbNames[v]
}

// A Place is an argument of a call, as the user counts them, or a result.
type Place struct {
	Result bool
	// Index counts from 0; Recv is the receiver, Each stands for all of them.
	Index int
}

const (
	Recv = -1
	Each = -2
)

// A Pass is one flow of a row.
type Pass struct {
	From, To []Place
	// Same: what To refers to afterwards is what From refers to, as a reader shares
	// what it reads from. Elements: the elements of From are copied to To, which shares
	// what they refer to. Else all data is copied.
	Same, Elements bool
}

// A Row is what is known of one function, or of one field ("Type.Field").
//
//	flow      FUNC [FLOW…]                    no flow: nothing passes
//	source    FUNC LABELS [PLACES] [where=…]  PLACES is result if left out
//	sink      FUNC KIND PLACES [where=…]
//	sanitizer FUNC LABELS FLOW…
//	validator FUNC LABELS PLACE ANSWER
//	put       FUNC STATE INDEX PLACES         argument INDEX is the key
//	get       FUNC STATE INDEX PLACES
//	share     FUNC STATE INDEX PARAM          argument INDEX is a function, whose parameter PARAM is the state
//
// A PLACE is `recv`, `0`, `1`, …, `each`, `result` (all results) or `result0`, …;
// PLACES are separated by commas; the last argument of a variadic function stands
// for all that the caller writes there. That of a validator is an argument, which it
// only looks at. A FLOW is PLACES->PLACES, PLACES=PLACES for
// references that stay shared, or PLACES~PLACES for elements that are copied. ANSWER is
// true, false or nil. Of a field, PLACES is `field`, that of a sanitizer too, which cleans
// what is stored there; of a type, each value of which, alone or as part of another, comes
// from a source, `type`.
//
// A row with `where=INDEX:PATTERN|…` counts for calls whose argument INDEX is a
// constant that matches, as path.Match does and without regard to case, or with the
// pattern `?` is no constant.
type Row struct {
	Verb    Verb
	Package string // the path
	Key     string // package path, dot, function or Type.Method or Type.Field
	Labels  Labels
	Kind    string // of a sink, or the state that a framework keeps
	Index   int    // the argument that put, get and share name
	Param   int    // the parameter that share names
	Places  []Place
	Passes  []Pass
	Answer  string
	Field   bool   // Key is a field
	Type    bool   // Key is a type
	Where   *Where // nil for every call
	// Open: the row says what to look for and leaves open what else the function does.
	// Without it, nothing passes but what the rows of the function say, where its code is
	// not read and that it is a source is all that they say, and in a call of a method of
	// an interface.
	Open bool
	Pos  graph.Pos
}

// Name returns the key of r without the package.
func (r *Row) Name() string { return strings.TrimPrefix(r.Key, r.Package+".") }

// moves reports whether r says how data moves, where others say what to look for.
func (r *Row) moves() bool {
	switch r.Verb {
	case VerbFlow, VerbSanitizer, VerbPut, VerbGet, VerbShare:
		return true
	}
	return false
}

// A Where says for which calls a row counts.
type Where struct {
	Index    int
	Patterns []string // lower case
}

// Unknown is the pattern of an argument that is no constant.
const Unknown = "?"

// Matches reports whether the row counts for a call whose argument is text, a
// constant if known.
func (w *Where) Matches(text string, known bool) bool {
	if w == nil {
		return true
	}
	matches := false
	for _, p := range w.Patterns {
		if p == Unknown || !known {
			matches = matches || p == Unknown && !known
			continue
		}
		pattern, except := strings.CutPrefix(p, Except)
		if ok, _ := path.Match(pattern, strings.ToLower(text)); ok { // parseWhere has rejected bad ones
			if except {
				return false
			}
			matches = true
		}
	}
	return matches
}

// String returns what parseWhere reads.
func (w *Where) String() string {
	if w == nil {
		return ""
	}
	return wherePrefix + strconv.Itoa(w.Index) + ":" + strings.Join(w.Patterns, "|")
}

const wherePrefix = "where="

// Except begins a pattern of what a row does not count for, though another one matches.
const Except = "!"

// A Table is a set of rows: of one function, at most one of each verb, but for
// sinks and sources of several kinds and conditions, and validators of several labels
// and answers.
type Table struct {
	rows map[string][]*Row
}

//go:embed standard.txt frameworks.txt
var tables embed.FS

// Standard returns what is known of the standard library and of the frameworks.
var Standard = sync.OnceValue(func() *Table {
	all := &Table{}
	for _, name := range []string{"standard.txt", "frameworks.txt"} {
		file, err := tables.Open(name)
		if err != nil {
			panic("taint: internal error: " + err.Error())
		}
		t, err := ParseTable(name, file)
		if err != nil {
			panic("taint: internal error: " + err.Error())
		}
		all = all.Join(t)
	}
	return all
})

// Rows returns the rows of the function or field with the given key.
func (t *Table) Rows(key string) []*Row { return t.rows[key] }

// same reports whether r and o, of one function, cannot both count.
func (r *Row) same(o *Row) bool {
	return r.Verb == o.Verb && (r.moves() || r.Kind == o.Kind && r.Labels.String() == o.Labels.String() &&
		r.Where.String() == o.Where.String() && r.Answer == o.Answer)
}

// Keys returns the keys that have rows, sorted.
func (t *Table) Keys() []string {
	var keys []string
	for k := range t.rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// All returns the rows in the order in which they are written.
func (t *Table) All() []*Row {
	var all []*Row
	for _, rows := range t.rows {
		all = append(all, rows...)
	}
	slices.SortFunc(all, func(a, b *Row) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.String(), b.String()))
	})
	return all
}

// Join returns a table with the rows of t and of u. Where both say how the data of
// one function moves, u does; what to look for, sources, sinks and validators, adds up:
// a table takes nothing away from what another one warns of.
func (t *Table) Join(u *Table) *Table {
	out := &Table{rows: make(map[string][]*Row)}
	for key, rows := range t.rows {
		out.rows[key] = rows
	}
	for key, rows := range u.rows {
		merged := slices.Clone(rows)
		moves := slices.ContainsFunc(rows, (*Row).moves)
		for _, r := range t.rows[key] {
			if !r.moves() || !moves {
				merged = append(merged, r)
			}
		}
		out.rows[key] = merged
	}
	return out
}

// Without returns t without some of its rows.
func (t *Table) Without(rows []*Row) *Table {
	out := &Table{rows: make(map[string][]*Row)}
	for key, old := range t.rows {
		if kept := slices.DeleteFunc(slices.Clone(old), func(r *Row) bool { return slices.Contains(rows, r) }); len(kept) > 0 {
			out.rows[key] = kept
		}
	}
	return out
}

// Added returns t as it adds to another table. What to look for leaves open what is known
// of a function otherwise. Sanitizers also drop the marks of their names, by which a sink
// may accept them.
func (t *Table) Added() *Table {
	out := &Table{rows: make(map[string][]*Row)}
	for key, rows := range t.rows {
		for _, r := range rows {
			added := *r
			added.Open = !r.moves()
			if r.Verb == VerbSanitizer && !r.Field {
				for _, name := range NamesOf(r.Package, r.Name()) {
					added.Labels = added.Labels.Union(Labels{MarkOf(name)})
				}
			}
			out.rows[key] = append(out.rows[key], &added)
		}
	}
	return out
}

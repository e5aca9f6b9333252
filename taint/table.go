package taint

// This file reads the tables of library knowledge.

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
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
// for all that the caller writes there. A FLOW is PLACES->PLACES, PLACES=PLACES for
// references that stay shared, or PLACES~PLACES for elements that are copied. ANSWER is
// true, false or nil. Of a field, PLACES is `field`, that of a sanitizer too, which cleans
// what is stored there; of a type, each value of which, alone or as part of another, comes
// from a source, `type`.
//
// A row with `where=INDEX:PATTERN|…` counts for calls whose argument INDEX is a
// constant that matches, as path.Match does and without regard to case, or with the
// pattern `?` is no constant.
type Row struct {
	Verb   Verb
	Key    string // package path, dot, function or Type.Method or Type.Field
	Labels Labels
	Kind   string // of a sink, or the state that a framework keeps
	Index  int    // the argument that put, get and share name
	Param  int    // the parameter that share names
	Places []Place
	Passes []Pass
	Answer string
	Field  bool   // Key is a field
	Type   bool   // Key is a type
	Where  *Where // nil for every call
	Source string // file:line
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
	return slices.ContainsFunc(w.Patterns, func(p string) bool {
		if p == Unknown || !known {
			return p == Unknown && !known
		}
		ok, _ := path.Match(p, strings.ToLower(text)) // parseWhere has rejected bad ones
		return ok
	})
}

// String returns what parseWhere reads.
func (w *Where) String() string {
	if w == nil {
		return ""
	}
	return wherePrefix + strconv.Itoa(w.Index) + ":" + strings.Join(w.Patterns, "|")
}

const wherePrefix = "where="

func parseWhere(word string) (*Where, error) {
	index, patterns, ok := strings.Cut(strings.TrimPrefix(word, wherePrefix), ":")
	n, err := strconv.Atoi(index)
	if !ok || err != nil || n < 0 || patterns == "" {
		return nil, fmt.Errorf("want where=INDEX:PATTERN|…, got %q", word)
	}
	w := &Where{Index: n, Patterns: strings.Split(strings.ToLower(patterns), "|")}
	for _, p := range w.Patterns {
		if _, err := path.Match(p, ""); err != nil {
			return nil, fmt.Errorf("%q: %w", p, err)
		}
	}
	return w, nil
}

// A Table is a set of rows: of one function, at most one of each verb, but for
// sinks and sources of several kinds and conditions.
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
	if r.Verb == VerbSink || r.Verb == VerbSource {
		return r.Verb == o.Verb && r.Kind == o.Kind && r.Labels.String() == o.Labels.String() && r.Where.String() == o.Where.String()
	}
	return r.Verb == o.Verb
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

// Join returns a table with the rows of t and of u; where both have rows for one
// key and verb, those of u count.
func (t *Table) Join(u *Table) *Table {
	out := &Table{rows: make(map[string][]*Row)}
	for key, rows := range t.rows {
		out.rows[key] = rows
	}
	for key, rows := range u.rows {
		merged := slices.Clone(rows)
		for _, r := range t.rows[key] {
			if !slices.ContainsFunc(rows, r.same) {
				merged = append(merged, r)
			}
		}
		out.rows[key] = merged
	}
	return out
}

// ParseTable reads a table. Errors are "file:line: …"; a second row with one verb
// for one function is an error.
func ParseTable(file string, in io.Reader) (*Table, error) {
	t := &Table{rows: make(map[string][]*Row)}
	pkg := ""
	s := bufio.NewScanner(in)
	for n := 1; s.Scan(); n++ {
		text, _, _ := strings.Cut(s.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		at := file + ":" + strconv.Itoa(n)
		if words[0] == "package" {
			if len(words) != 2 {
				return nil, fmt.Errorf("%s: want `package PATH`", at)
			}
			pkg = words[1]
			continue
		}
		if pkg == "" {
			return nil, fmt.Errorf("%s: want `package PATH` first", at)
		}
		r, err := parseRow(words)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		r.Key, r.Source = pkg+"."+r.Key, at
		for _, old := range t.rows[r.Key] {
			if old.same(r) {
				return nil, fmt.Errorf("%s: %s has a %s row already at %s", at, r.Key, r.Verb, old.Source)
			}
		}
		t.rows[r.Key] = append(t.rows[r.Key], r)
	}
	return t, s.Err()
}

func parseRow(words []string) (*Row, error) {
	r := &Row{Verb: Verb(max(0, slices.Index(verbNames[:], words[0])))}
	if r.Verb == VerbInvalid {
		return nil, fmt.Errorf("unknown verb %q", words[0])
	}
	want := map[Verb]int{VerbFlow: 2, VerbSource: 3, VerbSink: 4, VerbSanitizer: 4, VerbValidator: 5, VerbPut: 5, VerbGet: 5, VerbShare: 5}[r.Verb]
	if len(words) < want {
		return nil, fmt.Errorf("%s: want at least %d words, got %q", r.Verb, want, strings.Join(words, " "))
	}
	r.Key = words[1]
	rest := words[2:]
	switch r.Verb {
	case VerbSource, VerbSanitizer, VerbValidator:
		r.Labels, rest = ParseLabels(rest[0]), rest[1:]
	case VerbSink:
		r.Kind, rest = rest[0], rest[1:]
	case VerbPut, VerbGet, VerbShare:
		r.Kind = rest[0]
		var err error
		if r.Index, err = parseIndex(rest[1]); err != nil {
			return nil, err
		}
		if rest = rest[2:]; r.Verb == VerbShare {
			r.Param, err = parseIndex(rest[0])
			return r, err
		}
	}
	var err error
	if last := len(rest) - 1; last >= 0 && strings.HasPrefix(rest[last], wherePrefix) {
		if r.Verb != VerbSource && r.Verb != VerbSink {
			return nil, fmt.Errorf("a %s takes no where=", r.Verb)
		}
		if r.Where, err = parseWhere(rest[last]); err != nil {
			return nil, err
		}
		rest = rest[:last]
	}
	switch r.Verb {
	case VerbFlow, VerbSanitizer:
		if r.Verb == VerbSanitizer && len(rest) == 1 && rest[0] == "field" {
			r.Field = true
			return r, nil
		}
		for _, w := range rest {
			p, err := parsePass(w)
			if err != nil {
				return nil, err
			}
			r.Passes = append(r.Passes, p)
		}
		return r, nil
	case VerbValidator:
		if r.Answer = rest[1]; !slices.Contains([]string{"true", "false", "nil"}, r.Answer) {
			return nil, fmt.Errorf("want true, false or nil, got %q", r.Answer)
		}
		if len(rest) > 2 {
			return nil, fmt.Errorf("unexpected %q", rest[2])
		}
		rest = rest[:1]
	}
	switch {
	case len(rest) == 0:
		r.Places = []Place{{Result: true, Index: Each}}
	case len(rest) > 1:
		return nil, fmt.Errorf("unexpected %q", rest[1])
	case rest[0] == "field":
		r.Field = true
	case rest[0] == "type" && r.Verb == VerbSource:
		r.Type = true
	default:
		r.Places, err = parsePlaces(rest[0])
	}
	return r, err
}

func parseIndex(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("want the number of an argument, got %q", word)
	}
	return n, nil
}

func parsePass(word string) (Pass, error) {
	var p Pass
	from, to, ok := strings.Cut(word, "->")
	if !ok {
		from, to, p.Same = strings.Cut(word, "=")
	}
	if !ok && !p.Same {
		if from, to, p.Elements = strings.Cut(word, "~"); !p.Elements {
			return Pass{}, fmt.Errorf("want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got %q", word)
		}
	}
	var err error
	if p.From, err = parsePlaces(from); err == nil {
		p.To, err = parsePlaces(to)
	}
	return p, err
}

func parsePlaces(text string) ([]Place, error) {
	var out []Place
	for _, w := range strings.Split(text, ",") {
		number, isResult := strings.CutPrefix(w, "result")
		p := Place{Result: isResult, Index: Each}
		switch {
		case w == "recv":
			p.Index = Recv
		case w == "each" || isResult && number == "":
		default:
			i, err := strconv.Atoi(number)
			if err != nil || i < 0 {
				return nil, fmt.Errorf("want recv, each, result or a number, got %q", w)
			}
			p.Index = i
		}
		out = append(out, p)
	}
	return out, nil
}

package library

// This file defines rows of what libraries do to data.

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Data is what is known of what one function does to data, or of one field ("Type.Field")
// or type.
//
//	flow      FUNC [FLOW…]                    no flow: nothing passes
//	source    FUNC LABELS [PLACES] [where=…]  PLACES is result if left out
//	sink      FUNC KIND PLACES [where=…] [perhaps]
//	sanitizer FUNC LABELS FLOW…
//	validator FUNC LABELS PLACE ANSWER
//	bound     FIELD LIMIT…                    numbers that keep limits, as the tag bound says them
//	put       FUNC STATE INDEX PLACES         argument INDEX is the key
//	get       FUNC STATE INDEX PLACES
//	share     FUNC STATE INDEX PARAM [after]  argument INDEX is a function, whose parameter PARAM is the state
//
// A PLACE is `recv`, `0`, `1`, …, `each`, `result` (all results) or `result0`, …;
// PLACES are separated by commas; the last argument of a variadic function stands
// for all that the caller writes there. That of a validator is an argument, which it
// only looks at. A FLOW is PLACES->PLACES, PLACES=PLACES for
// references that stay shared, or PLACES~PLACES for elements that are copied. ANSWER is
// true, false, nil or some, which is what is not nil. Of a field, PLACES is `field`, that of a sanitizer too, which cleans
// what is stored there; of a type, each value of which, alone or as part of another, comes
// from a source, `type`.
//
// A row with `where=INDEX:PATTERN|…` counts for calls whose argument INDEX is a
// constant that matches, as path.Match does and without regard to case, or with the
// pattern `?` is no constant. Of a path, the last element matches, too, and of a program the
// name without .exe. With `where=INDEX+:…` the arguments from INDEX on are a list, of which
// an element counts if what stands before it matches: all elements there, each behind a
// comma, as in `,sh,-*c`; one that is no constant is a question mark. Data gets into a sink with `perhaps` only
// if something is so that is not known: which program runs. `@programs` stands for
// the patterns of programs.list, `@readers` and `@builders` for those of readers.list and
// builders.list, and `@options` for the lines behind which an option may stand, as options.list says.
// A row with `where=calls:METHOD` counts where the function with the call calls that method of the receiver, too.
type Data struct {
	Head
	Labels []string // sorted, each once
	Kind   string   // of a sink, or the state that a framework keeps
	Index  int      // the argument that put, get and share name
	Param  int      // the parameter that share names
	// Perhaps: that data gets there is no more than possible.
	Perhaps bool
	After   bool // the function that share names runs after a step, not before
	Places  []Place
	Passes  []Pass
	Answer  string
	Bounds  []graph.Limit
	Field   bool   // it is about a field
	Type    bool   // it is about a type
	Where   *Where // nil for every call
	// Open: the row says what to look for and leaves open what else the function does.
	// Without it, nothing passes but what the rows of the function say, where its code is
	// not read and that it is a source is all that they say, and in a call of a method of
	// an interface. No text says it: who adds a table to another one does.
	Open bool
}

// A Place is an argument of a call, as the user counts them, or a result.
type Place struct {
	Result bool
	// Index counts from 0; Recv is the receiver, Each stands for all of them.
	Index int
}

// Each is the index of all arguments, or of all results.
const Each = -2

// A Pass is one flow of a row.
type Pass struct {
	From, To []Place
	// Same: what To refers to afterwards is what From refers to, as a reader shares
	// what it reads from. Elements: the elements of From are copied to To, which shares
	// what they refer to. Else all data is copied.
	Same, Elements bool
}

// Moves reports whether r says how data moves, where others say what to look for.
func (r *Data) Moves() bool {
	switch r.Verb {
	case VerbFlow, VerbSanitizer, VerbPut, VerbGet, VerbShare:
		return true
	}
	return false
}

// contradicts reports whether r and o, of one function, cannot both count.
func (r *Data) contradicts(o *Data) bool {
	return r.Verb == o.Verb && (r.Moves() || r.Kind == o.Kind && slices.Equal(r.Labels, o.Labels) &&
		r.Where.String() == o.Where.String() && r.Answer == o.Answer)
}

// A Where says for which calls a row counts.
type Where struct {
	Index    int
	List     bool
	Patterns []string // lower case
	Calls    string   // instead of all that: a method of the receiver that the function with the call calls, too
}

// Unknown is the pattern of an argument that is no constant.
const Unknown = "?"

// Matches reports whether the row counts for a call whose argument is text, a
// constant if known.
func (w *Where) Matches(text string, known bool) bool {
	if w == nil {
		return true
	}
	return MatchesAny(w.Patterns, text, known)
}

// MatchesAny reports whether a text, of which parts are not known unless it is a constant,
// matches the patterns of a condition.
func MatchesAny(patterns []string, text string, known bool) bool {
	lower, matches := strings.ToLower(text), false
	for _, p := range patterns {
		if p == Unknown {
			matches = matches || !known
			continue
		}
		if name, isSet := strings.CutPrefix(p, setMark); isSet {
			matches = matches || sets[name](text)
			continue
		}
		pattern, except := strings.CutPrefix(p, Except)
		if matchesOne(pattern, lower) {
			if except {
				return false
			}
			matches = true
		}
	}
	return matches
}

// matchesOne reports whether a text matches a pattern, or what it names as a path does.
func matchesOne(pattern, text string) bool {
	pattern = flat(pattern)
	if ok, _ := path.Match(pattern, flat(text)); ok { // the reader has rejected bad ones
		return true
	}
	ok, _ := path.Match(pattern, flat(Program(text)))
	return ok
}

// flat returns a text without slashes: they are nothing special in an argument.
func flat(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

// Program returns the name of a program without its folder and without .exe.
func Program(file string) string {
	return strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], ".exe")
}

// Separator stands before each element of a list that is matched.
const Separator = ","

// String returns the condition as a row has it.
func (w *Where) String() string {
	if w == nil {
		return ""
	}
	if w.Calls != "" {
		return wherePrefix + callsMark + ":" + w.Calls
	}
	list := ""
	if w.List {
		list = listMark
	}
	return wherePrefix + strconv.Itoa(w.Index) + list + ":" + strings.Join(w.Patterns, "|")
}

const (
	wherePrefix = "where="
	listMark    = "+"
	callsMark   = "calls"
)

// Except begins a pattern of what a row does not count for, though another one matches.
const Except = "!"

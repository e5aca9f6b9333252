package annotation

// This file parses struct tags.

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Field is what the tags of one struct field say.
type Field struct {
	Sink         *graph.Sink
	Sources      []string
	Capabilities []string
	Bounds       []graph.Limit
	Confine      graph.Confine
}

// An Error says what is wrong with an annotation. Off is where, in bytes from
// its start.
type Error struct {
	Off     int
	Message string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

func errorAt(off int, format string, args ...any) *Error {
	return &Error{off, fmt.Sprintf(format, args...)}
}

// keys are the keys of struct tags that are agentvet's.
var keys = []string{"sink", "source", "capability", "bound", "confine"}

// Keys returns the keys of struct tags that are agentvet's.
func Keys() []string { return slices.Clone(keys) }

// parseTag reads the agentvet keys of a struct tag and leaves the others alone.
// It returns all that can be read, and one error for each key that cannot.
func parseTag(tag string) (Field, []*Error) {
	var f Field
	var errs []*Error
	for _, key := range keys {
		val, off, ok := lookup(tag, key)
		if !ok {
			continue
		}
		if err := f.parse(key, val); err != nil {
			err.Off = min(err.Off+off, len(tag))
			err.Message = fmt.Sprintf("the tag %s:%q: %s", key, val, err.Message)
			errs = append(errs, err)
		}
	}
	return f, errs
}

// lookup returns the value of a key, and where its text begins in the tag. A
// value with escapes has offsets that are approximate.
func lookup(tag, key string) (val string, off int, ok bool) {
	val, ok = reflect.StructTag(tag).Lookup(key)
	if !ok {
		return "", 0, false
	}
	return val, strings.Index(tag, key+`:"`) + len(key) + 2, true
}

func (f *Field) parse(key, val string) (err *Error) {
	switch key {
	case "sink":
		f.Sink, err = parseSink(val)
	case "source":
		f.Sources, err = names(val, 0, "a label")
	case "capability":
		f.Capabilities, err = names(val, 0, "a capability")
	case "bound":
		f.Bounds, err = Limits(val)
	case "confine":
		f.Confine, err = confine(val)
	}
	return err
}

// parseSink reads options that commas separate.
func parseSink(val string) (*graph.Sink, *Error) {
	s := new(graph.Sink)
	seen := make(map[string]bool)
	for part, off := range parts(val, ',') {
		if err := sinkOption(s, part, off, seen); err != nil {
			return nil, err
		}
	}
	if !seen["forbid"] {
		return nil, errorAt(0, "it does not say what is forbidden: write forbid=LABEL, a tool's name or *")
	}
	return s, nil
}

// sinkOption reads one option of a sink, "key=value" at off.
func sinkOption(s *graph.Sink, option string, off int, seen map[string]bool) *Error {
	key, val, ok := strings.Cut(option, "=")
	if !ok {
		return errorAt(off, "%q is no option: write forbid=, name= or unless=", option)
	}
	if seen[key] {
		return errorAt(off, "%s is given twice", key)
	}
	seen[key] = true
	at := off + len(key) + 1
	var err *Error
	switch key {
	case "forbid":
		s.Forbid, err = names(val, at, "a label, the name of a tool or *")
	case "name":
		if s.Name = val; !isName(val) {
			return errorAt(at, "%q is no name", val)
		}
	case "unless":
		s.Unless, err = names(val, at, "a sanitizer")
	default:
		return errorAt(off, "it has no option %q%s", key, spell.DidYouMean(key, []string{"forbid", "name", "unless"}))
	}
	return err
}

// names reads names that | separates; what says of what.
func names(val string, off int, what string) ([]string, *Error) {
	var out []string
	for name, at := range parts(val, '|') {
		if !isName(name) {
			if strings.ContainsAny(name, ", ") {
				return nil, errorAt(off+at, "%q is no name; several are separated by |", name)
			}
			return nil, errorAt(off+at, "want %s, not %q", what, name)
		}
		out = append(out, name)
	}
	return out, nil
}

// parts yields the parts of s between separators, without the space around them,
// each with its offset; one empty part if s is empty.
func parts(s string, sep byte) func(yield func(string, int) bool) {
	return func(yield func(string, int) bool) {
		for off := 0; ; {
			part, _, more := strings.Cut(s[off:], string(sep))
			space := len(part) - len(strings.TrimLeft(part, " "))
			if !yield(strings.TrimSpace(part), off+space) || !more {
				return
			}
			off += len(part) + 1
		}
	}
}

func isName(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c >= 0x80, strings.IndexByte("_./-*", c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// Limits reads the limits of a number as the tag bound has them, separated by commas: ">= 0, <= quota", "0..1000".
func Limits(val string) ([]graph.Limit, *Error) {
	var out []graph.Limit
	for text, off := range parts(val, ',') {
		if low, high, ok := strings.Cut(text, ".."); ok {
			for _, l := range []graph.Limit{{Op: ">=", Of: strings.TrimSpace(low)}, {Op: "<=", Of: strings.TrimSpace(high)}} {
				if !isInteger(l.Of) && !isName(l.Of) {
					return nil, errorAt(off, "want an integer or a name on both sides of .., not %q", l.Of)
				}
				out = append(out, l)
			}
			continue
		}
		of := strings.TrimLeft(text, "<>=")
		l := graph.Limit{Op: text[:len(text)-len(of)], Of: strings.TrimSpace(of)}
		switch l.Op {
		case "<", "<=", ">", ">=", "==":
		case "":
			return nil, errorAt(off, "%q is no limit: write one such as <= 1000", text)
		default:
			return nil, errorAt(off, "%q is no comparison: write <, <=, >, >= or ==", l.Op)
		}
		if !isInteger(l.Of) && !isName(l.Of) {
			return nil, errorAt(off+len(l.Op), "want an integer or a name after %s, not %q", l.Op, l.Of)
		}
		out = append(out, l)
	}
	return out, nil
}

// isInteger reports whether s is an integer of at most 64 bits.
func isInteger(s string) bool {
	if _, err := strconv.ParseInt(s, 10, 64); err == nil {
		return true
	}
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

func confine(val string) (graph.Confine, *Error) {
	for c := graph.ConfinePath; c <= graph.ConfineSQL; c++ {
		if val == c.String() {
			return c, nil
		}
	}
	words := graph.ConfineNames()
	return graph.ConfineNone, errorAt(0, "want one of %s, not %q%s", strings.Join(words, ", "), val, spell.DidYouMean(val, words))
}

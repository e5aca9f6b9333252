package dfa

// This file reads the arguments of a call from JSON.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// An Arg is one value among the arguments of a call: a number, a string or a truth
// value. The elements of a list have one path: items[].price. A test of an
// argument finds it by its path without regard to case, as encoding/json finds
// the field of a struct; headers{} in a test finds each value of an object.
type Arg struct {
	Path  string // as in graph.Param.Path
	Value syntax.Value
}

// MaxArgDepth is how deep lists and objects in arguments may be nested.
const MaxArgDepth = 64

// ParseArgs returns the values in a JSON object, in their order; those that are
// null are left out. It is an error if an object has two keys that differ in case
// only, or not at all: which of them counts depends on who reads it, so a model
// could show one to a rule and the other to the tool. Whoever gets an error does not
// know the arguments: see Event.Open.
func ParseArgs(text string) ([]Arg, error) {
	r := argReader{json.NewDecoder(strings.NewReader(text)), nil}
	r.UseNumber()
	t, err := r.Token()
	switch {
	case err != nil:
	case t == nil: // null
	case t == json.Delim('{'):
		err = r.object("", 1)
	default:
		err = errors.New("not an object")
	}
	if err == nil {
		if _, end := r.Token(); end != io.EOF {
			err = errors.New("text behind the object")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return r.args, nil
}

// ArgsOf is ParseArgs of what args is in JSON.
func ArgsOf(args map[string]any) ([]Arg, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return ParseArgs(string(text))
}

type argReader struct {
	*json.Decoder
	args []Arg
}

// value reads the value that begins with t.
func (r *argReader) value(t json.Token, path string, depth int) error {
	switch t := t.(type) {
	case json.Delim:
		if depth == MaxArgDepth {
			return fmt.Errorf("%s: nested deeper than MaxArgDepth = %d", path, MaxArgDepth)
		}
		if t == '{' {
			return r.object(path+".", depth+1)
		}
		return r.list(path+"[]", depth+1)
	case json.Number:
		// A number that is too large is infinite, which is in order.
		x, _ := strconv.ParseFloat(t.String(), 64)
		r.args = append(r.args, Arg{path, syntax.Number(x)})
	case string:
		r.args = append(r.args, Arg{path, syntax.String(t)})
	case bool:
		r.args = append(r.args, Arg{path, syntax.Bool(t)})
	}
	return nil
}

// object reads the rest of an object; prefix stands before its keys.
func (r *argReader) object(prefix string, depth int) error {
	seen := make(map[string]string)
	for r.More() {
		t, err := r.Token()
		if err != nil {
			return err
		}
		key := t.(string)
		if other, ok := seen[FoldKey(key)]; ok {
			return fmt.Errorf("%s%s: the object also has the key %s", prefix, key, other)
		}
		seen[FoldKey(key)] = key
		if strings.ContainsAny(key, `.[]{}"`) {
			key = strconv.Quote(key) // no test can name it, nor can it pass for another path
		}
		if t, err = r.Token(); err != nil {
			return err
		}
		if err := r.value(t, prefix+key, depth); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return err
}

func (r *argReader) list(path string, depth int) error {
	for r.More() {
		t, err := r.Token()
		if err != nil {
			return err
		}
		if err := r.value(t, path, depth); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return err
}

// FoldKey returns the same string for all keys that encoding/json takes for one: those that differ in
// case only.
func FoldKey(s string) string {
	return strings.Map(func(c rune) rune {
		// The least of the runes that fold to each other.
		least := c
		for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, s)
}

// matchPath reports whether an argument is one that the path of a test names.
func matchPath(test, arg string) bool {
	before, after, braces := strings.Cut(test, "{}")
	if !braces {
		return strings.EqualFold(test, arg)
	}
	for i := range len(arg) { // folding may change the length of what stands before the braces
		if arg[i] == '.' && strings.EqualFold(before, arg[:i]) {
			key := arg[i+1:]
			return matchPath(after, key[keyLen(key):])
		}
	}
	return false
}

// keyLen returns the length of the key at the start of a path.
func keyLen(path string) int {
	if quoted, err := strconv.QuotedPrefix(path); err == nil {
		return len(quoted)
	}
	if i := strings.IndexAny(path, ".["); i >= 0 {
		return i
	}
	return len(path)
}

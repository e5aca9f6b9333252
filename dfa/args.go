package dfa

// This file reads the arguments of a call from JSON.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// An Arg is one value among the arguments of a call, or in its result. Those in a list or an object
// follow it. The elements of a list have one path: items[].price. A test of an
// argument finds it by its path without regard to case, as encoding/json finds
// the field of a struct; headers{} in a test finds each value of an object.
type Arg struct {
	Path  string // as in graph.Param.Path; "" is a whole result
	Value syntax.Value
	// Rounded: what is written may be another value, so that nothing is certain to be equal to it. It is a number to
	// which Value is the nearest, or a text with characters that are not those of Unicode.
	Rounded bool
}

// MaxArgDepth is how deep lists and objects in arguments may be nested.
const MaxArgDepth = 64

// ParseArgs returns the values in a JSON object, in their order. It is an error if an object has two keys that differ in case
// only, or not at all: which of them counts depends on who reads it, so a model
// could show one to a rule and the other to the tool. Whoever gets an error does not
// know the arguments: see Event.Open.
func ParseArgs(text string) ([]Arg, error) {
	r := newArgReader(text)
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
		err = r.end()
	}
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return r.args, nil
}

// ParseResult returns the values in what a tool returned: JSON, or any other text. A number, truth value or null
// alone is also the text that it is, and so may be a text in quotes. The error is that of ParseArgs; and what begins as
// a list or an object does and is none, is an error, too: it may have been cut off.
func ParseResult(text string) ([]Arg, error) {
	r := newArgReader(text)
	t, err := r.Token()
	bad := new(json.SyntaxError)
	if err == nil {
		if err = r.value(t, "", 0); err == nil {
			err = r.end()
		}
	}
	switch {
	case err != nil && strings.HasPrefix(strings.TrimSpace(text), "{"), err != nil && strings.HasPrefix(strings.TrimSpace(text), "["):
		return nil, fmt.Errorf("result: %w", err)
	case errors.As(err, &bad) || err == io.EOF || err == io.ErrUnexpectedEOF || err == errBehind:
		return []Arg{{Value: syntax.String(text), Rounded: !utf8.ValidString(text)}}, nil // it is no JSON
	case err != nil:
		return nil, fmt.Errorf("result: %w", err)
	}
	if k := r.args[0].Value.Kind; k != syntax.ValueMany {
		r.args = append(r.args, Arg{Value: syntax.String(strings.TrimSpace(text)), Rounded: k == syntax.ValueString})
	}
	return r.args, nil
}

var errBehind = errors.New("text behind the value")

func newArgReader(text string) *argReader {
	r := &argReader{json.NewDecoder(strings.NewReader(text)), nil}
	r.UseNumber()
	return r
}

// end wants nothing to follow.
func (r *argReader) end() error {
	if _, end := r.Token(); end != io.EOF {
		return errBehind
	}
	return nil
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
		r.args = append(r.args, Arg{Path: path, Value: syntax.Value{Kind: syntax.ValueMany}})
		if t == '[' {
			return r.list(path+"[]", depth+1)
		}
		if path != "" {
			path += "."
		}
		return r.object(path, depth+1)
	case json.Number:
		// A number that is too large is infinite, which is in order.
		x, _ := strconv.ParseFloat(t.String(), 64)
		r.args = append(r.args, Arg{path, syntax.Number(x), rounded(t.String(), x)})
	case string:
		r.args = append(r.args, Arg{path, syntax.String(t), strings.ContainsRune(t, utf8.RuneError)})
	case bool:
		r.args = append(r.args, Arg{Path: path, Value: syntax.Bool(t)})
	case nil:
		r.args = append(r.args, Arg{Path: path, Value: syntax.Value{Kind: syntax.ValueNull}})
	}
	return nil
}

// exactDigits is how many digits of a number a float64 always keeps.
const exactDigits = 15

// rounded reports whether a number that is written as text may be another one than x, the nearest float64.
func rounded(text string, x float64) bool {
	digits := 0
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	for _, c := range strings.TrimLeft(mantissa, "-0.") {
		if c != '.' {
			digits++
		}
	}
	switch {
	case digits == 0: // it is 0
		return false
	case math.IsInf(x, 0) || math.Abs(x) < minNormal:
		return true
	}
	return digits > exactDigits && strconv.FormatFloat(x, 'f', -1, 64) != text
}

// minNormal is the least float64 that has all its digits.
const minNormal = 0x1p-1022

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
		key = PathKey(key)
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

// PathKey returns a key of an object as it is in paths. One that no test can name is in quotes, so that it cannot
// pass for another path.
func PathKey(key string) string {
	if key == "" || strings.ContainsAny(key, `.[]{}"`) {
		return strconv.Quote(key)
	}
	return key
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
	switch {
	case !braces:
		return strings.EqualFold(test, arg)
	case before == "": // the values of what stands before them, or of the whole, which is an object
		key := strings.TrimPrefix(arg, ".")
		n := keyLen(key)
		return n > 0 && matchPath(after, key[n:])
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

package read

// This file reads the table of names and functions.

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/agentvet/agentvet/internal/funcid"
)

//go:embed settings.txt
var settingsText string

// A row is what a function of a library does with settings.
type row struct {
	verb string
	arg  int // -1 for the result
}

type table struct {
	limits, parts [][]string
	rows          map[string]row // by key without a major version; all functions of a package: "log.*"
}

// settingsTable returns the table that is part of agentvet.
var settingsTable = sync.OnceValue(func() *table {
	t, err := parse(settingsText)
	if err != nil {
		panic(err)
	}
	return t
})

// parse reads a table. Errors name the line.
func parse(text string) (*table, error) {
	t := &table{rows: make(map[string]row)}
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) == 1 {
			return nil, fmt.Errorf("settings.txt:%d: nothing follows %q", n+1, words[0])
		}
		r := row{verb: words[0], arg: -1}
		switch r.verb {
		case "limit":
			t.limits = append(t.limits, words[1:])
			continue
		case "part":
			t.parts = append(t.parts, words[1:])
			continue
		case "fill", "file", "flag", "save", "text", "show", "print", "open", "same":
		default:
			return nil, fmt.Errorf("settings.txt:%d: unknown word %q", n+1, words[0])
		}
		if _, known := t.rows[words[1]]; known {
			return nil, fmt.Errorf("settings.txt:%d: a row before says what %s does", n+1, words[1])
		}
		takes := r.verb == "fill" || r.verb == "file"
		switch {
		case len(words) == 3 && (takes || r.verb == "flag"):
			var err error
			if r.arg, err = strconv.Atoi(words[2]); err != nil || r.arg < 0 {
				return nil, fmt.Errorf("settings.txt:%d: want the number of an argument, got %q", n+1, words[2])
			}
		case len(words) != 2 || takes:
			return nil, fmt.Errorf("settings.txt:%d: want %q, a function and what belongs to it", n+1, r.verb)
		}
		t.rows[words[1]] = r
	}
	return t, nil
}

// version matches the major version in the path of a package.
var version = regexp.MustCompile(`/v\d+(/|\.|$)|\.v\d+(/|\.|$)`)

// key returns what rows call a function: its key without the major version of its module.
func key(id string) string { return version.ReplaceAllString(funcid.Key(funcid.Source(id)), "$1$2") }

// of returns the row of a function, its own one first.
func (t *table) of(id string) (row, bool) {
	k := key(id)
	if r, ok := t.rows[k]; ok {
		return r, true
	}
	r, ok := t.rows[unversioned(funcid.Package(id))+".*"]
	return r, ok
}

func unversioned(path string) string { return version.ReplaceAllString(path, "$1$2") }

// isLimit reports whether a name speaks of a limit; if not alone, then together with that of the struct which has it.
func (t *table) isLimit(name, owner string) bool {
	words, whose := wordsOf(name), wordsOf(owner)
	isPart := slices.ContainsFunc(t.parts, func(p []string) bool { return slices.Equal(p, words) })
	return hasAny(words, t.limits) || isPart && (hasAny(whose, t.limits) || hasAny(slices.Concat(ofWhat(whose), words), t.limits))
}

// ofWhat returns the words in the name of a struct with settings, without those that say that it is one: of ToolsConfig, tools.
func ofWhat(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains([]string{"config", "configuration", "conf", "cfg", "settings", "options"}, w)
	})
}

func hasAny(words []string, phrases [][]string) bool {
	return slices.ContainsFunc(phrases, func(p []string) bool {
		for i := range words {
			if i+len(p) <= len(words) && slices.Equal(words[i:i+len(p)], p) {
				return true
			}
		}
		return false
	})
}

// wordsOf returns the words in a name, in small letters: of ReadOnly, read_only, --read-only and READ_ONLY the same.
func wordsOf(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0:
			small := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(runes[i-1]) || unicode.IsUpper(runes[i-1]) && small {
				end()
			}
		}
		word = append(word, r)
	}
	end()
	return words
}

package policyfile

// This file matches names and paths.

import (
	"errors"
	"path"
	"regexp"
	"strings"
)

// A Glob is a pattern of names: * stands for any text without a slash, ** for
// any text, ? for one character, [a-z] for one of several, and \ takes the
// meaning from the next character. The zero Glob matches nothing.
type Glob struct {
	Text string
	re   *regexp.Regexp
}

// Match reports whether the glob matches all of a name.
func (g Glob) Match(name string) bool { return g.re != nil && g.re.MatchString(name) }

// parseGlob compiles a glob. What it accepts, path.Match accepts: a pattern has
// the same form wherever agentvet takes one.
func parseGlob(text string) (Glob, error) {
	switch _, err := path.Match(text, ""); {
	case text == "":
		return Glob{}, errors.New("it is empty")
	case strings.Contains(text, "..."):
		return Glob{}, errors.New("... has no meaning here: write ** for any depth")
	case err != nil:
		return Glob{}, errors.New("a [ or a \\ without its end")
	}
	var b strings.Builder
	b.WriteString(`(?s)\A(?:`)
	for rest := text; rest != ""; {
		var re string
		re, rest = globPart(rest)
		b.WriteString(re)
	}
	b.WriteString(`)\z`)
	re, err := regexp.Compile(b.String())
	if err != nil {
		return Glob{}, errors.New("a range that runs backwards")
	}
	return Glob{text, re}, nil
}

// globPart returns the regular expression of the first part of a glob that
// path.Match accepts, and the rest of the glob.
func globPart(glob string) (re, rest string) {
	switch {
	case strings.HasPrefix(glob, "**/"):
		return `(?:.*/)?`, glob[3:]
	case strings.HasPrefix(glob, "**"):
		return `.*`, glob[2:]
	case glob[0] == '*':
		return `[^/]*`, glob[1:]
	case glob[0] == '?':
		return `[^/]`, glob[1:]
	case glob[0] == '[':
		return globClass(glob[1:])
	case glob[0] == '\\':
		glob = glob[1:]
	}
	n := len(glob)
	if i := strings.IndexAny(glob[1:], `*?[\`); i >= 0 {
		n = i + 1
	}
	return regexp.QuoteMeta(glob[:n]), glob[n:]
}

// globClass returns the regular expression of a class whose [ was read.
func globClass(glob string) (re, rest string) {
	var b strings.Builder
	b.WriteByte('[')
	if strings.HasPrefix(glob, "^") {
		b.WriteByte('^')
		glob = glob[1:]
	}
	for first := true; first || glob[0] != ']'; first = false {
		if glob[0] == '\\' {
			glob = glob[1:]
		}
		c := glob[:1]
		for len(glob) > len(c) && glob[len(c)]&0xC0 == 0x80 { // the rest of a character in UTF-8
			c = glob[:len(c)+1]
		}
		glob = glob[len(c):]
		if c == "-" {
			b.WriteString(c)
			continue
		}
		b.WriteString(regexp.QuoteMeta(c))
	}
	b.WriteByte(']')
	return b.String(), glob[1:]
}

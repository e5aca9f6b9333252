package syntax

// This file splits a text into tokens.

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEOF    tokenKind = iota
	tokWord             // an atom, a keyword or a number
	tokSymbol           // one of ( ) ! && || -> <-> [ ] <= :
)

// A token is a word or a symbol.
type token struct {
	kind tokenKind
	text string // as it is written
	// Of a word that is an atom: the name in quotes behind the colon, and what
	// stands in parentheses behind it.
	quoted  bool
	name    string
	tests   string
	testPos Pos // where tests begins; zero if there are none
	pos     Pos
}

// symbols are tried in order: longer ones first.
var symbols = []string{"<->", "->", "<=", "&&", "||", "(", ")", "!", "[", "]"}

// hints are for what people write who think of another language.
var hints = map[rune]string{
	'&':  "write && for and",
	'|':  "write || for or",
	'=':  "write <-> for equivalence",
	'~':  "write ! for not",
	'¬':  "write ! for not",
	'<':  "write <-> for equivalence, or F[<=k]",
	'\'': "names are quoted with \"",
	'-':  "write -> for implies",
	'>':  "write -> for implies",
}

type scanner struct {
	text string
	at   int
	line int // of at, from 1
	head int // where the line begins
}

func (s *scanner) pos() Pos { return Pos{s.at, s.line, s.at - s.head + 1} }

// tokens returns the tokens of a text; the last is tokEOF.
func tokens(text string) ([]token, *Error) {
	s := &scanner{text: text, line: 1}
	var list []token
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		list = append(list, t)
		if t.kind == tokEOF {
			return list, nil
		}
	}
}

func (s *scanner) next() (token, *Error) {
	s.skipSpace()
	pos := s.pos()
	rest := s.text[s.at:]
	if rest == "" {
		return token{pos: pos}, nil
	}
	if sym := symbolAt(rest); sym != "" {
		s.at += len(sym)
		return token{kind: tokSymbol, text: sym, pos: pos}, nil
	}
	if rest[0] == '"' {
		name, err := s.quoted()
		return token{kind: tokWord, text: s.text[pos.Offset:s.at], quoted: true, name: name, pos: pos}, err
	}
	if n := wordLen(rest); n > 0 {
		s.at += n
		return s.word(pos)
	}
	r, _ := utf8.DecodeRuneInString(rest)
	msg := fmt.Sprintf("%q has no meaning here", r)
	if hint := hints[r]; hint != "" {
		msg += "; " + hint
	} else if unicode.IsLetter(r) {
		msg += `; names with other letters than a to z go in quotes, as in tool:"` + string(r) + `"`
	}
	return token{}, s.fail(pos, CodeCharacter, msg)
}

func symbolAt(rest string) string {
	for _, sym := range symbols {
		if strings.HasPrefix(rest, sym) {
			return sym
		}
	}
	return ""
}

// word returns the word that ends at s.at, and what belongs to it: a name in
// quotes, tests in parentheses.
func (s *scanner) word(pos Pos) (token, *Error) {
	t := token{kind: tokWord, pos: pos}
	if strings.HasSuffix(s.text[:s.at], ":") && strings.HasPrefix(s.text[s.at:], `"`) {
		name, err := s.quoted()
		if err != nil {
			return t, err
		}
		t.quoted, t.name = true, name
	}
	t.text = s.text[pos.Offset:s.at]
	if strings.Contains(t.text, ":") && strings.HasPrefix(s.text[s.at:], "(") {
		s.at++
		t.testPos = s.pos()
		if err := s.skipTests(); err != nil {
			return t, err
		}
		t.tests = s.text[t.testPos.Offset : s.at-1]
	}
	return t, nil
}

// skipTests skips what is in parentheses, up to and with the closing one.
func (s *scanner) skipTests() *Error {
	open, depth := s.pos(), 1
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '"':
			if strings.HasPrefix(s.text[s.at:], `""`) {
				s.at += 2 // the value of a test
			} else if _, err := s.quoted(); err != nil {
				return err
			}
		case '(': // the tests of an earlier call
			s.at++
			depth++
		case ')':
			s.at++
			if depth--; depth == 0 {
				return nil
			}
		case '\n':
			s.newline()
		default:
			s.at++
		}
	}
	return s.fail(open, CodeParen, "the tests of arguments lack their )")
}

// quoted reads a text in quotes, in which \" and \\ stand for " and \.
func (s *scanner) quoted() (string, *Error) {
	open := s.pos()
	var b strings.Builder
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; c {
		case '"':
			s.at++
			if b.Len() == 0 {
				return "", s.fail(open, CodeQuote, "an empty name")
			}
			return b.String(), nil
		case '\n':
			return "", s.fail(open, CodeQuote, "a quoted name that does not end on its line")
		case '\\':
			s.at++
			if s.at == len(s.text) || s.text[s.at] != '"' && s.text[s.at] != '\\' {
				return "", s.fail(open, CodeQuote, `in quotes, \ stands only before " and \`)
			}
			b.WriteByte(s.text[s.at])
		default:
			b.WriteByte(c)
		}
	}
	return "", s.fail(open, CodeQuote, "a quoted name without its closing quote")
}

func (s *scanner) skipSpace() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '\n':
			s.newline()
		case ' ', '\t', '\r':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) newline() {
	s.at++
	s.line++
	s.head = s.at
}

func (s *scanner) fail(pos Pos, code Code, msg string) *Error {
	return &Error{Pos: pos, Code: code, Msg: msg, Text: s.text}
}

// wordLen returns the length of the word at the beginning of s, 0 if there is
// none. A - that begins an arrow ends it.
func wordLen(s string) int {
	for i := range len(s) {
		if !isWordByte(s[i]) || s[i] == '-' && (i == 0 || strings.HasPrefix(s[i:], "->")) {
			return i
		}
	}
	return len(s)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_.:/*?@#$%+-", c) >= 0
}

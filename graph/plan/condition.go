package plan

// This file reads conditions:
//
//	condition = [ "@" ] name operator operand
//	operator  = "==" | "!=" | "<=" | ">=" | "<" | ">"
//	operand   = "@" name | "true" | "false" | number | word | '"' text '"' | "'" text "'"
//
// A number is written as in JSON; a word is a text of letters, digits, _ and -. There are no escapes
// in texts.

import (
	"encoding/json"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

func (d *decoder) condition(n *node) Condition {
	text := d.name(n, "a condition")
	c := Condition{Text: text, Pos: d.pos(n.off)}
	if n.kind != '"' || strings.TrimSpace(text) == "" {
		return c
	}
	s := &condition{decoder: d, node: n, text: text, plain: strings.HasPrefix(string(d.data[n.off:]), `"`+text+`"`)}
	s.space()
	at := s.at
	s.skip("@")
	left := s.take(nameByte)
	if !isName(left) {
		s.wrong(at, "want the name of a result, as in \"@score >= 80\"")
	}
	c.Left = Value{Kind: Ref, Pos: s.pos(at), Text: left}
	s.space()
	c.Op = s.operator()
	s.space()
	c.Right = s.operand()
	s.space()
	if s.at < len(s.text) {
		s.wrong(s.at, "a condition is one comparison, and does not go on with %q", s.text[s.at:])
	}
	return c
}

// A condition that is being read.
type condition struct {
	*decoder
	node   *node
	text   string
	at     int
	plain  bool // no escapes in JSON: places within the text are known
	failed bool
}

func (s *condition) pos(at int) graph.Pos { return s.decoder.pos(s.offset(at)) }

func (s *condition) offset(at int) int {
	if !s.plain {
		return s.node.off
	}
	return s.node.off + 1 + at
}

// wrong notes the first mistake.
func (s *condition) wrong(at int, format string, args ...any) {
	if !s.failed {
		s.fail(s.offset(at), CodeCondition, format, args...)
	}
	s.failed = true
}

func (s *condition) space() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *condition) skip(word string) bool {
	if strings.HasPrefix(s.text[s.at:], word) {
		s.at += len(word)
		return true
	}
	return false
}

func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.'
}

func (s *condition) take(belongs func(byte) bool) string {
	from := s.at
	for s.at < len(s.text) && belongs(s.text[s.at]) {
		s.at++
	}
	return s.text[from:s.at]
}

func (s *condition) operator() string {
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if s.skip(op) {
			return op
		}
	}
	s.wrong(s.at, "want ==, !=, <, <=, > or >=")
	return ""
}

// operand reads the right side.
func (s *condition) operand() Value {
	at := s.at
	v := Value{Pos: s.pos(at)}
	if s.failed || s.at == len(s.text) {
		s.wrong(at, "want a reference or a constant behind %s", "the operator")
		return v
	}
	switch c := s.text[at]; {
	case c == '@':
		s.at++
		v.Kind, v.Text = Ref, s.take(nameByte)
		if !isName(v.Text) {
			s.wrong(at, "want a name behind @")
		}
	case c == '"' || c == '\'':
		s.at++
		v.Kind, v.Text = Text, s.take(func(b byte) bool { return b != c })
		if !s.skip(string(c)) {
			s.wrong(at, "a text without an end")
		}
	default:
		v.Kind, v.Text = s.word(s.take(func(c byte) bool { return nameByte(c) || c == '+' }), at)
	}
	return v
}

// word returns what a word without quotes is.
func (s *condition) word(word string, at int) (ValueKind, string) {
	var number json.Number
	switch {
	case word == "true" || word == "false":
		return Bool, word
	case strings.EqualFold(word, "true") || strings.EqualFold(word, "false"):
		s.wrong(at, "write %s", strings.ToLower(word))
	case word != "" && strings.IndexByte("0123456789+-.", word[0]) >= 0:
		if json.Unmarshal([]byte(word), &number) != nil {
			s.wrong(at, "%q is no number: a text stands in quotes", word)
		}
		return Number, word
	case !isName(word) || strings.Contains(word, "."):
		s.wrong(at, "want a reference, a number, true, false or a text in quotes")
	}
	return Text, word
}

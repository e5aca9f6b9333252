package syntax

// This file reads tests of arguments: (amount > 1000, to != "me").

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// compareSymbols are tried in order: longer ones first.
var compareSymbols = []struct {
	text string
	op   Compare
}{{"==", Equal}, {"!=", NotEqual}, {"<=", LessEqual}, {">=", GreaterEqual}, {"<", Less}, {">", Greater}}

// tests reads what stands in the parentheses behind a tool.
func (p *parser) tests(t token) []Test {
	s := &scanner{text: p.text[:t.testPos.Offset+len(t.tests)], at: t.testPos.Offset, line: t.testPos.Line, head: t.testPos.Offset - t.testPos.Col + 1}
	var list []Test
	for {
		s.skipSpace()
		t := p.test(s)
		for i := range list {
			if t.Of != nil && list[i].Of != nil {
				p.fail(t.Pos, CodeTest, "one atom compares with one earlier call: join two atoms by &&; each of them may be of another call")
			}
		}
		list = append(list, t)
		s.skipSpace()
		if s.at == len(s.text) {
			return list
		}
		if s.text[s.at] != ',' {
			p.fail(s.pos(), CodeTest, "want a comma between tests")
		}
		s.at++
	}
}

// test = path compare ( value | path "of" tool )
func (p *parser) test(s *scanner) Test {
	t := Test{Pos: s.pos(), Path: s.take(isPathByte)}
	if t.Path == "" {
		p.fail(t.Pos, CodeTest, "want the name of an argument, as in (amount > 1000)")
	}
	s.skipSpace()
	for _, c := range compareSymbols {
		if strings.HasPrefix(s.text[s.at:], c.text) {
			t.Op = c.op
			s.at += len(c.text)
			break
		}
	}
	if t.Op == CompareInvalid {
		p.fail(s.pos(), CodeTest, "want ==, !=, <, <=, > or >= behind %s", t.Path)
	}
	s.skipSpace()
	if t.Of = p.kept(s); t.Of != nil {
		if t.Op != Equal && t.Op != NotEqual {
			p.fail(t.Pos, CodeTest, "%s: values of earlier calls are compared by == and != only: there may be several", t.Path)
		}
		return t
	}
	t.Value = p.value(s, t.Path)
	if t.Value.Kind == ValueBool && t.Op != Equal && t.Op != NotEqual {
		p.fail(t.Pos, CodeTest, "%s: true and false have no order", t.Path)
	}
	return t
}

func (p *parser) value(s *scanner, path string) Value {
	pos := s.pos()
	if strings.HasPrefix(s.text[s.at:], `"`) {
		if strings.HasPrefix(s.text[s.at:], `""`) {
			s.at += 2
			return String("")
		}
		text, err := s.quoted()
		if err != nil {
			err.Text = p.text
			panic(err)
		}
		return String(text)
	}
	word := s.take(func(c byte) bool { return isPathByte(c) || c == '+' || c == '-' })
	switch word {
	case "true", "false":
		return Bool(word == "true")
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.Trim(word, "0123456789+-.eE") != "" {
		p.fail(pos, CodeTest, "want a number, a text in quotes, true or false for %s, or a value of an earlier call, as account of tool:pay", path)
	}
	if !exactly(word, x) {
		p.fail(pos, CodeTest, "%s cannot be compared exactly: the nearest number that can is %.0f", word, x)
	}
	return Number(x)
}

// exactly reports whether a number that is written as word, of which x is the nearest, is compared as it
// is: of whole numbers, those beyond 2^53 may not be.
func exactly(word string, x float64) bool {
	if math.Abs(x) < 1<<53 {
		return true
	}
	r, ok := new(big.Rat).SetString(word)
	return !ok || !r.IsInt() || r.Cmp(new(big.Rat).SetFloat64(x)) == 0
}

// take reads the bytes that belong.
func (s *scanner) take(belongs func(byte) bool) string {
	from := s.at
	for s.at < len(s.text) && belongs(s.text[s.at]) {
		s.at++
	}
	return s.text[from:s.at]
}

func isPathByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_.[]{}$@-", c) >= 0
}

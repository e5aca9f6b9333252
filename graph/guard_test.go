package graph

import (
	"strings"
	"testing"
)

func TestNegate(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ok", "!ok"},
		{"!ok", "ok"},
		{"ok of m[a + b]", "!ok of m[a + b]"},
		{"f(x)", "!f(x)"},
		{"a == b", "a != b"},
		{"a != b", "a == b"},
		{"a < b", "!(a < b)"},
		{"a == b && c", "!(a == b && c)"},
		{"(a == b) == (c == d)", "!((a == b) == (c == d))"},
		{"!f(a, b)", "f(a, b)"},
		{"f(a, b)", "!f(a, b)"},
		{"!(a && b)", "(a && b)"},
		{"!a == b", "!a != b"},
		{unsaidText, "!" + unsaidText},
		{"the caller calls it", "!(the caller calls it)"},
	} {
		if got := negate(c.text); got != c.want {
			t.Errorf("negate(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// TestDecodeGuard checks what a file may say of a guard.
func TestDecodeGuard(t *testing.T) {
	deep := `[{"text":"a"}]`
	for range maxAny {
		deep = `[{"any":[[{"text":"b"}],` + deep + `]}]`
	}
	for _, test := range []struct {
		guard string
		want  string // the text of the guard, or the position of the error
		code  Code
	}{
		{`"guard":"a || b"`, "a || b", ""},
		{`"guard":null,"when":null`, "", ""},
		{`"when":[]`, "", ""},
		{`"when":[{"text":"a"},{"text":"b == c","not":true,"eval":7}]`, "a && b != c", ""},
		{`"when":[{"text":"a"}],"guard":"a"`, "a", ""},
		{`"when":` + deep, strings.Repeat("b || ", maxAny) + "a", ""},
		{`"guard":"b","when":[{"text":"a"}]`, "f:1:10", CodeGuard},
		{`"guard":"a","when":[]`, "f:1:10", CodeGuard},
		{`"when":[{}]`, "f:1:10", CodeGuard},
		{`"when":[{"eval":1}]`, "f:1:10", CodeGuard},
		{`"when":[{"any":[]}]`, "f:1:10", CodeGuard},
		{`"when":[{"any":[[{"text":"a"}]]}]`, "f:1:10", CodeGuard},
		{`"when":[{"any":[[{"text":"a"}],[{"text":"b"}]],"not":true}]`, "f:1:10", CodeGuard},
		{`"when":[{"text":"a","eval":0}]`, "f:1:29", CodeType},
		{`"when":[{"text":"a","eval":"x"}]`, "f:1:29", CodeType},
		{`"when":[{"text":"a","neg":true}]`, "f:1:22", CodeKey},
		{`"when":[{"text":"a","expr":{"op":"!","args":[{"op":"state","name":"[k]","value":4}]}}]`, "a", ""},
		{`"when":[{"text":"a","expr":{"op":"const","type":"int","text":"1"}}]`, "a", ""},
		{`"when":[{"text":"a","expr":{}}]`, "f:1:29", CodeMissing},
		{`"when":[{"text":"a","expr":{"op":"&&"}}]`, "f:1:35", CodeType},
		{`"when":[{"text":"a","expr":{"op":"const"}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"state"}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"param","name":"x"}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"opaque","text":"x"}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"<","args":[{"op":"opaque"}]}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"!","value":1,"args":[{"op":"opaque"}]}}]`, "f:1:29", CodeGuard},
		{`"when":[{"text":"a","expr":{"op":"opaque","value":-1}}]`, "f:1:52", CodeType},
		{`"when":{"text":"a"}`, "f:1:9", CodeType},
	} {
		var g Guard
		text := guardText{name: noName}
		d := decoder{s: newScanner("f", 1, []byte("{"+test.guard+"}"))}
		d.s.object("a guard", func(key string, _ int) {
			if key == "when" {
				d.when(&g, &text)
			} else {
				text.name = d.name("a string")
			}
		})
		g = d.guard(g, text)
		switch err := d.s.err; {
		case test.code == "" && (err != nil || g.String() != test.want):
			t.Errorf("guard %s reads %q (%v), want %q", test.guard, g, err, test.want)
		case test.code != "" && (err == nil || err.Code != test.code || err.Pos.String() != test.want):
			t.Errorf("guard %s: error %v, want %s at %s", test.guard, err, test.code, test.want)
		}
	}
}

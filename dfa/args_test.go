package dfa

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/syntax"
)

func TestParseArgs(t *testing.T) {
	num, str := syntax.Number, syntax.String
	null, many := syntax.Value{Kind: syntax.ValueNull}, syntax.Value{Kind: syntax.ValueMany}
	for _, tt := range []struct {
		text string
		want []Arg
	}{
		{`null`, nil},
		{`{}`, nil},
		{`{"amount": 12.5, "to": "bob", "now": true, "note": null}`, []Arg{{Path: "amount", Value: num(12.5)}, {Path: "to", Value: str("bob")}, {Path: "now", Value: syntax.Bool(true)}, {Path: "note", Value: null}}},
		{`{"to": {"name": "bob"}, "items": [{"price": 1}, {"price": 2}], "tags": ["x", ["y"]]}`,
			[]Arg{
				{Path: "to", Value: many}, {Path: "to.name", Value: str("bob")}, {Path: "items", Value: many}, {Path: "items[]", Value: many},
				{Path: "items[].price", Value: num(1)}, {Path: "items[]", Value: many}, {Path: "items[].price", Value: num(2)},
				{Path: "tags", Value: many}, {Path: "tags[]", Value: str("x")}, {Path: "tags[]", Value: many}, {Path: "tags[][]", Value: str("y")},
			}},
		{`{"a": 0.1, "b": 0.10000000000000000001, "c": 9007199254740993, "d": 9007199254740992, "e": 1e999, "f": 0e999, "g": -0.0, "h": 1e-400}`, []Arg{
			{Path: "a", Value: num(0.1)}, {Path: "b", Value: num(0.1), Rounded: true}, {Path: "c", Value: num(1 << 53), Rounded: true},
			{Path: "d", Value: num(1 << 53)}, {Path: "e", Value: num(math.Inf(1)), Rounded: true}, {Path: "f", Value: num(0)}, {Path: "g", Value: num(0)},
			{Path: "h", Value: num(0), Rounded: true},
		}},
		{`{"to.name": "eve", "": 1}`, []Arg{{Path: `"to.name"`, Value: str("eve")}, {Path: `""`, Value: num(1)}}},
	} {
		got, err := ParseArgs(tt.text)
		if err != nil {
			t.Errorf("ParseArgs(%s): %v", tt.text, err)
		} else if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("ParseArgs(%s) (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestArgsAreNotKnown: what a rule and a tool could read differently is an error.
func TestArgsAreNotKnown(t *testing.T) {
	deep := strings.Repeat(`[`, MaxArgDepth) + strings.Repeat(`]`, MaxArgDepth)
	for _, tt := range []struct{ text, want string }{
		{`{"amount": 5000, "amount": 1}`, "also has the key amount"},
		{`{"amount": 5000, "AMOUNT": 1}`, "also has the key amount"},
		{`{"to": {"key": 1, "` + "\u212a" + `ey": 2}}`, "also has the key key"},
		{`{"a": ` + deep + `}`, "MaxArgDepth = 64"},
		{`[1]`, "not an object"},
		{`{"a": 1} {}`, "text behind the value"},
		{`{"a": 1`, "EOF"},
		{`{"a": 1]`, "invalid character"},
		{``, "EOF"},
	} {
		if _, err := ParseArgs(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseArgs(%s): %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestMatchArgs(t *testing.T) {
	args, err := ArgsOf(map[string]any{
		"Amount": 7, "huge": 1e300, "to": []string{"bob", "eve"}, "headers": map[string]any{"X-A": "1", "b.c": "2", "sub": map[string]any{"d": "3"}},
		"items": []any{map[string]any{"price": 5}, map[string]any{"price": 50}},
	})
	if err != nil {
		t.Fatal(err)
	}
	call := &Event{Tool: "pay", Args: args}
	for _, tt := range []struct {
		test string
		want bool
	}{
		{`amount == 7`, true}, {`AMOUNT > 7`, false}, {`huge > 1000`, true}, {`amount == "7"`, false}, {`amount != "7"`, true},
		{`to[] == "eve"`, true}, {`to[] == "ann"`, false}, {`to[] != "bob"`, true}, {`to == "eve"`, false}, {`to != "eve"`, true},
		{`items[].price > 40`, true}, {`items[].price > 50`, false}, {`items[].price < 10`, true},
		{`headers{} == "1"`, true}, {`headers{} == "2"`, true}, {`headers{} == "3"`, false}, {`headers{}{} == "3"`, true}, {`headers{}.d == "3"`, true},
		{`HEADERS{} == "1"`, true}, {`headers.b.c == "2"`, false},
	} {
		atom := mustAtom(t, "tool:pay("+tt.test+")")
		if got, certain := Match(atom, call); got != tt.want || !certain {
			t.Errorf("%s: %v, %v; want %v for certain", tt.test, got, certain, tt.want)
		}
	}
}

func mustAtom(t testing.TB, text string) *syntax.Atom {
	t.Helper()
	f, err := syntax.ParseFormula(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f.Atom
}

func FuzzParseArgs(f *testing.F) {
	for _, text := range []string{`{}`, `{"a": {"b": [1, "x", {"c": true}]}}`, `{"a": 1, "A": 2}`, `{"a.b": 1e999}`, `[[`, `{"a`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args, err := ParseArgs(text)
		if err != nil {
			return
		}
		for _, a := range args {
			if a.Path == "" || strings.ContainsAny(a.Path, `"{} `) {
				continue // no path of a test
			}
			if !matchPath(a.Path, a.Path) || !matchPath(strings.ToUpper(a.Path), a.Path) && strings.EqualFold(strings.ToUpper(a.Path), a.Path) {
				t.Errorf("ParseArgs(%s): %q does not match itself", text, a.Path)
			}
		}
	})
}

func TestParseResult(t *testing.T) {
	num, str := syntax.Number, syntax.String
	many := Arg{Value: syntax.Value{Kind: syntax.ValueMany}}
	for _, tt := range []struct {
		text string
		want []Arg
	}{
		{`{"id": 7, "tags": ["a"]}`, []Arg{many, {Path: "id", Value: num(7)}, {Path: "tags", Value: many.Value}, {Path: "tags[]", Value: str("a")}}},
		{`[1, {"id": 2}]`, []Arg{many, {Path: "[]", Value: num(1)}, {Path: "[]", Value: many.Value}, {Path: "[].id", Value: num(2)}}},
		{"7\n", []Arg{{Value: num(7)}, {Value: str("7")}}},
		{"null", []Arg{{Value: syntax.Value{Kind: syntax.ValueNull}}, {Value: str("null")}}},
		{`"a"`, []Arg{{Value: str("a")}, {Value: str(`"a"`), Rounded: true}}},
		{"7 apples", []Arg{{Value: str("7 apples")}}},
		{"", []Arg{{Value: str("")}}},
		{"nobody", []Arg{{Value: str("nobody")}}},
		{"a\xff", []Arg{{Value: str("a\xff"), Rounded: true}}},
		{`{"id": "\ud800"}`, []Arg{many, {Path: "id", Value: str("\ufffd"), Rounded: true}}},
	} {
		got, err := ParseResult(tt.text)
		if err != nil {
			t.Errorf("ParseResult(%q): %v", tt.text, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("ParseResult(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
	for _, text := range []string{`{"id": 1`, `{"id": 1, "ID": 2}`, `[1] [2]`, " [1", strings.Repeat("[", MaxArgDepth+1) + strings.Repeat("]", MaxArgDepth+1)} {
		if got, err := ParseResult(text); err == nil {
			t.Errorf("ParseResult(%q) = %v, want an error", text, got)
		}
	}
}

// FuzzParseResult holds what is read of a result to what is read of the same text as an argument, and what is no JSON to
// itself.
func FuzzParseResult(f *testing.F) {
	for _, text := range []string{``, `7`, ` null `, `"a"`, `"7"`, `7 apples`, `{"a": {"b": [1, "x"]}}`, `[{"id": 1}, {"id": 2}]`, `{"a": 1, "A": 2}`, `{"a`, `[1] [2]`, `1e999`, "a\xff", `tru`, `-`, "\u00a07", `nul`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseResult(text)
		begins := strings.TrimLeft(text, " \t\r\n")
		isJSON := json.Valid([]byte(text))
		switch {
		case !isJSON && err == nil && (strings.HasPrefix(begins, "{") || strings.HasPrefix(begins, "[")):
			t.Fatalf("ParseResult(%q) = %v: what is cut off is taken for a value", text, got)
		case !isJSON && err == nil:
			want := Arg{Value: syntax.String(text), Rounded: !utf8.ValidString(text)}
			if len(got) != 1 || got[0] != want {
				t.Fatalf("ParseResult(%q) = %v, want the text itself", text, got)
			}
		case !isJSON:
			return
		}
		if !isJSON {
			return
		}
		args, wrapped := ParseArgs(`{"x": ` + text + `}`)
		if wrapped != nil || err != nil {
			deeper := wrapped != nil && strings.Contains(wrapped.Error(), "MaxArgDepth") // an argument is one level deeper
			if (wrapped == nil) != (err == nil) && !deeper {
				t.Fatalf("ParseResult(%q): %v, and as an argument %v", text, err, wrapped)
			}
			return
		}
		if isText := args[0].Value.Kind != syntax.ValueMany; isText {
			last := got[len(got)-1]
			if last.Value != syntax.String(strings.TrimSpace(text)) || last.Rounded != (args[0].Value.Kind == syntax.ValueString) {
				t.Fatalf("ParseResult(%q) = %v: the text that it is comes last", text, got)
			}
			got = got[:len(got)-1]
		}
		if len(got) != len(args) {
			t.Fatalf("ParseResult(%q) = %v, and as an argument %v", text, got, args)
		}
		for i, a := range args {
			a.Path = strings.TrimPrefix(strings.TrimPrefix(a.Path, "x"), ".")
			if !same(a, got[i]) {
				t.Fatalf("ParseResult(%q) has %v, and as an argument it is %v", text, got[i], a)
			}
		}
	})
}

// same compares arguments; infinities are equal.
func same(a, b Arg) bool {
	return a.Path == b.Path && a.Rounded == b.Rounded && cmp.Equal(a.Value, b.Value)
}

package syntax

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/internal/golden"
)

// TestParse holds what each form is read as, and the formula it stands for.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ text, printed, formula string }{
		{"G !tool:rm", "G !tool:rm", "G !tool:rm"},
		{"never tool:rm", "G !tool:rm", "G !tool:rm"},
		{"G !(a || b)", "G !(a || b)", "G !(a || b)"},
		{"a -> F b", "a -> F b", "G (a -> F b)"},
		{"tool:a->F human", "tool:a -> F human", "G (tool:a -> F human)"},
		{"a -> F[<=3] b", "a -> F[<=3] b", "G (a -> F[<=3] b)"},
		{"a -> F[ <= 3 ] b", "a -> F[<=3] b", "G (a -> F[<=3] b)"},
		{"a -> F b -> F c -> F d", "a -> F b -> F c -> F d", "G (a -> F (b && F (c && F d)))"},
		{"a U b", "a U b", "a U b"},
		{"a U (b U c)", "a U (b U c)", "a U b U c"},
		{"a U (G !b)", "a U (G !b)", "a U G !b"},
		{"human before tool:*", "human before tool:*", "!tool:* W (human && !tool:*)"},
		{"a before each b", "a before each b", "G (b -> Y (!b S a))"},
		{"never a after b", "never a after b", "G (b -> WX G !a)"},
		{"at most 2 a", "at most 2 a", "!F (a && X F (a && X F a))"},
		{"at most 0 a", "at most 0 a", "!F a"},
		{"at least 2 a before b", "at least 2 a before b", "!b W (a && !b && WX (!b W (a && !b)))"},
		{"a only between b and c", "a only between b and c", "G (a -> Y (!c S b))"},
		{"(G !a) AND (G !b) AND (G !c)", "(G !a) AND (G !b) AND (G !c)", "G !a && (G !b && G !c)"},
		{"(G !a) AND ((G !b) AND (G !c))", "(G !a) AND ((G !b) AND (G !c))", "G !a && (G !b && G !c)"},
		{"((G !a) AND (G !b)) OR (G !c)", "((G !a) AND (G !b)) OR (G !c)", "G !a && G !b || G !c"},
		{"G !a AND G !b OR G !c", "((G !a) AND (G !b)) OR (G !c)", "G !a && G !b || G !c"},
		{"((G !a) OR (G !b)) AND ((a -> F b) OR (a U b))", "((G !a) OR (G !b)) AND ((a -> F b) OR (a U b))", "(G !a || G !b) && (G (a -> F b) || a U b)"},
		{"(a || b) -> F (c && !d)", "(a || b) -> F (c && !d)", "G (a || b -> F (c && !d))"},
		{"!a U !!b", "!a U !!b", "!a U !!b"},
		{"ltlf: G(a -> X b)", "ltlf: G (a -> X b)", "G (a -> X b)"},
		{"ltlf:G a", "ltlf: G a", "G a"},
		{"(ltlf: true) OR (ltlf: false W a)", "(ltlf: true) OR (ltlf: false W a)", "true || false W a"},
		{`node:"ask the boss" before "U"`, `node:"ask the boss" before "U"`, `!"U" W (node:"ask the boss" && !"U")`},
		{`tool:"a*" -> F tool:a*`, `tool:"a*" -> F tool:a*`, `G (tool:"a*" -> F tool:a*)`},
		{`tool:"plain" before human`, "tool:plain before human", "!human W (tool:plain && !human)"},
		{`G !tool:pay(amount > 1e3, to.name != "a \"b\"", ok==true)`, `G !tool:pay(amount > 1000, to.name != "a \"b\"", ok == true)`, `G !tool:pay(amount > 1000, to.name != "a \"b\"", ok == true)`},
		{"never tool:refund(account!=account of tool:pay)", "G !tool:refund(account != account of tool:pay)", "G !tool:refund(account != account of tool:pay)"},
		{"never tool:rm(id != result.id of tool:mk, force==true)", "G !tool:rm(id != result.id of tool:mk, force == true)", "G !tool:rm(id != result.id of tool:mk, force == true)"},
		{`never tool:send(to[] == result[].from of tool:"fetch mail"(box != ""))`, `G !tool:send(to[] == result[].from of tool:"fetch mail"(box != ""))`, `G !tool:send(to[] == result[].from of tool:"fetch mail"(box != ""))`},
		{"never tool:a(x == result{}.y of tool:b)", "G !tool:a(x == result{}.y of tool:b)", "G !tool:a(x == result{}.y of tool:b)"},
		{"never tool:a(x == result of tool:b) ", "G !tool:a(x == result of tool:b)", "G !tool:a(x == result of tool:b)"},
		{"never tool:a(x == args.result.y of tool:b*)", "G !tool:a(x == args.result.y of tool:b*)", "G !tool:a(x == args.result.y of tool:b*)"},
		{"never tool:a(x == args.y of tool:b)", "G !tool:a(x == y of tool:b)", "G !tool:a(x == y of tool:b)"},
		{"a\n-> F b", "a -> F b", "G (a -> F b)"},
		{"cap:fs.write only between node:open and node:close", "cap:fs.write only between node:open and node:close", "G (cap:fs.write -> Y (!node:close S node:open))"},
	} {
		r, err := Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
			continue
		}
		if got := r.String(); got != tt.printed {
			t.Errorf("Parse(%q) = %q, want %q", tt.text, got, tt.printed)
		}
		if got := r.Formula().String(); got != tt.formula {
			t.Errorf("Parse(%q).Formula() = %q, want %q", tt.text, got, tt.formula)
		}
		checkRoundTrip(t, r)
	}
}

// checkRoundTrip parses what is printed of a rule and of its formula.
func checkRoundTrip(t *testing.T, r *Rule) {
	t.Helper()
	again, err := Parse(r.String())
	if err != nil {
		t.Fatalf("Parse(%q), which was printed: %v", r, err)
	}
	if !r.Equal(again) {
		t.Fatalf("Parse(%q), which was printed, is %q", r, again)
	}
	f := r.Formula()
	if f.Size() > 1000 { // counts make large ones, which are too deep to be read
		return
	}
	g, err := ParseFormula(f.String())
	if limit := new(Error); errors.As(err, &limit) && limit.Code == CodeLimit {
		return
	}
	if err != nil {
		t.Fatalf("ParseFormula(%q), which was printed: %v", f, err)
	}
	if !f.Equal(g) {
		t.Fatalf("ParseFormula(%q), which was printed, is %q", f, g)
	}
}

// TestPrecedence holds how formulas group.
func TestPrecedence(t *testing.T) {
	for _, tt := range []struct{ text, same string }{
		{"a && b || c && d", "(a && b) || (c && d)"},
		{"a -> b -> c", "a -> (b -> c)"},
		{"a <-> b <-> c", "(a <-> b) <-> c"},
		{"a U b U c", "a U (b U c)"},
		{"a U b && c S d", "(a U b) && (c S d)"},
		{"!a U X b", "(!a) U (X b)"},
		{"G a -> F b", "(G a) -> (F b)"},
		{"F[<=2] a && b", "(F[<=2] a) && b"},
		{"a || b -> c <-> d", "((a || b) -> c) <-> d"},
		{"WX WX Y O H a", "WX (WX (Y (O (H a))))"},
	} {
		f, err := ParseFormula(tt.text)
		if err != nil {
			t.Errorf("ParseFormula(%q): %v", tt.text, err)
			continue
		}
		g, err := ParseFormula(tt.same)
		if err != nil || !f.Equal(g) {
			t.Errorf("ParseFormula(%q) = %q, want %q (%v)", tt.text, f, tt.same, err)
		}
	}
}

// TestErrors compares the messages with testdata/errors.txt: the text, the
// caret, the code and the message.
func TestErrors(t *testing.T) {
	const name = "testdata/errors.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	codes := make(map[Code]bool)
	for block := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n\n") {
		text, _, _ := strings.Cut(block, "\n")
		text = strings.ReplaceAll(text, `\n`, "\n")
		_, err := Parse(text)
		e := new(Error)
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q) succeeds", text)
			continue
		}
		codes[e.Code] = true
		_, caret, _ := strings.Cut(e.Snippet(), "\n")
		got.WriteString(strings.ReplaceAll(text, "\n", `\n`) + "\n" + caret + "\n" + string(e.Code) + ": " + e.Error() + "\n\n")
	}
	out := strings.TrimSuffix(got.String(), "\n")
	golden.Compare(t, name, out)
	for _, c := range []Code{CodeCharacter, CodeQuote, CodeAtom, CodeTest, CodeOperand, CodePattern, CodeParen, CodeTrailing, CodeNumber, CodeLimit} {
		if !codes[c] {
			t.Errorf("no error has the code %s", c)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", maxDepth+1) + "G !a" + strings.Repeat(")", maxDepth+1),
		"ltlf: " + strings.Repeat("X ", maxDepth+1) + "a",
		"ltlf: " + strings.Repeat("a -> ", maxDepth+1) + "a",
		"G !" + strings.Repeat("!", maxDepth+1) + "a",
		"G !tool:" + strings.Repeat("a", maxText),
	} {
		e := new(Error)
		if _, err := Parse(text); !errors.As(err, &e) || e.Code != CodeLimit {
			t.Errorf("Parse(%.40q…): %v, want an error with the code %s", text, err, CodeLimit)
		}
	}
	if _, err := Parse(" \n"); err == nil || err.(*Error).Code != CodeEmpty {
		t.Errorf("Parse of nothing: %v, want the code %s", err, CodeEmpty)
	}
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "a/b", true}, {"a*", "a", true}, {"a*c", "abc", true},
		{"a*c", "abcd", false}, {"?", "a", true}, {"?", "", false}, {"*a*b", "xaxbxb", true}, {"*a*b", "xaxbx", false},
		{"delete_*", "delete_user", true}, {"delete_*", "undelete_user", false}, {"a?c", "abc", true},
	} {
		if got := match(tt.pattern, tt.s); got != tt.want {
			t.Errorf("Match(%q, %q) = %v, want %v", tt.pattern, tt.s, got, tt.want)
		}
	}
	if literal := (&Atom{Name: "a*", Literal: true}); literal.MatchName("ab") || !literal.MatchName("a*") {
		t.Error("a literal name matches by glob")
	}
}

func TestHolds(t *testing.T) {
	one, two := Number(1), Number(2)
	a, b := String("a"), String("b")
	for _, tt := range []struct {
		v    Value
		op   Compare
		w    Value
		want bool
	}{
		{one, Equal, one, true}, {one, NotEqual, two, true}, {one, Less, two, true}, {two, LessEqual, two, true},
		{two, Greater, one, true}, {one, GreaterEqual, two, false}, {a, Less, b, true}, {b, Greater, a, true},
		{one, Equal, a, false}, {one, NotEqual, a, true}, {one, Less, a, false}, {Bool(true), Equal, Bool(true), true},
		{Bool(false), Less, Bool(true), false},
	} {
		if got := tt.op.Holds(tt.v, tt.w); got != tt.want {
			t.Errorf("%v %v %v = %v, want %v", tt.v, tt.op, tt.w, got, tt.want)
		}
	}
}

func TestNames(t *testing.T) {
	for op := range numOps {
		if op.String() == "" || op > 0 && op.String() == opNames[0] {
			t.Errorf("operator %d has no name", op)
		}
	}
	for f := range numForms {
		if f.String() == "" || f > 0 && f.String() == formNames[0] {
			t.Errorf("form %d has no name", f)
		}
	}
	for k := AtomTool; k < numAtomKinds; k++ {
		if k.String() == "" {
			t.Errorf("kind of atom %d has no name", k)
		}
	}
	for c := CompareInvalid; c < numCompares; c++ {
		if c.String() == "" {
			t.Errorf("comparison %d has no name", c)
		}
	}
}

// TestConjuncts: a rule holds if its conjuncts hold.
func TestConjuncts(t *testing.T) {
	var got []string
	for _, r := range MustParse("(G !a) AND ((G !b) AND ((G !c) OR (G !d)))").Conjuncts() {
		got = append(got, r.String())
	}
	for _, r := range MustParse("ltlf: F a && G (b && (c -> F d) && G e)").Conjuncts() {
		got = append(got, r.String())
	}
	want := []string{"G !a", "G !b", "(G !c) OR (G !d)", "ltlf: F a", "ltlf: G b", "ltlf: G (c -> F d)", "ltlf: G G e"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("conjuncts (-want +got):\n%s", diff)
	}
}

// FuzzParse: no text makes the parser panic, errors point into the text, and
// what is printed parses to the same.
func FuzzParse(f *testing.F) {
	data, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		f.Add(strings.TrimSuffix(line, "\n"))
	}
	for _, text := range []string{
		"a -> F b -> F c", "(G !a) AND (b U c)", `tool:"x y"(a.b >= -1.5, c == "") before each human`, "G !tool:-*", `G !tool:"-*"`, `G !"-a"`,
		"ltlf: G(a -> WX (b S Y c)) <-> H d R F[<=3] e", "at least 3 a before b", "a only between b and c", `never tool:a(x[] != result.y{}.z of tool:"b c"(d == ""), e > 1)`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Parse(text)
		if err != nil {
			e := new(Error)
			if !errors.As(err, &e) {
				t.Fatalf("Parse(%q): %T, want *Error", text, err)
			}
			if e.Pos.Line < 1 || e.Pos.Col < 1 || e.Pos.Offset > len(text) || e.Snippet() == "" || e.Msg == "" {
				t.Fatalf("Parse(%q): error without a place: %+v", text, e)
			}
			return
		}
		checkRoundTrip(t, r)
		if len(r.Conjuncts()) == 0 || len(r.Atoms()) == 0 && r.Form != FormFormula && r.Form != FormAnd && r.Form != FormOr && !constant(r) {
			t.Fatalf("Parse(%q) says nothing", text)
		}
	})
}

// constant reports whether an operand of r is a formula without atoms.
func constant(r *Rule) bool {
	found := false
	r.Walk(func(f *Formula) { found = found || len(f.Atoms()) == 0 })
	return found
}

package plan

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// step returns the text of a plan with one step, which begins in line 2.
func stepText(step string) string { return "{\"goal\": \"g\", \"steps\": [\n" + step + "]}" }

// TestDecodeErrors: each mistake has its place. Other readers of this form take most of these.
func TestDecodeErrors(t *testing.T) {
	args := func(text string) string { return stepText(`{"label":"a","toolName":"t","arguments":` + text + `}`) }
	cond := func(text string) string { return stepText(`{"label":"a","condition":` + text + `,"then":[]}`) }
	for _, c := range []struct {
		text string
		want string // line:col code
	}{
		{``, "1:1 syntax"},
		{"```json\n{}\n```", "1:1 syntax"},
		{`Here is the plan: {"goal":"g","steps":[]}`, "1:1 syntax"},
		{`{"goal":"g","steps":[]} and more`, "1:25 syntax"},
		{`{"goal":"g","steps":[]}{}`, "1:24 syntax"},
		{"{\"goal\":\"\xff\",\"steps\":[]}", "1:10 syntax"},
		{`[]`, "1:1 type"},
		{`null`, "1:1 type"},
		{`{"steps":[]}`, "1:1 missing"},
		{`{"goal":"g"}`, "1:1 missing"},
		{`{"goal":null,"steps":[]}`, "1:9 type"},
		{`{"goal":" ","steps":[]}`, "1:9 type"},
		{`{"goal":"g","steps":null}`, "1:21 type"},
		{`{"goal":"g","steps":{}}`, "1:21 type"},
		{`{"goal":"g","steps":[],"policy":{}}`, "1:24 key"},
		{`{"goal":"g","goal":"h","steps":[]}`, "1:13 duplicate-key"},
		{`{"goal":"g","steps":[],"Goal":"h"}`, "1:24 duplicate-key"},
		{stepText(`{"label":"a"}`), "2:1 missing"},
		{stepText(`{"toolName":"t"}`), "2:1 missing"},
		{stepText(`{"label":"","toolName":"t"}`), "2:10 type"},
		{stepText(`{"label":"a","toolName":"t","tool":"u"}`), "2:29 key"},
		{stepText(`{"label":"a","toolName":"t","resultBinding":""}`), "2:45 type"},
		{stepText(`{"label":"a","toolName":"t","resultBinding":"a b"}`), "2:45 type"},
		{stepText(`{"label":"a","toolName":"t","condition":"x == 1","then":[]}`), "2:14 key"},
		{stepText(`{"label":"a","condition":"x == 1"}`), "2:1 missing"},
		{stepText(`{"label":"a","condition":"x == 1","then":[],"else":[]}`), "2:45 key"},
		{stepText(`{"label":"a","condition":null,"then":[]}`), "2:26 type"},
		{args(`null`), "2:41 type"},
		{args(`[]`), "2:41 type"},
		{args(`{"x":null}`), "2:46 type"},
		{args(`{"x":[{"y":null}]}`), "2:52 type"},
		{args(`{"x":1,"x":2}`), "2:48 duplicate-key"},
		{args(`{"x":1,"X":2}`), "2:48 duplicate-key"},
		{args(`{"x":{"y":1,"y":2}}`), "2:53 duplicate-key"},
		{args(`{"x":"@  "}`), "2:46 reference"},
		{args(`{"x":"@ann and more"}`), "2:46 reference"},
		{args(`{"x":"@a[0]"}`), "2:46 reference"},
		{args(strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70)), "2:346 limit"},
		{cond(`"x"`), "2:28 condition"},
		{cond(`"   "`), "2:26 type"},
		{cond(`"== 5"`), "2:27 condition"},
		{cond(`"x =="`), "2:31 condition"},
		{cond(`"x = 5"`), "2:29 condition"},
		{cond(`"no operator here"`), "2:30 condition"},
		{cond(`"a >= 80 && a <= 90"`), "2:35 condition"},
		{cond(`"res.score() >= 80"`), "2:36 condition"},
		{cond(`"x == 5d"`), "2:32 condition"},
		{cond(`"x == .5"`), "2:32 condition"},
		{cond(`"x == True"`), "2:32 condition"},
		{cond(`"x == 'a"`), "2:32 condition"},
		{cond(`"x == @"`), "2:32 condition"},
		{cond(`"x == two words"`), "2:36 condition"},
		{cond(`"\u0078 =! 5"`), "2:26 condition"}, // with escapes: the place of the text
	} {
		_, err := Decode("p.json", []byte(c.text))
		var list graph.ErrorList
		if !errors.As(err, &list) {
			t.Errorf("%s: error %v", c.text, err)
			continue
		}
		if got := fmt.Sprintf("%d:%d %s", list[0].Pos.Line, list[0].Pos.Col, list[0].Code); got != c.want {
			t.Errorf("%s\ngot %s, want %s: %v", c.text, got, c.want, err)
		}
	}
}

// TestDecode reads all that there may be.
func TestDecode(t *testing.T) {
	p, err := Decode("p.json", []byte(`{"goal": "g", "steps": [
		{"label": "a", "toolName": "t", "arguments": {"x": "@@a", "y": "@", "z": [{"k": "@r"}, true, 1e2], "e": "see @r"}, "resultBinding": null},
		{"label": "b", "condition": "r == \"a==b\"", "then": [{"label": "c", "toolName": "t", "resultBinding": "r"}]},
		{"label": "d", "condition": " @r<=@r ", "then": [], "otherwise": [{"label": "e", "toolName": "t"}]}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range All(p.Steps) {
		switch {
		case s.Call == nil:
			got = append(got, fmt.Sprintf("%s %s %s %s %q", s.Path, s.If.Cond.Left.Text, s.If.Cond.Op, s.If.Cond.Right.Kind, s.If.Cond.Right.Text))
		default:
			line := s.Path + " " + s.Call.Tool + " " + s.Call.Bind
			for i := range s.Call.Args {
				for path, leaf := range s.Call.Args[i].Value.Leaves(s.Call.Args[i].Name) {
					line += fmt.Sprintf(" %s=%s %q", path, leaf.Kind, leaf.Text)
				}
			}
			got = append(got, line)
		}
	}
	want := []string{
		`steps[0] t  x=a text "@a" y=a text "@" z[].k=a reference "r" z[]=a truth value "true" z[]=a number "1e2" e=a text "see @r"`,
		`steps[1] r == a text "a==b"`, `steps[1].then[0] t r`, `steps[2] r <= a reference "r"`, `steps[2].otherwise[0] t `,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestDecodeLimits: what is too large is refused at once.
func TestDecodeLimits(t *testing.T) {
	step := `{"label":"a","toolName":"t"}`
	for _, text := range []string{
		`{"goal":"g","steps":[` + strings.Repeat(step+",", MaxSteps) + step + `]}`,
		stepText(`{"label":"a","toolName":"t","arguments":{"x":[` + strings.Repeat("1,", maxValue) + `1]}}`),
		strings.Repeat(" ", MaxBytes) + `{"goal":"g","steps":[]}`,
	} {
		_, err := Decode("p.json", []byte(text))
		var list graph.ErrorList
		if !errors.As(err, &list) || list[0].Code != CodeLimit {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}

// TestMatchPath: a path reaches a parameter that it is, that holds it, or that it holds.
func TestMatchPath(t *testing.T) {
	for _, c := range []struct {
		param, path string
		want        bool
	}{
		{"to", "to", true}, {"to", "TO", true}, {"to", "too", false}, {"to.name", "to", true}, {"to", "to.name", true}, {"to.name", "to.mail", false},
		{"items[].name", "items[].name", true}, {"items[].name", "items", true}, {"items[].name", "items[]", true}, {"items[].name", "items.name", false},
		{"heads{}", "heads.x", true}, {"heads{}.v", "heads.x.v", true}, {"heads{}.v", "heads.x.w", false}, {"heads{}", "heads[]", false},
		{"heads{}.v", `heads."x.w".v`, true}, {"heads{}.v", `heads."x[]".V`, true}, {"heads{}.v", `heads."".v`, true}, {"heads{}.v", `heads."x.v".w`, false},
		{"heads{}.v", `heads."\x00{}\"".v`, true}, {"to.name", `"to.name"`, false},
	} {
		if got := MatchPath(c.param, c.path); got != c.want {
			t.Errorf("MatchPath(%q, %q) = %v", c.param, c.path, got)
		}
	}
}

// TestLongBound: a bound of a registry that is too long or too large to be compared is not known.
func TestLongBound(t *testing.T) {
	for _, of := range []string{strings.Repeat("9", 3_000_000), "1e999999", "1e99999999999", "0x10", "1/2", "quota"} {
		r := NewRegistry([]*graph.Tool{{Name: "t", Params: []graph.Param{{Path: "x", Field: "X", Takes: "int", Bounds: []graph.Limit{{Op: "<=", Of: of}}}}}}, nil)
		p, err := Decode("p.json", []byte(stepText(`{"label":"a","toolName":"t","arguments":{"x":5}}`)))
		if err != nil {
			t.Fatal(err)
		}
		if list := Check(p, r, Options{}); len(list) != 1 || list[0].Kind != OutOfBound || list[0].Verdict != verdict.Unknown {
			t.Errorf("<= %.20s: %+v", of, list)
		}
	}
}

// FuzzDecode: no text makes reading a plan panic or hang, and what is read can be checked and is a sound
// workflow.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(stepText(`{"label":"a","toolName":"t","arguments":{"x":"@r","y":[1,{"k":"@@"}]},"resultBinding":"r"}`)))
	f.Add([]byte(stepText(`{"label":"a","condition":"@r >= 80","then":[{"label":"b","toolName":"t"}],"otherwise":[]}`)))
	f.Add([]byte(`{"goal":"g","steps":[]}`))
	for _, c := range append(ownForm, semantic...) {
		f.Add([]byte(c.text))
	}
	tools := []*graph.Tool{{Name: "t", Params: []graph.Param{
		{Path: "x", Field: "X", Takes: "int8", Bounds: []graph.Limit{{Op: "<=", Of: "7"}}}, {Path: "y", Field: "Y", Takes: "[]object"}, {Path: "y[].k", Field: "Y.K", Takes: "string"},
	}}}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Decode("p.json", text)
		if err != nil {
			var list graph.ErrorList
			if !errors.As(err, &list) || !list[0].Pos.IsValid() {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		r := NewRegistry(tools, nil)
		for _, problem := range Check(p, r, Options{}) {
			if !problem.Pos.IsValid() {
				t.Errorf("a problem without a place: %+v", problem)
			}
		}
		if err := graph.Check(p.Workflow("plan", "", r)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	})
}

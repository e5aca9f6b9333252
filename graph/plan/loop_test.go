package plan

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/agentvet/agentvet/graph"
)

// ownForm are texts of plans with what Atmosphere's form does not have, and "" or the place and the code of
// the first mistake.
var ownForm = []struct{ text, want string }{
	{`{"version":1,"goal":"g","inputs":["a","b"],"steps":[]}`, ""},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","item":"i","atMost":2,"do":[{"label":"c","toolName":"t"}]}]}`, ""},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a < 3","atMost":2,"do":[]}]}`, ""},
	{`{"version":1,"goal":"g","steps":[{"label":"l","parallel":[[],[{"label":"c","toolName":"t"}]]}]}`, ""},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","item":"i","atMost":1,"do":[]},{"label":"l","forEach":"@a","item":"i","atMost":1,"do":[]}]}`, ""},
	{`{"version":2,"goal":"g","steps":[]}`, "1:12 type"},
	{`{"goal":"g","inputs":["a"],"steps":[]}`, "1:13 key"},
	{`{"version":1,"goal":"g","inputs":["a","a"],"steps":[]}`, "1:39 duplicate-key"},
	{`{"version":1,"goal":"g","inputs":["a b"],"steps":[]}`, "1:35 type"},
	{`{"version":1,"goal":"g","inputs":"a","steps":[]}`, "1:34 type"},
	{`{"goal":"g","steps":[{"label":"l","parallel":[[],[]]}]}`, "1:22 missing"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","parallel":[[]]}]}`, "1:58 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","parallel":[[],[]],"toolName":"t"}]}`, "1:66 key"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","item":"i","do":[]}]}`, "1:34 missing"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","atMost":1,"do":[]}]}`, "1:34 missing"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"a","item":"i","atMost":1,"do":[]}]}`, "1:57 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","item":"i","atMost":1,"do":[]}]}`, "1:65 key"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","atMost":0,"do":[]}]}`, "1:74 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","atMost":1.5,"do":[]}]}`, "1:74 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","atMost":2,"do":[{"label":""}]}]}`, "1:82 missing"},
}

// semantic are mistakes that no schema sees.
var semantic = []struct{ text, want string }{
	{`{"version":1,"goal":"g","inputs":["i"],"steps":[{"label":"l","forEach":"@i","item":"i","atMost":1,"do":[]}]}`, "1:49 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","item":"i","atMost":1,"do":[{"label":"c","toolName":"t","resultBinding":"i"}]}]}`, "1:34 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","forEach":"@a","item":"i","atMost":1,"do":[{"label":"l","forEach":"@i","item":"i","atMost":1,"do":[]}]}]}`, "1:90 type"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","atMost":1000000000,"do":[]}]}`, "1:34 limit"},
	{`{"version":1,"goal":"g","steps":[{"label":"l","while":"@a == 1","atMost":40,"do":[{"label":"l","while":"@a == 1","atMost":40,"do":[]}]}]}`, "1:34 limit"},
}

func TestDecodeOwnForm(t *testing.T) {
	for _, c := range append(ownForm, semantic...) {
		_, err := Decode("p.json", []byte(c.text))
		got := ""
		if list := (graph.ErrorList)(nil); errors.As(err, &list) {
			got = fmt.Sprintf("%d:%d %s", list[0].Pos.Line, list[0].Pos.Col, list[0].Code)
		}
		if got != c.want {
			t.Errorf("%s\ngot %q, want %q: %v", c.text, got, c.want, err)
		}
	}
}

// TestSchema holds the schema and what is read to each other.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "plan.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ownForm {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != (c.want == "") {
			t.Errorf("%s: the schema says %v, want %q", c.text, err, c.want)
		}
	}
}

// TestRounds: a loop is its rounds, each within the one before.
func TestRounds(t *testing.T) {
	p, err := Decode("p.json", []byte(`{"version":1,"goal":"g","inputs":["a"],"steps":[
		{"label":"l","forEach":"@a","item":"i","atMost":2,"do":[{"label":"c","toolName":"t","arguments":{"x":"@i"}}]},
		{"label":"p","parallel":[[{"label":"d","toolName":"t","resultBinding":"r"}],[]]},
		{"label":"e","toolName":"t","arguments":{"x":"@r"}}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range All(p.Steps) {
		line := s.Path
		if s.If != nil {
			line += fmt.Sprintf(" %s %s %s %v", s.If.Cond.Left.Text, s.If.Cond.Op, s.If.Cond.Right.Text, s.If.Last)
		}
		got = append(got, line)
	}
	want := "steps[0] a has 1 false\nsteps[0].do[0]\nsteps[0]#2 a has 2 true\nsteps[0].do#2[0]\nsteps[1]\nsteps[1].parallel[0][0]\nsteps[2]"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

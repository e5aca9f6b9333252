package graph

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/agentvet/agentvet/graph/reason"
)

// registered returns tools in which every field of every type is set somewhere, and what may be
// beside them.
func registered() ([]*Tool, []Unknown) {
	at := func(line int) Pos { return Pos{"mail.go", line, 3} }
	send := &Tool{
		Name: "send", Unknown: reason.Words("a part"), Description: "Sends a letter.", Framework: "eino", Args: "example.com/mail.Args",
		Params: []Param{
			{Path: "to", Field: "To", Type: "[]string", Takes: "[]string", Enum: []string{"ann", "b\tob"}, Description: "Who gets it.", Schema: []string{"maxItems 3", "required"}, Pos: at(2)},
			{Path: "body", Field: "Body", Type: "string", Takes: "string", Optional: true, Sink: &Sink{[]string{"inbox"}, "no-leak", []string{"redact"}}, Pos: at(3)},
			{Path: "n", Field: "N", Type: "int8", Takes: "int8", Sources: []string{"private"}, Bounds: []Limit{{"<=", "quota"}}, Confine: ConfineHost, Pos: at(4)},
		},
		Closed: true, Title: "Send a letter", Result: "example.com/mail.Sent", Output: []Param{{Path: "id", Type: "string", Description: "Of the letter.", Pos: at(9)}},
		Returns: []Param{{Path: "id", Sources: []string{"private"}, Pos: at(5)}}, Sources: []string{"untrusted"},
		Handler: "example.com/mail.Send", HandlerPos: at(10), Around: []Wrapper{{"example.com/mail.logged$1", []int{0, 2}}}, Captured: []Capture{{"example.com/mail.Send", 0, "example.com/mail.post", ""}, {"example.com/mail.Send", 1, "", "send"}}, Declared: []string{"net"}, Inferred: []string{"net.dial"},
		Needs: []Need{{"net.dial", true, true, []Hop{{"net.Dial", at(6)}}}}, Hints: Hints{HintTrue, HintFalse, HintTrue, HintFalse},
		Destructive: true, Beside: true, Held: []Pos{at(4), at(5)}, HeldBy: at(6), Events: []string{"tool:approve"}, Unread: true, Outside: true, Agent: "desk", Apart: true, Pos: at(1),
		Gate: Gate{Kind: GateIgnored, Unheeded: true, Unanswered: UnansweredStep, Pos: at(7), Slip: Slip{SlipWord, "cancel", "it goes on", at(8), "mode is 1"}},
	}
	return []*Tool{send, {Name: "bare"}}, []Unknown{{UnknownAnything, None, reason.Words("a package"), true, at(9)}}
}

var servers = []Server{{"mail", "Ask before you send.", Pos{"mail.go", 20, 3}}, {"", "Of a server whose name only a run knows.", Pos{}}}

func encodeRegistry(t testing.TB) []byte {
	t.Helper()
	tools, unknowns := registered()
	var out bytes.Buffer
	if err := EncodeRegistry(&out, tools, unknowns, servers...); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRegistryRoundTrip(t *testing.T) {
	tools, unknowns := registered()
	v := reflect.ValueOf(*tools[0])
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the field %s is not set", v.Type().Field(i).Name)
		}
	}
	p, err := DecodeProgram("registry.json", encodeRegistry(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&Program{Tools: tools, Unknowns: unknowns, Servers: servers}, p); diff != "" {
		t.Errorf("the registry differs (-want +got):\n%s", diff)
	}
}

// TestRegistrySchema holds registries and their schema to each other: the schema accepts what is
// written and no key or value that is not read.
func TestRegistrySchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "docs", "registry.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(encodeRegistry(t))
	valid := func(text string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	if err := valid(text); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"version": 2`, `"version": 3`}, {`"version": 2`, `"versions": 2`}, {`"instructions"`, `"instruction"`}, {`"schema":["maxItems 3"`, `"schema":[3`}, {`"title"`, `"titles"`}, {`"takes":"int8"`, `"takes":"int9"`}, {`"framework"`, `"frame"`},
		{`"confine":"host"`, `"confine":"hosts"`}, {`"kind":"ignored"`, `"kind":"ignoring"`}, {`"<= quota"`, `"quota"`}, {`"optional":true`, `"optional":1`}, {`"takes":"int8"`, `"takes":"int9"`}, {`"takes":"int8"`, `"takes":"[}int8"`},
		{`"hashes":{"description":"sha256:`, `"hashes":{"description":"md5:`},
	} {
		if !strings.Contains(text, c[0]) {
			t.Fatalf("the registry has no %s:\n%s", c[0], text)
		}
		if bad := strings.Replace(text, c[0], c[1], 1); valid(bad) == nil {
			t.Errorf("the schema accepts %s", c[1])
		}
	}
}

// TestHashes: a hash is of what a model is told, and no matter of positions and Go names.
func TestHashes(t *testing.T) {
	of := func(change func(*Tool)) fileHashes {
		tools, _ := registered()
		change(tools[0])
		return *hashesOf(tools[0], RegistryVersion)
	}
	same := of(func(*Tool) {})
	if moved := of(func(t *Tool) { t.Pos, t.Handler, t.HandlerPos, t.Params[0].Pos = Pos{}, "f", Pos{}, Pos{} }); moved != same {
		t.Error("code that moves has other hashes")
	}
	if named := of(func(t *Tool) { t.Params[2].Type = "example.com/mail.small" }); named != same {
		t.Error("a type with a name has another hash")
	}
	if order := of(func(t *Tool) { t.Params[0], t.Params[1] = t.Params[1], t.Params[0] }); order != same {
		t.Error("the order of fields changes the hash")
	}
	for i, change := range []func(*Tool){
		func(t *Tool) { t.Params[0].Type = "[]int" }, func(t *Tool) { t.Params[0].Path = "two" }, func(t *Tool) { t.Params[0].Optional = true },
		func(t *Tool) { t.Params[2].Takes, t.Params[2].Type = "int16", "mail.small" },
		func(t *Tool) { t.Params[0].Description = "Whom to ask for money." }, func(t *Tool) { t.Params[0].Schema = []string{"maxItems 4", "required"} },
	} {
		if of(change).Arguments == same.Arguments {
			t.Errorf("change %d has the same hash", i)
		}
	}
	if of(func(t *Tool) { t.Description = "Sends." }).Description == same.Description {
		t.Error("another description has the same hash")
	}
	if of(func(t *Tool) { t.Output[0].Description = "" }).Output == same.Output {
		t.Error("another result has the same hash")
	}
}

// TestOlderRegistry: a file of the first form, or without a version, is read, with the hashes that it has, and is known as older.
func TestOlderRegistry(t *testing.T) {
	tools := `"tools": [{"name": "send", "params": [{"path": "to", "type": "string", "position": "-"}],` +
		`"hashes": {"arguments": "` + HashText("to\tstring\tfalse\n") + `"}, "position": "-"}]}`
	for _, text := range []string{`{"version": 1, ` + tools, "{" + tools} {
		p, err := DecodeProgram("r.json", []byte(text))
		if err != nil || !p.Older || len(p.Tools) != 1 {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
	if _, err := DecodeProgram("r.json", []byte(`{"version": 3, `+tools)); err == nil {
		t.Error("a form that is not known is read")
	}
	if p, err := DecodeProgram("r.json", []byte(`{"version": 2, "tools": []}`)); err != nil || p.Older {
		t.Errorf("the form of today: %+v, %v", p, err)
	}
}

// FuzzRegistry: no text makes reading a registry panic, and what is read can be written and read again.
func FuzzRegistry(f *testing.F) {
	f.Add(encodeRegistry(f))
	f.Add([]byte(`{"version":1,"tools":[{"name":"a","hashes":{}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := DecodeProgram("r.json", text)
		if err != nil || p.Workflows != nil || p.Agents != nil {
			return
		}
		var first, second bytes.Buffer
		if err := EncodeRegistry(&first, p.Tools, p.Unknowns, p.Servers...); err != nil {
			t.Fatal(err)
		}
		again, err := DecodeProgram("r.json", first.Bytes())
		if err != nil {
			t.Fatalf("what is written cannot be read: %v\n%s", err, first.Bytes())
		}
		if err := EncodeRegistry(&second, again.Tools, again.Unknowns, again.Servers...); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatalf("%v\n%s\n%s", err, first.Bytes(), second.Bytes())
		}
		var any map[string]json.RawMessage
		if json.Unmarshal(first.Bytes(), &any) != nil {
			t.Fatal("no JSON")
		}
	})
}

package bom

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/golden"
)

func at(line int) graph.Pos { return graph.Pos{File: "desk.go", Line: line, Col: 2} }

// desk returns a program with a part of each kind.
func desk() (*module.Module, []module.Text, []Dependency) {
	wipe := &graph.Tool{
		Name: "wipe", Description: "Wipes <all>.", Framework: "adk", Handler: "example.com/desk.wipe", Declared: []string{"fs"}, Destructive: true,
		Needs: []graph.Need{
			{Capability: "exec", Maybe: true, Path: []graph.Hop{{Func: "os/exec.Command"}}},
			{Capability: "fs.delete", Path: []graph.Hop{{Func: "example.com/desk.clean", Pos: at(30)}, {Func: "os.RemoveAll", Pos: at(40)}}},
		},
		Hints: graph.Hints{ReadOnly: graph.HintFalse, Destructive: graph.HintTrue}, Gate: graph.Gate{Kind: graph.GateConfirm, Pos: at(5)}, Pos: at(10),
	}
	other := &graph.Tool{Name: "wipe", Pos: at(11)}
	remote := &graph.Tool{Unknown: reason.Words("the server says"), Framework: "mcp", Pos: at(12)}
	transfer := &graph.Tool{Name: "transfer_to_agent", Description: graph.AddedByFramework}
	helper := &graph.Agent{Name: "helper", Kind: graph.AgentLLM, Framework: "adk", Bound: graph.Known(5), Tools: []*graph.Tool{wipe, other, transfer}, Pos: at(20)}
	ask := &graph.Tool{Name: "ask", Agent: "helper", Pos: at(13)}
	p := &graph.Program{
		Agents: []*graph.Agent{
			{Name: "front", Kind: graph.AgentLLM, Framework: "adk", Tools: []*graph.Tool{ask, remote}, SubAgents: []*graph.Agent{helper}, Pos: at(21),
				Unknowns: []graph.Unknown{{What: graph.UnknownTools, Node: graph.None, Reason: reason.Words("a flag says"), Pos: at(22)}}},
			{Name: "files", Kind: graph.AgentServer, Framework: "mcp", Tools: []*graph.Tool{wipe}, Pos: at(23)},
			{Name: "elsewhere", Kind: graph.AgentRemote, Framework: "adk", Pos: at(24)},
		},
		Unknowns: []graph.Unknown{{What: graph.UnknownAnything, Node: graph.None, Reason: reason.Words("code that was not read"), Pos: at(25)}},
	}
	texts := []module.Text{
		{Of: "adk.Config.Instruction", Text: "Be kind.", Known: true, Pos: at(31), Calls: []graph.Pos{at(21)}},
		{Of: "adk.Config.Instruction", Pos: at(32), Calls: []graph.Pos{at(20)}},
		{Model: true, Of: "gemini.New", Text: "gemini-2.5-flash", Known: true, Pos: at(33), Calls: []graph.Pos{at(21)}},
		{Model: true, Of: "gemini.New", Text: "gemini-2.5-flash", Known: true, Pos: at(34), Calls: []graph.Pos{at(20)}},
		{Model: true, Of: "gemini.New", Pos: at(35)},
	}
	return &module.Module{Program: p}, texts, []Dependency{
		{Path: "example.com/forked", Version: "v1.0.0", Replace: "example.com/fork@v1.1.0"},
		{Path: "example.com/local", Version: "v1.0.0", Replace: "../local"},
		{Path: "google.golang.org/adk", Version: "v1.0.0+incompatible"},
	}
}

func bill(t *testing.T, o Options) *Document {
	t.Helper()
	m, texts, deps := desk()
	return New(m, texts, Dependency{Path: "example.com/desk"}, deps, "v0", o)
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := bill(t, Options{}).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join("testdata", "desk.json"), out.String())
	if strings.Contains(out.String(), "Be kind.") {
		t.Error("the text of an instruction, which nobody asked for")
	}
}

// TestOrder: the bill does not depend on the order in which agents and tools are found.
func TestOrder(t *testing.T) {
	var want, got bytes.Buffer
	if err := bill(t, Options{}).WriteCycloneDX(&want, Stamp{}); err != nil {
		t.Fatal(err)
	}
	m, texts, deps := desk()
	slices.Reverse(m.Program.Agents)
	for _, a := range m.Program.Agents {
		slices.Reverse(a.Tools)
	}
	if err := New(m, texts, Dependency{Path: "example.com/desk"}, deps, "v0", Options{}).WriteCycloneDX(&got, Stamp{}); err != nil {
		t.Fatal(err)
	}
	if want.String() != got.String() {
		t.Errorf("another order, another bill:\n%s\n%s", want.String(), got.String())
	}
}

// TestCycloneDX holds the bill to the schema of its format, which the library brings along.
func TestCycloneDX(t *testing.T) {
	schema := schemaOf(t)
	for name, c := range map[string]struct {
		o Options
		s Stamp
	}{
		"desk":    {},
		"stamped": {Options{Texts: true}, Stamp{"urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79", "2027-06-30T12:00:00Z"}},
	} {
		var out bytes.Buffer
		if err := bill(t, c.o).WriteCycloneDX(&out, c.s); err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, filepath.Join("testdata", name+".cdx.json"), out.String())
		value, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := `{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"type": "agent", "name": "a"}]}`
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(broken))
	if err != nil {
		t.Fatal(err)
	}
	if schema.Validate(value) == nil {
		t.Error("the schema accepts a component of a type that it does not know")
	}
}

func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	for url, file := range map[string]string{
		"http://cyclonedx.org/schema/bom-1.6.schema.json":  "bom-1.6.schema.json",
		"http://cyclonedx.org/schema/spdx.schema.json":     "spdx.schema.json",
		"http://cyclonedx.org/schema/jsf-0.82.schema.json": "jsf-0.82.schemax.json",
	} {
		data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "schema", file))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(url, doc); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := c.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestPURL: paths and versions are escaped, and what a directory replaces has no package URL.
func TestPURL(t *testing.T) {
	for _, c := range []struct {
		d    Dependency
		want string
	}{
		{Dependency{Path: "github.com/a/b", Version: "v1.2.3"}, "pkg:golang/github.com/a/b@v1.2.3"},
		{Dependency{Path: "a.b/c", Version: "v1.0.0+incompatible"}, "pkg:golang/a.b/c@v1.0.0%2Bincompatible"},
		{Dependency{Path: "a.b/c"}, "pkg:golang/a.b/c"},
		{Dependency{Path: "a.b/c", Version: "v1.0.0", Replace: "a.b/d@v2.0.0"}, "pkg:golang/a.b/d@v2.0.0"},
		{Dependency{Path: "a.b/c", Version: "v1.0.0", Replace: "../c"}, ""},
	} {
		if got := purl(c.d); got != c.want {
			t.Errorf("%v: %s, want %s", c.d, got, c.want)
		}
	}
}

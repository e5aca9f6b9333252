package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// TestGrants: entries about one agent add up, the file and a directive are limits of their own, and
// what is not known is said only where nothing is certain.
func TestGrants(t *testing.T) {
	at := func(file string, line int) graph.Pos { return graph.Pos{File: file, Line: line, Col: 1} }
	tool := func(name string, needs ...graph.Need) *graph.Tool {
		return &graph.Tool{Name: name, Handler: name, Needs: needs, Pos: at("a/a.go", 1)}
	}
	need := func(name string) graph.Need {
		return graph.Need{Capability: name, Path: []graph.Hop{{Func: "f", Pos: at("a/a.go", 9)}}}
	}
	maybe := need("exec")
	maybe.Maybe = true
	hand := &graph.Tool{Name: "transfer_to_agent", Description: graph.AddedByFramework}
	remote := &graph.Tool{Unknown: reason.Of(reason.NoneSeen, "tool"), Pos: at("a/a.go", 2)}
	p := &graph.Program{
		Agents: []*graph.Agent{
			{Name: "reader", Pos: at("a/a.go", 3), Tools: []*graph.Tool{tool("read", need("fs.read"), need("env")), hand, {Name: "ask", Agent: "other"}}},
			{Name: "writer", Pos: at("a/a.go", 4), Tools: []*graph.Tool{tool("write", need("fs.write"), maybe), {Name: "post", Handler: "post", Declared: []string{"net.post"}}}},
			{Name: "perhaps", Pos: at("b/b.go", 5), Tools: []*graph.Tool{tool("run", maybe)}},
			{Name: "proxy", Pos: at("b/b.go", 6), Tools: []*graph.Tool{remote}},
		},
		Workflows: []*graph.Workflow{{Name: "night", Pos: at("a/a.go", 7), Nodes: []graph.Node{{Name: "w", Tools: []*graph.Tool{tool("write", need("fs.write"))}}}}},
	}
	known := func(t *graph.Tool) bool { return t.Handler != "" }
	own := []PackageGrant{{[]string{"fs.read"}, at("a/b.go", 1)}, {[]string{"net"}, at("a/b.go", 2)}}
	for _, c := range []struct {
		name, file string
		packages   []PackageGrant
		want       []string
	}{
		{"nothing is granted", "", nil, nil},
		{"entries add up", `
  - {agents: [writer], capabilities: [fs.write, exec]}
  - {agents: ["w*"], capabilities: [net]}`, nil, nil},
		{"one for all", `
  - {agents: ["*"], capabilities: [fs.read]}`, nil, []string{
			`violated tool "write" needs fs.write, which agent "writer" is not granted`,
			`violated tool "post" needs net.post, which agent "writer" is not granted`,
			`unknown agent "perhaps" may have more than it is granted; not certain: the code of tool "run" perhaps runs a program`,
			`unknown agent "proxy" may have more than it is granted; not certain: it has a tool whose name is not known, because it is no tool that agentvet can see`,
		}},
		{"all for all", `
  - {agents: ["*"], capabilities: ["*"], allowed: ["*"]}`, nil, nil},
		{"all for all, without a list", `
  - {agents: ["*"], capabilities: "*", allowed: "*"}`, nil, nil},
		{"a tool that is not allowed is said once", `
  - {agents: [writer], capabilities: [net], allowed: [post]}`, nil, []string{
			`violated agent "writer" has tool "write", which is not one of those that it is allowed`,
		}},
		{"a workflow", `
  - {workflows: [n*], capabilities: none}`, nil, []string{
			`violated tool "write" needs fs.write, which workflow "night" is not granted`,
		}},
		{"a directive widens nothing, and is about its package", `
  - {agents: [reader], capabilities: none}`, own, []string{
			`violated tool "read" needs fs.read, which agent "reader" is not granted`,
			`violated tool "write" needs fs.write, which agent "writer" is not granted`,
		}},
		{"a directive that grants nothing", "", []PackageGrant{{[]string{"none"}, at("b/c.go", 1)}}, []string{
			`unknown agent "perhaps" may have more than it is granted; not certain: the code of tool "run" perhaps runs a program`,
			`unknown agent "proxy" may have more than it is granted; not certain: it has a tool whose name is not known, because it is no tool that agentvet can see`,
		}},
	} {
		text := "version: 1\n"
		if c.file != "" {
			text += "grant:" + c.file + "\n"
		}
		file, err := policy.Load("agentvet.yaml", []byte(text), policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range (Grants{file.Grants(), c.packages, known}).Ungranted(p) {
			got = append(got, f.Verdict.String()+" "+f.Message)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

package module

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// TestOutside: of what a step does itself the worst is said, and nothing of steps that are tools, models
// or other agents, or of what is not certain.
func TestOutside(t *testing.T) {
	need := func(name string, maybe bool, pos graph.Pos) graph.Need {
		return graph.Need{Capability: name, Maybe: maybe, Path: []graph.Hop{{Func: "f", Pos: pos}}}
	}
	here := at("a.go", 9)
	for _, c := range []struct {
		name  string
		node  graph.Node
		needs []graph.Need
		want  []string
	}{
		{"two effects", graph.Node{Kind: graph.KindPassthrough}, []graph.Need{need("net.read", false, here), need("fs.delete", false, here), need("exec.git", false, here)},
			[]string{`step "s" deletes files, and no tool does`}},
		{"a router", graph.Node{Kind: graph.KindRouter}, []graph.Need{need("net.post", false, here)},
			[]string{`step "s" sends a POST request, which may change something or only ask, and no tool does`}},
		{"reading", graph.Node{Kind: graph.KindPassthrough}, []graph.Need{need("fs.read", false, here), need("db.read", false, here)}, nil},
		{"what nobody fears", graph.Node{Kind: graph.KindPassthrough}, []graph.Need{need("env", false, here), need("net.lookup", false, here)}, nil},
		{"not certain", graph.Node{Kind: graph.KindPassthrough}, []graph.Need{need("exec", true, here)}, nil},
		{"a library's own files", graph.Node{Kind: graph.KindPassthrough}, []graph.Need{need("fs.write", false, graph.Pos{})}, nil},
		{"a model", graph.Node{Kind: graph.KindLLM}, []graph.Need{need("net.post", false, here)}, nil},
		{"a tool", graph.Node{Kind: graph.KindTool, Tools: []*graph.Tool{{Name: "t"}}}, []graph.Need{need("exec", false, here)}, nil},
		{"another agent", graph.Node{Kind: graph.KindPassthrough, Agent: "a"}, []graph.Need{need("exec", false, here)}, nil},
	} {
		c.node.Name, c.node.Func, c.node.Pos = "s", "example.com/p.s", at("a.go", 3)
		w := chain(at("a.go", 1), "w", graph.Node{Name: "start", Kind: graph.KindEntry}, c.node, graph.Node{Name: "end", Kind: graph.KindExit})
		m := Join([]*Package{{Path: "example.com/p", Program: &graph.Program{Workflows: []*graph.Workflow{w}}}})
		m.steps = map[string][]graph.Need{"example.com/p.s": c.needs}
		var got []string
		for _, f := range m.outside() {
			got = append(got, f.Message)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

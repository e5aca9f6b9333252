package graph_test

import (
	"fmt"
	"os"

	"github.com/agentvet/agentvet/graph"
)

func ExampleBuilder() {
	b := graph.NewBuilder("mail", "eino", graph.Pos{File: "mail.go", Line: 12, Col: 2})
	b.Edge("start", "model", graph.Edge{Kind: graph.EdgeDirect})
	route := b.Branch(graph.Branch{From: graph.None})
	b.BranchEdge(route, "model", "tools", graph.Edge{Kind: graph.EdgeConditional, Label: "call"})
	b.BranchEdge(route, "model", "end", graph.Edge{Kind: graph.EdgeConditional, Label: "answer"})
	b.Edge("tools", "model", graph.Edge{Kind: graph.EdgeLoop})
	b.Node(graph.Node{Name: "start", Kind: graph.KindEntry})
	b.Node(graph.Node{Name: "model", Kind: graph.KindLLM})
	b.Node(graph.Node{Name: "tools", Kind: graph.KindTool, Tools: []*graph.Tool{{Name: "send"}}, Calls: graph.CallsAny})
	b.Node(graph.Node{Name: "end", Kind: graph.KindExit})
	fmt.Print(b.Build().Text())
	// Output:
	// workflow mail framework=eino @mail.go:12:2
	//   entry start
	//   exits end
	//   node start entry
	//   node model llm
	//   node tools tool tools=send calls=any
	//   node end exit
	//   edge start -> model direct
	//   edge model -> tools conditional branch=0 label=call
	//   edge model -> end conditional branch=0 label=answer
	//   edge tools -> model loop
	//   branch 0 at model
}

func ExampleDecode() {
	_, err := graph.Decode("flow.json", []byte(`{
  "entry_id": "start",
  "nodes": [{"id": "start", "kind": "entry"}],
  "edges": [{"source": "start", "target": "ned", "kind": "direct"}]
}`))
	fmt.Println(err)
	// Output: flow.json:4:43: no node has the id "ned"
}

func ExampleWorkflow_WriteMermaid() {
	w, err := graph.Decode("flow.json", []byte(`{
  "entry_id": "start",
  "nodes": [{"id": "start", "kind": "entry"}, {"id": "ask \"boss\"", "kind": "human"}],
  "edges": [{"source": "start", "target": "ask \"boss\"", "kind": "direct"}]
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	w.WriteMermaid(os.Stdout, graph.PrintOptions{})
	// Output:
	// ---
	// title: "flow.json:1:1"
	// ---
	// flowchart TD
	//   w0n0(("start"))
	//   w0n1{{"ask #34;boss#34;"}}
	//   w0n0 --> w0n1
	//   classDef unknown stroke-dasharray: 4 4;
}

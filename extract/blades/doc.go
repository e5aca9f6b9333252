// Package blades reads programs that use github.com/go-kratos/blades.
//
//	remove, err := tools.NewFunc("remove", "…", tools.HandleFunc[Args, Result](removeFile))
//	agent, err := blades.NewAgent("helper", blades.WithTools(remove), blades.WithMaxIterations(5))
//
//	g := graph.New()
//	g.AddNode("plan", plan).AddNode("act", act).AddEdge("plan", "act")
//	g.SetEntryPoint("plan").SetFinishPoint("act")
//	executor, err := g.Compile()
//
// # What the library does
//
// From the source of version 0.1.0; tools and limits of agents are measured, in
// testdata/others:
//
//   - An agent asks its model 10 times at most unless the program says otherwise;
//     then the run fails. Tools of one answer run at the same time. Of two with one
//     name the first runs; one that the model invents ends the run.
//   - The middleware Confirm asks before the agent begins, not before its tools.
//   - A graph without conditions goes on along all edges of a node, and a node waits
//     for all that can still come. Of edges with conditions all are taken whose
//     condition holds; if none does, the run fails. The run ends with the finish
//     node.
//   - Compile refuses cycles, edges to nodes that do not exist, nodes without edges
//     beside the finish node, and edges with and without conditions at one node. A
//     second node of a name is ignored.
//
// # Not seen
//
// What conditions of edges decide: each may hold or not. Middleware of graphs, and
// of agents but for Confirm. Confirm in front of an agent that is a tool or runs in
// a step of a graph. Package flow, which version 0.1.0 does not have.
package blades

// Package blades reads programs that use github.com/go-kratos/blades.
//
//	remove, err := tools.NewFunc("remove", "…", removeFile)
//	agent, err := blades.NewAgent("helper", blades.WithTools(remove), blades.WithMaxIterations(5))
//
//	g := graph.New()
//	g.AddNode("plan", plan).AddNode("act", act).AddEdge("plan", "act")
//	g.SetEntryPoint("plan").SetFinishPoint("act")
//	executor, err := g.Compile()
//
// # What the library does
//
// From the source of versions 0.1.0 and 0.5.0, which renamed much; tools and limits of
// agents are measured, in testdata/others:
//
//   - An agent asks its model 10 times at most unless the program says otherwise;
//     then the run fails. Tools of one answer run at the same time. Of two with one
//     name the first runs; one that the model invents ends the run.
//   - The middleware Confirm asks before the agent begins, not before its tools. Other
//     middleware may add to the tools of the invocation that it passes on: where it
//     mentions them, more tools are possible.
//   - The middleware of a tool runs around each call. It is a gate if the handler runs only
//     after somebody agreed. Where the middleware is not known, the gate is unknown.
//   - An agent with skills has four tools for them, of which one runs scripts. A routing
//     agent has handoff_to_agent, a deep agent write_todos and task. A deep agent with
//     MaxIterations 0 never asks its model; a loop then runs 10 times.
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
// What conditions of edges decide: each may hold or not. What middleware of a graph does
// around its steps: the graph is unknown then. Confirm in front of an agent that is a tool or runs in a step of a graph. In
// which order the agents of package flow run: that is unknown.
package blades

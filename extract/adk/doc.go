// Package adk reads programs that use Google's Agent Development Kit, version 1
// (google.golang.org/adk) and version 2 (google.golang.org/adk/v2).
//
// The interpreter of package extract runs the program's constructors over the
// rows in extract/library/adk.txt and leaves a list of objects: agents, tools, nodes. This
// package turns them into the workflow model.
//
// # Agents
//
// Every agent object becomes a graph.Agent. Every agent that is part of no other
// becomes a graph.Workflow from START to END:
//
//	llm          one LLM node; with sub-agents a team, see below
//	sequential   a chain
//	parallel     a fan-out and a generated join
//	loop         a chain with a way back; the generated node at its end holds
//	             the bound. Without MaxIterations only Escalate leaves it, so a
//	             loop in which nothing escalates has no edge to END
//	workflow     the graph of its edges
//	custom       what its Run function runs, in the order of its control flow
//	remote       a SUBGRAPH without a body
//
// An agent inside another is one node: an LLM node if it is a model with nothing
// below it, otherwise a SUBGRAPH whose body is built in the same way.
//
// A team is a model with the agents that it can hand over to. Each model of the
// team is a node, each target of transfer_to_agent an edge of its one branch,
// beside the edge to END: the model chooses. The rules are those of the
// framework: down to sub-agents, up to the parent, sideways to the parent's other
// sub-agents, unless the agent forbids it. A sub-agent in task or single-turn
// mode and an agent behind agenttool.New are called and come back: an edge there,
// and an edge back.
//
// # Graphs
//
// Nodes of version 2's graphs go by their names. The labelled edges of a node are
// one branch, whose values are the labels that the node's function emits; the
// functions are observed, never guessed at. Nodes that cannot emit a label at all
// (a model, a tool, a join, a plain function, a nested workflow) have a branch
// that is complete and has no values, so that a label on their edges is a target
// that nothing selects. Edges without a label are unconditional. Default is the
// label "default".
//
// # Humans
//
// A human stands in front of a tool by RequireConfirmation, by its provider, which
// replaces the flag, by WithConfirmation around a toolset, by RequestConfirmation
// in the handler's body, or by a BeforeToolCallback of the agent, which is
// observed with each tool in turn. A node that asks a human on every way through
// it is HUMAN; one that asks on some ways is a SUBGRAPH that shows which.
//
// # Callbacks and plugins
//
// An agent whose BeforeAgentCallbacks may answer in its place is a SUBGRAPH with a way past
// it: what follows it in a sequence runs all the same. A callback before the model that
// mentions its tools leaves them open, as does a configuration of the model that has some,
// and a tool of the program's own whose ProcessRequest offers another one. Plugins belong to
// a runner, which may get agents of any package: what they may change is an unknown of the
// program, and of the agents that the package makes beside them. Code that sets
// TransferToAgent reaches only agents that transfer_to_agent may name.
//
// # Not seen
//
// Instructions, and the order of goroutines in a custom Run. Names that exist only at run
// time are opaque nodes or tools with a reason.
//
// Letters: a *roster, g *agent, o *extract.Object, w *graph.Workflow.
package adk

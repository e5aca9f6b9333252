// Package trpcagent reads programs that use tRPC-Agent-Go
// (trpc.group/trpc-go/trpc-agent-go): its state graphs, and agents made of models
// and of other agents.
//
// extract/library/trpcagent.txt says what each call is. Everything is configured by options, which are
// applied in order: the last of a kind counts (options.go). An option without a row
// leaves open what it belongs to.
//
// # Graphs
//
// A graph becomes a workflow where an agent (graphagent.New), an executor or nobody
// runs it; the agent says which sub-agent a node of AddAgentNode is, by its name,
// and how many steps a run has. A node of AddLLMNode offers its tools, a node of
// AddToolsNode runs what the model chose, by the keys of its map. A function node is
// what its function does: PASSTHROUGH, HUMAN, LLM, TOOL, or a SUBGRAPH whose body is
// the control flow of the function, where the order of several matters.
//
// The targets of a router are what it returns: through the map of the call, then
// through the ends of the node, then as a node. It is run, with what the nodes wrote
// into the state (assembly.Board). Names that the map has and nothing selects are
// edges without a value. A node that returns commands goes where these say; one that
// does so on some ways only has one branch, with its edges among the alternatives.
//
// # What the engine does
//
// Read from version 1.11.2 and measured; testdata/trpcagent holds it.
//
//   - Supersteps, of either engine: all that is due runs, then what follows. A node
//     that two ways reach after different numbers of steps runs twice; a join edge
//     waits for all of its sources and fires once. One whose source never runs
//     never fires.
//   - A run begins with the entry point and nothing else: edges and conditions from
//     Start are dead.
//   - Static edges and the condition of a node both fire. A second condition
//     replaces the first.
//   - A command with a target makes the edges and the condition of its node dead, a
//     list of commands does so always; an empty list ends the way. A target that no
//     node has is dropped, silently.
//   - A router may return the name of a node that its map lacks, and an empty name,
//     which goes nowhere. A name that nothing has is an error.
//   - A node without edges ends its way. End absorbs a token, the others go on.
//   - After 100 steps, or as many as WithMaxSteps says, a run ends as if it were
//     done: with no error, and an event that says so.
//   - Interrupts belong to the graph. A node of an unknown name does not compile.
//
// # Agents
//
// Chain, parallel and cycle agents are what they are elsewhere (extract.Sketch). A
// cycle ends by its bound or by its escalation function; without either only an
// error ends it. WithMaxIterations of zero runs nothing. A model with sub-agents hands
// over to them and does not get back, unless WithEndInvocationAfterTransfer says so;
// sub-agents know nothing of their parent. An agent behind a tool comes back. A
// coordinator calls the members of its team as tools; in a swarm each member may hand
// over to each other, 20 times in a run unless the program says otherwise.
//
// # Humans
//
// graph.Interrupt in a node, in a tool or in a callback before tools; interrupts of
// nodes; callbacks before nodes that ask on every way; AskPermission in a tool's own
// CheckPermission. A permission policy belongs to a run: it makes the gates of all
// models of the package conditional.
//
// # Callbacks, plugins and runs
//
// An agent whose callbacks before it may answer is a SUBGRAPH with a way past it: what
// follows it runs all the same. Callbacks of the model and planners that mention the tools of
// the request leave these open. Callbacks around a node may replace its result, a cache may do
// so without running it: then what the step does is not known. What plugins, options of runs
// and repeated runs may change is an unknown of the program, and of the agents that the
// package makes beside them. A graph is unknown whose compiled nodes or conditions the code
// around it mentions (Graph.Node gives them out).
//
// # Not seen
//
// The elements of a list of commands that a loop of unknown length makes: the node has
// unknown targets. An interrupt whose error the program ignores counts as a gate.
// Reducers of a schema that a caller gives. Tools that skills, extensions and code executors
// add: the model has unknown tools then. Retries and timeouts, none of which
// changes where a run goes.
package trpcagent

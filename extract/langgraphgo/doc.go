// Package langgraphgo reads programs that use langgraphgo: the generic StateGraph
// of github.com/smallnest/langgraphgo since version 0.8, StateGraph and
// StateGraphTyped of 0.6 and 0.7, StateGraph and MessageGraph of 0.5, and
// MessageGraph of github.com/tmc/langgraphgo, from which all of them descend.
//
// extract/library/langgraphgo.txt says what each call is. The prebuilt agents and the functions that put
// graphs into graphs have no code here: their bodies in the framework build a
// graph with the same calls as a program, so they are run, of whatever version.
// Only the supervisor's graph is made here: its model names the member that goes
// on, which no code shows. They are agents, too, with the tools of their steps and
// the limit of rounds that these capture; a supervisor has none.
//
// # Nodes
//
// A node is a function; what it does makes it what it is. One that only asks a
// human, calls a model, calls tools or runs another graph is HUMAN, LLM, TOOL or
// SUBGRAPH; a model with tools in one function is LLM. Where the order matters (a
// human and a tool, a human on some ways only, a graph among others) the node is
// a SUBGRAPH whose body is the control flow of the function. The members of
// AddParallelNodes and AddMapReduceNode are the body of their node.
//
// # Edges
//
// AddConditionalEdge has no map of targets: they are what the router returns. It
// is run, through closures, helpers and factories; a part of the state that it
// returns is what the nodes wrote there (assembly.Board), or not known if a function
// of the program's own, in a schema or a merger, makes something else of it. A router
// of which not all results are known has the edges that are, and an unknown. A node
// that returns a Command goes where Goto says: on all its ways, or, if it does so on
// some, there or along its edges.
//
// # What the engine does
//
// Measured with 0.8.5; testdata/langgraphgo/semantics holds it.
//
//   - Supersteps: all that is due runs at once, then what follows; names of next
//     nodes form a set. A node that two ways reach after different numbers of
//     steps runs twice, with all that follows.
//   - END absorbs its token, the others go on. A node that is called END never
//     runs.
//   - A node without edges is an error when the run comes to it, and so is a name
//     that no node has. Nothing is checked before but that there is an entry.
//   - The condition of a node makes its edges dead; a Goto makes both dead. A
//     second condition replaces the first, a second node of a name the first.
//   - There is no limit to the steps of a run.
//   - InterruptBefore and InterruptAfter belong to a run, not to the graph: a gate
//     counts only if every run that starts at the entry has it. A run with
//     ResumeFrom goes on where another stopped; of a CheckpointableRunnable, so
//     does one without gates after one with gates. A name that no node has is
//     ignored.
//
// The engines of tmc/langgraphgo and of the listenable, checkpointable and
// streaming graphs of 0.5 go along the first edge of each node only and know
// neither conditions nor interrupts; StateGraph of 0.5 ignores interrupts.
//
// A step that is tried again when it failed may call its tools again. Who gets a
// compiled graph back and adds to it, or writes a state with which a thread goes on
// (UpdateState), leaves the graph unknown.
//
// # Not seen
//
// That a listener or a callback changes the state that it is shown.
// That a Goto of one node also takes the edges of those that run in the same
// step. Interrupts of runs in other packages than that which compiles the graph:
// if it does not run the graph itself, what asks before its tools is unknown. A
// graph inside a node has no gates, whatever another run of it has. Limits that a
// program counts in its own state, but for fields of structs and keys of maps
// (count.go). The interrupt of a tool that a
// prebuilt tool node runs is a gate, although the node hands it to the model as
// the tool's answer: the tool does nothing all the same. Tools that a node calls
// as values of their own type, not of the Tool interface. The graph that a
// planning agent builds from a model's answer.
package langgraphgo

// Package eino extracts what programs build with CloudWeGo Eino: compose graphs,
// chains and workflows, adk agents, and the prebuilt ReAct and host agents.
//
// extract/library/eino.txt says what each call of Eino is; the code here is what rows cannot
// say: how a chain names its nodes, which edges of a workflow carry control, what
// the prebuilt agents build inside, and who may hand over to whom.
//
// # What Eino does when a graph runs
//
// A graph in the default mode (any predecessor) runs in supersteps. It returns as
// soon as a token reaches END: steps that are still active are cut off. A node
// without successors ends its token silently. All branches of a node are
// evaluated, beside its plain edges. In the other mode (all predecessors, always
// for a Workflow) a node waits for all that can still deliver, and END too.
//
// Where nobody sets a limit, an agent of package adk asks its model twenty times, and a graph, such as that of package
// react, takes ten steps more than it has nodes; then the run is an error. testdata/eino/semantics holds it.
//
// # Agents of the program's own types
//
// What Run does, and, once the event of an interrupt was sent and the human has
// answered, Resume, see custom.go. An interrupt stops the run when Run is done, not
// where its event is sent.
//
// # Middleware
//
// What stands in the fields Middlewares and Handlers of an agent brings tools and stands in
// front of those that are there (middleware.go, around.go). Handlers of the program's own are
// run as the framework runs them: BeforeAgent gets the tools and returns them, the functions
// around a tool call are observed with each tool in turn, for each way in which it may be
// called. One that is not read to its end leaves the tools open.
//
// # Not seen
//
// Interrupts that a program writes as literals of InterruptInfo: measured with
// 0.9.13, runners and the agents around stop for the events of Interrupt and its
// variants only. Older versions stopped for literals, too; programs for them ask more
// often than is seen. A goroutine that Run does not start as the last thing it does
// may run or not.
//
// # Names
//
// A workflow is named by WithGraphName, else by the function that builds it. Its
// nodes have their keys; START and END are "start" and "end", as in the framework.
package eino

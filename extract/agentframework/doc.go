// Package agentframework reads programs that use Microsoft's Agent Framework for Go,
// github.com/microsoft/agent-framework-go.
//
//	remove := tool.ApprovalRequiredFunc(functool.MustNew(functool.Config{Name: "remove"}, removeFile))
//	clerk := openaiprovider.NewAgent(client, openaiprovider.AgentConfig{
//		Config: agent.Config{Name: "clerk", Tools: []tool.Tool{remove}},
//	})
//
//	read := workflow.NewExecutor("read", readMail).Bind()
//	answer := agentworkflow.New(clerk, agentworkflow.Config{})
//	w, err := workflow.NewBuilder(read).AddEdge(read, answer).Build()
//
// # Nodes
//
// An executor is what its functions do: the function or the method Handle that it is
// made of, the handlers that its ConfigureProtocol registers, and the hooks around
// the messages of a step. A request port is a HUMAN; a workflow that is bound, or
// that is an agent, a SUBGRAPH. The sequences, crowds and chats of package
// agentworkflow have the executors that the framework adds to them. A variable that
// outlives a call of a handler may hold anything (extract.Machine.Lasting).
//
// # Edges
//
// Edges carry messages: what a handler returns, and what it sends. A node that sends
// a message in any case leads to all targets of its edges; one that may send nothing
// may end the run there; one that names targets leads to some of them. A condition
// is a branch of its own, with the end as its other side: a message that no condition
// wants is dropped. So is one that no case of a switch without default wants.
//
// # What the framework does
//
// From the source of July 2026 (commit 5b27c97; there are no releases, and the module
// proxy does not have it). The edges of 27 workflows of its examples are compared
// with what Workflow.ReflectEdges says when they run; limits, approvals and names of
// tools were measured with providers that never stop:
//
//   - An executor runs once for each message, so that paths of different length are
//     no surprise: Mode is left open. A barrier waits for a message of each source,
//     in each round anew.
//   - A run ends when no message is left. Nothing limits the rounds of a cycle.
//   - Messages of a type that the target has no handler for are dropped. Build refuses
//     edges over which no declared type can go, nodes that nothing leads to, and
//     names without an executor.
//   - A provider runs tools in 40 rounds and then asks once more without tools: the
//     model is asked 41 times. The loop middleware repeats a run 10 times. A group
//     chat has 40 turns unless its manager says otherwise.
//   - Of two tools with one name the first runs. A tool that the model invents is
//     answered with an error, and the loop goes on.
//   - A tool with an approval does not run before the program answers, also where its
//     agent is the tool of another: then it never runs. Without the middleware that
//     runs tools nothing stops.
//
// # Approvals
//
// The framework stops and asks the program, not a human. The gate of a tool is
// conditional where rules approve calls, where a workflow passes the question to
// another step, where the package approves all later calls with one answer, and where it
// makes an answer that is always yes in code that asks nobody. A request port that such
// code answers with a constant is no human.
//
// # Around runs
//
// A middleware of the program's own may run the agent again, so that nothing limits it;
// it may give it other tools where the package makes options with tools. The tools of a
// request that the program writes for its client, and of an agent that Foundry has, are
// not known.
//
// # Not seen
//
// Types of messages. Which conditions exclude or complete each other. Answers to
// requests of ports that the program computes without asking. Questions that an executor
// posts itself (Context.PostRequest). Tools that the settings of a Copilot session hold,
// and tools given to an MCP server (mcptool.AddTool). Outputs: that a step yields, and
// that the workflow shows it.
package agentframework

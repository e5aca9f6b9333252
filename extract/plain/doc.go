// Package plain reads agents that are built without a framework: a loop that
// calls a model through its vendor's client and dispatches on the name of the tool
// that the model wants called.
//
//	for range maxTurns {
//		resp, err := client.CreateChatCompletion(ctx, req)
//		…
//		for _, call := range resp.Choices[0].Message.ToolCalls {
//			switch call.Function.Name {
//			case "search":
//				out, err = search(ctx, call.Function.Arguments)
//			case "delete":
//				if confirm(call) {
//					out, err = remove(ctx, call.Function.Arguments)
//				}
//			}
//		}
//	}
//
// Such a loop is an agent, framework "go": an LLM step with the tools for which
// the program has code, whatever it offers to the model. Its bound is that of the
// loop: none is given if a human says something in each round, and it is unknown if
// the function calls itself, or if it asks once and a package that imports its own may run
// it again. Where a command has no loop and asks one time after the other, all of these count. The gate of a tool is the question to a human, if one
// stands between the choice and the call and the call depends on the answer. Where
// the code tells what the human said, by a word such as "y" or "no" or by a question
// that has true and false for answers, the call must stand where they agreed: one
// that happens because they did not has no gate. Free text does not tell, and counts
// as agreement.
//
// The table lists the clients: an `ask` row is a call of a model, a `choice` row a
// field that holds the name of a tool that the model chose. The interpreter
// follows the choice through switches, chains of comparisons, maps of handlers
// and lists of tools with a name, also in helpers and in other packages.
//
// # What it does not see
//
// A dispatch through reflection, through a map that is filled at run time, or on a
// name that has been cut or changed first. Clients that the table does not list, and
// calls of a model's HTTP interface. A human who is asked in a way of the program's
// own needs an //agentvet:human directive on the function that asks.
package plain

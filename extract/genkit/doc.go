// Package genkit reads programs that use Genkit for Go, github.com/firebase/genkit/go.
//
//	refund := genkit.DefineTool(g, "refund", "…", func(ctx *ai.ToolContext, in Refund) (string, error) {
//		if !ctx.IsResumed() {
//			return "", ai.InterruptWith(ctx, in)
//		}
//		return pay(ctx, in)
//	})
//	genkit.DefineFlow(g, "support", func(ctx context.Context, question string) (string, error) {
//		facts, err := genkit.Run(ctx, "lookup", func() (string, error) { return search(ctx, question) })
//		…
//		return genkit.GenerateText(ctx, g, ai.WithPrompt(facts), ai.WithTools(refund))
//	})
//
// A flow is a workflow: the control flow of its function, with a step for each call
// of a model, each genkit.Run and each flow that it runs. Whoever serves it runs a
// flow by itself, so it is a workflow also where others run it. A function that calls
// a model outside of a flow is one, too. A call of a model is an agent of its own:
// each has its tools and its limit. It is named by its prompt, or by its flow. An agent
// (since version 1.10, in packages exp) is asked once for each turn of a conversation.
//
// A server of the plugin for MCP offers every tool that is defined in its registry by the time it serves,
// in whichever package, also after the server was made. It becomes a graph.Agent of kind "server", as in
// package mcp. Where code that is not seen has the registry, which tools there are is unknown.
//
// # What Genkit does
//
// Versions 1.7.0 to 1.12.0, by their source; testdata/genkit runs the newest, and
// testdata/older the oldest, for tools, limits and gates:
//
//   - Tools are called at most in 5 rounds, or as often as WithMaxTurns says; then
//     the call fails. The model is asked once more than that.
//
//   - A call with a tool that does not exist fails, whether it is named by ToolName or
//     looked up (then the tool is nil), and so does one with two tools of one name. A
//     second definition of a name makes the program panic.
//
//   - A tool that returns an interrupt has not run; the answer of the model ends the
//     call, and the program asks whom it wants. It runs when the program restarts it.
//     An interrupt that is made and not returned does nothing.
//
//   - middleware.ToolApproval interrupts each tool that it does not allow by name.
//
//   - With WithReturnToolRequests no tool runs: the program gets the model's choice.
//
//   - Tools given to Prompt.Execute replace those of the prompt, and so does middleware.
//     Middleware given to DefinePrompt does nothing in version 1.7, and runs since 1.8.
//
//   - The middleware Agents has a tool for each agent, delegate_to_NAME; Artifacts has
//     read_artifact, and write_artifact unless it is read-only.
//
//   - A server of the plugin for MCP tells its clients of no hints but the defaults of mcp-go, and of arguments
//     only if they are texts, numbers or truth values.
//
// Functions around the model that mention the tools of its request leave these open, as do
// middleware that is only named and a configuration of the model that has tools, which its
// provider runs, or that is not known.
//
// # Not seen
//
// Which arguments clients of a server are not told of, and its resources. Tools of .prompt files, and those that plugins and MCP servers define, are
// unknown. A name that the program does not define is missing only where the registry
// stays in its sight, see registry.go. So is what a program does with tool requests that it gets back. An
// interrupt that a function makes for the handler, which looks at it before it
// returns it, is none. That whoever restarts a tool has asked anybody.
package genkit

// Package toolrunner reads programs that use the tool runner of Anthropic's client
// for Go, github.com/anthropics/anthropic-sdk-go.
//
//	tool, err := toolrunner.NewBetaToolFromJSONSchema("delete_file", "…", deleteFile)
//	runner := client.Beta.Messages.NewToolRunner([]anthropic.BetaTool{tool}, anthropic.BetaToolRunnerParams{
//		BetaMessageNewParams: params,
//		MaxIterations:        5,
//	})
//	msg, err := runner.RunToCompletion(ctx)
//
// A runner is an agent without a name, so it has that of the function that makes
// it: a model that calls its tools until it answers.
//
// # What the runner does
//
// Versions 1.60.0 to 1.80.0, by their source; testdata/assistants runs it for limits and tools:
//
//   - It runs all tools of one answer at the same time, and asks nobody.
//
//   - MaxIterations counts questions to the model; 0, the default, is no limit.
//
//   - Of two tools with one name, both are offered and the last one runs.
//
//   - A tool that the model invents is answered with an error, and the loop goes on.
//
//   - AddTools (since 1.80) adds tools, in place of those of the same names; a tool that
//     is removed counts as offered, because the model may have called it before. What
//     AddToolParams describes runs elsewhere, so it is unknown.
//
//   - Params of a runner are its own: code that sets anything in them may change its limit
//     and its tools, which are unknown then. So are tools if the request has MCP servers, or
//     options that write into it.
//
//   - A SessionToolRunner, and a worker that makes them, runs its tools for an agent of a
//     service, which says how often, with which other tools, and whether somebody is asked.
//
// # Not seen
//
// A loop of the program's own around NextMessage: such a runner counts as what it
// was made as. What options of the client, as opposed to the runner, write into requests, and
// tools that a system message adds: the service runs them.
package toolrunner

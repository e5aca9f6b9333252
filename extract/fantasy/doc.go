// Package fantasy reads programs that use Charm's agent library, charm.land/fantasy.
//
//	remove := fantasy.NewAgentTool("remove", "…", removeFile)
//	agent := fantasy.NewAgent(model,
//		fantasy.WithTools(remove),
//		fantasy.WithStopConditions(fantasy.StepCountIs(5)))
//	result, err := agent.Generate(ctx, fantasy.AgentCall{Prompt: question})
//
// An agent has no name, so it has that of the function that makes it: a model that
// calls its tools until it answers.
//
// # What the library does
//
// From the source of versions 0.30.0 to 0.42.0; tools and limits are measured, in testdata/others:
//
//   - Without a stop condition nothing limits the steps. Of several conditions the
//     first that holds ends the run, after the tools of that step; so StepCountIs
//     lets the model be asked once at least.
//   - StopWhen of a call replaces the conditions of the agent, PrepareStep its
//     function.
//   - Nothing asks a human. A tool that does has to do so itself.
//   - Of two tools with one name the last one runs. A tool that the model invents is
//     answered with an error, and the loop goes on; an error that a tool returns ends
//     the run.
//
// # Not seen
//
// Which tools a call leaves out (ActiveTools, DisableAllTools): all count as there.
// Conditions of a call on an agent that is not known, such as a field of a server.
package fantasy

// Package openaiagents reads programs that use the OpenAI Agents SDK for Go,
// github.com/nlpodyssey/openai-agents-go.
//
//	billing := agents.New("billing").WithTools(refund)
//	triage := &agents.Agent{Name: "triage", AgentHandoffs: []*agents.Agent{billing}}
//	billing.AgentHandoffs = append(billing.AgentHandoffs, triage)
//	result, err := agents.Runner{Config: agents.RunConfig{MaxTurns: 5}}.Run(ctx, triage, question)
//
// An agent is a struct. The methods of its builder only set fields, so they run as
// they are written, and an agent is read as the package leaves it: with what is
// assigned after it was made. Each agent that is run, or that no other hands over
// to, is a workflow: a model for each agent that can get the conversation, an edge
// for each hand-over, and a step that comes back for each agent that is a tool.
//
// # What the SDK does
//
// Version 0.1.0, by its source; testdata/assistants runs it for limits, tools and
// hand-overs:
//
//   - A run has 10 turns unless RunConfig.MaxTurns says otherwise, whoever takes
//     them; then it fails. An agent that is a tool has 10 of its own.
//
//   - A hand-over is a tool for the model, transfer_to_NAME, and has no way back of
//     its own.
//
//   - Of two tools with one name the model is told of both, and the last one runs.
//
//   - Nothing asks a human. Guardrails look at the first input and at the last
//     output of a run, not at calls of tools.
//
//   - Hooks get the agent, before and after each question and each tool, and may change it. So
//     may guardrails, filters of what a model is sent, and functions that make instructions. An
//     agent is open if one of them mentions its tools or hand-overs, if its requests are
//     customized, or if the provider keeps its prompt. A hook beside a tool holds nothing back.
//
//   - Code that names DefaultRunner may change the limit of runs that are given none, of all
//     packages: that is an unknown of the program. If it mentions hooks or the like, the tools
//     of its agents are unknown, too.
//
// # Not seen
//
// Instructions that are not known: they count as a text. Tools and hand-overs that IsEnabled
// switches off count as there, and functions that decide so get the agent, too. Tools of an MCP server are
// one without a name. Agents that the handler of a tool runs itself. That nobody runs an
// agent: it counts as the root of a conversation.
package openaiagents

// Package agentflow follows data across workflows and agents: through what a
// program's own code does (package ssaflow), and through what only a framework and
// a model do with it.
//
// # The model
//
// Each step has what goes into it and what comes out of it; edges move one to the
// other. A step that runs code does with its data what the summary of its function
// says. A model is an adversary: everything in its context may be in everything that
// it emits: its answer, and every argument of every tool that it may call. What a
// tool returns is in the context of the model that called it. Agents that hand over
// to each other share their context in both directions; those that run one after the
// other, in that direction; parallel ones do not, unless they share state.
//
// Data that a human must approve goes no further by itself: nothing passes a HUMAN
// step, a step with an interrupt, or the confirmation in front of a tool. A
// confirmation that code asks for in some cases only lets everything pass.
//
// Each agent and each step has its own copy of the tools that it calls, so that data
// does not get from one agent to another by way of a tool that both have, unless the
// tool keeps it.
//
// # What it does not see
//
// What unknown parts of a workflow do. Callbacks, middleware and prompts that the
// framework runs beside the steps.
//
// Letters: w *graph.Workflow, n *graph.Node, a *graph.Agent, t *graph.Tool, c ssaflow.Cell.
package agentflow

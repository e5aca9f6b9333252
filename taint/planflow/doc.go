// Package planflow follows data through plans.
//
// # The model
//
// What a tool returns has the labels that its annotations give it and its own name, and all that was
// in its arguments: what its code does with them is not asked. A value that is bound to a name has the
// labels of the call that binds it, and of no earlier one. Behind a condition a name has what either
// way gives it.
//
// What a condition compares decides whether the steps below it run, so that it reaches their arguments,
// constants too, and what they return; and which of several values a name has behind it.
//
// A tool that a sink names under unless makes harmless what gets into it by one of its arguments.
// If data gets into several, which of them it cleans is not known, and it cleans none. The sinks of a
// tool before which a human is asked are open, as for package agentflow: somebody sees what is sent.
//
// # What it does not see
//
// What a tool keeps, in a file or a variable, and another one reads. Data within a text: a plan refers
// to whole results only. How long something takes, and whether a tool fails.
//
// Letters: p *plan.Plan, s *plan.Step, t *graph.Tool, v *plan.Value.
package planflow

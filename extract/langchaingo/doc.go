// Package langchaingo reads programs that use the agents and chains of
// github.com/tmc/langchaingo.
//
//	agent := agents.NewOneShotAgent(model, []tools.Tool{tools.Calculator{}, Refund{}})
//	executor := agents.NewExecutor(agent, agents.WithMaxIterations(3))
//	chain, err := chains.NewSimpleSequentialChain([]chains.Chain{outline, executor})
//
// An executor is an agent: a model that calls tools until it answers. It has no
// name, so it has that of the function that makes it. A sequence of chains is a
// workflow; its steps go by the types of the chains. Programs that call a model
// themselves are read by package plain, graphs of langgraphgo by that package. A step
// of any framework whose code runs a chain does more than is known: the chain may be an
// agent.
//
// # What the executor does
//
// Version 0.1.14, by its source; testdata/assistants runs it for limits and tools:
//
//   - MaxIterations is 5 unless the program says otherwise; then the run fails.
//     Zero and less let the model not even begin. WithMaxIterations is an option of
//     the executor: given to the constructor of an agent, it does nothing.
//   - Tools go by their names in capitals; of two with one name, the last one runs
//     and the model is told of both. The model is told that an unknown tool is no
//     tool, and goes on.
//   - Nothing asks a human. A tool that does has to do so itself.
//   - NewSequentialChain fails where the keys of its chains do not fit; so the order
//     of chains is what the list says, or nothing runs.
//
// # Not seen
//
// What chains other than executors and sequences run inside: they are models, unless one
// of them is made with a chain that may be something else, which leaves it unknown.
// Chains that a program calls one after the other in code of its own.
package langchaingo

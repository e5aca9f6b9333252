// Package built verifies what a framework has built, in the program that would run it: the graph that it compiled,
// the tree of its agents, the tools that a server lists. What static analysis could not know, because it
// comes from a configuration or from somebody else, is decided there, before the first run and after each
// change. It holds all that to the files that static analysis and guards read as well, which a program embeds:
//
//	//go:embed agentvet.yaml
//	var policy []byte
//
//	//go:embed registry.json
//	var registry []byte
//
//	verifier, err := built.New(built.Program{Policy: policy, Registry: registry})
//
//	err = verifier.Check(view) // nil, or why it must not run
//
// A view is a graph.Program. Adapters below dfa/guard ask their framework for it; a program with a framework of its
// own makes it with a graph.Builder, or with package graph/sketch.
//
// # What an answer says
//
// A view holds, violates a rule, or could not be decided. Check refuses all but the first, unless
// Program.AllowUnknown says otherwise. An answer has the findings of agentvet verify: workflows and agents, order of
// events, data, grants; and those of agentvet's inventory: a tool that is not in the registry, or that says of itself
// something else than there, is refused. Their witnesses are the names of steps.
//
// # What is known of a step
//
// Of a tool, a framework shows what it tells its model. The rest is in the registry, by the name of the tool: its
// capabilities, the labels of its results, its sinks, and how its own code asks a human. What asks in its place,
// a callback or a flag of the framework, counts if the view shows it.
//
// Of a function that a framework runs as a step, it shows nothing. Program.Functions says what it does; without
// that, it may do anything, and the view is not decided.
//
// # Closed on failure
//
// No view, one that is no sound graph, a tool without a name, a panic in the verifier: all refuse.
//
// The package reads no code. It follows data with the engine that also does so in code, so it needs
// golang.org/x/tools, beside a YAML library and a solver.
package built

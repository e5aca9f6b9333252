// Package graph is the workflow model of agentvet: what a program of LLM
// agents may do, as a graph of steps.
//
// A Workflow has nodes and edges. A Node is a step: a model call (LLM), a call
// of tools (TOOL), a decision (ROUTER), a human (HUMAN), another workflow
// (SUBGRAPH), plain code (PASSTHROUGH), and the two ends (ENTRY, EXIT). An Edge
// lets control pass; edges that belong to a Branch are its alternatives, all
// others are taken together.
//
// # Runs
//
// A node that runs sends a token along every edge that belongs to no branch
// and, for each Branch it owns, along one of the branch's edges (any non-empty
// set of them if the branch is Multi). Mode says when a node that waits for
// several tokens runs. A run ends when no token is left; an EXIT absorbs its
// token. Tokens that are active together run in any order: parallel branches
// interleave, they are not alternatives.
//
// What an LLM decides is not modelled, it is havoc: which branch it takes,
// which of its tools it calls, how often and in which order.
//
// # Unknowns
//
// What extraction cannot determine is not left out: it is an Unknown with a
// reason and a position. An Unknown only ever widens what the workflow may do.
//
// # Reading order
//
// graph.go holds the model, builder.go makes one, index.go its adjacency,
// sanity.go checks that it is well formed. print.go, dot.go and mermaid.go write
// it for people. form.go defines the JSON form, json.go writes it; decode.go,
// elements.go and resolve.go read it, on scan.go.
//
// Names in this package: w *Workflow, n NodeID, e EdgeID or *Edge, x *Index,
// b *Builder, p Pos. It imports the standard library only.
package graph

// Package order is the analyzer of policies over the order of events: what
// must happen before what, in every run of a workflow.
//
// # Analyzer order
//
// order: check workflows of LLM agents against policies over order
//
// The policies are those of the policy file (agentvet.yaml beside go.mod), those
// that a package states in directives, as in
//
//	//agentvet:policy approve-refunds: human before tool:refund
//
// and a pack that holds unless a policy file switches it off: a human is asked
// before each destructive tool, and nothing is sent out after untrusted input
// without a human in between.
//
// Each policy is compiled to an automaton, and every run of the workflow is
// checked against it: parallel branches interleave, and what a model decides may
// happen in any order. A finding carries the shortest run that violates the
// policy, with the state of the automaton after each step.
//
// What it does not see: which way code decides. A router may return any of its
// values, and arguments of tools may be anything.
package order

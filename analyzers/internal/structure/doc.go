// Package structure defines an analyzer that checks whether the workflows of a
// package are well formed.
//
// # Analyzer structure
//
// structure: check that agent workflows can end, stop for humans and use their tools
//
// The analyzer recovers the workflows that a package builds and checks each of
// them: every step can be reached and leads to an exit, every router fits its
// edges, every sensitive tool has a human in front of it, every name that is
// used is declared.
//
//	support.go:31:2: structure/dead-end: step "refund" has no successor [start -> classify -> refund]
//
// The category of a diagnostic is its rule, its URL is the rule's page, and the
// related positions are the witness: how a run gets there. A finding is silenced
// by a directive on its line or the line above it:
//
//	//agentvet:ignore structure/dead-end the batch job ends here on purpose
//
// Flags: -each-exit, -require-human, -per-call, -sensitive names, -strict. What
// could not be decided is reported only with -strict. The analyzer sees one
// package at a time, so it cannot say that no tool has a name of -sensitive; the
// agentvet command does.
package structure

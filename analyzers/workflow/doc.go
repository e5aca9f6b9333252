// Package workflow defines the analysis pass that recovers workflows, agents and
// tools from a package. It reports nothing: its result, a *graph.Program, is
// what the checking passes read.
//
// A second pass, Annotations, reads the tags and directives of a package, once for
// every pass that asks what they say.
//
// The passes run on every package that a driver visits, dependencies included,
// and export facts: of functions that may build something, see package internal/recipe,
// and of what annotations declare. Facts hold what the code says, never what a policy says, and a
// dependency never fails: what goes wrong there is left out, and the call of it
// is an unknown with a reason.
package workflow

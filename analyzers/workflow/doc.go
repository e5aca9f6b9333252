// Package workflow defines the analysis pass that recovers workflows, agents and
// tools from a package. It reports nothing: its result, a *graph.Program, is
// what the checking passes read.
//
// The pass runs on every package that a driver visits, dependencies included,
// and exports a fact for those whose functions may build something: see package
// extract/recipe. Facts hold what the code says, never what a policy says, and a
// dependency never fails: what goes wrong there is left out, and the call of it
// is an unknown with a reason.
package workflow

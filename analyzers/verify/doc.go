// Package verify is the one verifier: it takes a workflow, from Go code or from
// a graph file, and returns what is wrong with it as findings.
//
// It asks graph.Check whether the workflow is well formed and graph/check
// whether it keeps the structural rules, and hands what they answer to
// analyzers/report, which finds the words. What extraction could not determine
// becomes a finding with the verdict unknown, so that it is counted.
//
// Options say how strict the checks are. They never change what is extracted,
// so that caches of extraction stay valid when they change.
//
// Names in this package: w *graph.Workflow, p *graph.Program, o Options.
package verify

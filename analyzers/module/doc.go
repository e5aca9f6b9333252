// Package module joins what the analysis of each package says, and finds what only
// all of them together show.
//
// A go/analysis pass sees one package and the facts of its imports. Some questions
// need more than that:
//
//   - A function builds a workflow out of what its callers give it. Alone, its
//     package reports what is not known; where a package of the run calls it, the
//     caller's package has the whole workflow, and the template goes.
//   - One package defines a tool and another gives it a handler; two packages see
//     the same agent. It is one tool, and one agent.
//   - An agent without a framework is spread over packages, and so is what its tools
//     do with what the model says (loops.go, data.go).
//   - A policy that names a step that no package has, a suppression that nothing
//     needs, a sensitive tool that does not exist, a row on a library that nobody
//     imports: no package alone can say so.
//   - The command is analysed and the package that makes its server is not: the
//     run is not about the whole program.
//
// So this is the stage of a driver that sees more than one package: the command
// line, a linter's plugin, an editor that has the module open. It takes data and
// returns data. It runs no program, reads no file, knows no flag, and links no
// package loader.
//
// # How a driver uses it
//
// Collector returns an analyzer whose result is a *Package: all that the suite says
// of one package. A driver that holds the results of all packages passes them to
// Join; one that analyses packages in several processes sends them as JSON, which
// a Package writes and reads.
//
//	suite := suite.New(options)
//	results := analyse(module.Collector(suite), "./...") // by the driver
//	m := module.Join(results)
//	found := m.Check(module.Options{Verify: options.Verify, Whole: true})
//
// A driver that shows one package at a time runs Commands beside the suite: what is said of
// packages travels as facts to the command that imports them, which is joined with them.
//
// Each package is given once. A driver that has it twice, as analysed with its
// test files and without, chooses the one with them.
//
// Module.Program is the program. Module.Check returns the findings; Module.Test
// says what the policies and annotations are good for; Module.LeftOut counts what
// was imported and not asked about.
//
// Results do not depend on the order of packages.
//
// Names in this package: m *Module, p *Package, w *graph.Workflow.
package module

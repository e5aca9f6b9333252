// Package load runs the analyzers over the packages that patterns name.
//
// The work is go vet's: it builds what is needed, runs this very program once
// for each package, in parallel and in little memory, and answers an unchanged
// package from the build cache (vet.go). It prints what was found in
// dependencies too; what the patterns name is chosen from that (list.go). It does not
// see test files in which nothing could be reported: with its tests a package would be
// analysed a second time (tests.go).
//
// What does not build go vet cannot serve, nor what imports it. Package mend takes out of
// the program what stands in the way, and go vet runs again (broken.go).
//
// A run is about one module; RunModules makes one of those below a directory, and of
// those of a workspace (modules.go).
//
// Nothing is left out silently. Result.Incomplete says that some code was not
// read, Result.Notices says which and why, and at each place there is an unknown.
//
// Names in this package: c Config, r *Result.
package load

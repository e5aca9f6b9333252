// Package load runs the analyzers over the packages that patterns name.
//
// The work is go vet's: it builds what is needed, runs this very program once
// for each package, in parallel and in little memory, and answers an unchanged
// package from the build cache (vet.go). It prints what was found in
// dependencies too; what the patterns name is chosen from that (list.go). What
// go vet cannot serve, packages that do not compile and packages that import
// them, is loaded into this process instead (inprocess.go): there, functions
// that do not type-check are cut out (cut.go), and the rest is analysed.
//
// A run is about one module; RunModules makes one of those below a directory, and of
// those of a workspace (modules.go).
//
// Nothing is left out silently. Result.Incomplete says that some code was not
// read, and Result.Notices says which and why.
//
// Names in this package: c Config, r *Result.
package load

// Package mend makes a program that does not build one that does, for go vet to analyse.
//
// A package that cannot be had, a generated file that nobody has generated, a C compiler
// that is not there: each keeps the go command from everything that depends on it. Here
// what does not build is taken out, as little as possible:
//
//	a function          loses its body. A function without one is code that nobody sees,
//	                    here as for assembly: what it returns and what it does with
//	                    its arguments is unknown to every analysis
//	a value             that is not there, in a function, is one that nobody sees, if the code
//	                    around it says of which type; the function stays
//	a variable          of a known type is computed by such a function; else it goes
//	a type that is not there   is made up, where a declaration needs it. It is an empty
//	                    struct, so that what uses more of it than its name does not build
//	                    and is cut in its turn
//	a missing package   is one that is empty, but for such types
//	a file that does not parse, or that needs a C compiler that fails, goes
//
// The files of the program are not touched. Those of its own modules, and of a vendor
// directory, are overlaid; a module of the module cache, which must not be, is copied
// into the user's cache and replaced in a copy of go.mod or go.work (module.go).
//
// So what builds is analysed as ever, package by package, in the memory that one needs
// and with results in the build cache. Mended.Losses say what was taken out, where, and
// why in the words of the go command: who reports must report it, because what is not
// there hides what it does.
//
// # How
//
// Packages that did not build are checked for types, with the export data of those that
// did. Each error belongs to a declaration, which is cut, until there are no errors
// (types.go, cut.go); what that leaves undefined elsewhere is the next error. Then the
// go command is asked again.
//
// Names in this package: m *mender, p *pkg, f *file.
package mend

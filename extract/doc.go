// Package extract finds what a Go program builds with an agent framework, by
// running the code that builds it.
//
// A graph is made by calls: AddNode in a helper, an edge for each element of a
// table, a router whose results are constants of another package. To match
// syntax is to miss most of them. So the functions that may build something are
// interpreted.
//
// # From source to model
//
//	library      what calls of a framework mean: rows of a text file
//	recipe       functions as plain data, which travel as facts
//	interp       runs recipes: objects, and the operations on them, in program order
//	assembly     what frameworks share that turn objects into a graph.Program
//	eino, adk …  what the rows and the assembly cannot say of one framework
//	extract      the run over one package: roots, facts, annotations
//
// Recipes make packages equal: a helper that lives in another module runs like
// one that stands next to its caller.
//
// To support a new version of a framework is to edit its rows; what a row cannot say, such
// as how a chain names its nodes, is code of package eino or adk. No stage after the
// lowering of recipes looks at names of functions.
//
// # A run over a package
//
// Run lowers the package, runs its initialiser and those of its imports, then the functions
// that build something, has each framework assemble what they made, compares it with what
// they make where maps are in another order, adds the annotations of the source, and
// exports the recipes that importers may need. Test files are left out: they build wrong
// workflows on purpose.
//
// Letters: p *program, m *interp.Machine, fn *ssa.Function, e *exporter.
package extract

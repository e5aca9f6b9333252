// Package library says what the functions of libraries mean to agentvet.
//
// A Table is a text, one Row a function: this call makes a builder, that one adds a step
// to it. Rows are resolved through go/types and matched by *types.Func, never by the
// spelling of a call; the rows of a package are read when a program imports it.
//
// Which packages are the standard library's is a list, too: the form of an import path
// does not tell.
//
// Letters: t *Table, r *Row, s *section.
package library

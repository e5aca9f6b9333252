// Package taint is the vocabulary of data flow: what must not reach where.
//
// A value that comes from a source carries Labels ("secret", "untrusted"). A sink
// is a place that must not be reached by some of them: an argument of
// exec.Command, a field that is tagged. A sanitizer drops the labels that it names
// from the value that it returns and from nothing else; a validator does so for
// the value that it was shown, where the answer was yes.
//
// # Knowledge
//
// What functions of libraries do is a Table of rows, whose language is that of package
// library. Standard is ours, users write some into a file of theirs, and Join puts two
// together.
//
//	package os/exec
//	sink      Command exec 0,1
//	package os
//	source    Getenv env result
//	package bytes
//	flow      Buffer.WriteString 0->recv
//	flow      Buffer.String recv->result
//	package path/filepath
//	sanitizer Base path 0->result
//	validator IsLocal path 0 true
//
// # Summaries
//
// What a function does to data is a Summary, which outlives the package: shapes of
// the memory that its callers can see (Loc), and edges between their cells. The
// engine of package ssaflow makes them from go/ssa and puts them together again at
// calls. A summary prints as stable text.
//
// # Flows
//
// A Flow is a source, a sink, the labels that arrive and the Hops between: each a
// position of the analysed program, in the order in which the data moves.
//
// What a value depends on through control only (a branch on a secret), and what
// only its length or a comparison tells, is a flow only if that is asked for.
//
// Letters: s *Summary, t *Table, r *library.Data.
package taint

// Package ssaflow finds flows in Go code, a package at a time, over go/ssa.
//
// # How
//
// A function is read on its own (frame). Every value and every piece of memory that
// it touches is a location (loc): a tree of fields by value, with "*" leading to
// what a reference refers to. Assignment of references makes what they refer to one
// location (unify), as in Steensgaard's analysis, so that the shape of the memory
// needs no fixpoint; data however moves along edges with a direction and a time, the
// instruction. A path of edges counts only if at each cell on the way the instruction
// that reads can follow the one that writes (order.go). Variables that go/ssa keeps in
// registers are overwritten; memory is not: what was once written to a cell may be
// read from it later.
//
// At the end paths are summarised (summarize.go): from each cell that callers can
// see, and from each source, to each such cell and each sink. A call puts a fresh
// copy of the callee's summary into the caller (apply.go), bound to its arguments,
// so that memory that the callee made is a different one at each call. Where two
// locations of the callee are one in the caller, their edges meet, in any order.
// Functions that call each other are summarised again until nothing changes.
//
// Which functions a function value may be, and which types an interface value holds,
// stand at the location that it refers to. What the callers of a function provide is
// not known yet: such a call becomes part of the summary and is resolved by callers.
// What nobody in the package resolves is unknown code.
//
// # What is known of other code
//
// A row of the table counts first, then the function's summary, its own or that of
// an import; else the fallback: whatever can be reached from the arguments may go to
// whatever can be reached from the results and the arguments, results may share
// memory with arguments, and functions among the arguments may be called at any time
// with any of it.
//
// # Limits
//
// Fields of fields are apart to depth 3; below, everything is one location. Elements
// of an array, slice, map or channel are one location; the entries of a map are apart
// if every access that may be to the map names a constant string. What is reachable from a
// package-level variable has no order: any write may come before any read. A check by
// a validator counts for the value that it was shown, and for other loads of the same
// field only if nothing can have changed it. Not seen are flows through reflection,
// unsafe memory, files and processes, through control, lengths and comparisons, and
// through references that unknown code keeps without returning them. See
// testdata/unsound.
//
// A function that is too large is summarised with each parameter, result and global as
// one location; one that is larger still is not read to the end, and Result.Unread
// names it: no flow in it is no proof.
//
// Letters: f *frame, l *loc, fn *ssa.Function, instr ssa.Instruction, v ssa.Value.
package ssaflow

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
// registers are overwritten. Memory is where it is certain which stores a load reads
// (memory.go): each way to the load comes from a store to that very place, and nothing
// in between may write there; a call may, unless the function is quiet (quiet.go) or the
// variable is used by its name only. Else what was once written to a cell may be read
// from it later. Likewise a check by a validator counts for other reads of the same place,
// and what a sanitizer cleaned in place is clean until something may write there.
//
// At the end paths are summarised (summarize.go): from each cell that callers can
// see, and from each source, to each such cell and each sink. A call puts a fresh
// copy of the callee's summary into the caller (apply.go), bound to its arguments,
// so that memory that the callee made is a different one at each call. Where two
// locations of the callee are one in the caller, their edges meet, in any order.
// Functions that call each other are summarised again until nothing changes.
//
// A result may be a sink for what is written there later on, as the standard input of a shell is: so it is for callers
// (taint.Edge.Later), and where it is read of a field that keeps it (piped.go).
//
// Some sources and sinks count only where an argument is a certain constant (where.go). Where
// it is what the function was given, the condition becomes part of the summary, and callers
// judge it.
//
// Which functions a function value may be, and which types an interface value holds,
// stand at the location that it refers to. What the callers of a function provide is
// not known yet: such a call becomes part of the summary and is resolved by callers.
// What nobody in the package resolves is unknown code. A package-level variable is the function
// that it is declared with where its package never sets it (variables.go); one that others can
// see may be another function, too.
//
// # What is known of other code
//
// A row of the table counts first, then the function's summary, its own or that of
// an import; else the fallback: whatever can be reached from the arguments may go to
// whatever can be reached from the results and the arguments, results may share
// memory with arguments, and functions among the arguments may be called at any time
// with any of it, which is how to get at what they have captured. So may the methods of
// interface values among them: those that the interface names, and of an any those that
// code commonly looks for (commonMethods). Of secrets less is assumed, see credential.go.
// Callers that the package does not show call the functions that they are given: what
// nobody here calls is entered with data of their own, and so is what it returns, leaves
// in its arguments, or in package-level variables.
//
// # Characters
//
// What code looks at one by one, in loops and in functions for strings.Map and its like, is run for each character of
// ASCII, and once for the others (letters.go): texts that have only some are confined as far as the others are
// needed to do harm (alphabet.go, filter.go).
//
// # Several packages
//
// Summaries see what a package imports. Where the whole module is in sight, Join puts them
// together once more, in a program without code (keep.go): what is called by way of an
// interface or a function value, and what nobody on the way provides, runs what the caller
// of Join says.
//
// # Control
//
// With Input.Implicit, what decides whether an instruction runs (dependence.go) gets
// into what it writes, returns, sends and calls, and comparisons, lengths and the places
// of elements tell what they look at (implicit.go).
//
// # Limits
//
// Fields of fields are apart to depth 3; below, everything is one location, but for fields of
// named struct types that refer to nothing. Flows by way of a location that was cut like that
// lack the mark taint.MarkApart: they are no more than possible. Elements
// of an array, slice, map or channel are one location; the entries of a map are apart
// if every access that may be to the map names a constant string, and the first one of a list
// of strings from the others if every write names a constant index (firsts.go). What is reachable from a
// package-level variable has no order: any write may come before any read. Programs are
// taken to have no data races. What interface values hold that were assigned to one
// another is one location. Not seen are flows through reflection, unsafe memory, files
// and processes, and through references that unknown code keeps without returning them;
// methods that a library with rows calls of what it is given, as fmt does with String,
// and methods that unknown code looks for by interfaces of its own; without
// Input.Implicit, what control, lengths and comparisons tell, and with it still whether a
// function comes back at all, and when. See testdata/unsound.
//
// In a function that is too large, calls of one function are one call; in a larger one, each parameter,
// result and global is one location, too. What is larger still is not read to the end, and Result.Unread
// names it: no flow in it is no proof.
//
// Letters: f *frame, l *loc, fn *ssa.Function, instr ssa.Instruction, v ssa.Value.
package ssaflow

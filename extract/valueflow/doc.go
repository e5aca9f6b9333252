// Package valueflow says where values of a module go: between its fields, parameters,
// results and variables.
//
// # The question
//
// A program without a framework is an agent by what it does with values: the name that
// a model put into its answer is copied into a struct of the program's own, sent over a
// channel, compared with the name that an object gives itself, and that object then runs
// with the model's arguments. No package on the way sees both ends. The package of the
// loop owns the types and the interfaces; those of the vendors fill them; those of the
// tools implement them; main wires them. What all of them have in common is the names of
// fields, functions, variables and types.
//
// So a package is scanned on its own (Scan) into a Graph whose places have names that
// mean the same in every package, and the graphs of a module meet by name alone.
//
// # Why this is not package ssaflow
//
// Package ssaflow answers whether data gets from here to there, in the order in which a
// run happens, apart for each call and each piece of memory, and must not say so of data
// that merely lies beside it. It sees what a package and its imports show. The structure
// of a program, in contrast, is a matter of all of it, of no order, and of what may be
// wired: a graph by fields, as in the variable-type analysis of Sundaresan et al.
// (OOPSLA 2000), has the answer in one pass over the code, for a module of any size. What
// libraries do to data both take from the same rows, and what a tool then does with its
// arguments is ssaflow's to say.
//
// # Places
//
// A place is a set of values, regardless of time. A parameter, a result, a captured
// variable, a package-level variable and a field of a struct type are places with names;
// the field is one place for all structs of its type. Whatever refers to something, or
// contains it, is the same place as that: a pointer, a slice, an array, a map, a channel.
// Only the fields of structs are apart. Numbers, booleans and errors have no place.
//
// Where a text is compared with a constant, the same constant in the code that only runs where
// they are equal is a copy of the text.
//
// Elements of lists and values of maps are followed through iterators of the library, functions that it gives each
// of them, and sync.Map.
//
// What a library reads from a reader of the program's own is what the method Read of that fills its buffer with.
//
// A move from one place to another is exact where the value stays what it is, or is put
// together from parts of it, as in a stream; else what arrives was made from it and is
// something else.
//
// # What is recorded beside moves
//
// Texts, functions and objects with the values of their fields, and the types that get
// into interfaces, are what places are asked for. A struct is an object where its fields are
// set: each element of a list is one of its own, and a copy knows what it is a copy of. Calls, comparisons of text, and reads
// and writes of maps by key are what structure is found by: see package loops. What tells of
// tools is recorded with them: the types by which a model is told, types of arguments, and
// calls that return the schema of a type.
//
// Where the program waits for others to call it over the network, on which address, with what around what answers, and where it asks
// who they are, is recorded too: settings have the values that they have where nobody sets them, and of texts that are
// put together it is known what they begin with.
//
// Beside values, a function has the order in which it may do things (Flow): its blocks, and
// of each condition and each result that may decide something what it is made of. It tells
// whether a call hangs on an answer.
//
// # What it does not see
//
// Reflection, unsafe memory, assembly, cgo. What goes through files, databases and other
// processes, unless it comes back into the same fields.
//
// Letters: g *Graph, b *body, d *decider, f *Func, t Term, v ssa.Value, p Place.
package valueflow

// Package extract finds what a Go program builds with an agent framework, by
// running the code that builds it.
//
// A graph is made by calls: AddNode in a helper, an edge for each element of a
// table, a router whose results are constants of another package. To match
// syntax is to miss most of them. So the functions that may build something are
// interpreted, with the values that can be known, and with an Unknown, which
// carries its reason, for each that cannot.
//
// # From source to model
//
//	recipes      package recipe: functions as plain data, which travel as facts
//	interpreter  Machine: runs recipes; calls of the framework are rows
//	objects      Object, Op: what the rows recorded, in program order
//	assembly     a Framework's code turns its objects into a graph.Program
//
// Recipes make packages equal: a helper that lives in another module runs like
// one that stands next to its caller.
//
// A Table says, one Row a function, what the calls of a framework mean: this one
// makes an Object, that one records an Op on it. Nothing of a framework runs
// except through rows, and no later stage looks at names of functions. To
// support a new version is to edit a table; what a table cannot say, such as how
// a chain names its nodes, is code of package eino or adk.
//
// # Conditions that are not known
//
// At a branch whose condition is not known the machine takes both ways, each
// from the same state, and joins what they did where they meet again: the
// register, variable or map entry is a OneOf, each alternative with the Guard
// that leads to it; an Op keeps its Guard. Changes of state go through a trail,
// so that a way can be taken back. A comparison of an unknown value with a
// constant or nil refines the value on its way: after `if x == "a"`, x is "a"; if
// the other way leaves the function, so it is for the rest. A way
// that returns an error or panics is not the run that users care about: the
// objects that it made stay, its changes to variables do not.
//
// A way that comes back to its condition is a loop whose iterations are not
// known. Both ways then run once more, from variables that may hold what any
// number of rounds makes of them, and what is made in the loop is marked.
// A list that rounds add to has each thing that a round may add, or not. If no
// later round adds anything else, only order and repetition are open, and a loop
// through the list runs a round for each of its elements.
//
// # What is havoc
//
// When a value reaches code without a recipe, that code may change what it can
// reach: variables behind pointers and entries of maps become Unknown, functions
// may be called, builders get a Use, which the assembly reports. Functions of the
// standard library change no builder, and a framework's own change none except
// through rows. What such a call returns is Unknown, but for errors, which are nil
// in code that builds, unless a loop goes on until there is one.
//
// # Before main
//
// The initialiser of the package runs first, and before it what the initialisers
// of imported packages register, which travels as a fact. A variable that functions
// of a library change is what it began with, or more.
//
// # Limits
//
// Each root function, observed function and call has a number of steps, see
// maxSteps and the constants beside it; depth and recursion are bounded too, and a
// function that builds nothing does not go on into data that is not known. What
// reaches a limit is an Unknown at that place. It is never silence: a verdict
// that depends on it says that it does.
//
// # What it does not see
//
// The order of a map: what depends on it is unknown, see order.go. Order between
// goroutines: a go statement runs where it stands, or not at all. Reflection, cgo, assembly, and values read at run time from files, flags or the network: a graph
// that is configured so is open where the configuration enters. Panics that are
// recovered to go on. Test files: they build wrong workflows on purpose.
//
// # Letters
//
// m *Machine, p *program, a *Assembly, fr *frame, fn *recipe.Func, b block
// number, in *recipe.Instr, s *site, r *Row, t *Table, o *Object, op *Op, v Value,
// u *Unknown, c *Cell, g Guard.
package extract

// Package tally finds numbers, truth values and texts in the state of a workflow: what a step adds to
// them or sets them to, and for which of their values a router returns what.
//
// It reads recipes (package recipe), each function by itself, and not what the interpreter
// finds out: what it says is the ground of proofs that a loop ends. So everything that it
// does not understand counts as a function that may do anything.
//
// # State that is passed by value
//
// The state is a struct that the framework passes by value: a step gets a copy and returns
// the state that the next one gets.
//
//	Step    what a function does to each field of the state that it gets and returns
//	Router  the texts that a function returns for a value of a field
//	Start   what a field is in the state that a call starts a run with
//	Ways    what a term is whenever the router behind a step returns a text
//	Passes  which arguments of the call of a tool are fields of the state
//
// A Term is what is followed of a field: the number that it is, how far it is from a limit, or a truth value that is
// worked out from it, such as whether it is greater than a constant.
//
// A field is counted up where each store to it is of its own value plus a constant, and no loop in
// the function goes through the store. It is set where the last store on each way is of the same
// constant. All else may leave anything in it; so may what gets the address of the field. Of a
// function that gives the address of the state away, nothing is known. A function that defers
// calls is not read: one that recovers returns another state.
//
// # State that is a map
//
// Of a function that gets a map, another one is made that gets a struct, with a field for each key and type that is asserted of it
// (Keyed). Functions that get the map are put in place of their calls first. What may write the map in a way that is not seen makes all of it unknown.
//
//	Funcs.Keyed  the functions of a workflow, made so
//	Keyed.Start  what is under a key in the map that a call starts a run with
//	Keyed.Owned  whether the function around the call is the only one that has that map
//
// # State that is shared
//
// The steps get a pointer to one struct, from the framework when they ask for it, or as what they hand on. Others may hold it, too, so package extract says first
// which functions may write a field (Field). A machine then runs what the framework calls in a step,
// with what is known of each value: a constant, the field as it was at the start plus more, or
// anything. It runs functions that are called, tells up to eight ways to a place from each other, and
// takes what a function that it does not see may do as anything. If one that may write the field
// may run unseen, nothing is said of the field.
//
//	Shared.Step     what the field may be after a step
//	Shared.Chooser  the texts that a router returns for a value of the field
//	Shared.Start    what it is in the struct that a function makes
//
// Ways follow a step and its router together, on each way by itself: what conditions have found out of fields as they were
// at some time, what the step has stored since, and what of that the conditions of the router settle. A loop, and what is
// not understood, leaves anything behind.
//
// keyed.go says what code does with a map, keying.go what a step returns, keywrite.go makes the function, inline.go puts others into it, and keystart.go
// is about where runs start. term.go says which conditions follow from others; value.go has the values, machine.go runs functions, instr.go instructions, call.go calls, and
// shared.go asks.
package tally

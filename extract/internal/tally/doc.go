// Package tally finds numbers and truth values in the state of a workflow: what a step adds to
// them or sets them to, and for which of their values a router returns what.
//
// It reads recipes (package recipe), each function by itself, and not what the interpreter
// finds out: what it says is the ground of proofs that a loop ends. So everything that it
// does not understand counts as a function that may do anything.
//
// The state is a struct that the framework passes by value: a step gets a copy and returns
// the state that the next one gets. Of a pointer or a map others may hold another one, so
// nothing is said of them.
//
//	Step    what a function does to each field of the state that it gets and returns
//	Router  the texts that a function returns for a value of a field
//	Start   what a field is in the state that a call starts a run with
//
// A field is counted up where each store to it is of its own value plus a constant, and no loop in
// the function goes through the store. It is set where the last store on each way is of the same
// constant. All else may leave anything in it; so may what gets the address of the field. Of a
// function that gives the address of the state away, nothing is known. A function that defers
// calls is not read: one that recovers returns another state.
package tally

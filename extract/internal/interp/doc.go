// Package interp runs the code that builds agents, with the values that can be known, and
// with an Unknown, which carries its reason, for each that cannot.
//
// A Machine runs recipes, see package recipe. A Program gives it functions by their
// identity, and a library.Table says what calls of a framework mean: this one makes an
// Object, that one records an Op on it. Nothing of a framework runs except through rows.
// What comes out are the objects with their operations, in program order; package assembly
// turns them into workflows.
//
//	Root        runs a function with parameters that its callers choose
//	Observe     runs one as the framework will: what it returns, writes, asks
//	Objects     what rows made
//	Limits      why something was not read to its end
//
// # What is called again and again
//
// What Observe runs is called by the framework, in any order and any number of times. So
// a function finds variables that outlive a call as any of the others may have left them:
// all are observed until nobody changes anything more (Steadily), and what one of them
// changes is anything, for all of them. What is built before that is not: options and the
// fields of agents are as they were when the agents were made.
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
// # Several functions
//
// ObserveLegs observes what a framework calls one after the other, each with what the one before it has returned, as one
// function: it makes the recipe of a function that calls them, goes on where none returns an error and each router chooses the
// next one, and runs that. So what is known of answers within a function holds across steps. Any condition that is not known
// to be about something else may be about the answer (stepOther).
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
// that depends on it says that it does. What a root function had built by then may be
// half of what it builds, so all that it made or changed is open, and so is what
// package-level variables hold (Abort). Code without loops reaches no limit, as long as it
// may be: the limits grow with the functions that build.
//
// # What it does not see
//
// Order between goroutines: a go statement runs where it stands, or not at all.
// Reflection, cgo, assembly, and values read at run time from files, flags or the
// network: a graph that is configured so is open where the configuration enters. Panics
// that are recovered to go on.
//
// # Letters
//
// m *Machine, fr *frame, fn *recipe.Func, b block number, in *recipe.Instr, s *site,
// r *library.Call, o *Object, op *Op, v Value, u *Unknown, c *Cell, g Guard.
package interp

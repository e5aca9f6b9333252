// Package trial runs a program's own checks on texts, to see which of them they let through.
//
// Code that decides what a model may run has many forms: lists, maps, prefixes, loops over words, regular expressions. Which texts
// such a check lets through can be read from its form in some cases. In all others it can be tried: the check is a function of a text,
// and a text that it lets through is proof that it does.
//
// # How
//
// A Runner runs functions of one package on their SSA, with values that are known and others that are not. It is exact or it gives up:
// a branch on what is not known and may depend on the text, a call of what has no body here and is not one of the functions of the
// standard library that it calls itself, a channel, a goroutine, a deferred call or a panic end the run without a result. What
// package-level variables hold is what the initialiser of the package gives them, where nothing else in the package changes them;
// what other packages do with exported ones is not seen, so a result is proof for the program as the package leaves it. Methods are
// tried with the object that the only function of the package makes which makes one. A branch on what is not known, and does not depend
// on the text, is a setting: it goes one way for all texts, and both ways are tried.
//
// What a variable refers to is taken to be changed where a function of the package sets it, or hands it to one that does; other packages
// are taken to read it. Lists that grow get arrays without room for more.
//
// Maps are gone through in the order in which their keys were set. Of a check that depends on that order, one answer of several is seen.
//
// # In line
//
// A check may stand in a function that does more: asks somebody, runs the command, calls what has no body here. Of such a function a part is
// run, from before all that is made of the text to the last condition on that (TryInline). There what is not known is left open: both ways of
// a branch are tried, what a call may set is not known behind it, and where a run cannot go on, all that may come behind is open. So what is
// said of a branch is which ways it may go with a command, and no other way is possible; for loops, also which branches every run has passed
// before. Of a store through a pointer that is not known, it is taken that it sets none of what the part has made.
//
// # Commands
//
// Commands are lines for a shell that get around checks. Each does what another one does, and looks like a third one, which does no harm:
// a check misses it that says of it what it says of the latter, and something else of the former (Answers.Misses).
//
// A run takes at most maxSteps instructions, and nothing of the program's runs but in this interpreter.
package trial

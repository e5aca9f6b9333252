// Package trial runs a program's own checks on texts, to see which of them they let through.
//
// Code that decides what a model may run has many forms: lists, maps, prefixes, loops over words, regular expressions. Which texts
// such a check lets through can be read from its form in some cases. In all others it can be tried: the check is a function of a text,
// and a text that it lets through is proof that it does.
//
// # How
//
// A Runner runs functions of one package on their SSA, with values that are known and others that are not. It is exact or it gives up:
// a branch on what is not known, a call of what has no body here and is not one of the functions of the standard library that it calls
// itself, a channel, a goroutine, a deferred call or a panic end the run without a result. What package-level variables hold is what
// the initialiser of the package gives them, where nothing else in the package changes them; what other packages do with exported
// ones is not seen, so a result is proof for the program as the package leaves it.
//
// A run takes at most maxSteps instructions, and nothing of the program's runs but in this interpreter.
package trial

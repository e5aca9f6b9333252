// Package reason says why something of a program is not known.
//
// Whatever agentvet cannot determine (a value, a tool's name, what follows a step) is kept
// with the reason: a code, and the names that its words need, of the program's functions or
// of what kind of thing is meant. Code compares reasons, and never their words.
//
//	reason.Of(reason.Channel)                        // it comes from a channel
//	reason.Of(reason.ResultOf, "config.Load")        // it is the result of config.Load
//	reason.Of(reason.NoneSeen, "tool")               // it is no tool that agentvet can see
//
// The words complete "unknown because …": a clause, mostly about "it", without a full stop.
// They stand in one table (words.go), because all that prints a workflow needs them, its text
// and JSON forms too. The sentence around them is of package report.
//
// A new reason is a code (code.go) and its words (words.go), under the same heading. Look
// first whether one is there that says the same. Tests hold that each code has words of its
// own, is given somewhere, and gets as many names as its words have places.
//
// A graph file has the words alone. What is read from one has the code Told.
package reason

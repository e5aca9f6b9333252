// Package joint holds a test and nothing else: one table of programs, which runs on
// every framework that has the concept, so that an answer that is right on one
// framework is right on all of them.
//
// table_test.go is the table: small pieces of Go, each with the one answer that
// agentvet is to give wherever it meets the piece. testdata has a file for each
// framework, its dialect: how a program on it makes tools, gives them to an agent, adds
// an edge, chooses a step, sets instructions. The test puts each piece into each
// dialect. testdata/missing.txt lists answers that are still wrong; a line there whose
// answer is right fails the test, so that the list can only shrink.
//
// A new framework gets a dialect; a mistake that was found on one framework gets a piece
// in the table. The test needs the frameworks themselves and runs with -tags truth.
package joint

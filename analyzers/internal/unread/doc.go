// Package unread is a pass that says where an agent may be that was not read.
//
// A run that finds nothing says one of two things: that there is no agent, or that there
// is one and agentvet did not understand it. This pass tells them apart. It looks for what
// a program with an agent has, however it is written: it reads which tool a model wants
// called, describes tools to a model, or says what a call came to (package protocol); it
// imports a library of agents that agentvet does not know (libraries.txt), or any that looks
// whether a request is a call of a tool, as servers do (serves.go), or that is given tools (strange.go); it calls what
// builds an agent with a library that agentvet does know, and nothing came of it.
//
// # Analyzer unread
//
// unread: report what may be an agent, in a program of which none was read
//
// Of a package that has a place that may belong to an agent, and no agent or workflow, one
// unknown is reported. A tool that was read explains a place that is about tools which a
// client calls, since a server has no model; nothing explains the import of a library that
// agentvet does not know.
//
// # Which package says it
//
// The places of an agent are seldom in one package: a provider reads what a client's types
// hold, another package has the loop, and main wires them. To report each package alone
// would be three unknowns, also where the loop is read. So package module joins the places
// (Result.Seen) with what was read, and says one thing of a module or, for a driver that
// shows one package at a time, of a command. This pass lets directives and the policy judge
// the places. It reports those of a package that is no command only where unknowns are asked
// for, under -strict: whoever imports it may make the agent.
//
// # What it does not see
//
// One agent that was read hides another one of the same program that was not. See package
// protocol for what is no place.
package unread

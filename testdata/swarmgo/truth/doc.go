// Package truth asks the library itself what the programs of this module are: a
// server that speaks like OpenAI's records which functions it is offered, functions
// are called for the agents that they hand over to, and graphs are read as they are.
package truth

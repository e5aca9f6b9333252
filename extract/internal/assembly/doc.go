// Package assembly turns what a program did with a framework, as package interp recorded
// it, into steps, agents and tools of package graph.
//
// An Assembly holds the objects that calls of one framework made, and the graph.Program
// that its code adds to. What frameworks have in common stands here once:
//
//	Framework        a table of calls, and the function that assembles
//	Value            an argument, a field or a result: what it may be, under which conditions
//	ToolList         the tools in a list, of which a run may not have all
//	ModelFlow        the workflow of an agent that works alone
//	Cast, Handovers  agents that run, call or hand over to others, and their workflows
//	Describe, Do     what a step is whose functions a framework calls
//	Chart, Choice    workflows whose nodes the program names, and what a router chooses
//	Sketch, Compose  workflows that follow from control flow, or of parts
//	Heed             the steps that act after a question of another one although nobody agreed
//	Board            routers that return a part of the state that steps share
//	Places           the position that stands for what a helper made
//
// The code of a framework asks a Value (Text, List, Each, Field, Observe, …) and never takes a
// value of the interpreter apart: value.go reads, read.go reads arguments and options, parts.go
// and wrap.go look behind closures, literals and handlers.
//
// What is not known becomes an unknown of the workflow or the agent that it leaves open,
// never nothing. Close says that a caller cannot change what an object became.
//
// Letters: a *Assembly, o *Object, op *Op, v, x Value, g *graph.Agent,
// t *graph.Tool, s *Sketch.
package assembly

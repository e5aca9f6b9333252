package loops

// This file says which functions calls run, for those who follow nothing else.

import "github.com/agentvet/agentvet/extract/valueflow"

// Dynamic returns the functions that calls of function values, and of methods of interfaces,
// run in the module with some graphs. A call that it lacks may run anything.
func Dynamic(graphs []*valueflow.Graph) Calls {
	return newNet(graphs).dynamicCalls(nil)
}

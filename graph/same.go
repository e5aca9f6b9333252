package graph

// This file says which values are the same that are not known.

// A Same is an argument of a call, or what it returns, of which the value is not known. Those of one Name, in all
// nodes of a workflow, have one value in each run: the node runs once at most.
type Same struct {
	Tool   string // which the node calls
	Path   string // of the argument, as in Param.Path
	Result bool   // what the call returns, as a whole; there is no Path
	Name   string
}

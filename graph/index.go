package graph

// This file builds the adjacency of a workflow.

// An Index is the adjacency of a workflow in compressed form: two allocations,
// edges of a node in the order of their IDs. It is built once, in O(V+E), and does
// not change with the workflow.
type Index struct {
	outStart, inStart []int32
	out, in           []EdgeID
}

// NewIndex returns the adjacency of n nodes, which edges connect that come from and
// lead to the given nodes. Of a workflow that Check accepts, all ends are nodes.
func NewIndex(n int, from, to []NodeID) *Index {
	starts, edges := make([]int32, 2*(n+2)), make([]EdgeID, 2*len(from))
	x := &Index{
		outStart: starts[: n+2 : n+2], inStart: starts[n+2:],
		out: edges[:len(from):len(from)], in: edges[len(from):],
	}
	for e := range from {
		x.outStart[from[e]+2]++
		x.inStart[to[e]+2]++
	}
	for i := 2; i < n+2; i++ {
		x.outStart[i] += x.outStart[i-1]
		x.inStart[i] += x.inStart[i-1]
	}
	for e := range from {
		out, in := &x.outStart[from[e]+1], &x.inStart[to[e]+1]
		x.out[*out], x.in[*in] = EdgeID(e), EdgeID(e)
		*out++
		*in++
	}
	return x
}

// Out returns the edges that leave n. The caller must not change the slice.
func (x *Index) Out(n NodeID) []EdgeID { return x.out[x.outStart[n]:x.outStart[n+1]] }

// In returns the edges that enter n. The caller must not change the slice.
func (x *Index) In(n NodeID) []EdgeID { return x.in[x.inStart[n]:x.inStart[n+1]] }

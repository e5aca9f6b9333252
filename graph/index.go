package graph

// This file builds the adjacency of a workflow.

// An Index is the adjacency of a workflow in compressed form: two allocations
// a direction, edges of a node in the order of their IDs. It is built once, in
// O(V+E), and does not change with the workflow.
type Index struct {
	outStart, inStart []int32
	out, in           []EdgeID
}

// NewIndex returns the adjacency of w. Edges that leave or enter no node of w
// are left out; Check reports them.
func NewIndex(w *Workflow) *Index {
	n := len(w.Nodes)
	x := &Index{outStart: make([]int32, n+2), inStart: make([]int32, n+2)}
	inside := func(e *Edge) bool {
		return 0 <= e.From && int(e.From) < n && 0 <= e.To && int(e.To) < n
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; inside(e) {
			x.outStart[e.From+2]++
			x.inStart[e.To+2]++
		}
	}
	for i := 2; i < n+2; i++ {
		x.outStart[i] += x.outStart[i-1]
		x.inStart[i] += x.inStart[i-1]
	}
	x.out = make([]EdgeID, x.outStart[n+1])
	x.in = make([]EdgeID, x.inStart[n+1])
	for i := range w.Edges {
		if e := &w.Edges[i]; inside(e) {
			x.out[x.outStart[e.From+1]] = EdgeID(i)
			x.outStart[e.From+1]++
			x.in[x.inStart[e.To+1]] = EdgeID(i)
			x.inStart[e.To+1]++
		}
	}
	return x
}

// Out returns the edges that leave n. The caller must not change the slice.
func (x *Index) Out(n NodeID) []EdgeID { return x.out[x.outStart[n]:x.outStart[n+1]] }

// In returns the edges that enter n. The caller must not change the slice.
func (x *Index) In(n NodeID) []EdgeID { return x.in[x.inStart[n]:x.inStart[n+1]] }

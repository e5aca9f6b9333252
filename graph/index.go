package graph

// This file builds the adjacency of a workflow.

// An Index is the adjacency of a workflow in compressed form: two allocations,
// edges of a node in the order of their IDs. It is built once, in O(V+E), and does
// not change with the workflow.
type Index struct {
	outStart, inStart []int32
	out, in           []EdgeID
}

// NewIndex returns the adjacency of w. Edges that leave or enter no node of w
// are left out; Check reports them.
func NewIndex(w *Workflow) *Index {
	n, m := len(w.Nodes), len(w.Edges)
	ends := make([]NodeID, 2*m)
	from, to := ends[:m:m], ends[m:]
	for i := range w.Edges {
		e := &w.Edges[i]
		from[i], to[i] = e.From, e.To
		if e.From < 0 || int(e.From) >= n || e.To < 0 || int(e.To) >= n {
			from[i] = None
		}
	}
	return IndexOf(n, from, to)
}

// IndexOf returns the adjacency of n nodes and of edges with the given ends: from is
// None for an edge that is left out.
func IndexOf(n int, from, to []NodeID) *Index {
	starts := make([]int32, 2*(n+2))
	x := &Index{outStart: starts[: n+2 : n+2], inStart: starts[n+2:]}
	for i, f := range from {
		if f != None {
			x.outStart[f+2]++
			x.inStart[to[i]+2]++
		}
	}
	for i := 2; i < n+2; i++ {
		x.outStart[i] += x.outStart[i-1]
		x.inStart[i] += x.inStart[i-1]
	}
	inside := x.outStart[n+1]
	edges := make([]EdgeID, 2*inside)
	x.out, x.in = edges[:inside:inside], edges[inside:]
	for i, f := range from {
		if f == None {
			continue
		}
		out, in := &x.outStart[f+1], &x.inStart[to[i]+1]
		x.out[*out], x.in[*in] = EdgeID(i), EdgeID(i)
		*out++
		*in++
	}
	return x
}

// Out returns the edges that leave n. The caller must not change the slice.
func (x *Index) Out(n NodeID) []EdgeID { return x.out[x.outStart[n]:x.outStart[n+1]] }

// In returns the edges that enter n. The caller must not change the slice.
func (x *Index) In(n NodeID) []EdgeID { return x.in[x.inStart[n]:x.inStart[n+1]] }

package graph

// This file builds the adjacency of a workflow.

// An Index is the adjacency of a workflow in compressed form: the edges of a
// node in the order of their IDs, and the ends of each edge apart from the rest
// of it. It is built once, in O(V+E), and does not change with the workflow.
type Index struct {
	from, to          []NodeID
	outStart, inStart []int32
	out, in           []EdgeID
}

// NewIndex returns the adjacency of w. Edges that leave or enter no node of w
// are left out; Check reports them.
func NewIndex(w *Workflow) *Index {
	n, m := len(w.Nodes), len(w.Edges)
	ends, starts := make([]NodeID, 2*m), make([]int32, 2*(n+2))
	x := &Index{from: ends[:m:m], to: ends[m:], outStart: starts[: n+2 : n+2], inStart: starts[n+2:]}
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.From < 0 || int(e.From) >= n || e.To < 0 || int(e.To) >= n {
			x.from[i], x.to[i] = None, None
			continue
		}
		x.from[i], x.to[i] = e.From, e.To
		x.outStart[e.From+2]++
		x.inStart[e.To+2]++
	}
	for i := 2; i < n+2; i++ {
		x.outStart[i] += x.outStart[i-1]
		x.inStart[i] += x.inStart[i-1]
	}
	inside := x.outStart[n+1]
	edges := make([]EdgeID, 2*inside)
	x.out, x.in = edges[:inside:inside], edges[inside:]
	for i, from := range x.from {
		if from == None {
			continue
		}
		out, in := &x.outStart[from+1], &x.inStart[x.to[i]+1]
		x.out[*out], x.in[*in] = EdgeID(i), EdgeID(i)
		*out++
		*in++
	}
	return x
}

// Ends returns where each edge comes from and leads to; None twice for an edge
// that is left out. The caller must not change the slices.
func (x *Index) Ends() (from, to []NodeID) { return x.from, x.to }

// Out returns the edges that leave n. The caller must not change the slice.
func (x *Index) Out(n NodeID) []EdgeID { return x.out[x.outStart[n]:x.outStart[n+1]] }

// In returns the edges that enter n. The caller must not change the slice.
func (x *Index) In(n NodeID) []EdgeID { return x.in[x.inStart[n]:x.inStart[n+1]] }

package recipe

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// shape makes a function of blocks with the given successors. Blocks without any
// return, in the order of their numbers, but for those in dies.
func shape(succs [][]int32, dies ...int32) *Func {
	f := &Func{Blocks: make([]Block, len(succs))}
	for i, ss := range succs {
		op := OpReturn
		switch {
		case slices.Contains(dies, int32(i)):
			op = OpPanic
		case len(ss) == 1:
			op = OpJump
		case len(ss) == 2:
			op = OpIf
		}
		f.Blocks[i].Instrs = []Instr{{Op: op, Line: int32(i + 1)}}
		f.Blocks[i].Succs = ss
		for _, s := range ss {
			f.Blocks[s].Preds = append(f.Blocks[s].Preds, int32(i))
		}
	}
	return f
}

func joins(f *Func) []int32 {
	out := make([]int32, len(f.Blocks))
	for i := range f.Blocks {
		out[i] = f.Blocks[i].Join
	}
	return out
}

func TestSetJoins(t *testing.T) {
	for _, c := range []struct {
		name  string
		succs [][]int32
		dies  []int32
		want  []int32
	}{
		{"return", [][]int32{{}}, nil, []int32{-1}},
		{"diamond", [][]int32{{1, 2}, {3}, {3}, {}}, nil, []int32{3, 3, 3, -1}},
		{"if without else", [][]int32{{1, 2}, {2}, {}}, nil, []int32{2, 2, -1}},
		{"early return", [][]int32{{1, 2}, {}, {3, 4}, {4}, {}}, nil, []int32{2, -1, 4, 4, -1}},
		{"early panic", [][]int32{{1, 2}, {}, {}}, []int32{1}, []int32{2, -1, -1}},
		{"loop", [][]int32{{1}, {2, 3}, {1}, {}}, nil, []int32{1, 3, 1, -1}},
		{"loop with break", [][]int32{{1}, {2, 4}, {3, 4}, {1}, {}}, nil, []int32{1, 4, 4, 1, -1}},
		{"nested", [][]int32{{1, 4}, {2, 3}, {3}, {5}, {5}, {}}, nil, []int32{5, 3, 3, 5, 5, -1}},
		{"endless", [][]int32{{1}, {0}}, nil, []int32{-1, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := shape(c.succs, c.dies...)
			setJoins(f)
			if got := joins(f); !slices.Equal(got, c.want) {
				t.Errorf("joins of %v = %v, want %v", c.succs, got, c.want)
			}
		})
	}
}

// TestSetJoinsRandom compares with postdominance by its definition: b is a
// postdominator of a if no path leads from a to the end without b.
func TestSetJoinsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 2 + r.IntN(8)
		succs := make([][]int32, n)
		for i := range n - 1 {
			for range r.IntN(3) {
				if s := int32(r.IntN(n)); !slices.Contains(succs[i], s) {
					succs[i] = append(succs[i], s)
				}
			}
		}
		f := shape(succs)
		setJoins(f)
		if got, want := joins(f), bruteJoins(succs); !slices.Equal(got, want) {
			t.Fatalf("joins of %v = %v, want %v", succs, got, want)
		}
	}
}

func bruteJoins(succs [][]int32) []int32 {
	n := len(succs)
	// reaches reports whether a path leads from a to b that avoids without.
	reaches := func(a, b, without int32) bool {
		seen := make([]bool, n)
		var visit func(x int32) bool
		visit = func(x int32) bool {
			if x == without || seen[x] {
				return false
			}
			seen[x] = true
			return x == b || slices.ContainsFunc(succs[x], visit)
		}
		return visit(a)
	}
	out := make([]int32, n)
	end := int32(-1)
	for i := range int32(n) {
		out[i] = -1
		if len(succs[i]) == 0 && reaches(0, i, -1) {
			end = i // returns stand in the order of their numbers
		}
	}
	if end < 0 {
		return out
	}
	for a := range int32(n) {
		if a == end || !reaches(0, a, -1) || !reaches(a, end, -1) {
			continue
		}
		var pdoms []int32
		for b := range int32(n) {
			if b != a && (b == end || !reaches(a, end, b)) {
				pdoms = append(pdoms, b)
			}
		}
		for _, b := range pdoms { // the nearest: all others postdominate it
			if !slices.ContainsFunc(pdoms, func(c int32) bool { return c != b && c != end && reaches(b, end, c) }) {
				out[a] = b
			}
		}
	}
	return out
}

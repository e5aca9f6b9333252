package graph

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// good returns a workflow without a fault, for tests to spoil.
func good() *Workflow {
	at := func(line int) Pos { return Pos{"w.go", line, 2} }
	return &Workflow{
		Name: "w", Pos: at(1), Entry: 0, Exits: []NodeID{2},
		Nodes: []Node{
			{Name: "in", Kind: KindEntry, Pos: at(2)},
			{Name: "mid", Kind: KindLLM, Pos: at(3), Tools: []*Tool{{Name: "t"}}},
			{Name: "out", Kind: KindExit, Pos: at(4)},
		},
		Edges: []Edge{
			{From: 0, To: 1, Kind: EdgeDirect, Branch: None, Pos: at(5)},
			{From: 1, To: 2, Kind: EdgeConditional, Branch: 0, Pos: at(6)},
		},
		Branches: []Branch{{From: 1, Pos: at(7)}},
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(w *Workflow)
		code  Code
		at    string
	}{
		{"good", func(w *Workflow) {}, "", ""},
		{"branch without edges", func(w *Workflow) { w.Branches = append(w.Branches, Branch{From: None}) }, "", ""},
		{"duplicate", func(w *Workflow) { w.Nodes[1].Name = "in" }, CodeDuplicateNode, "w.go:3:2"},
		{"dangling to", func(w *Workflow) { w.Edges[0].To = 3 }, CodeDangling, "w.go:5:2"},
		{"dangling from", func(w *Workflow) { w.Edges[0].From = None }, CodeDangling, "w.go:5:2"},
		{"no entry", func(w *Workflow) { w.Entry = None }, CodeEntry, "w.go:1:2"},
		{"entry beyond", func(w *Workflow) { w.Entry = 99 }, CodeEntry, "w.go:1:2"},
		{"two entries", func(w *Workflow) { w.Nodes[1].Kind = KindEntry }, CodeEntry, "w.go:3:2"},
		{"exit beyond", func(w *Workflow) { w.Exits[0] = -2 }, CodeExit, "w.go:1:2"},
		{"branch beyond", func(w *Workflow) { w.Edges[1].Branch = 1 }, CodeBranch, "w.go:6:2"},
		{"branch below", func(w *Workflow) { w.Edges[1].Branch = -7 }, CodeBranch, "w.go:6:2"},
		{"branch elsewhere", func(w *Workflow) { w.Edges[0].Branch = 0 }, CodeBranch, "w.go:5:2"},
		{"branch at no node", func(w *Workflow) { w.Branches[0].From = 8; w.Edges[1].Branch = None }, CodeBranch, "w.go:7:2"},
		{"together, one at a time", func(w *Workflow) { w.Branches[0].Together = [][]string{{"x"}} }, CodeBranch, "w.go:7:2"},
		{"together, not declared", func(w *Workflow) { together(w, [][]string{{"x", "y"}}) }, CodeBranch, "w.go:7:2"},
		{"together, not in a set", func(w *Workflow) { together(w, [][]string{}) }, CodeBranch, "w.go:7:2"},
		{"together, nothing", func(w *Workflow) { together(w, [][]string{{"x"}, {}}) }, CodeBranch, "w.go:7:2"},
		{"node kind", func(w *Workflow) { w.Nodes[1].Kind = KindInvalid }, CodeKind, "w.go:3:2"},
		{"node kind beyond", func(w *Workflow) { w.Nodes[1].Kind = 99 }, CodeKind, "w.go:3:2"},
		{"edge kind", func(w *Workflow) { w.Edges[0].Kind = 0 }, CodeKind, "w.go:5:2"},
		{"mode", func(w *Workflow) { w.Mode = 9 }, CodeKind, "w.go:1:2"},
		{"nil tool", func(w *Workflow) { w.Nodes[1].Tools[0] = nil }, CodeNil, "w.go:3:2"},
		{"hint", func(w *Workflow) { w.Nodes[1].Tools[0].Hints.ReadOnly = 3 }, CodeKind, "w.go:1:2"},
		{"interrupt", func(w *Workflow) { w.Interrupts = []Interrupt{{Node: 3}} }, CodeReference, "w.go:1:2"},
		{"jump", func(w *Workflow) { w.Jumps = []Jump{{From: -2, Branch: None}} }, CodeReference, "w.go:1:2"},
		{"jump branch", func(w *Workflow) { w.Jumps = []Jump{{From: 1, Branch: 4}} }, CodeReference, "w.go:1:2"},
		{"unknown", func(w *Workflow) { w.Unknowns = []Unknown{{Node: 3}} }, CodeReference, "w.go:1:2"},
		{"metadata", func(w *Workflow) { w.Nodes[0].Metadata = "[1]" }, CodeMetadata, "w.go:2:2"},
		{"own body", func(w *Workflow) { w.Nodes[1].Sub = w }, CodeCycle, "w.go:3:2"},
		{"fault in a body", func(w *Workflow) {
			sub := good()
			sub.Nodes[1].Kind = 0
			w.Nodes[1].Sub = sub
		}, CodeKind, "w.go:3:2"},
	} {
		w := good()
		test.spoil(w)
		err := Check(w)
		if test.code == "" {
			if err != nil {
				t.Errorf("%s: Check = %v, want nil", test.name, err)
			}
			continue
		}
		var one *Error
		if !errors.As(err, &one) || one.Code != test.code || one.Pos.String() != test.at {
			t.Errorf("%s: Check = %v, want %s at %s", test.name, err, test.code, test.at)
			continue
		}
		if !strings.HasPrefix(err.Error(), test.at+": ") {
			t.Errorf("%s: Error() = %q, want it to begin with the position", test.name, err)
		}
	}
	if err := Check(nil); err == nil {
		t.Error("Check(nil) = nil")
	}
}

// TestCheckCaps checks that a list is sorted, holds ten faults, and one of
// each code however many there are of another.
func TestCheckCaps(t *testing.T) {
	w := good()
	for i := range 50 {
		w.Edges = append(w.Edges, Edge{From: 9, To: 9, Kind: EdgeDirect, Branch: None, Pos: Pos{"w.go", 100 - i, 1}})
	}
	w.Exits = append(w.Exits, 77)
	w.Edges = append(w.Edges, Edge{From: 0, To: 1, Branch: None, Pos: Pos{"w.go", 500, 1}})
	var list ErrorList
	if err := Check(w); !errors.As(err, &list) || len(list) != 10 {
		t.Fatalf("Check = %v, want ten faults", err)
	}
	if list[0].Code != CodeExit || list[9].Code != CodeKind {
		t.Errorf("Check = %v, want the exit first and the kind last", list)
	}
	for i := 1; i < len(list); i++ {
		if list[i-1].Pos.Compare(list[i].Pos) > 0 {
			t.Errorf("faults %d and %d are not in order", i-1, i)
		}
	}
}

// TestCheckNeverPanics feeds Check, and everything that calls it first, with
// random values.
func TestCheckNeverPanics(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	id := func() int32 { return int32(rnd.Intn(8) - 3) }
	for range 5000 {
		w := &Workflow{Entry: NodeID(id()), Exits: []NodeID{NodeID(id())}, Mode: Mode(rnd.Intn(5))}
		for range rnd.Intn(4) {
			n := Node{Name: fmt.Sprint(rnd.Intn(3)), Kind: Kind(rnd.Intn(11))}
			if rnd.Intn(4) == 0 {
				n.Tools = []*Tool{nil, {}}
			}
			if rnd.Intn(9) == 0 {
				n.Sub = w
			}
			w.Nodes = append(w.Nodes, n)
		}
		for range rnd.Intn(5) {
			w.Edges = append(w.Edges, Edge{From: NodeID(id()), To: NodeID(id()), Branch: BranchID(id()), Kind: EdgeKind(rnd.Intn(6))})
		}
		for range rnd.Intn(3) {
			w.Branches = append(w.Branches, Branch{From: NodeID(id())})
			w.Jumps = append(w.Jumps, Jump{From: NodeID(id()), Branch: BranchID(id())})
			w.Interrupts = append(w.Interrupts, Interrupt{Node: NodeID(id())})
			w.Unknowns = append(w.Unknowns, Unknown{Node: NodeID(id()), What: UnknownKind(rnd.Intn(8))})
		}
		Check(w)
		w.MarshalJSON()
	}
	deep := good()
	for range 200_000 {
		up := good()
		up.Nodes[1].Sub = deep
		deep = up
	}
	if err := Check(deep); err != nil {
		t.Errorf("Check of deeply nested bodies = %v", err)
	}
}

// together makes branch 0 of w one that returns x, and the sets.
func together(w *Workflow, sets [][]string) {
	b := &w.Branches[0]
	b.Multi, b.Complete, b.Values, b.Together = true, true, []Value{{Text: "x"}}, sets
}

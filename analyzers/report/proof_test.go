package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestRefutation: clauses are written as checkers take them, and too many are not.
func TestRefutation(t *testing.T) {
	r := &graph.Refutation{Literals: []int{-3, 2}, Clauses: [][]int{{3, -2, 7}, {-7}}, Lemmas: [][]int{{3, -2}}}
	clash := graph.Guard{{Text: "a"}, {Text: "b", Neg: true}}
	want := fmt.Sprintf(`c %s is -3
c %s is 2
c the conditions hold, and what follows from what they mean:
p cnf 7 4
-3 0
2 0
3 -2 7 0
-7 0
c what follows from that, to the contradiction:
3 -2 0
0`, clash[:1], clash[1:])
	if got := strings.Join(refutation(r, clash), "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for range maxProof {
		r.Clauses = append(r.Clauses, []int{1})
	}
	if got := refutation(r, clash); len(got) != 1 || got[0] != "205 lines, which are not written" {
		t.Errorf("%q", got)
	}
}

// TestMoments: so many lines of a proof are written, and how many there are more is said.
func TestMoments(t *testing.T) {
	w := &graph.Workflow{Nodes: []graph.Node{{Name: "a"}}}
	p := graph.Proof{States: maxProof + 3, Moments: make([]graph.Moment, maxProof+3)}
	lines := strings.Split(proofOf(p, w, nil, nil), "\n")
	if len(lines) != maxProof+2 || lines[1] != `  1: "a"; then nothing` || lines[maxProof+1] != "  and 3 more" {
		t.Errorf("%d lines: %q … %q", len(lines), lines[1], lines[len(lines)-1])
	}
}

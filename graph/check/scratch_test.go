package check_test

import (
	"reflect"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// TestScratch checks that what one workflow leaves behind in the memory that a call
// uses again changes nothing for the next: many at once have the problems that each
// has alone.
func TestScratch(t *testing.T) {
	for seed := range int64(40) {
		m := newMaker(seed)
		m.unknowns, m.joins, m.mode = seed%2 == 0, seed%3 == 0, graph.Mode(seed%3)
		o := check.Options{RequireHuman: seed%2 == 0, Sensitive: isDel, EachExit: seed%5 == 0}
		var ws []*graph.Workflow
		var alone []check.Problem
		for range 30 {
			w := m.workflow(8+m.Intn(12), 2)
			ws = append(ws, w)
			alone = append(alone, check.RunAll([]*graph.Workflow{w}, o)...)
		}
		if together := check.RunAll(ws, o); !reflect.DeepEqual(alone, together) {
			t.Errorf("seed %d: %d problems alone, %d together, or others", seed, len(alone), len(together))
		}
	}
}

package settings

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestJoinElsewhere: a setting of which two things get the value is obeyed if one of them is looked at, though the field that speaks of
// a limit is not.
func TestJoinElsewhere(t *testing.T) {
	pos := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	kept := func(uses ...Use) []*Kept {
		return []*Kept{{
			Main:    true,
			Roots:   []string{"main.main"},
			Fields:  []Field{{Thing: "f main.Config.MaxSteps", Type: "t main.Config", Name: "MaxSteps", Pos: pos(1)}},
			Sources: []Source{{Thing: "s 1", Name: "MAX_STEPS", By: "os.Getenv", Func: "main.main", Pos: pos(2)}},
			Uses:    append(uses, Use{Thing: "s 1", Func: "main.main", Kind: Handed, Into: "f main.Config.MaxSteps", Pos: pos(3)}),
			Names:   map[string][]string{"main.main": nil},
		}}
	}
	if got := Join(kept()); len(got) != 1 || got[0].Name != "MAX_STEPS" {
		t.Errorf("a field that nobody looks at: %v", got)
	}
	if got := Join(kept(Use{Thing: "s 1", Func: "main.main", Kind: Looked, Pos: pos(4)})); len(got) != 0 {
		t.Errorf("the same, and the setting is looked at beside: %v", got)
	}
}

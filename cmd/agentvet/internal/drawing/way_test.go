package drawing

import "testing"

// TestMeant wants the tool that a step names, where code that runs several times makes several.
func TestMeant(t *testing.T) {
	list := []named{{"list", Spot{Tool: 1}}, {"empty", Spot{Tool: 2}}}
	for text, want := range map[string]int{`tool "empty" is made here`: 2, `tool "list" is made here`: 1, `a tool is made here`: 0} {
		got := meant(list, text)
		if want == 0 && got != nil || want != 0 && (len(got) != 1 || got[0].Tool != want) {
			t.Errorf("%s: %v, want tool %d", text, got, want)
		}
	}
	if got := meant([]named{{"list", Spot{Box: 1}}, {"list", Spot{Box: 2}}}, "here"); len(got) != 2 {
		t.Errorf("a tool in two boxes is at %v", got)
	}
}

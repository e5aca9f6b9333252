package report

import "testing"

func TestRowState(t *testing.T) {
	seen := make(map[string]bool)
	for s := range numRowStates {
		if name := s.String(); name == "" || name == "invalid" || seen[name] {
			t.Errorf("state %d is called %q", s, name)
		} else {
			seen[name] = true
		}
		if u := (&RowUse{State: s, Near: []string{"x"}}); (u.Problem() == "") != (s == RowFound) {
			t.Errorf("%s: problem %q", s, u.Problem())
		}
	}
}

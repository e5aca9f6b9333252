package taint

import "testing"

func TestLabels(t *testing.T) {
	l := ParseLabels("b|a|b")
	if got := l.String(); got != "a|b" {
		t.Errorf("String() = %q", got)
	}
	if got := l.Without(ParseLabels("a")).String(); got != "b" {
		t.Errorf("Without(a) = %q", got)
	}
	if got := l.Without(Labels{All}); len(got) != 0 {
		t.Errorf("Without(*) = %q", got)
	}
	if got := l.Union(ParseLabels("c")).String(); got != "a|b|c" {
		t.Errorf("Union(c) = %q", got)
	}
	if !l.Contains(ParseLabels("a")) || l.Contains(ParseLabels("c")) {
		t.Error("Contains is wrong")
	}
}

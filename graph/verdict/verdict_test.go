package verdict

import "testing"

func TestWords(t *testing.T) {
	for v := Unknown; v <= Violated; v++ {
		if got, err := Parse(v.String()); err != nil || got != v {
			t.Errorf("Parse(%q) = %v, %v", v.String(), got, err)
		}
	}
	if got := Verdict(3).String(); got != "invalid(3)" {
		t.Errorf("Verdict(3) is %q", got)
	}
	if _, err := Parse("clean"); err == nil {
		t.Error(`Parse("clean") succeeds`)
	}
	if (*new(Verdict)) != Unknown {
		t.Error("the zero Verdict is an answer")
	}
}

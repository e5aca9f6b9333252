package product

import "testing"

func TestWhyWords(t *testing.T) {
	seen := make(map[string]bool)
	for w := WhyNone; w < numWhys; w++ {
		if word := w.String(); word == "" || seen[word] {
			t.Errorf("Why(%d).String() = %q", w, word)
		}
		seen[w.String()] = true
	}
	if got := numWhys.String(); got != "invalid(18)" {
		t.Errorf("numWhys.String() = %q", got)
	}
}

package terminal

import (
	"bytes"
	"testing"
	"time"
)

func TestFit(t *testing.T) {
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"12 of 40", 9, "12 of 40"},
		{"12 of 40", 8, "12 of …"},
		{"ünïcödé", 5, "ünï…"},
		{"12", 2, "…"},
		{"12", 1, ""},
	} {
		if got := fit(test.text, test.columns); got != test.want {
			t.Errorf("fit(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

// TestNoTerminal wants nothing on what is no terminal, and that a line which was never shown can be stopped.
func TestNoTerminal(t *testing.T) {
	var b bytes.Buffer
	l := Show(&b, time.Now(), time.Millisecond, func() string { t.Error("asked for a text"); return "" })
	l.Stop()
	if l != nil || b.Len() > 0 {
		t.Errorf("showed %q", b.String())
	}
}

package visible

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"refund", "refund"},
		{"é 🙂 👩\u200d🚀\tx", "é 🙂 👩\u200d🚀\tx"},
		{"\x1b[2J\x1b]8;;http://x\a", `\u001b[2J\u001b]8;;http://x\u0007`},
		{"a\r\nb", `a\u000d\u000ab`},
		{"\u009b31m \x7f", `\u009b31m \u007f`},
		{"safe\u202etxt.exe\u2066", `safe\u202etxt.exe\u2066`},
		{"\ufeffa\u2028b", `\ufeffa\u2028b`},
		{"\U000e0041", `\udb40\udc41`},
		{"\x9b \xff", `\u009b \u00ff`}, // bytes that are no characters
	} {
		if got := Line(test.text); got != test.want {
			t.Errorf("Line(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestWriter writes a text in pieces of every size: the pieces end within characters.
func TestWriter(t *testing.T) {
	const text, want = "é\x1b[1m🙂\n\u202e\x9bz\xf0\x9f", "é\\u001b[1m🙂\n\\u202e\\u009bz\\u00f0\\u009f"
	for size := 1; size <= len(text); size++ {
		var b strings.Builder
		w := NewWriter(&b)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
				t.Fatalf("Write = %d, %v", k, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("in pieces of %d: %q, want %q", size, b.String(), want)
		}
	}
}

// TestJSON wants JSON to mean what it meant.
func TestJSON(t *testing.T) {
	const text = "\x7f\u009b\u202e\U000e0041 \x1b"
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := NewWriter(&b).Write(data); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil || got != text {
		t.Errorf("%s is %q, %v", b.String(), got, err)
	}
	if strings.ContainsFunc(b.String(), hidden) {
		t.Errorf("%q hides something", b.String())
	}
}

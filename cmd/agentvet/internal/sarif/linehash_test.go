package sarif

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLineHashes has examples whose names GitHub's own program gives.
func TestLineHashes(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", []string{"c129715d7a2bc9a3:1"}},
		{" a\nb\n  \t\tc\n d", []string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
	} {
		if diff := cmp.Diff(test.want, lineHashes(test.text)); diff != "" {
			t.Errorf("lineHashes(%q) (-want +got):\n%s", test.text, diff)
		}
		ends := strings.ReplaceAll(test.text, "\n", "\r\n")
		if diff := cmp.Diff(lineHashes(test.text), lineHashes(ends)); diff != "" {
			t.Errorf("line ends change the names (-LF +CRLF):\n%s", diff)
		}
	}
	twice := lineHashes(strings.Repeat("x\n", 300))
	if twice[0] != strings.TrimSuffix(twice[1], "2")+"1" {
		t.Errorf("two lines with the same text after them are %s and %s", twice[0], twice[1])
	}
}

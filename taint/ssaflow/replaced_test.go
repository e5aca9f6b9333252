package ssaflow

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/taint"
)

// TestReplacedMarks replaces texts in random texts, one after the other and all at once, and looks for what is said not to be left.
func TestReplacedMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func(most int) string {
		var b strings.Builder
		for range rng.IntN(most + 1) {
			b.WriteByte("../-a;\\"[rng.IntN(7)])
		}
		return b.String()
	}
	said := 0
	for range 20_000 {
		var list []replacement
		var pairs []string
		for range 1 + rng.IntN(3) {
			r := replacement{some(2), ""}
			if r.old == "" {
				r.old = ".."
			}
			if r.new = some(2); rng.IntN(2) == 0 {
				r.new = []string{"_", ""}[rng.IntN(2)]
			}
			list, pairs = append(list, r), append(pairs, r.old, r.new)
		}
		lost := replacedMarks(list)
		said += len(lost)
		text := some(8)
		one := text
		for _, r := range list {
			one = strings.ReplaceAll(one, r.old, r.new)
		}
		for _, got := range []string{one, strings.NewReplacer(pairs...).Replace(text)} {
			wrong := lost.Contains(nameOnly) && strings.Contains(got, "/") ||
				lost.Has(taint.MarkFolder) && got == ".." ||
				lost.Has(markNoDots) && strings.Contains(got, "..") ||
				lost.Has(markNoParent) && slices.Contains(strings.Split(got, "/"), "..") ||
				lost.Contains(noOption) && strings.HasPrefix(got, "-") ||
				lost.Has(taint.MarkMeta) && strings.ContainsAny(got, goesOn)
			if wrong {
				t.Fatalf("%q becomes %q by %q, which has lost %v", text, got, list, lost)
			}
		}
	}
	if said == 0 {
		t.Error("nothing was said of any text")
	}
}

package report

// This file names findings so that a name survives unrelated edits.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Fingerprints returns one name for each finding, in order. It is made of the
// rule, the workflow, the subject and the enclosing declaration: no line, no
// column and no wording, so that code that moves and messages that improve keep
// their names. Findings that agree in all four are numbered in the order given;
// callers pass them sorted.
func Fingerprints(findings []Finding) []string {
	names := make([]string, len(findings))
	seen := make(map[string]int)
	for i, f := range findings {
		key := fmt.Sprintf("%q %q %q %q", f.Rule, f.Workflow, f.Subject, f.Context)
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", key, seen[key]))
		seen[key]++
		names[i] = hex.EncodeToString(sum[:16])
	}
	return names
}

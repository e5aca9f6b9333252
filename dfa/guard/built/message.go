package built

// This file has the words of answers.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/visible"
)

// maxFindings is how many findings an error has.
const maxFindings = 20

// Error says which rules are broken, by which steps, and what could not be decided. It is the same for the same
// view.
func (a *Answer) Error() string {
	switch {
	case a.Allowed():
		return "what was built is allowed"
	case a.Err != nil:
		return "agentvet: refused: " + visible.Line(a.Err.Error())
	}
	said := "it breaks what it must keep"
	switch {
	case a.several:
		said = "whether it keeps what it must is not known: if a branch chooses several targets at once, it does not, and branches do not show whether they do (Program.OneTarget says it)"
	case a.Verdict == verdict.Unknown:
		said = "whether it keeps what it must is not known"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "agentvet: refused: what was built does not run: %s", said)
	n := 0
	for i := range a.Findings {
		f := &a.Findings[i]
		if a.left(f) {
			continue
		}
		if n++; n > maxFindings {
			continue
		}
		fmt.Fprintf(&b, "\n%d. %s", n, visible.Line(f.Headline()))
		if f.Subject != "" && !strings.Contains(f.Message, fmt.Sprintf("%q", f.Subject)) {
			fmt.Fprintf(&b, " (%s)", visible.Line(fmt.Sprintf("%q", f.Subject)))
		}
		for _, w := range f.Witness {
			text := w.Text
			if w.Pos.IsValid() && w.Pos.File != viewName {
				text += " (" + w.Pos.String() + ")"
			}
			fmt.Fprintf(&b, "\n   %s", visible.Line(text))
		}
	}
	if n > maxFindings {
		fmt.Fprintf(&b, "\nand %d more", n-maxFindings)
	}
	return b.String()
}

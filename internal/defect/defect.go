// Package defect says what a panic of agentvet was, and where: whoever meets one can report it, and whoever mends it
// knows where to look.
package defect

import (
	"fmt"
	"runtime"
	"strings"
)

const module = "github.com/agentvet/agentvet/"

// Text returns what r, which was recovered in a function that is being left, says, and the innermost function of agentvet
// that was running.
func Text(r any) string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	panicked := false
	for {
		f, more := frames.Next()
		name, ours := strings.CutPrefix(f.Function, module)
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && ours:
			return fmt.Sprintf("%v, in %s, line %d", r, name, f.Line)
		}
		if !more {
			return fmt.Sprint(r)
		}
	}
}

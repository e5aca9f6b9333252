package codeassistant

import (
	"context"
	"strings"
)

// executeCode loads a program. This sandbox reads instead of running: it wants
// brackets that match, and a function.
type executeCode struct{}

// Name implements tools.Tool.
func (executeCode) Name() string { return "execute_code" }

// Description implements tools.Tool.
func (executeCode) Description() string {
	return "Run a Python program in a sandbox. Returns errors, one a line, or nothing."
}

// Call implements tools.Tool.
func (executeCode) Call(_ context.Context, code string) (string, error) {
	var open []rune
	pairs := map[rune]rune{')': '(', ']': '[', '}': '{'}
	for _, c := range code {
		switch c {
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			if len(open) == 0 || open[len(open)-1] != pairs[c] {
				return "SyntaxError: unmatched " + string(c), nil
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "SyntaxError: " + string(open[len(open)-1]) + " was never closed", nil
	}
	return "", nil
}

// runPytest runs the tests of a program.
type runPytest struct{}

// Name implements tools.Tool.
func (runPytest) Name() string { return "run_pytest" }

// Description implements tools.Tool.
func (runPytest) Description() string { return "Run the tests in a Python program. Returns failures." }

// Call implements tools.Tool. A test that is marked as failing fails.
func (runPytest) Call(_ context.Context, code string) (string, error) {
	if !strings.Contains(code, "def test_") {
		return "no tests ran", nil
	}
	var failures []string
	for line := range strings.Lines(code) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "assert False, "); ok {
			failures = append(failures, "FAILED "+name)
		}
	}
	return strings.Join(failures, "\n"), nil
}

package ssaflow

import (
	"fmt"
	"strings"
	"testing"
)

// TestTextsOfCalls: a text that calls of calls make, each with two arguments that are one, is given up
// at the limit of what is looked for. Without that, the time doubles with each line.
func TestTextsOfCalls(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n\nimport \"os\"\n\nfunc either(a, b string) string {\n\tif len(a) > len(b) {\n\t\treturn a\n\t}\n\treturn b\n}\n\nfunc read(v0 string) string {\n")
	const lines = 64
	for i := range lines {
		fmt.Fprintf(&b, "\tv%d := either(v%d, v%[2]d)\n", i+1, i)
	}
	fmt.Fprintf(&b, "\treturn os.Getenv(v%d)\n}\n", lines)
	if _, err := newLoader(nil).source("p", b.String()); err != nil {
		t.Fatal(err)
	}
}

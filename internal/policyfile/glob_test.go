package policyfile

import (
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	for _, test := range []struct{ glob, matches, not string }{
		{"a*", "a ab", "ba a/b"},
		{"a**", "a ab a/b", "ba"},
		{"**/b.go", "b.go a/b.go a/c/b.go", "ab.go a/b.gox"},
		{"a/**", "a/ a/b a/b/c", "a ab"},
		{"a?", "ab aé", "a abc a/"},
		{"[a-cé]x", "ax bx éx", "dx x -x"},
		{"[^a]x", "bx", "ax"},
		{`[\]]\*`, "]*", `]x`},
		{"a.b+c", "a.b+c", "axb+c a.bbc"},
	} {
		g, err := parseGlob(test.glob)
		if err != nil {
			t.Errorf("%s: %v", test.glob, err)
			continue
		}
		for name := range strings.FieldsSeq(test.matches) {
			if !g.Match(name) {
				t.Errorf("%s does not match %s", test.glob, name)
			}
		}
		for name := range strings.FieldsSeq(test.not) {
			if g.Match(name) {
				t.Errorf("%s matches %s", test.glob, name)
			}
		}
	}
	for _, glob := range []string{"", "[", "[a", `\`, "[z-a]", "./..."} {
		if _, err := parseGlob(glob); err == nil {
			t.Errorf("%q is accepted", glob)
		}
	}
}

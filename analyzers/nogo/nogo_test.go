package nogo

import (
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestValid(t *testing.T) {
	for _, a := range []*analysis.Analyzer{Analyzer, New([]byte("version: 1\nprofile: strict\n"))} {
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Error(err)
		}
	}
}

// TestMistakes wants a program that does not start where the policy has a mistake.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"version: 1\nprofil: strict\n":          `no key "profil"`,
		"version: 1\ninventory: missing.json\n": "missing.json",
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, want) {
					t.Errorf("%q: %q, want %q", text, said, want)
				}
			}()
			New([]byte(text))
		}()
	}
}

func TestModule(t *testing.T) {
	for _, c := range []struct{ pkg, file, path, version string }{
		{"example.com/desk/tools", "tools/tools.go", "example.com/desk", ""},
		{"example.com/desk", "desk.go", "example.com/desk", ""},
		{"example.com/desk", "src/desk.go", "example.com/desk", ""},
		{"example.com/desk/tools", "bazel-out/k8-fastbuild/bin/tools/gen.go", "example.com/desk", ""},
		{"example.com/desk", "bazel-out/k8-fastbuild/bin/gen.go", "example.com/desk", ""},
		{"github.com/cloudwego/eino/compose", "external/com_github_cloudwego_eino/compose/graph.go", "github.com/cloudwego/eino/compose", "external"},
		{"example.org/x", "bazel-out/k8-fastbuild/bin/external/org_example_x/gen.go", "example.org/x", "external"},
	} {
		if m := moduleAt(c.pkg, path.Dir(c.file)); m.Path != c.path || m.Version != c.version {
			t.Errorf("%s in %s: %+v, want %s %q", c.pkg, c.file, *m, c.path, c.version)
		}
	}
}

package gopls

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChanges makes each change in a file like that of gopls, and wants an error for one that is
// not like it.
func TestChanges(t *testing.T) {
	const settings = `// Package settings is like that of gopls.
package settings

var few = []*Analyzer{{analyzer: one.Analyzer}}

func (a *Analyzer) Analyzer() *analysis.Analyzer { return a.analyzer }

func all() []*Analyzer {
	return []*Analyzer{
		// A comment.
		{analyzer: one.Analyzer},
		{analyzer: two.Analyzer},
	}
}
`
	for i, test := range []struct{ text, old, new string }{
		{settings, "\t\t// A comment", "\t\t{analyzer: Agentvet.Analyzer(), severity: protocol.SeverityWarning},\n\n\t\t// A comment"},
		{settings, "return a.analyzer", "return Agentvet.Current(a.analyzer)"},
		{`package cache

func (s *Snapshot) Analyze() {
	if !keyFound {
		key = an.cacheKey()
	}
}
`, "!keyFound", "!keyFound || settings.Agentvet.Changed()"},
		{`package server

func (s *server) Initialized(ctx context.Context, params *protocol.InitializedParams) error {
	return nil
}
`, "\treturn nil", strings.TrimPrefix(changes[3].text, "\n") + "\n\treturn nil"},
	} {
		c := changes[i]
		t.Run(c.what, func(t *testing.T) {
			want := strings.Replace(test.text, test.old, test.new, 1)
			got, err := c.apply([]byte(test.text))
			if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
				t.Errorf("%v; (-want +got):\n%s", err, diff)
			}
			for _, text := range []string{
				"package settings\n\nvar list = []Analyzer{{}}\n", "no Go\n",
				"package a\n\nfunc (a *Analyzer) Analyzer() {}\n\nfunc (s *Snapshot) Analyze() {}\n\nfunc (s *server) Initialized() {}\n",
				"package a\n\nfunc (a *Analyzer) Analyzer() *analysis.Analyzer { return b.analyzer }\n\nfunc (s *Snapshot) Analyze() { if found {} }\n",
			} {
				if got, err := c.apply([]byte(text)); err == nil {
					t.Errorf("in %q: %s, want an error", text, got)
				}
			}
		})
	}
}

// TestIs wants a program to be a gopls if it is built from the package that gopls is.
func TestIs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module " + Module + "\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-o", "program", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		filepath.Join(dir, "program"): true,
		filepath.Join(dir, "main.go"): false,
		filepath.Join(dir, "nosuch"):  false,
		self:                          false,
	} {
		if got := Is(name); got != want {
			t.Errorf("%s is a gopls: %v, want %v", name, got, want)
		}
	}
}

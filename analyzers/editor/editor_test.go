package editor

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestServer edits the policy file while a server runs.
func TestServer(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv(Variable, "")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n")
	s, other := NewServer(), new(analysis.Analyzer)
	before := s.Current(s.Analyzer())
	if s.refresh() != before || s.Changed() || before != s.Analyzer() {
		t.Error("the server has changed before the file has")
	}
	for _, edit := range []struct{ file, text string }{
		{"agentvet.yaml", "version: 1\nprofile: strict\n"},
		{"agentvet.yaml", "version: 1\nprofil: strict\n"},
		{"agentvet.yaml", "version: 2\n"},
		{"agentvet.yaml", "version: 1\ninventory: tools.json\n"},
		{"tools.json", `{"tools": []}`},
		{"tools.json", `{"tools": [{"name": "find"}]}`},
		{"agentvet.yaml", "version: 1\n"},
	} {
		text := edit.text
		write(edit.file, text)
		s.refresh()
		now := s.Current(s.Analyzer())
		if now == before || now.Name != before.Name || !s.Changed() {
			t.Errorf("%q: the analyzer is %s, want another one of the same name", text, now.Name)
		}
		if err := analysis.Validate([]*analysis.Analyzer{now}); err != nil {
			t.Error(err)
		}
		if before = now; s.refresh() != now {
			t.Errorf("%q changes something twice", text)
		}
	}
	if s.Current(other) != other {
		t.Error("another analyzer gives way")
	}
	if err := os.Remove(filepath.Join(dir, "agentvet.yaml")); err != nil {
		t.Fatal(err)
	}
	var told string
	s.Watch(func(file string) error { told = file; return errors.New("closed") })
	if want := filepath.Join(dir, "go.mod"); told != want {
		t.Errorf("told of %q, want %q", told, want)
	}
}

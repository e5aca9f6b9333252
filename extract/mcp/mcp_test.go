package mcp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/internal/extracttest"
	"github.com/agentvet/agentvet/internal/golden"
)

// modules are the libraries for MCP servers, of which testdata/src has stubs.
var modules = []string{
	"github.com/modelcontextprotocol/go-sdk", "github.com/mark3labs/mcp-go",
	"github.com/metoro-io/mcp-golang", "github.com/strowk/foxy-contexts",
	"github.com/google/jsonschema-go",
}

// TestGolden compares the text of what is found in each program of testdata with
// want.txt beside it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	dir := againstStubs(t)
	var patterns []string
	for _, f := range files { // with what it embeds
		name := filepath.Base(filepath.Dir(f))
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Dir(f))); err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, "./"+name)
	}
	found := extracttest.Extract(t, dir, patterns...)
	for name, p := range found {
		name = filepath.Base(name)
		t.Run(name, func(t *testing.T) {
			golden.Compare(t, filepath.Join("testdata", name, "want.txt"), extracttest.Text(p))
		})
	}
}

// againstStubs returns a directory with a module whose dependencies are the stubs
// of the libraries.
func againstStubs(t *testing.T) string {
	t.Helper()
	// Paths do not matter to what is compiled, so it is compiled once, not for each directory.
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -trimpath")
	tmp := t.TempDir()
	mod := "module example.com/golden\n\ngo 1.26\n"
	for _, m := range modules {
		mod += "\nrequire " + m + " v1.0.0\n\nreplace " + m + " => ./library/" + m + "\n"
		src := filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(m))
		dst := filepath.Join(tmp, "library", filepath.FromSlash(m))
		if err := os.CopyFS(dst, os.DirFS(src)); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dst, "go.mod"), "module "+m+"\n\ngo 1.26\n")
	}
	write(t, filepath.Join(tmp, "go.mod"), mod)
	return tmp
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

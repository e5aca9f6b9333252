package adk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// elsewhere stands for what the programs use besides the framework.
var elsewhere = map[string]string{
	"google.golang.org/genai": `package genai

type Content struct{}

type Schema struct{ Type string }

type Tool struct{ GoogleSearch *GoogleSearch }

type GoogleSearch struct{}

type GenerateContentConfig struct {
	Temperature *float32
	Tools       []*Tool
}

const RoleModel, RoleUser = "model", "user"

func NewContentFromText(text string, role string) *Content { return &Content{} }
`,
	"github.com/modelcontextprotocol/go-sdk/mcp": `package mcp

import "os/exec"

type CommandTransport struct{ Command *exec.Cmd }

type StreamableClientTransport struct{ Endpoint string }
`,
}

// againstStubs copies the programs of a module, and the packages that they share,
// to a directory where the framework is the stub packages.
func againstStubs(t *testing.T, dir, path, framework string, patterns []string) string {
	t.Helper()
	// Paths do not matter to what is compiled, so it is compiled once, not for each directory.
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -trimpath")
	tmp := t.TempDir()
	mod := "module " + path + "\n\ngo 1.26\n"
	replace := func(module, from string) {
		mod += "\nrequire " + module + " v" + majorOf(module) + ".0.0\n\nreplace " + module + " => ./" + from + "\n"
		write(t, filepath.Join(tmp, from, "go.mod"), "module "+module+"\n\ngo 1.26\n")
	}
	for _, p := range patterns {
		family, _, _ := strings.Cut(strings.TrimPrefix(p, "./"), "/")
		copyGo(t, filepath.Join(dir, family), filepath.Join(tmp, family), "")
	}
	stubs := filepath.Join("..", "..", "testdata", "src", filepath.FromSlash(framework))
	copyGo(t, stubs, filepath.Join(tmp, "framework"), "v2")
	replace(framework, "framework")
	for pkg, src := range elsewhere {
		module := strings.TrimSuffix(pkg, "/mcp")
		write(t, filepath.Join(tmp, "elsewhere", filepath.Base(module), strings.TrimPrefix(pkg, module), "stub.go"), src)
		replace(module, "elsewhere/"+filepath.Base(module))
	}
	write(t, filepath.Join(tmp, "go.mod"), mod)
	return tmp
}

func majorOf(module string) string {
	if strings.HasSuffix(module, "/v2") {
		return "2"
	}
	return "1"
}

// copyGo copies the Go files below a directory, but for tests and, at its top, one
// directory.
func copyGo(t *testing.T, from, to, without string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if d.IsDir() && rel == without {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		write(t, filepath.Join(to, rel), string(data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
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

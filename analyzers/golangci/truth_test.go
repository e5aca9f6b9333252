//go:build truth

package golangci

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golangci is the version of golangci-lint that the plugin is built into.
const golangci = "v2.15.0"

// TestGolangci builds golangci-lint with agentvet in it, as docs/golangci.md says, and compares
// what it says with what go vet says with agentvet as its tool.
func TestGolangci(t *testing.T) {
	dir := t.TempDir()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOBIN", dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOLANGCI_LINT_CACHE", filepath.Join(dir, "cache"))
	command(t, root, "go", "install", "./cmd/agentvet")
	command(t, dir, "go", "install", "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@"+golangci)
	custom(t, dir, root)

	t.Run("desk", func(t *testing.T) {
		module := filepath.Join(root, "analyzers", "golangci", "testdata", "desk")
		work := filepath.Join(root, "analyzers", "golangci", "testdata", "work")
		if err := errors.Join(os.RemoveAll(work), os.CopyFS(work, os.DirFS(module))); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(work) })
		const store, lost, known = "desk.go:14:21 structure/dead-end", "desk.go:15:21 structure/unreachable", "desk.go:16:21 structure/dead-end"
		compare(t, "issues", []string{store, lost}, lint(t, dir, work, nil, "./..."))
		compare(t, "vet", []string{store, lost, known}, vet(t, dir, work, nil, "./..."))

		// The policy file changes, and every package is in the caches.
		policy := filepath.Join(work, "agentvet.yaml")
		for _, step := range []struct {
			text string
			want []string
		}{
			{"version: 1\nseverities: {structure/dead-end: off}\n", []string{lost}},
			{"version: 1\nseverities: {structure/unreachable: off}\n", []string{store}},
			{"version: 1\nsuppress: [{rule: structure, reason: a test}]\n", nil},
		} {
			if err := os.WriteFile(policy, []byte(step.text), 0o666); err != nil {
				t.Fatal(err)
			}
			compare(t, step.text, step.want, lint(t, dir, work, nil, "./..."))
		}
		if err := os.Remove(policy); err != nil {
			t.Fatal(err)
		}
		compare(t, "no policy", []string{store, lost}, lint(t, dir, work, nil, "./..."))
	})
	t.Run("eino", func(t *testing.T) {
		module := filepath.Join(root, "testdata", "eino")
		sensitive := []string{"*refund*"}
		want := vet(t, dir, module, sensitive, "./refund/...", "./mailroom/...")
		if len(want) < 5 {
			t.Errorf("go vet says %v", want)
		}
		compare(t, "eino", want, lint(t, dir, module, sensitive, "./refund/...", "./mailroom/..."))
	})
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// custom builds golangci-lint-agentvet in dir by 'golangci-lint custom'. That clones the
// repository of golangci-lint; here it clones one with what the module cache has.
func custom(t *testing.T, dir, root string) {
	t.Helper()
	source := filepath.Join(strings.TrimSpace(command(t, dir, "go", "env", "GOMODCACHE")), "github.com", "golangci", "golangci-lint", "v2@"+golangci)
	remote := filepath.Join(dir, "remote", "golangci-lint.git")
	if err := os.CopyFS(remote, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", golangci}, {"tag", golangci},
	} {
		command(t, remote, "git", args...)
	}
	write(t, filepath.Join(dir, "config", "git", "config"), fmt.Sprintf("[url \"file://%s/\"]\n\tinsteadOf = https://github.com/golangci/\n", filepath.Dir(remote)))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	write(t, filepath.Join(dir, ".custom-gcl.yml"), fmt.Sprintf(`version: %s
name: golangci-lint-agentvet
plugins:
  - module: github.com/agentvet/agentvet
    import: github.com/agentvet/agentvet/analyzers/golangci
    path: %s
`, golangci, root))
	command(t, dir, filepath.Join(dir, "golangci-lint"), "custom")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// command returns what a program prints that must end well.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, stderr.Bytes())
	}
	return string(out)
}

// lint returns what golangci-lint says, as "file:line:column rule", sorted.
func lint(t *testing.T, dir, module string, sensitive []string, packages ...string) (said []string) {
	t.Helper()
	config := filepath.Join(dir, ".golangci.yml")
	globs, err := json.Marshal(append([]string{}, sensitive...))
	if err != nil {
		t.Fatal(err)
	}
	write(t, config, fmt.Sprintf(`version: "2"
linters:
  default: none
  enable: [agentvet]
  settings:
    custom:
      agentvet:
        type: module
        settings:
          sensitive: %s
issues:
  uniq-by-line: false
  max-same-issues: 0
  max-issues-per-linter: 0
`, globs))
	args := append([]string{"run", "--config", config, "--path-mode", "abs", "--issues-exit-code", "0", "--output.json.path", "stdout", "--show-stats=false"}, packages...)
	out := command(t, module, filepath.Join(dir, "golangci-lint-agentvet"), args...)
	var found struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, issue := range found.Issues {
		rule, text, _ := strings.Cut(issue.Text, ": ")
		if issue.FromLinter != Name || !strings.HasSuffix(text, ")") {
			t.Errorf("%s: %s: want the name %s, and the way", issue.FromLinter, issue.Text, Name)
		}
		said = append(said, place(t, module, fmt.Sprintf("%s:%d:%d", issue.Pos.Filename, issue.Pos.Line, issue.Pos.Column))+" "+rule)
	}
	slices.Sort(said)
	return said
}

// vet returns what go vet says with agentvet, in the same form.
func vet(t *testing.T, dir, module string, sensitive []string, packages ...string) (said []string) {
	t.Helper()
	args := append([]string{"vet", "-vettool=" + filepath.Join(dir, "agentvet"), "-json", "-structure.sensitive=" + strings.Join(sensitive, ",")}, packages...)
	out := command(t, module, "go", args...)
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var tree map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&tree); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, analyzers := range tree {
			for _, list := range analyzers {
				for _, d := range list {
					rule, _, _ := strings.Cut(d.Message, ": ")
					said = append(said, place(t, module, d.Posn)+" "+rule)
				}
			}
		}
	}
	slices.Sort(said)
	return slices.Compact(said)
}

// place returns a position with its file relative to the module.
func place(t *testing.T, module, posn string) string {
	t.Helper()
	if !filepath.IsAbs(posn) {
		return posn
	}
	rel, err := filepath.Rel(module, posn)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

//go:build truth

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golangciVersion is the version of golangci-lint that the plugin is built into.
const golangciVersion = "v2.15.0"

// TestGolangci compares what golangci-lint says, with agentvet in it, with what go vet says with
// agentvet as its tool.
func TestGolangci(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	linter := buildGolangci(t)

	t.Run("desk", func(t *testing.T) {
		module := filepath.Join(root, "analyzers", "golangci", "testdata", "desk")
		work := filepath.Join(root, "analyzers", "golangci", "testdata", "work")
		if err := errors.Join(os.RemoveAll(work), os.CopyFS(work, os.DirFS(module))); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(work) })
		const store, lost, known = "desk.go:14:21 structure/dead-end", "desk.go:15:21 structure/unreachable", "desk.go:16:21 structure/dead-end"
		compare(t, "issues", []string{store, lost}, lint(t, linter, work, nil, "./..."))
		compare(t, "vet", []string{store, lost, known}, vet(t, work, nil, "./..."))

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
			compare(t, step.text, step.want, lint(t, linter, work, nil, "./..."))
		}
		if err := os.Remove(policy); err != nil {
			t.Fatal(err)
		}
		compare(t, "no policy", []string{store, lost}, lint(t, linter, work, nil, "./..."))

		// The settings as the page has them.
		_, settings := golangciPage(t)
		writeFile(t, policy, "version: 1\nseverities: {structure/dead-end: off}\n")
		writeFile(t, filepath.Join(work, ".golangci.yml"), settings)
		if out := mustRun(t, work, linter, "run", "--issues-exit-code", "0", "--output.text.print-issued-lines=false", "./..."); !strings.Contains(out, "desk.go:15:21: structure/unreachable: ") ||
			strings.Contains(out, "structure/dead-end") {
			t.Errorf("with the settings of the page:\n%s", out)
		}
	})
	t.Run("eino", func(t *testing.T) {
		module := filepath.Join(root, "testdata", "eino")
		sensitive := []string{"*refund*"}
		want := vet(t, module, sensitive, "./refund/...", "./mailroom/...")
		if len(want) < 5 {
			t.Errorf("go vet says %v", want)
		}
		compare(t, "eino", want, lint(t, linter, module, sensitive, "./refund/...", "./mailroom/..."))
	})
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// buildGolangci builds golangci-lint with agentvet in it, as docs/golangci.md says, once for all tests, and
// returns the program. 'golangci-lint custom' clones the repository of golangci-lint; here it clones one
// with what the module cache has.
func buildGolangci(t *testing.T) string {
	t.Helper()
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
	dir := filepath.Join(filepath.Dir(binary), "golangci")
	linter := filepath.Join(dir, "golangci-lint-agentvet")
	if _, err := os.Stat(linter); err == nil {
		return linter
	}
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o777)); err != nil { // of a build that failed
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOBIN", dir)
	mustRun(t, dir, "go", "install", "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@"+golangciVersion)
	source := filepath.Join(strings.TrimSpace(mustRun(t, dir, "go", "env", "GOMODCACHE")), "github.com", "golangci", "golangci-lint", "v2@"+golangciVersion)
	remote := filepath.Join(dir, "remote", "golangci-lint.git")
	if err := os.CopyFS(remote, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", golangciVersion}, {"tag", golangciVersion},
	} {
		mustRun(t, remote, "git", args...)
	}
	writeFile(t, filepath.Join(dir, "config", "git", "config"), fmt.Sprintf("[url \"file://%s/\"]\n\tinsteadOf = https://github.com/golangci/\n", filepath.Dir(remote)))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	build, _ := golangciPage(t)
	writeFile(t, filepath.Join(dir, ".custom-gcl.yml"), changed(t, build, "version: latest\n", "path: "+root+"\n"))
	mustRun(t, dir, filepath.Join(dir, "golangci-lint"), "custom")
	return linter
}

// golangciPage returns the first two files that docs/golangci.md shows: .custom-gcl.yml, and .golangci.yml. What follows them is
// for pipelines.
func golangciPage(t *testing.T) (build, settings string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "golangci.md"))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, m := range regexp.MustCompile("(?s)\n```yaml\n(.*?)```\n").FindAllSubmatch(page, -1) {
		files = append(files, string(m[1]))
	}
	if len(files) < 2 || !strings.HasPrefix(files[0], "version: "+golangciVersion+" ") {
		t.Fatalf("docs/golangci.md shows %q; want two files first, the first one with version %s", files, golangciVersion)
	}
	return files[0], files[1]
}

// changed returns a text in which a part, which it must have, is another.
func changed(t *testing.T, text, part, to string) string {
	t.Helper()
	if strings.Count(text, part) != 1 {
		t.Fatalf("want %q once in:\n%s", part, text)
	}
	return strings.Replace(text, part, to, 1)
}

// lint returns what golangci-lint says, as "file:line:column rule", sorted.
func lint(t *testing.T, linter, module string, sensitive []string, packages ...string) (said []string) {
	t.Helper()
	for _, s := range lintSayings(t, linter, module, sensitive, packages...) {
		rule, _, _ := strings.Cut(s.text, ": ")
		if !strings.HasSuffix(s.text, ")") {
			t.Errorf("%s: %s: want the way", s.at, s.text)
		}
		said = append(said, s.at+" "+rule)
	}
	slices.Sort(said)
	return said
}

// lintSayings returns what golangci-lint says with the settings of the page, but for the names of sensitive tools, and for the policy file
// where there is none.
func lintSayings(t *testing.T, linter, module string, sensitive []string, packages ...string) (said []saying) {
	t.Helper()
	config := filepath.Join(t.TempDir(), ".golangci.yml")
	globs, err := json.Marshal(append([]string{}, sensitive...))
	if err != nil {
		t.Fatal(err)
	}
	_, settings := golangciPage(t)
	settings = changed(t, settings, `sensitive: ["refund_payment", "delete_*"]`, "sensitive: "+string(globs))
	settings = changed(t, settings, "          strict: false\n", "") // what the policy file says counts
	if _, err := os.Stat(filepath.Join(module, "agentvet.yaml")); err != nil {
		settings = changed(t, settings, "          policy: agentvet.yaml\n", "")
	}
	writeFile(t, config, settings)
	args := append([]string{"run", "--config", config, "--default", "none", "--max-issues-per-linter", "0", "--path-mode", "abs", "--issues-exit-code", "0", "--output.json.path", "stdout", "--show-stats=false"}, packages...)
	out := mustRun(t, module, linter, args...)
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
		if issue.FromLinter != "agentvet" {
			t.Errorf("%s: %s: want the name agentvet", issue.FromLinter, issue.Text)
		}
		at := fmt.Sprintf("%s:%d:%d", issue.Pos.Filename, issue.Pos.Line, issue.Pos.Column)
		said = append(said, saying{place(t, module, at), issue.Text})
	}
	return said
}

// vet returns what go vet says with agentvet, in the same form.
func vet(t *testing.T, module string, sensitive []string, packages ...string) (said []string) {
	t.Helper()
	args := append([]string{"vet", "-vettool=" + binary, "-json", "-structure.sensitive=" + strings.Join(sensitive, ",")}, packages...)
	diagnostics, err := vetDiagnostics(mustRun(t, module, "go", args...))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diagnostics {
		said = append(said, place(t, module, d.Posn)+" "+d.Category)
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

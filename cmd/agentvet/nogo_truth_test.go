//go:build truth

package main

// This file runs nogo, the checker of Bazel's rules for Go, as Bazel does.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rulesGo is the version of the rules whose nogo is run.
const rulesGo = "github.com/bazelbuild/rules_go@v0.55.1"

// nogoMain is what the rules generate: the analyzers, and what nogo's configuration says.
const nogoMain = `package main

import (
	agentvet "github.com/agentvet/agentvet/analyzers/nogo"
	"golang.org/x/tools/go/analysis"
)

var analyzers = []*analysis.Analyzer{agentvet.Analyzer}

var configs = map[string]config{"structure": {analyzerFlags: map[string]string{"sensitive": "*refund*"}}}

const debugMode = false
`

// nogoLine is a line of nogo: a place and a message.
var nogoLine = regexp.MustCompile(`(?m)^([^:\n]+:\d+:\d+): ([a-z]+/[a-z-]+): .* \(agentvet\)$`)

// TestNogo builds nogo with agentvet in it, and runs it on one package after the other as Bazel does: with
// export data of imports, facts in files of its own, none of the standard library, and no word on
// modules. It says what go vet says.
func TestNogo(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	program := buildNogo(t, root)
	for name, packages := range map[string][]string{"eino": {"./refund/...", "./mailroom/..."}, "oneloop": {"./..."}} {
		n := &nogo{t: t, program: program, dir: t.TempDir(), facts: make(map[string]string)}
		module := filepath.Join(root, "testdata", name)
		want := vet(t, module, []string{"*refund*"}, packages...)
		if len(want) < 5 {
			t.Errorf("of %s, go vet says %v", name, want)
		}
		compare(t, name, want, n.run(module, packages))
	}
}

// buildNogo builds nogo from its sources. It belongs to x/tools by its name, as it uses
// a package that is internal there.
func buildNogo(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GOFLAGS", "-mod=mod")
	var rules struct{ Dir string }
	if err := json.Unmarshal([]byte(mustRun(t, dir, "go", "mod", "download", "-json", rulesGo)), &rules); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_main.go", "nogo_typeparams_go118.go", "nolint.go"} {
		data, err := os.ReadFile(filepath.Join(rules.Dir, "go", "tools", "builders", name))
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, name), string(data))
	}
	writeFile(t, filepath.Join(dir, "nogo_agentvet.go"), nogoMain)
	writeFile(t, filepath.Join(dir, "go.mod"), "module golang.org/x/tools/nogo\n\ngo 1.26\n\nrequire github.com/agentvet/agentvet v0.0.0\n\nreplace github.com/agentvet/agentvet => "+root+"\n")
	mustRun(t, dir, "go", "mod", "tidy")
	mustRun(t, dir, "go", "build", "-o", "nogo", ".")
	t.Setenv("GOFLAGS", "")
	return filepath.Join(dir, "nogo")
}

// A nogo is a built nogo, and what it has been told so far.
type nogo struct {
	t            *testing.T
	program, dir string            // dir is where Bazel would run it
	facts        map[string]string // files, by package
}

// run runs nogo on packages of a module and on all that they import, and returns what it says, as
// "file:line:column rule", sorted.
func (n *nogo) run(module string, packages []string) (said []string) {
	n.t.Helper()
	args := append([]string{"list", "-deps", "-export", "-json=Name,ImportPath,Dir,Export,GoFiles,Imports,Standard,Module"}, packages...)
	exports := make(map[string]string)
	for dec := json.NewDecoder(strings.NewReader(mustRun(n.t, module, "go", args...))); dec.More(); {
		var p struct {
			Name, ImportPath, Dir, Export string
			GoFiles, Imports              []string
			Standard                      bool
			Module                        *struct {
				Dir  string
				Main bool
			}
		}
		if err := dec.Decode(&p); err != nil {
			n.t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Standard || len(p.GoFiles) == 0 {
			continue
		}
		at := n.place(module, p.Dir, p.ImportPath, p.Module.Main)
		var files []string
		for _, file := range p.GoFiles {
			files = append(files, filepath.Join(at, file))
		}
		if p.Name == "main" {
			p.ImportPath = p.Name
		}
		said = append(said, n.check(p.ImportPath, files, p.Imports, exports)...)
	}
	slices.Sort(said)
	return slices.Compact(said)
}

// place puts the directory of a package where Bazel has it, and returns the place.
func (n *nogo) place(module, dir, path string, main bool) string {
	n.t.Helper()
	at := filepath.Join("external", strings.ReplaceAll(path, "/", "_"))
	if main {
		rel, err := filepath.Rel(module, dir)
		if err != nil {
			n.t.Fatal(err)
		}
		at = rel
	}
	full := filepath.Join(n.dir, at)
	err := os.MkdirAll(full, 0o777)
	files, globErr := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		err = errors.Join(err, os.Symlink(file, filepath.Join(full, filepath.Base(file))))
	}
	if err := errors.Join(err, globErr); err != nil {
		n.t.Fatal(err)
	}
	return at
}

// check runs nogo on one package.
func (n *nogo) check(path string, files, imports []string, exports map[string]string) (said []string) {
	n.t.Helper()
	var config strings.Builder
	for imported, export := range exports {
		if export != "" && imported != path {
			fmt.Fprintf(&config, "packagefile %s=%s\n", imported, export)
		}
	}
	name := filepath.Join(n.dir, strings.ReplaceAll(path, "/", "_"))
	writeFile(n.t, name+".importcfg", config.String())
	args := []string{"-p", path, "-importcfg", name + ".importcfg", "-x", name + ".facts"}
	for _, imported := range imports {
		if facts := n.facts[imported]; facts != "" {
			args = append(args, "-fact", imported+"="+facts)
		}
	}
	n.facts[path] = name + ".facts"
	cmd := exec.Command(n.program, append(args, files...)...)
	cmd.Dir = n.dir
	cmd.Env = append(os.Environ(), "GOARCH="+strings.TrimSpace(mustRun(n.t, n.dir, "go", "env", "GOARCH")))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil && !strings.HasPrefix(stderr.String(), "nogo: errors found by nogo") {
		n.t.Fatalf("%s: %v\n%s", path, err, stderr.Bytes())
	}
	for _, m := range nogoLine.FindAllStringSubmatch(stderr.String(), -1) {
		said = append(said, filepath.ToSlash(m[1])+" "+m[2])
	}
	return said
}

//go:build truth

package main

// This file holds agentvet to one answer: under go vet, from the cache, and
// whatever was analysed before.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestVet holds the findings of go vet -vettool and of the command equal, by
// position and rule.
func TestVet(t *testing.T) {
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			root, err := filepath.Abs(m.dir())
			if err != nil {
				t.Fatal(err)
			}
			var cli []string
			list, _ := m.findings(t, "./...")
			for _, f := range list {
				cli = append(cli, f.Position+" "+f.Rule)
			}
			diagnostics, err := vetDiagnostics(m.goCommand(t, "vet", "-vettool="+binary, "-json", "./..."))
			if err != nil {
				t.Fatal(err)
			}
			var vet []string
			for _, d := range diagnostics {
				vet = append(vet, strings.TrimPrefix(d.Posn, root+string(filepath.Separator))+" "+d.Category)
			}
			diffSets(t, "agentvet", cli, "go vet", vet)
		})
	}
}

// diffSets reports what only one of two sets has.
func diffSets(t *testing.T, nameA string, a []string, nameB string, b []string) {
	t.Helper()
	for _, x := range slices.Compact(slices.Sorted(slices.Values(a))) {
		if !slices.Contains(b, x) {
			t.Errorf("only %s: %s", nameA, x)
		}
	}
	for _, x := range slices.Compact(slices.Sorted(slices.Values(b))) {
		if !slices.Contains(a, x) {
			t.Errorf("only %s: %s", nameB, x)
		}
	}
}

// TestDeterminism holds the output byte for byte the same when every package is
// analysed anew, one after the other, and when it comes from the cache. Another
// pattern for the same sensitive tools changes the flags, and so the key of the
// cache, and nothing else.
func TestDeterminism(t *testing.T) {
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			want, _ := m.agentvet(t, "-sensitive", m.sensitive, "-json", "./...")
			first, others, _ := strings.Cut(m.sensitive, ",")
			anew := []string{"-sensitive", fmt.Sprintf("[%c]%s,%s", first[0], first[1:], others), "-json", "./..."}
			cmd := m.command(binary, anew...)
			cmd.Env = append(cmd.Env, "GOFLAGS=-p=1")
			got, err := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code == exitUndecided {
				t.Fatalf("agentvet %v: %v", anew, err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s: the output differs when packages are analysed one after the other", m.name)
			}
			if got, _ := m.agentvet(t, anew...); !bytes.Equal(got, want) {
				t.Errorf("%s: the output differs when it comes from the cache", m.name)
			}
		})
	}
}

// TestDependencyFirst runs agentvet on one package and then on that which it
// imports, which must not get lost: the vet cache of Go 1.26 does not tell a
// package that was analysed as a dependency from one that was named
// (cmd/go/internal/work, Builder.vet: VetxOnly is not in the key).
func TestDependencyFirst(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/order\n\ngo 1.26\n",
		"a/a.go": "package a\n\nimport \"example.com/order/b\"\n\nfunc A() { b.B() }\n",
		"b/b.go": fmt.Sprintf("package b\n\n// B was never analysed before: %s.\nfunc B() {}\n", dir),
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, pattern := range []string{"./a", "./..."} {
		out, err := exec.Command(binary, "-C", dir, pattern).CombinedOutput()
		if err != nil {
			t.Errorf("agentvet %s: %v\n%s", pattern, err, out)
		}
	}
}

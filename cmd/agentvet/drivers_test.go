//go:build truth

package main

// This file holds agentvet to one answer: in all drivers, from the cache, and
// whatever was analysed before.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestVet holds the findings of go vet -vettool and of the command equal, by
// position and rule, but for those that TestDrivers compares: see joint.
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
				if !joint(f.Rule, f.Message) {
					cli = append(cli, f.Position+" "+f.Rule)
				}
			}
			diagnostics, err := vetDiagnostics(m.goCommand(t, "vet", "-vettool="+binary, "-json", "./..."))
			if err != nil {
				t.Fatal(err)
			}
			var vet []string
			for _, d := range diagnostics {
				if !joint(d.Category, d.Message) {
					vet = append(vet, strings.TrimPrefix(d.Posn, root+string(filepath.Separator))+" "+d.Category)
				}
			}
			diffSets(t, "agentvet", cli, "go vet", vet)
		})
	}
}

// realPrograms are repositories as their authors have published them, each with a policy that
// changes what is said: checks, policies, grants, severities, suppressions and an inventory, which is
// beside it. They stand on modules that the proxy has.
var realPrograms = []struct {
	module, policy string
	inventory      string
	packages       []string
}{
	{"github.com/mark3labs/mcp-filesystem-server@v0.11.1", `version: 1
inventory: tools.json
checks: {strict: true}
grant:
  - {agents: ["*"], capabilities: [fs.read]}
severities: {delegation/destructive: off}
suppress:
  - {rule: capability/drift, subject: write_file, reason: a test}
`, `{"tools": [{"name": "read_file", "description": "Reads a file."}]}`, []string{"./..."}},
	{"github.com/smallnest/langgraphgo@v0.5.0", `version: 1
checks: {require-human: true, strict: true}
policies:
  - {name: few-steps, rule: "ltlf: !F (node:* && X F (node:* && X F node:*))"}
suppress:
  - {rule: structure/human-gate, file: "examples/subgraph/**", reason: a test}
`, "", []string{
		"./examples/command_api", "./examples/conditional_routing", "./examples/human_in_the_loop",
		"./examples/parallel_execution", "./examples/subgraph", "./examples/time_travel",
	}},
}

// A saying is what a driver says at a place: a rule and a message, after which a driver may say more.
type saying struct{ at, text string }

// joint reports whether a finding is about what code may do, or reads, which only all packages together show. A
// driver that shows packages one by one says it of the command that imports them.
func joint(rule, message string) bool {
	return strings.HasPrefix(rule, "capability/") || rule == "structure/argument-mismatch" || rule == "boundary/exposed" || rule == "structure/human-gate" && strings.Contains(message, ", whose code ")
}

// of reports whether s is what agentvet says of f.
func (s saying) of(f finding) bool {
	text := strings.Replace(s.text, ": unknown: ", ": ", 1) // the verdict, which is a field of its own in JSON
	inPackage := joint(f.Rule, f.Message) && strings.HasPrefix(s.at, "main.go:") ||
		!strings.Contains(f.Position, ".go:") && strings.HasSuffix(s.at, ".go:1:1") // a language server has diagnostics for the files of the package only
	return strings.HasPrefix(text, f.Rule+": "+f.Message) && (s.at == f.Position || inPackage)
}

// TestDrivers holds what the command says of real programs, without a policy and with one, and
// what go vet, golangci-lint and gopls say of them, equal by position, rule and message.
func TestDrivers(t *testing.T) {
	linter, server := buildGolangci(t), buildGopls(t)
	for _, p := range realPrograms {
		t.Run(p.module, func(t *testing.T) {
			dir := download(t, p.module)
			for _, policy := range []string{"", p.policy} {
				if policy != "" {
					writeFile(t, filepath.Join(dir, "agentvet.yaml"), policy)
					writeFile(t, filepath.Join(dir, "tools.json"), p.inventory)
				}
				want := findingsIn(t, dir, p.packages)
				if policy != "" && len(want) < 5 {
					t.Errorf("agentvet says %v: want more to compare", want)
				}
				for name, got := range map[string][]saying{
					"go vet":        vetSayings(t, dir, p.packages),
					"golangci-lint": lintSayings(t, linter, dir, nil, p.packages...),
					"gopls":         goplsSayings(t, server, dir, p.packages),
				} {
					for _, f := range want {
						if !slices.ContainsFunc(got, func(s saying) bool { return s.of(f) }) {
							t.Errorf("policy %q: only agentvet: %s: %s: %s", policy, f.Position, f.Rule, f.Message)
						}
					}
					for _, s := range got {
						if !slices.ContainsFunc(want, s.of) {
							t.Errorf("policy %q: only %s: %s: %s", policy, name, s.at, s.text)
						}
					}
				}
			}
		})
	}
}

// download returns a copy of a module as the proxy has it.
func download(t *testing.T, module string) string {
	t.Helper()
	var at struct{ Dir string }
	if err := json.Unmarshal([]byte(mustRun(t, t.TempDir(), "go", "mod", "download", "-json", module)), &at); err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(at.Dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// findingsIn returns what agentvet says of packages.
func findingsIn(t *testing.T, dir string, packages []string) []finding {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"-json"}, packages...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var report struct{ Findings []finding }
	if e := json.Unmarshal(out, &report); e != nil || cmd.ProcessState.ExitCode() == exitUndecided {
		t.Fatalf("agentvet: %v, %v\n%s", err, e, stderr.Bytes())
	}
	return report.Findings
}

// vetSayings returns what go vet says of packages.
func vetSayings(t *testing.T, dir string, packages []string) (list []saying) {
	t.Helper()
	diagnostics, err := vetDiagnostics(mustRun(t, dir, "go", append([]string{"vet", "-vettool=" + binary, "-json"}, packages...)...))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diagnostics {
		list = append(list, saying{place(t, dir, d.Posn), d.Message})
	}
	return list
}

// goplsLine is a line of gopls check that agentvet has written: a file, a line, the columns, and
// a message that begins with a rule.
var goplsLine = regexp.MustCompile(`(?m)^(.+:\d+:\d+)(?:-[\d:]+)?: ([a-z]+/[a-z-]+: .*)$`)

// goplsSayings returns what gopls says of the files of packages.
func goplsSayings(t *testing.T, server, dir string, packages []string) (list []saying) {
	t.Helper()
	args := append([]string{"list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}} {{end}}`}, packages...)
	files := strings.Fields(mustRun(t, dir, "go", args...))
	for _, m := range goplsLine.FindAllStringSubmatch(mustRun(t, dir, server, append([]string{"check"}, files...)...), -1) {
		list = append(list, saying{place(t, dir, m[1]), m[2]})
	}
	return list
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

//go:build truth

package main

// This file runs agentvet on the programs of testdata/eino, testdata/adk and
// testdata/adkv1, which use the real frameworks, and compares what it reports
// with the defects that people planted there and declared. Like truth_test.go
// it takes minutes and runs on demand:
//
//	go test -tags truth -timeout 30m ./cmd/agentvet

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A module is one of the modules of testdata that has programs.
type module struct {
	name      string
	golden    string // pattern of the golden file of a program, after its name with a separator
	sensitive string // every tool that its expected.txt files call sensitive

	once  sync.Once
	list  []prog
	names []string // every package, relative to the module
}

var modules = []*module{
	{name: "eino", golden: "-", sensitive: "refund_payment,restart_service,purge_mailbox,publish_article,close_account"},
	{name: "adk", golden: "_", sensitive: "issue_refund,pay_invoice,ban_seller,restart_service,promote_release,cancel_booking"},
	{name: "adkv1", golden: "_", sensitive: "lock_month,wipe_device"},
}

// A prog is one program of a module: its package, and the packages that only
// it and its twin use.
type prog struct {
	name     string // such as refund/bad
	packages []string
}

func (p prog) clean() bool { return path.Base(p.name) == "clean" }

func (m *module) dir() string { return filepath.Join("..", "..", "testdata", m.name) }

// load lists the programs of m. It also runs agentvet once over all of m, so
// that later runs over parts of it come from the cache.
func (m *module) load(t testing.TB) {
	t.Helper()
	m.once.Do(func() {
		out := m.goCommand(t, "list", "-f", "{{.ImportPath}} {{.Module.Path}} {{join .Imports \",\"}}", "./...")
		imports := make(map[string]string)
		for line := range strings.Lines(out) {
			f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
			name := strings.TrimPrefix(f[0], f[1]+"/")
			m.names = append(m.names, name)
			imports[name] = "," + strings.ReplaceAll(f[2], f[1]+"/", "") + ","
		}
		for _, name := range m.names {
			if base := path.Base(name); base != "bad" && base != "clean" && name != "rejected" {
				continue
			}
			m.list = append(m.list, prog{name, m.family(name, imports)})
		}
		m.agentvet(t, "-json", "./...")
	})
	if len(m.list) == 0 {
		t.Fatalf("%s has no programs", m.name)
	}
}

// family returns the packages of a program: its own, and those beside it that
// are neither its twin nor import its twin.
func (m *module) family(name string, imports map[string]string) []string {
	top := path.Dir(name)
	if top == "." {
		return []string{name}
	}
	twin := top + "/clean"
	if name == twin {
		twin = top + "/bad"
	}
	var list []string
	for _, other := range m.names {
		if strings.HasPrefix(other, top+"/") || other == top {
			if other != twin && !strings.Contains(imports[other], ","+twin+",") {
				list = append(list, other)
			}
		}
	}
	return list
}

func (m *module) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = m.dir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=")
	return cmd
}

func (m *module) goCommand(t testing.TB, args ...string) string {
	t.Helper()
	out, err := m.command("go", args...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		t.Fatalf("%s: go %v: %v\n%s", m.name, args, err, exit.Stderr)
	}
	return string(out)
}

// agentvet runs the binary in m and returns what it printed and its exit code.
// Exit code 2 ends the test: something could not be read.
func (m *module) agentvet(t testing.TB, args ...string) ([]byte, int) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := m.command(binary, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != exitUndecided {
		return out, code
	}
	t.Fatalf("%s: agentvet %v: exit code %d\n%s", m.name, args, exitUndecided, stderr.Bytes())
	return nil, 0
}

func (p prog) patterns() []string {
	list := make([]string, len(p.packages))
	for i, name := range p.packages {
		list[i] = "./" + name
	}
	return list
}

// A finding is what these tests read of a finding.
type finding struct {
	Rule, Position, Subject, Workflow, Message string
}

func (f finding) String() string {
	return fmt.Sprintf("%s: %s %s: %s", f.Position, f.Rule, f.Subject, f.Message)
}

// line returns the position without its column.
func (f finding) line() string { return f.Position[:max(0, strings.LastIndexByte(f.Position, ':'))] }

var quoted = regexp.MustCompile(`"([^"]*)"`)

// about reports whether f names name: as its subject, as an end of the edge
// that is its subject, as its workflow, as a step of the loop that its message
// shows, or in quotes in its message.
func (f finding) about(name string) bool {
	if f.Subject == name || f.Workflow == name || slices.Contains(strings.Split(f.Subject, " -> "), name) {
		return true
	}
	if _, loop, ok := strings.Cut(f.Message, "runs go round "); ok && slices.Contains(strings.Split(loop, " -> "), name) {
		return true
	}
	if f.Rule == "structure/exit-unreachable" && name == "end" {
		return true // it is about the exit, whatever step it names
	}
	for _, match := range quoted.FindAllStringSubmatch(f.Message, -1) {
		if match[1] == name {
			return true
		}
	}
	return false
}

func (m *module) findings(t testing.TB, args ...string) ([]finding, int) {
	t.Helper()
	out, code := m.agentvet(t, append([]string{"-json"}, args...)...)
	var report struct{ Findings []finding }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%s: agentvet -json %v: %v", m.name, args, err)
	}
	return report.Findings, code
}

// A row is one line of an expected.txt: a defect that somebody declared.
type row struct {
	rule, subject, line string
	status              string // must, policy, may or later
}

// expected reads the declared defects of a program.
func (m *module) expected(t testing.TB, p prog) []row {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(m.dir(), p.name, "expected.txt"))
	if errors.Is(err, os.ErrNotExist) && p.clean() {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		r := row{status: "must"}
		if f[0] == "later" {
			r.status, f = "later", f[1:]
		} else if len(f) == 4 {
			r.status = f[3]
		}
		r.rule, r.subject, r.line = f[0], f[1], f[2]
		if !strings.Contains(r.line, "/") {
			r.line = p.name + "/" + r.line
		}
		rows = append(rows, r)
	}
	return rows
}

// A table of testdata holds exceptions, each with its reason:
//
//	MODULE PROGRAM: WHAT -- REASON
type table struct {
	reasons map[string]string
	used    map[string]bool
}

func readTable(t testing.TB, name string) *table {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	tab := &table{make(map[string]string), make(map[string]bool)}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		what, reason, ok := strings.Cut(line, " -- ")
		if !ok || reason == "" {
			t.Fatalf("testdata/%s: %q has no reason", name, line)
		}
		tab.reasons[strings.TrimSpace(what)] = reason
	}
	return tab
}

// allows reports whether the table argues for what.
func (tab *table) allows(m *module, p prog, what string) bool {
	key := m.name + " " + p.name + ": " + what
	_, ok := tab.reasons[key]
	tab.used[key] = tab.used[key] || ok
	return ok
}

// stale reports the rows that argued for nothing, unless -run leaves subtests
// out.
func (tab *table) stale(t testing.TB) {
	t.Helper()
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(tab.reasons)) {
		if !tab.used[key] {
			t.Errorf("nothing needs this exception any more: %s", key)
		}
	}
}

// TestFindings holds the findings of every program and the declared defects
// against each other: every defect is found, at its line, nothing else is
// reported, and nothing at all on a clean program. It is done twice: without a
// policy, and with the tools that matter called sensitive.
func TestFindings(t *testing.T) {
	lines := readTable(t, "lines.txt")
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			for _, policy := range []string{"", m.sensitive} {
				var args []string
				name := "default"
				if policy != "" {
					name, args = "sensitive", []string{"-sensitive", policy}
				}
				t.Run(name, func(t *testing.T) { m.checkFindings(t, args, lines) })
			}
		})
	}
	lines.stale(t)
}

func (m *module) checkFindings(t *testing.T, args []string, lines *table) {
	all, _ := m.findings(t, append(args, "./...")...)
	left := make(map[finding]bool)
	for _, f := range all {
		left[f] = true
	}
	must, found, later := 0, 0, 0
	for _, p := range m.list {
		list, code := m.findings(t, append(args, p.patterns()...)...)
		for _, f := range list {
			delete(left, f)
		}
		if p.clean() {
			if code != exitClean || len(list) > 0 {
				t.Errorf("%s: exit code %d; a clean program has no finding:", p.name, code)
			}
			for _, f := range list {
				t.Errorf("\t%s", f)
			}
			continue
		}
		c := &check{m: m, p: p, lines: lines, policy: len(args) > 0, rows: m.expected(t, p)}
		c.run(t, list)
		must, found, later = must+c.must, found+c.found, later+c.later
	}
	for _, f := range all {
		if left[f] {
			t.Errorf("in no program: %s", f)
		}
	}
	t.Logf("%s: %d of %d declared defects found; %d wait for a rule that does not exist yet", m.name, found, must, later)
}

// A check compares the findings of one bad program with what is declared.
type check struct {
	m      *module
	p      prog
	lines  *table
	policy bool // sensitive tools are named
	rows   []row

	must, found, later int
}

func (c *check) run(t *testing.T, list []finding) {
	for _, r := range c.rows {
		switch {
		case r.status == "may", r.status == "later", r.status == "policy" && !c.policy:
			continue
		case !ruleExists(r.rule):
			c.later++
			continue
		}
		c.must++
		if c.search(t, r, list) {
			c.found++
		}
	}
	for _, f := range list {
		if !slices.ContainsFunc(c.rows, func(r row) bool { return r.covers(f) }) {
			t.Errorf("%s: not declared: %s", c.p.name, f)
		}
	}
}

// covers reports whether f may be reported because of r. That an agent runs a
// destructive tool unasked is what structure/human-gate says too.
func (r row) covers(f finding) bool {
	return f.about(r.subject) && (f.Rule == r.rule || f.Rule == "structure/human-gate" && r.rule == "delegation/destructive")
}

// search looks for the finding that r declares.
func (c *check) search(t *testing.T, r row, list []finding) bool {
	var others []string
	for _, f := range list {
		if f.Rule != r.rule || !f.about(r.subject) {
			continue
		}
		if f.line() == r.line {
			return true
		}
		others = append(others, f.line())
	}
	others = slices.Compact(slices.Sorted(slices.Values(others)))
	for _, line := range others {
		if c.lines.allows(c.m, c.p, fmt.Sprintf("%s %s at %s for %s", r.rule, r.subject, line, r.line)) {
			return true
		}
	}
	if len(others) > 0 {
		t.Errorf("%s: %s %s at %s: want line %s", c.p.name, r.rule, r.subject, strings.Join(others, ", "), r.line)
		return false
	}
	if !c.lines.allows(c.m, c.p, fmt.Sprintf("%s %s not found", r.rule, r.subject)) {
		t.Errorf("%s: not found: %s %s %s", c.p.name, r.rule, r.subject, r.line)
	}
	return false
}

// ruleExists reports whether agentvet has a rule; expected.txt declares
// defects of rules that are still to come.
func ruleExists(rule string) bool { return exec.Command(binary, "explain", rule).Run() == nil }

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
			var vet []string
			dec := json.NewDecoder(strings.NewReader(m.goCommand(t, "vet", "-vettool="+binary, "-json", "./...")))
			for dec.More() {
				var tree map[string]map[string][]struct{ Category, Posn string }
				if err := dec.Decode(&tree); err != nil {
					t.Fatal(err)
				}
				for _, analyzers := range tree {
					for _, diagnostics := range analyzers {
						for _, d := range diagnostics {
							vet = append(vet, strings.TrimPrefix(d.Posn, root+string(filepath.Separator))+" "+d.Category)
						}
					}
				}
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
// analysed anew, one after the other, and when it comes from the cache. One more
// sensitive name, that no tool has, changes the flags, and so the key of the
// cache, and nothing else.
func TestDeterminism(t *testing.T) {
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			want, _ := m.agentvet(t, "-sensitive", m.sensitive, "-json", "./...")
			anew := []string{"-sensitive", m.sensitive + ",no_such_tool", "-json", "./..."}
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

package policy

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/policyfile"
)

var today = time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)

// files returns the policy files of a directory.
func files(t testing.TB, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", dir, "*.yaml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	return names
}

func TestGood(t *testing.T) {
	for _, name := range files(t, "good") {
		p, err := Read(name, Options{Today: today})
		if err != nil {
			t.Error(err)
			continue
		}
		var b strings.Builder
		if err := p.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, strings.TrimSuffix(name, ".yaml")+".txt", b.String())
	}
}

func TestBad(t *testing.T) {
	for _, name := range files(t, "bad") {
		_, err := Read(name, Options{Today: today})
		var list ErrorList
		if !errors.As(err, &list) {
			t.Errorf("%s: error %v, want an ErrorList", name, err)
			continue
		}
		golden.Compare(t, strings.TrimSuffix(name, ".yaml")+".txt", list.Details()+"\n")
	}
}

// TestPlaces wants each atom at its place in the file, however its text is
// written.
func TestPlaces(t *testing.T) {
	name := filepath.Join("testdata", "good", "styles.yaml")
	p, err := Read(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	for _, r := range p.Rules {
		if r.Builtin {
			continue
		}
		for _, a := range r.Rule.Atoms() {
			if rest := lines[a.Pos.Line-1][a.Pos.Col-1:]; !strings.HasPrefix(rest, strings.SplitN(a.String(), `"`, 2)[0]) {
				t.Errorf("%s: %s is placed at %d:%d, before %q", r.Name, a, a.Pos.Line, a.Pos.Col, rest)
			}
		}
	}
}

func TestSum(t *testing.T) {
	const text = "version: 1\nsuppress: [{rule: structure, reason: why, until: 2027-01-01}]\n"
	sum := func(name, text string, today time.Time) string {
		t.Helper()
		p, err := Load(name, []byte(text), Options{Today: today})
		if err != nil {
			t.Fatal(err)
		}
		return p.Sum()
	}
	base := sum("a.yaml", text, today)
	for _, same := range []string{sum("a.yaml", text, today), sum("a.yaml", text, today.AddDate(-1, 0, 0)), sum("./a.yaml", text, time.Time{})} {
		if same != base {
			t.Error("the sum differs where no verdict does")
		}
	}
	for what, other := range map[string]string{
		"text": sum("a.yaml", text+"#", today), "file": sum("b.yaml", text, today), "day": sum("a.yaml", text, today.AddDate(0, 0, 1)),
	} {
		if other == base {
			t.Errorf("the sum does not depend on the %s", what)
		}
	}
	if none := (*Policy)(nil); none.Sum() != "" || Default().Sum() != "" {
		t.Error("no policy has a sum")
	}
}

// TestIdentity: an inventory changes what is said of tools, and nothing that packages are analysed with.
func TestIdentity(t *testing.T) {
	dir := t.TempDir()
	load := func(text string) *Policy {
		t.Helper()
		p, err := Load(filepath.Join(dir, FileName), []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	record := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "tools.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const text = "version: 1\ninventory: tools.json\n"
	if p := load("version: 1\n"); p.Identity() != p.Sum() {
		t.Error("without an inventory, there is more than the file")
	}
	if none := (*Policy)(nil); none.Identity() != "" || Default().Identity() != "" {
		t.Error("no policy has an identity")
	}
	missing := load(text)
	if _, err := missing.Inventory(); err == nil {
		t.Error("an inventory that does not exist can be read")
	}
	record(`{"tools": [{"name": "find"}]}`)
	one := load(text)
	record(`{"tools": [{"name": "look"}]}`)
	two, again := load(text), load(text)
	if in, err := one.Inventory(); err != nil || in.Tools[0].Name != "find" {
		t.Errorf("the inventory is %v, %v: want it as it was when the policy was read", in, err)
	}
	if one.Identity() == two.Identity() || one.Identity() == missing.Identity() || two.Identity() != again.Identity() {
		t.Error("the identity does not follow the inventory")
	}
	if one.Sum() != two.Sum() || one.Sum() != missing.Sum() {
		t.Error("the sum follows the inventory")
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"app/go.mod", "app/agentvet.yaml", "app/pkg/sub/x.go", "app/pkg/agentvet.yaml", "app/other/go.mod", "agentvet.yaml"} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"app": "app/agentvet.yaml", "app/pkg/sub": "app/agentvet.yaml", "app/other": "", "": "",
	} {
		if want != "" {
			want = filepath.Join(root, want)
		}
		if got := Find(filepath.Join(root, dir)); got != want {
			t.Errorf("Find(%q) = %q, want %q", dir, got, want)
		}
	}
}

func TestSeverityOf(t *testing.T) {
	p, err := Load("a.yaml", []byte("version: 1\nseverities: {structure/dead-end: low, structure: off}\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := p.severityOf("structure/dead-end"); s == nil || s.Off || s.Severity.String() != "low" {
		t.Errorf("structure/dead-end: %+v", s)
	}
	if !p.Off("structure/livelock") || p.Off("agentvet/bad-ignore") || p.Off("structured/x") {
		t.Error("the group structure is off, and nothing else")
	}
}

func TestSuppression(t *testing.T) {
	p, err := Load(filepath.Join(t.TempDir(), "agentvet.yaml"), []byte(`version: 1
suppress:
  - {rule: structure/livelock, reason: old, until: 2026-12-31}
  - {rule: structure/livelock, reason: held, until: 2027-01-01}
  - {rule: structure, workflow: night*, file: "batch/*.go", reason: batch}
`), Options{Today: today})
	if err != nil {
		t.Fatal(err)
	}
	batch := filepath.Join(filepath.Dir(p.File), "batch", "a.go")
	for _, test := range []struct {
		target target
		want   string
	}{
		{target{Rule: "structure/livelock"}, "held"},
		{target{Rule: "structure/dead-end", Workflow: "nightly", File: batch}, "batch"},
		{target{Rule: "structure/dead-end", Workflow: "daily", File: batch}, ""},
		{target{Rule: "structure/dead-end", Workflow: "nightly", File: filepath.Join(filepath.Dir(p.File), "a.go")}, ""},
		{target{Rule: "agentvet/unknown", Workflow: "nightly", File: batch}, ""},
	} {
		got := ""
		if s := p.suppression(test.target); s != nil {
			got = s.Reason
		}
		if got != test.want {
			t.Errorf("%+v is suppressed by %q, want %q", test.target, got, test.want)
		}
	}
}

func TestScope(t *testing.T) {
	p, err := Read(filepath.Join("testdata", "good", "full.yaml"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range p.Rules {
		if r.Name != "review-before-mail" {
			if !r.Scope.Covers("anything", "any/where") {
				t.Errorf("%s has no scope and does not cover everything", r.Name)
			}
			continue
		}
		if !r.Scope.Covers("support-eu", "example.com/desk/eu", "reader", "writer") {
			t.Error("the scope does not cover what it names")
		}
		if r.Scope.Covers("support-eu", "example.com/desk/eu", "reader") || r.Scope.Covers("support-eu", "example.com/other", "writer") ||
			r.Scope.Covers("sales", "example.com/desk/eu", "writer") {
			t.Error("the scope covers what it does not name")
		}
	}
}

// TestLimits wants an error, soon, where a file is too large by one of the
// limits.
func TestLimits(t *testing.T) {
	rule := "  - {name: p%, rule: 'G !tool:x'}\n"
	var many strings.Builder
	for i := range policyfile.MaxPolicies + 1 {
		many.WriteString(strings.Replace(rule, "%", strings.Repeat("a", i%50+1)+string(rune('a'+i%26)), 1))
	}
	list := "&l [" + strings.Repeat("G !tool:x, ", 1000) + "]"
	aliases := "version: 1\npolicies:\n  - {name: a, all: " + list + "}\n" + strings.Repeat("  - {name: a, all: *l}\n", 500)
	for what, text := range map[string]string{
		"bytes":    "version: 1\n#" + strings.Repeat("x", policyfile.MaxSize),
		"policies": "version: 1\npolicies:\n" + many.String(),
		"values":   aliases,
		"depth":    strings.Repeat("[", 100_000),
		"rules": "version: 1\npolicies:\n  - {name: a, all: &l [&r 'G !(tool:x" + strings.Repeat(" || tool:x", 5000) + ")'" +
			strings.Repeat(", *r", 20_000) + "]}\n",
		"mistakes": "version: 1\nsensitive: [" + strings.Repeat("'', ", policyfile.MaxSize/5) + "]\n",
	} {
		_, err := Load("a.yaml", []byte(text), Options{})
		if err == nil {
			t.Errorf("too many %s are accepted", what)
		} else if n := len(err.Error()); n > 4096 {
			t.Errorf("the error about too many %s has %d bytes", what, n)
		}
	}
}

// FuzzLoad wants an answer for every file, and a place in the file for every
// mistake and every rule.
func FuzzLoad(f *testing.F) {
	for _, dir := range []string{"good", "bad"} {
		for _, name := range files(f, dir) {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Load("a.yaml", data, Options{Today: today})
		inside := func(pos graph.Pos) {
			text := strings.ReplaceAll(string(data), "\r\n", "\n")
			breaks := strings.Count(text, "\n") + strings.Count(text, "\r") + strings.Count(text, "\u0085") + strings.Count(text, "\u2028") + strings.Count(text, "\u2029")
			if pos.Line < 1 || pos.Line > breaks+1 || pos.Col < 1 {
				t.Errorf("%v is no place in the file", pos)
			}
		}
		if list := (ErrorList)(nil); errors.As(err, &list) {
			for _, e := range list {
				inside(e.Pos)
			}
			_ = list.Details()
			return
		}
		if err != nil {
			return
		}
		for _, r := range p.Rules {
			if !r.Builtin {
				inside(r.Pos)
			}
		}
		if err := p.WriteText(new(strings.Builder)); err != nil {
			t.Error(err)
		}
	})
}

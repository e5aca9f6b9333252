package module_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// TestData: what the rules on data say of agents without a framework. Each program has bad
// tools and harmless ones that do nearly the same; want.txt has what is said, with the
// witness.
func TestData(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "flow"))
	if err != nil {
		t.Fatal(err)
	}
	byProgram := make(map[string][]*module.Package)
	var model *module.Package
	for _, act := range passtest.Run(t, module.Collector(suite.Analyzers), "testdata", "./flow/...") {
		p := again(t, act.Result.(*module.Package))
		_, path, _ := strings.Cut(p.Path, "/flow/")
		if program, _, _ := strings.Cut(path, "/"); program != "model" {
			byProgram[program] = append(byProgram[program], p)
			continue
		}
		model = p
	}
	for program, packages := range byProgram {
		t.Run(program, func(t *testing.T) {
			packages = append(packages, model)
			got := aboutData(module.Join(packages), dir)
			slices.Reverse(packages)
			if again := aboutData(module.Join(packages), dir); again != got {
				t.Errorf("in another order of packages:\n%s\nwant\n%s", again, got)
			}
			golden.Compare(t, filepath.Join(dir, program, "want.txt"), got)
		})
	}
}

// again returns a package as another process gets it.
func again(t *testing.T, p *module.Package) *module.Package {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	out := new(module.Package)
	if err := json.Unmarshal(data, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// aboutData prints the findings of m on data, unknowns included.
func aboutData(m *module.Module, dir string) string {
	var b strings.Builder
	for _, f := range m.Check(module.Options{}).Findings {
		if !rules.Matches("taint", f.Rule) && !strings.HasPrefix(f.Message, "flows of data") {
			continue
		}
		fmt.Fprintf(&b, "%s: %s: %s: %s\n", f.Pos, f.Rule, f.Verdict, f.Message)
		for _, s := range f.Witness {
			fmt.Fprintf(&b, "    %s: %s\n", s.Pos, s.Text)
		}
		fmt.Fprintf(&b, "    in %s\n", f.Context)
	}
	return strings.ReplaceAll(b.String(), dir+string(filepath.Separator), "")
}

// TestUnreadElsewhere: a function that was not read is said of by its package, if a reader sees what that says, and else by the module.
func TestUnreadElsewhere(t *testing.T) {
	var named, store []*module.Package
	for _, act := range passtest.Run(t, module.Collector(suite.Analyzers), "testdata", "./flow/far/...", "./flow/model") {
		p := again(t, act.Result.(*module.Package))
		if !strings.HasSuffix(p.Path, "/far/store") {
			named = append(named, p)
			continue
		}
		store = append(store, p)
		n := slices.IndexFunc(p.Functions.IDs, func(have string) bool { return strings.HasSuffix(have, "Rows") })
		if n < 0 {
			t.Fatalf("no Rows among %q", p.Functions.IDs)
		}
		p.Functions.Unread = append(p.Functions.Unread, p.Functions.IDs[n])
		p.Functions.IDs, p.Functions.Data = slices.Delete(p.Functions.IDs, n, n+1), slices.Delete(p.Functions.Data, n, n+1)
	}
	says := func(m *module.Module) bool {
		return strings.Contains(aboutData(m, t.Name()), "flows of data through example.com/module/flow/far/store.Disk.Rows are not known")
	}
	if says(module.Join(append(slices.Clone(named), store...))) {
		t.Error("the module says what the package says")
	}
	if !says(module.Join(named, store...)) {
		t.Error("nobody says that a function of a package that nobody named was not read")
	}
}

package read

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/passtest"
)

// readProgram returns what the packages of the program in testdata say.
func readProgram(t *testing.T) (kept []*settings.Kept) {
	t.Helper()
	pkgs := passtest.Load(t, "testdata/program", nil, "./...")
	prog, built := ssautil.Packages(pkgs, 0)
	prog.Build()
	all := ssautil.AllFunctions(prog)
	for i, p := range built {
		var funcs []*ssa.Function
		for fn := range all {
			if fn.Pkg == p && fn.Syntax() != nil && fn.Origin() == nil {
				funcs = append(funcs, fn)
			}
		}
		slices.SortFunc(funcs, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
		kept = append(kept, Package(&Input{
			Fset: pkgs[i].Fset, Pkg: p, Funcs: funcs,
			Own: func(path string) bool { return strings.HasPrefix(path, "example.com/program") },
		}))
	}
	return kept
}

// TestJoin: what nothing obeys is what the program says of itself, with UNREAD beside it; golden is what else is known of it.
func TestJoin(t *testing.T) {
	unread := settings.Join(readProgram(t))
	got := make(map[string]bool)
	var out strings.Builder
	for _, u := range unread {
		got[fmt.Sprintf("%s:%d", filepath.Base(u.Pos.File), u.Pos.Line)] = true
		fmt.Fprintf(&out, "%s:%d %s of %q: %s at %s:%d\n", filepath.Base(u.Pos.File), u.Pos.Line, u.Name, u.Struct, u.By, filepath.Base(u.At.File), u.At.Line)
		for _, use := range u.Uses {
			fmt.Fprintf(&out, "    %s:%d %s %s\n", filepath.Base(use.Pos.File), use.Pos.Line, use.Kind, use.Into)
		}
	}
	want := make(map[string]bool)
	for _, name := range []string{"testdata/program/main.go", "testdata/program/config/config.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if strings.Contains(line, "// UNREAD") {
				want[fmt.Sprintf("%s:%d", filepath.Base(name), i+1)] = true
			}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(want)) {
		if !got[at] {
			t.Errorf("%s: nothing is said", at)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(got)) {
		if !want[at] {
			t.Errorf("%s: said to be obeyed by nothing", at)
		}
	}
	golden.Compare(t, "testdata/unread.txt", out.String())
}

// TestWordsOf: one name in all of its styles.
func TestWordsOf(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"ReadOnly", "read only"}, {"read_only", "read only"}, {"READ_ONLY", "read only"}, {"--read-only", "read only"},
		{"isReadOnly", "is read only"}, {"MCPReadOnly", "mcp read only"}, {"AllowedIDs", "allowed i ds"}, {"maxTurns2", "max turns2"}, {"", ""},
	} {
		if got := strings.Join(wordsOf(test.name), " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestParse: what is wrong in a table is an error with its line.
func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"limit", `settings.txt:1: nothing follows "limit"`},
		{"limit read only\nlimits deny", `settings.txt:2: unknown word "limits"`},
		{"fill yaml.Unmarshal", `settings.txt:1: want "fill", a function and what belongs to it`},
		{"fill yaml.Unmarshal x", `settings.txt:1: want the number of an argument, got "x"`},
		{"show log.Print\nshow log.Print", `settings.txt:2: a row before says what log.Print does`},
		{"show log.Print 1", `settings.txt:1: want "show", a function and what belongs to it`},
	} {
		if _, err := parse(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// TestIsLimit: a name speaks of a limit alone, or together with that of the struct.
func TestIsLimit(t *testing.T) {
	table := settingsTable()
	for _, test := range []struct {
		name, owner string
		want        bool
	}{
		{"ReadOnly", "", true}, {"MaxSteps", "WorkflowConfig", true}, {"Enabled", "SandboxConfig", true},
		{"Enabled", "ToolsConfig", true}, {"Enabled", "CacheConfig", false}, {"Enabled", "", false}, {"Timeout", "ToolsConfig", true}, {"QUERY_TIMEOUT_SEC", "", true}, {"max_execution_time", "", true}, {"Retries", "ToolsConfig", false},
		{"CORSOrigins", "ServerConfig", true}, {"EnableAudit", "WorkflowConfig", true}, {"Tools", "Config", false},
	} {
		if got := table.isLimit(test.name, test.owner); got != test.want {
			t.Errorf("%s of %q: %t, want %t", test.name, test.owner, got, test.want)
		}
	}
}

package capability_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// ofCategory has the capabilities that a category of capslock stands for, those above others.
// Categories that it lacks are about the run time of Go, or say that capslock does not know.
var ofCategory = map[string][]string{
	"ARBITRARY_EXECUTION": {"unsafe", "plugin"}, "UNSAFE_POINTER": {"unsafe"}, "REFLECT": {"reflect", "unsafe"},
	"EXEC": {"exec", "plugin"}, "FILES": {"fs"}, "NETWORK": {"net"},
	"MODIFY_SYSTEM_STATE": {"process"}, "READ_SYSTEM_STATE": {"env", "process", "system"},
	"OPERATING_SYSTEM": {"fs", "process", "system", "exec"},
	"SYSTEM_CALLS":     {"syscall", "fs", "net", "process", "exec", "env", "system"},
}

// TestCapslock compares the rows on the standard library with what google/capslock's table says of
// the same functions. said.txt is what it says, see testdata/capslock; reasons.txt has the
// differences: patterns of functions, each with the reason. A function that differs without one, and
// a reason that nothing needs, fail.
func TestCapslock(t *testing.T) {
	reasons := reasons(t)
	used := make(map[string]bool)
	compared, agreed := 0, 0
	differ := func(name, how string) {
		for _, pattern := range reasons {
			if ok, _ := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00")); ok {
				used[pattern] = true
				return
			}
		}
		t.Errorf("%s: %s, and reasons.txt has no reason", name, how)
	}
	for line := range strings.Lines(string(readFile(t, "said.txt"))) {
		words := strings.Fields(line)
		name, families := words[1], ofCategory[words[2]]
		if families == nil {
			continue
		}
		compared++
		ours := needed(funcid.Key(name))
		if len(ours) > 0 && !slices.ContainsFunc(ours, func(c string) bool { return !authority.CoversAny(families, c) }) {
			agreed++
			continue
		}
		differ(name, "capslock says "+words[2]+", our rows "+strings.Join(ours, ", "))
	}
	for _, pattern := range reasons {
		if !used[pattern] {
			t.Errorf("reasons.txt: nothing needs %q", pattern)
		}
	}
	t.Logf("%d functions compared, %d agree", compared, agreed)
}

// needed returns what rows say of a function, whatever it is called with.
func needed(key string) (out []string) {
	for _, r := range library.All().Effects(key) {
		for _, c := range r.Capabilities {
			name, _, _ := strings.Cut(c, ".{")
			out = append(out, name)
		}
	}
	return out
}

// reasons returns the patterns of what differs for a reason, in the order of the file: the first that
// matches counts.
func reasons(t *testing.T) (patterns []string) {
	for line := range strings.Lines(string(readFile(t, "reasons.txt"))) {
		pattern, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "#") || pattern == "" {
			continue
		}
		if strings.TrimSpace(reason) == "" {
			t.Errorf("reasons.txt: no reason for %q", pattern)
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

func readFile(t *testing.T, name string) []byte {
	data, err := os.ReadFile(filepath.Join("testdata", "capslock", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

package golangci

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/policy"
)

// names returns the names of what golangci-lint gets in a directory, and of all that these
// analyzers require, sorted.
func names(t *testing.T, settings map[string]any) (top, all []string) {
	t.Helper()
	p, err := New(settings)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
	for _, a := range list {
		top = append(top, a.Name)
	}
	for _, a := range reachable(list) {
		all = append(all, a.Name)
	}
	slices.Sort(all)
	return top, all
}

// TestNames wants the names under which golangci-lint keeps results to change with the policy
// file, and with it alone.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/a\n")
	none, _ := names(t, nil)
	if none[0] != Name {
		t.Errorf("the first analyzer is %s: golangci-lint would put its name in front of messages", none[0])
	}
	write(policy.FileName, "version: 1\n")
	one, oneAll := names(t, nil)
	again, againAll := names(t, map[string]any{"policy": policy.FileName, "strict": true, "sensitive": []string{"refund"}})
	write(policy.FileName, "version: 1\nprofile: strict\n")
	two, twoAll := names(t, nil)
	if slices.Equal(none, one) || slices.Equal(one, two) {
		t.Errorf("a policy does not change the names: %v, %v, %v", none, one, two)
	}
	if !slices.Equal(one, again) || !slices.Equal(oneAll, againAll) {
		t.Errorf("the names of one policy differ: %v and %v", oneAll, againAll)
	}
	for _, name := range []string{"ssaflow", "module"} { // their facts depend on policies
		of := func(list []string) string {
			i := slices.IndexFunc(list, func(n string) bool { return strings.HasPrefix(n, name+"_") })
			if i < 0 {
				t.Fatalf("no analyzer is called %s_…: %v", name, list)
			}
			return list[i]
		}
		if of(oneAll) == of(twoAll) {
			t.Errorf("facts of %s are kept under one name for two policies", name)
		}
	}
	write(policy.FileName, "version: 1\ninventory: tools.json\n")
	write("tools.json", `{"tools": []}`)
	three, _ := names(t, nil)
	write("tools.json", `{"tools": [{"name": "find"}]}`)
	if four, _ := names(t, nil); slices.Equal(three, four) {
		t.Errorf("an inventory does not change the names: %v", four)
	}
	if kept, _ := names(t, map[string]any{"policy": "none"}); !slices.Equal(kept, none) {
		t.Errorf("policy none is %v, no policy is %v", kept, none)
	}
}

func TestSettings(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"bad.yaml": "version: 1\nprofil: strict\n", "lost.yaml": "version: 1\ninventory: tools.json\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		settings map[string]any
		want     string
	}{
		{map[string]any{"strikt": true}, `unknown field "strikt"`},
		{map[string]any{"strict": "yes"}, "strict"},
		{map[string]any{"sensitive": []string{"a["}}, "sensitive: "},
		{map[string]any{"policy": "nosuch.yaml"}, "no such file"},
		{map[string]any{"policy": "bad.yaml"}, `bad.yaml:2:1: the policy file has no key "profil"`},
		{map[string]any{"policy": "lost.yaml"}, "lost.yaml:2:12: inventory: "},
	} {
		p, err := New(test.settings)
		if err == nil {
			_, err = p.BuildAnalyzers()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want an error with %q", test.settings, err, test.want)
		}
	}
}

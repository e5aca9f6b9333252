package suite

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/verify"
)

func TestValid(t *testing.T) {
	if err := analysis.Validate(Analyzers); err != nil {
		t.Error(err)
	}
	for _, a := range Analyzers {
		if a.URL == "" {
			t.Errorf("%s has no URL", a.Name)
		}
	}
}

// TestOptions wants suites that do not share options: tests and drivers run
// several at once.
func TestOptions(t *testing.T) {
	strict := New(Options{Verify: verify.Options{Strict: true}})
	for i, a := range New(Options{}) {
		if f := a.Flags.Lookup("strict"); f != nil && f.Value.String() != "false" {
			t.Errorf("%s: strict is %s by default", a.Name, f.Value)
		}
		if f := strict[i].Flags.Lookup("strict"); f != nil && f.Value.String() != "true" {
			t.Errorf("%s: strict is %s, want true", a.Name, f.Value)
		}
	}
}

// TestPolicyName wants another name among the required analyzers for another
// policy, which is how gopls learns of it, and none without a file.
func TestPolicyName(t *testing.T) {
	file := filepath.Join(t.TempDir(), policy.FileName)
	names := func(text string) string {
		t.Helper()
		p, err := policy.Load(file, []byte(text), policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list := New(Options{Verify: verify.Options{Policy: p}})
		if err := analysis.Validate(list); err != nil {
			t.Fatal(err)
		}
		return policyNames(list)
	}
	one, other := names("version: 1\n"), names("version: 1\nprofile: strict\n")
	if one == "" || one == other || one != names("version: 1\n") {
		t.Errorf("the names are %q and %q", one, other)
	}
	if none := policyNames(New(Options{Verify: verify.Options{Policy: policy.Default()}})); none != "" {
		t.Errorf("without a file, the name is %q", none)
	}
}

// policyNames returns the names of analyzers that stand for a policy, once for
// each analyzer that requires one.
func policyNames(list []*analysis.Analyzer) string {
	var names []string
	for _, a := range list {
		for _, required := range a.Requires {
			if strings.HasPrefix(required.Name, "policy_") {
				names = append(names, required.Name)
			}
		}
	}
	return strings.Join(names, " ")
}

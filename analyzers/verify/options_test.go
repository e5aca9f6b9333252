package verify

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/docs/rules"
)

// TestEffective wants flags that are given to count more than the policy file,
// and that more than the defaults.
func TestEffective(t *testing.T) {
	file, err := policy.Load("agentvet.yaml", []byte(`version: 1
profile: strict
checks: {require-human: false, per-call: true}
sensitive: [refund, "delete_*"]
severities: {structure/dead-end: off}
`), policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags string
		file  *policy.Policy
		want  string
		args  string
	}{
		{"", nil, "", ""},
		{"", file, "each-exit per-call strict delete_* refund", ""},
		{"-each-exit=false -require-human -sensitive=pay,refund", file, "require-human per-call strict delete_* pay refund",
			"-x.each-exit=false -x.require-human -x.sensitive=pay,refund"},
		{"-strict=false -per-call=false", file, "each-exit delete_* refund", "-x.per-call=false"},
		{"-strict -each-exit", nil, "each-exit strict", "-x.each-exit"},
	} {
		var o Options
		fs := flag.NewFlagSet("test", flag.ContinueOnError)
		o.Register(fs)
		if err := fs.Parse(strings.Fields(test.flags)); err != nil {
			t.Fatal(err)
		}
		o.Policy = test.file
		got := o.Effective()
		if s := said(got); s != test.want {
			t.Errorf("%q with a policy: %v: the options are %q, want %q", test.flags, test.file != nil, s, test.want)
		}
		if diff := cmp.Diff(said(got), said(got.Effective())); diff != "" {
			t.Errorf("%q: twice effective differs:\n%s", test.flags, diff)
		}
		if args := strings.Join(o.Args("x."), " "); args != test.args {
			t.Errorf("%q: Args = %q, want %q", test.flags, args, test.args)
		}
		if got.Policy == nil {
			t.Errorf("%q: the effective options have no policy", test.flags)
		}
	}
	o := Options{Policy: file}
	for rule, want := range map[string]bool{rules.DeadEnd: false, "structure": false, rules.Livelock: true, "policy/none": false} {
		if got := o.Active(rule); got != want {
			t.Errorf("Active(%q) = %v, want %v", rule, got, want)
		}
	}
}

// said returns what options ask for, in words.
func said(o Options) string {
	var words []string
	for _, f := range []struct {
		name string
		on   bool
	}{{"each-exit", o.EachExit}, {"require-human", o.RequireHuman}, {"per-call", o.PerCall}, {"strict", o.Strict}} {
		if f.on {
			words = append(words, f.name)
		}
	}
	return strings.Join(append(words, o.Sensitive...), " ")
}

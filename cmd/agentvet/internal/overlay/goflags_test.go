package overlay

import "testing"

func TestGoFlag(t *testing.T) {
	for _, test := range []struct{ goflags, want string }{
		{"", ""},
		{"-mod=mod -tags=a,b", ""},
		{"-modfile=x.mod", "x.mod"},
		{" -mod=mod  --modfile=x.mod\t-v ", "x.mod"},
		{`"-modfile=a dir/x.mod" '-ldflags=-s -w'`, "a dir/x.mod"},
		{"-modfile=x.mod -modfile=y.mod", "y.mod"},
		{"'-modfile=x.mod", ""}, // not closed: the go command says so
		{"-modcacherw", ""},
	} {
		if got := GoFlag(test.goflags, "modfile"); got != test.want {
			t.Errorf("GoFlag(%q, modfile) = %q, want %q", test.goflags, got, test.want)
		}
	}
}

package load

import "testing"

func TestCutModfile(t *testing.T) {
	for _, test := range []struct{ goflags, keep, modfile string }{
		{"", "", ""},
		{"-mod=mod -tags=a,b", "-mod=mod -tags=a,b", ""},
		{"-modfile=x.mod", "", "-modfile=x.mod"},
		{" -mod=mod  --modfile=x.mod\t-v ", "-mod=mod -v", "--modfile=x.mod"},
		{`"-modfile=a dir/x.mod" '-ldflags=-s -w'`, `'-ldflags=-s -w'`, "-modfile=a dir/x.mod"},
		{"-modfile=x.mod -modfile=y.mod", "", "-modfile=y.mod"},
		{"'-modfile=x.mod", "'-modfile=x.mod", ""}, // not closed: the go command says so
		{"-modcacherw", "-modcacherw", ""},
	} {
		keep, modfile := cutModfile(test.goflags)
		if keep != test.keep || modfile != test.modfile {
			t.Errorf("cutModfile(%q) = %q, %q; want %q, %q", test.goflags, keep, modfile, test.keep, test.modfile)
		}
	}
}

package defect

import (
	"regexp"
	"testing"
)

type object struct{ name string }

func (o *object) fail() string { return o.name }

func recovered(f func()) (text string) {
	defer func() { text = Text(recover()) }()
	f()
	return ""
}

func TestText(t *testing.T) {
	for want, f := range map[string]func(){
		`^runtime error: invalid memory address or nil pointer dereference, in internal/defect\.\(\*object\)\.fail, line \d+$`: func() { (*object)(nil).fail() },
		`^no such thing, in internal/defect\.TestText\.func\d, line \d+$`:                                                      func() { panic("no such thing") },
	} {
		if got := recovered(f); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

package spell

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"untrusted", "private", "secret", "fs.read", "fs.write", "group/inner"}
	for _, test := range []struct{ name, want string }{
		{"untrsuted", "untrusted"}, // a swap
		{"secrets", "secret"},
		{"fs.wirte", "fs.write"},
		{"fs", ""}, // too short to be a part of a name
		{"innr", "group/inner"},
		{"trust", "untrusted"}, // a part
		{"public", ""},
		{"", ""},
	} {
		if got := Nearest(test.name, names); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
	if got, want := DidYouMean("secrte", names), `; did you mean "secret"?`; got != want {
		t.Errorf("DidYouMean = %q, want %q", got, want)
	}
	if got := DidYouMean("nothing like it", names); got != "" {
		t.Errorf("DidYouMean = %q, want nothing", got)
	}
}

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
		{"scrt", ""}, // two edits of four letters
		{"", ""},
	} {
		if got := Nearest(test.name, names); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.name, got, test.want)
		}
	}
	for name, want := range map[string]string{"lm": "llm", "llm": "llm", "cc": "", "x": ""} {
		if got := Nearest(name, []string{"llm", "to", "n"}); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
	if got, want := DidYouMean("secrte", names), `; did you mean "secret"?`; got != want {
		t.Errorf("DidYouMean = %q, want %q", got, want)
	}
	if got := DidYouMean("nothing like it", names); got != "" {
		t.Errorf("DidYouMean = %q, want nothing", got)
	}
}

func TestSure(t *testing.T) {
	for _, test := range []struct {
		name       string
		candidates []string
		want       string
	}{
		{"complaint", []string{"complain", "greet"}, "complain"},
		{"clasify", []string{"classify", "answer"}, "classify"},
		{"issue_refnud", []string{"issue_refund", "issue_reply"}, "issue_refund"},
		{"issue-refund", []string{"issue_refund"}, "issue_refund"},
		{"summarise_it", []string{"summarize", "greet"}, ""},  // three edits
		{"send_mail", []string{"send_mails", "send_mai"}, ""}, // two are near
		{"step2", []string{"step1"}, ""},                      // another step
		{"step1", []string{"step12"}, ""},                     // likewise
		{"run", []string{"ran"}, ""},                          // too short
		{"answer", nil, ""},
	} {
		if got := Sure(test.name, test.candidates); got != test.want {
			t.Errorf("Sure(%q, %q) = %q, want %q", test.name, test.candidates, got, test.want)
		}
	}
}

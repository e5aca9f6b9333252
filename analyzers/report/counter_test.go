package report

import "testing"

func TestShortCounter(t *testing.T) {
	for name, want := range map[string]string{
		"example.com/a/desk.State.Rounds":                             "desk.State.Rounds",
		`example.com/a/desk.State.Status == "a/b - c"`:                `desk.State.Status == "a/b - c"`,
		"example.com/a/desk.State.Rounds - example.com/a/b.desk.most": "desk.State.Rounds - b.desk.most",
		`strings.HasPrefix(example.com/a/desk.State.Path, "/a, b")`:   `strings.HasPrefix(desk.State.Path, "/a, b")`,
		"len(example.com/a/desk.State.Items) <= 3":                    "len(desk.State.Items) <= 3",
		"example.com/a/desk.State.Value <= 1.5":                       "desk.State.Value <= 1.5",
		"example.com/a/desk.State.Rounds - cfg.Max":                   "desk.State.Rounds - cfg.Max",
	} {
		if got := shortCounter(name); got != want {
			t.Errorf("shortCounter(%q) = %q, want %q", name, got, want)
		}
	}
}

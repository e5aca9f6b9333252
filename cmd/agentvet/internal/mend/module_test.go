package mend

import "testing"

// TestUnreleased: the go command refuses a version that does not go with the path of its module.
func TestUnreleased(t *testing.T) {
	for path, want := range map[string]string{
		"example.com/a":         "v0.0.0",
		"example.com/a/v1":      "v0.0.0",
		"example.com/a/v6":      "v6.0.0",
		"example.com/a/v6/kind": "v0.0.0",
		"example.com/a/v12":     "v12.0.0",
		"example.com/av6":       "v0.0.0",
		"gopkg.in/yaml.v3":      "v3.0.0",
	} {
		if got := unreleased(path); got != want {
			t.Errorf("unreleased(%q) = %q, want %q", path, got, want)
		}
	}
}

package module

import "testing"

// TestOwner wants for a file the member with the nearest directory around it, else the first.
func TestOwner(t *testing.T) {
	list := []Member{{Dirs: []string{"/w/x"}}, {Dirs: []string{"/w/z", "/w/x/sub/"}}, {Dirs: []string{"/w"}}}
	for file, want := range map[string]int{
		"/w/x/a.go": 0, "/w/x/sub/a.go": 1, "/w/x/subs/a.go": 0, "/w/xy/a.go": 2, "/w/z/agentvet.yaml": 1, "/v/a.go": 0, "": 0,
	} {
		if got := ownerOf(list, file); got != want {
			t.Errorf("%q is of member %d, want %d", file, got, want)
		}
	}
}

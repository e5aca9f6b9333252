package capability_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint/capability"
)

// commented matches a function with the comment at its end, or behind its first line.
var commented = regexp.MustCompile(`(?m)^func (?:\(\w+ \*?\w+\) )?([A-Z]\w*)\(.*// ?(.*)$`)

// TestElsewhere: what functions do by statements that others have prepared, by templates that others have made, and by goroutines that get
// what they send over a channel; and by a text of which only one of several values is known.
func TestElsewhere(t *testing.T) {
	kept := capability.Keep("example.com/elsewhere", read(t, "elsewhere", true), func(string) (*capability.Summary, bool) { return nil, true })
	var ids []string
	for _, f := range kept.Funcs {
		ids = append(ids, f.ID)
	}
	got := make(map[string]string)
	for id, uses := range capability.Join([]*capability.Kept{kept}).Of(ids, library.All(), func(graph.Pos) []string { return nil }) {
		var names []string
		for _, u := range uses {
			if u.Loose {
				u.Name = "maybe " + u.Name
			}
			names = append(names, u.Name)
		}
		got[funcid.Name(id)] = strings.Join(names, ", ")
	}
	source, err := os.ReadFile(filepath.Join("testdata", "elsewhere", "elsewhere.go"))
	if err != nil {
		t.Fatal(err)
	}
	wants := commented.FindAllStringSubmatch(string(source), -1)
	if len(wants) < 9 {
		t.Errorf("tested %d functions", len(wants))
	}
	for _, want := range wants {
		name, _, _ := strings.Cut(want[1], ".")
		if got[name] != strings.TrimSpace(want[2]) {
			t.Errorf("%s needs %q, want %q", name, got[name], want[2])
		}
	}
}

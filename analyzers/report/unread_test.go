package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestUnread: many functions that are not read are one thing to say; what passes without a call is another.
func TestUnread(t *testing.T) {
	var list []UnreadFunc
	for n := range maxUnread {
		list = append(list, UnreadFunc{Name: fmt.Sprintf("a.F%d", n)})
	}
	if got := UnreadFunctions(list, "package"); len(got) != maxUnread {
		t.Errorf("%d findings for %d functions", len(got), maxUnread)
	}
	got := UnreadFunctions(append([]UnreadFunc{{}}, append(list, UnreadFunc{Name: "a.G"})...), "package")
	if len(got) != 2 || !strings.Contains(got[0].Message, `through 6 functions of the package, "a.F0" among them,`) ||
		!strings.Contains(got[1].Message, "from step to step") {
		t.Errorf("findings %+v", got)
	}
}

// TestUnexplained: a workflow explains what a model is asked for, and not what clients may call; a tool of a server does not explain what a
// model wants called.
func TestUnexplained(t *testing.T) {
	asked, served := Seen{Kind: SeenRead, Name: "ToolCalls"}, Seen{Kind: SeenRead, Name: "Params.Name", Server: true}
	for _, tt := range []struct {
		name    string
		read    Scope
		servers int
		want    []Seen
	}{
		{"nothing", Scope{}, 0, []Seen{asked, served}},
		{"a workflow", Scope{Workflows: 1}, 0, []Seen{served}},
		{"an agent", Scope{Agents: 1}, 0, nil},
		{"a workflow and a server", Scope{Workflows: 1}, 1, nil},
		{"a server with a tool", Scope{Tools: 1}, 1, []Seen{asked}},
	} {
		if got := Unexplained([]Seen{asked, served}, tt.read, tt.servers); !slices.Equal(got, tt.want) {
			t.Errorf("%s: left are %v, want %v", tt.name, got, tt.want)
		}
	}
}

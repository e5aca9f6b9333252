package report

import (
	"fmt"
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

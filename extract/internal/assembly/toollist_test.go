package assembly

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// TestToolList adds tools named pay under conditions, and wants to know which of them an
// agent has: cash and card differ, asks is behind a human.
func TestToolList(t *testing.T) {
	tools := map[string]*graph.Tool{
		"cash": {Name: "pay", Description: "cash"},
		"card": {Name: "pay", Description: "card"},
		"asks": {Name: "pay", Description: "asks", Gate: graph.Gate{Kind: graph.GateConfirm}},
		"mail": {Name: "mail", Description: "mail"},
		"?":    {Description: "?", Unknown: reason.Words("it is not known")},
	}
	for _, c := range []struct{ list, want string }{
		{"cash card", "cash card"},
		{"cash mail", "cash mail"},
		{"cash cash", "cash cash"},
		{"?:a ?:!a", "? ?"},
		{"cash:a card:!a", "cash"},
		{"cash:a card:b", "cash card"},
		{"cash:a mail card:!a", "cash mail"},
		{"asks:a cash:!a", "cash"},
		{"cash:a asks:!a", "cash"},
		{"cash:a,b card:!a cash:a,!b", "cash"},
		{"cash:a card:!a card", "cash card"},
		// Each of two calls adds the one or the other: both may be there.
		{"cash:a,b cash:a,b card:!a,b cash:!a,b cash:a,!b card:a,!b card:!a,!b card:!a,!b", "card cash"},
		// Both calls add the same: two of one, or two of the other.
		{"cash:a cash:a card:!a card:!a", "cash cash"},
	} {
		var l ToolList
		for _, f := range strings.Fields(c.list) {
			name, conds, _ := strings.Cut(f, ":")
			var g interp.Guard
			for _, c := range strings.FieldsFunc(conds, func(r rune) bool { return r == ',' }) {
				text, neg := strings.CutPrefix(c, "!")
				cond := interp.NewCond(int(text[0]), text)
				cond.Neg = neg
				g = append(g, cond)
			}
			l.Add(tools[name], g)
		}
		var got []string
		for _, x := range l.Tools() {
			got = append(got, x.Description)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("the tools of %q are %q, want %q", c.list, s, c.want)
		}
	}
}

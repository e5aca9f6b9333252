package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestMakers: a place where many tools are made, as by an adapter of the program's own, is one line, and many places are cut with a word.
func TestMakers(t *testing.T) {
	var tools []*graph.Tool
	add := func(line int, names ...string) {
		for _, name := range names {
			tools = append(tools, &graph.Tool{Name: name, Pos: graph.Pos{File: "a.go", Line: line, Col: 1}})
		}
	}
	add(1, "a", "b", "c", "d", "e")
	add(2, "f")
	add(3, "g", "h")
	for line := range 7 {
		add(10+line, "x")
	}
	var got []string
	for _, s := range makers(tools) {
		got = append(got, fmt.Sprintf("%d %s", s.Pos.Line, s.Text))
	}
	want := `1 "a", "b" and 3 more tools are made here
2 "f" is made here
3 "g" and "h" are made here
10 "x" is made here
11 "x" is made here
12 "x" is made here
13 "x" is made here
14 "x" is made here
0 and 2 places like these`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

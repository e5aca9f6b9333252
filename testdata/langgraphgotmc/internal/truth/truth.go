// Package truth asks the first langgraphgo what a compiled graph is: nodes, edges
// and the entry point.
package truth

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/tmc/langgraphgo/graph"
)

// A Workflow is one graph.
type Workflow struct {
	File  string `json:"file"` // the directory of the program
	Mode  string `json:"mode"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
	Dead  []Edge `json:"dead,omitempty"` // never followed: a node has an edge before
}

// A Node is a function; what it does, the framework does not see.
type Node struct {
	ID string `json:"id"`
}

// An Edge leads from one node to another.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Of returns the view of a compiled graph.
func Of(dir string, runnable *graph.Runnable) Workflow {
	g := reflect.ValueOf(runnable).Elem().FieldByName("graph").Elem()
	w := Workflow{File: dir, Mode: "any", Edges: []Edge{{"START", g.FieldByName("entryPoint").String()}}}
	for _, k := range g.FieldByName("nodes").MapKeys() {
		if k.String() != graph.END { // which is never run
			w.Nodes = append(w.Nodes, Node{k.String()})
		}
	}
	slices.SortFunc(w.Nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	left := make(map[string]bool)
	for i := range g.FieldByName("edges").Len() {
		e := Edge{g.FieldByName("edges").Index(i).FieldByName("From").String(), g.FieldByName("edges").Index(i).FieldByName("To").String()}
		if left[e.From] {
			w.Dead = append(w.Dead, e)
		} else {
			w.Edges = append(w.Edges, e)
		}
		left[e.From] = true
	}
	return w
}

// Encode returns the golden form of the workflows of a program.
func Encode(program string, ws []Workflow) []byte {
	data, err := json.MarshalIndent(map[string]any{"program": program, "workflows": ws}, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(data, '\n')
}

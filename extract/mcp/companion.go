package mcp

// This file finds the handlers of tools that a package only defines: the function
// that it hands out together with a definition.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// companion returns the function that root functions return beside a definition, in
// one struct or as another result; none is given if there is none or there are several.
func (a *catalog) companion(def assembly.Value) assembly.Value {
	if a.companions == nil {
		c := &companions{found: make(map[graph.Pos]assembly.Value)}
		for _, vals := range a.Together() {
			c.beside(vals, maxNesting)
		}
		a.companions = c.found
	}
	return a.companions[def.Made()]
}

// maxNesting is how deep in structs and slices a definition is looked for.
const maxNesting = 4

// companions collects the functions beside definitions.
type companions struct{ found map[graph.Pos]assembly.Value }

// beside looks for definitions among values that belong together.
func (c *companions) beside(vals []assembly.Value, depth int) {
	var function assembly.Value
	functions := 0
	for _, v := range vals {
		if v.Only().IsFunc() || len(v.Objects("handler")) == 1 {
			function = v.Only()
			functions++
		}
	}
	for _, v := range vals {
		for _, x := range v.Pointed() {
			switch {
			case isDefinition(x) && functions == 1:
				c.found[x.Made()] = function
			case depth == 0:
			case x.IsStruct():
				c.beside(x.Fields(), depth-1)
			default:
				elems, _ := x.Elems()
				for _, e := range elems {
					c.beside([]assembly.Value{e}, depth-1)
				}
			}
		}
	}
}

// isDefinition reports whether a value is a tool of one of the libraries.
func isDefinition(v assembly.Value) bool {
	row := table.Call(v.Type())
	return row != nil && row.Kind == "definition" && v.Made().IsValid()
}

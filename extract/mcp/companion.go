package mcp

// This file finds the handlers of tools that a package only defines: the function
// that it hands out together with a definition.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// companion returns the function that root functions return beside a definition, in
// one struct or as another result, nil if there is none or there are several.
func (a *assembler) companion(def interp.Value) interp.Value {
	s, ok := interp.Deref(def).(*interp.Struct)
	if !ok || len(s.Made) == 0 {
		return nil
	}
	if a.companions == nil {
		c := &companions{found: make(map[graph.Pos]interp.Value)}
		for _, vals := range a.Returned() {
			c.beside(vals, maxNesting)
		}
		a.companions = c.found
	}
	return a.companions[s.Made[len(s.Made)-1]]
}

// maxNesting is how deep in structs and slices a definition is looked for.
const maxNesting = 4

// companions collects the functions beside definitions.
type companions struct{ found map[graph.Pos]interp.Value }

// beside looks for definitions among values that belong together.
func (c *companions) beside(vals []interp.Value, depth int) {
	var function interp.Value
	functions := 0
	for _, v := range vals {
		_, ok := interp.Unwrap(only(v)).(interp.FuncValue)
		if ok || len(objects(v, "handler")) == 1 {
			function = only(v)
			functions++
		}
	}
	for _, v := range vals {
		for _, alt := range behind(v) {
			s, ok := alt.V.(*interp.Struct)
			switch {
			case ok && isDefinition(s) && functions == 1:
				c.found[s.Made[len(s.Made)-1]] = function
			case ok && depth > 0:
				var fields []interp.Value
				for _, name := range s.FieldNames() {
					fields = append(fields, interp.Field(s, name))
				}
				c.beside(fields, depth-1)
			case !ok && depth > 0:
				elems, _ := interp.Elems(alt.V)
				for _, e := range elems {
					c.beside([]interp.Value{e.V}, depth-1)
				}
			}
		}
	}
}

// isDefinition reports whether a struct is a tool of one of the libraries.
func isDefinition(s *interp.Struct) bool {
	row := table.Call(s.Type)
	return row != nil && row.Kind == "definition" && len(s.Made) > 0
}

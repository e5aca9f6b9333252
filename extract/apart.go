package extract

import "github.com/agentvet/agentvet/graph"

// tellApart puts tools that are made at one place, as in a loop over a table or by an adapter, where their code
// is: what is said of one, or silenced, is then about no other. Tools whose code is not seen, and those that share it, stay.
func tellApart(tools []*graph.Tool) {
	type places map[graph.Pos]map[string]bool // names of the tools there
	add := func(p places, at graph.Pos, name string) {
		if p[at] == nil {
			p[at] = make(map[string]bool)
		}
		p[at][name] = true
	}
	made, coded := make(places), make(places)
	for _, t := range tools {
		add(made, t.Pos, t.Name)
		add(coded, t.HandlerPos, t.Name)
	}
	for _, t := range tools {
		if len(made[t.Pos]) > 1 && len(coded[t.HandlerPos]) == 1 && t.HandlerPos.IsValid() {
			t.Pos = t.HandlerPos
		}
	}
}

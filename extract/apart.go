package extract

import "github.com/agentvet/agentvet/graph"

// tellApart puts tools that stand at one place, as those of a loop over a table or of an adapter, where they are made, in
// whichever package, or else where their code is: what is said of one, or silenced, is then about no other. Those that nothing
// tells apart stay. See assembly.Assembly.MadeAt.
func tellApart(tools []*graph.Tool, made map[*graph.Tool]graph.Pos) {
	for _, better := range []func(*graph.Tool) graph.Pos{
		func(t *graph.Tool) graph.Pos { return made[t] },
		func(t *graph.Tool) graph.Pos { return t.HandlerPos },
	} {
		stand, would := make(tenants), make(tenants)
		for _, t := range tools {
			stand.add(t.Pos, t.Name)
			would.add(better(t), t.Name)
		}
		for _, t := range tools {
			if at := better(t); at.IsValid() && len(stand[t.Pos]) > 1 && len(would[at]) == 1 {
				t.Pos = at
			}
		}
	}
}

// tenants are the names of the tools at each place.
type tenants map[graph.Pos]map[string]bool

func (n tenants) add(at graph.Pos, name string) {
	if n[at] == nil {
		n[at] = make(map[string]bool)
	}
	n[at][name] = true
}

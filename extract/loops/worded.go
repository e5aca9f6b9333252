package loops

// This file makes agents of dialects. Code that reads structured output looks like them: it
// takes what a model answers apart and goes by it. It is an agent if a part of the answer
// chooses what runs with the others, and if the next question has what came of it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// An Unread is a place where a model's answer chooses what runs, in a program that may be an
// agent.
type Unread struct {
	Package string
	Part    string // of the answer
	Pos     graph.Pos
}

// A reading is what a program does with the answers of its model if a choice names the tools.
type reading struct {
	*chart
	*choice
	tools  []*tool
	cycles []*cycle // that may be agents
	open   []Unread // where there may be others
}

// maxChoices is how many choices of one dialect are tried.
const maxChoices = 20

// worded returns the agents whose models call in words, and where there may be others, if there
// are none.
func (n *net) worded(whole bool) (out []Agent, unread []Unread) {
	for _, d := range n.dialects() {
		choices := n.choices(d)
		if len(choices) > maxChoices {
			s := choices[0].at[0]
			unread = append(unread, Unread{s.in.pkg, choices[0].name, s.pos})
			continue
		}
		var all []*reading
		for _, ch := range choices {
			f := newDialect(n, ch)
			tools := f.tools()
			r := &reading{chart: newChart(f, tools), choice: ch, tools: tools}
			r.judge(r.chart.cycles(tools))
			all = append(all, r)
			unread = append(unread, r.open...)
		}
		var found []Agent
		for _, r := range naming(all) {
			found = append(found, slices.DeleteFunc(r.agents(r.cycles, r.tools, whole), func(a Agent) bool { return isKnown(a, out) })...)
		}
		out = append(out, found...)
	}
	if len(out) > 0 {
		return out, nil
	}
	return nil, append(unread, n.lined()...)
}

// isKnown reports whether a loop with the tools of an agent is among others: one dialect may
// become another one.
func isKnown(a Agent, known []Agent) bool {
	return slices.ContainsFunc(known, func(o Agent) bool {
		return o.Func == a.Func && o.Agent.Pos == a.Agent.Pos && !slices.ContainsFunc(a.Agent.Tools, func(t *graph.Tool) bool {
			return !slices.ContainsFunc(o.Agent.Tools, func(u *graph.Tool) bool { return u.Handler == t.Handler })
		})
	})
}

// judge keeps the cycles of agents. There may be others where something is done, and either
// nobody was seen to be told of it or nothing was seen to ask again.
func (r *reading) judge(all []*cycle) {
	for _, cy := range all {
		cy.tools = r.doers(cy.tools)
		told := slices.DeleteFunc(slices.Clone(cy.tools), func(t *tool) bool { return !r.isTold(t) })
		if len(told) == 0 && cy.isRound() {
			told = slices.DeleteFunc(slices.Clone(cy.tools), func(t *tool) bool { return !r.isKept(t) })
		}
		open := cy.tools
		switch {
		case r.areTools(told) && cy.isRound():
			cy.tools = slices.DeleteFunc(cy.tools, func(t *tool) bool { // what else is done for one
				return !slices.Contains(told, t) && slices.ContainsFunc(told, func(o *tool) bool { return o.name == t.name })
			})
			r.cycles = append(r.cycles, cy)
			continue
		case len(told) > 0:
			open = told
		case !cy.isRound():
			continue
		}
		if i := slices.IndexFunc(open, r.acts); i >= 0 {
			r.open = append(r.open, Unread{open[i].in.pkg, r.name, open[i].chosen})
		}
	}
}

// areTools reports whether what a choice selects looks like tools: something in a list of them,
// something that does more than to make values of values, or several things.
func (r *reading) areTools(told []*tool) bool {
	return slices.ContainsFunc(told, func(t *tool) bool { return !t.inline || t.name != told[0].name || !r.computes(t) })
}

// naming returns the readings in which a choice names tools: those that only say what kind of
// answer it is lead to another one, and what selects in the code of a tool is an argument of it.
func naming(all []*reading) []*reading {
	all = slices.DeleteFunc(slices.Clone(all), func(r *reading) bool { return len(r.cycles) == 0 })
	named := slices.DeleteFunc(slices.Clone(all), func(r *reading) bool {
		return slices.ContainsFunc(all, func(inner *reading) bool { return inner != r && r.isKind(inner.choice) })
	})
	return slices.DeleteFunc(slices.Clone(named), func(r *reading) bool {
		return slices.ContainsFunc(named, func(outer *reading) bool { return outer != r && outer.serves(r) })
	})
}

// serves reports whether the tools of another reading stand in the code of those of r.
func (r *reading) serves(inner *reading) bool {
	served := make(map[*function]bool)
	for _, t := range r.told() {
		for fn := range r.servedBy(t) {
			served[fn] = true
		}
	}
	return !slices.ContainsFunc(inner.told(), func(in *tool) bool {
		return !served[in.in] && !slices.ContainsFunc(r.told(), func(t *tool) bool {
			return t.inline && t.in == in.in && slices.Contains(t.blocks, in.block)
		})
	})
}

// told returns the tools of which the model is told what came of them.
func (r *reading) told() (out []*tool) {
	for _, cy := range r.cycles {
		for _, t := range cy.tools {
			if r.isTold(t) || r.isKept(t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// doers leaves out what is no tool: comparisons under which nothing is called, and calls that
// only make values of values for a tool that something else runs.
func (c *chart) doers(tools []*tool) []*tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t *tool) bool {
		if !t.inline {
			return false
		}
		if t.idle {
			return true
		}
		return c.computes(t) && slices.ContainsFunc(tools, func(o *tool) bool { return o.name == t.name && !o.idle && !c.computes(o) })
	})
}

// computes reports whether what serves a tool makes values of values and does nothing else.
func (c *chart) computes(t *tool) bool {
	if len(c.usedBy(t)) > 0 {
		return false
	}
	for fn := range c.servedBy(t) {
		if len(fn.Outside) > 0 || slices.ContainsFunc(fn.sites, func(s *site) bool { return len(s.callees) == 0 }) {
			return false
		}
	}
	return true
}

// usedBy returns what of libraries the code of a tool uses that stands in line.
func (c *chart) usedBy(t *tool) (out []valueflow.Use) {
	for _, u := range t.in.Outside {
		if t.inline && slices.Contains(t.blocks, u.Block) {
			out = append(out, u)
		}
	}
	return out
}

// acts reports whether a tool does something to the world.
func (c *chart) acts(t *tool) bool {
	if slices.ContainsFunc(c.usedBy(t), func(u valueflow.Use) bool { return u.Does == valueflow.DeedActs }) {
		return true
	}
	for fn := range c.servedBy(t) {
		if c.deedOf(fn) == valueflow.DeedActs {
			return true
		}
	}
	return false
}

// isTold reports whether the model is told what came of a tool.
func (c *chart) isTold(t *tool) bool {
	for _, u := range c.usedBy(t) {
		var results []place
		for _, r := range u.Results {
			results = append(results, t.in.at(r))
		}
		if c.tells(results) {
			return true
		}
	}
	return slices.ContainsFunc(t.in.sites, func(s *site) bool {
		return (s == t.site || t.inline && slices.Contains(t.blocks, s.Block)) && c.tells(s.results)
	})
}

// isKept reports whether what serves a tool keeps what comes of it, for the next question to the model.
func (c *chart) isKept(t *tool) bool {
	for fn := range c.servedBy(t) {
		var made []place
		for _, u := range fn.Outside {
			for _, r := range u.Results {
				made = append(made, fn.at(r))
			}
		}
		for _, text := range fn.Texts {
			made = append(made, fn.at(text.At))
		}
		if !c.direct[fn] && len(made) > 0 && c.tellsParts(made) {
			return true
		}
	}
	return false
}

// isKind reports whether a choice says what kind of answer it is, and another one names the
// tools: one that selects among several wherever the first one does.
func (r *reading) isKind(inner *choice) bool {
	if !r.selectsMany(inner) {
		return false
	}
	leads := func(t *tool) bool {
		return slices.ContainsFunc(r.at, func(s selection) bool {
			return s.test != nil && s.test.Pos == t.chosen && r.leadsTo(s, inner)
		})
	}
	return !slices.ContainsFunc(r.told(), func(t *tool) bool { return !leads(t) })
}

// selectsMany reports whether a choice is compared with several texts, or is the key of a map.
func (c *chart) selectsMany(ch *choice) bool {
	texts := make(map[string]bool)
	for _, s := range ch.at {
		if s.test == nil || !c.isConstant(s.in, s.test.Y) {
			return true
		}
		texts[c.text(s.in, s.test.Y)] = true
	}
	return len(texts) > 1
}

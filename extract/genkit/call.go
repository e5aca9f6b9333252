package genkit

// This file reads the options of a call of a model: its tools, its limit, and the
// middleware around it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// defaultTurns is how many rounds of tools a call has if the program does not say.
const defaultTurns = 5

// A call is a call of a model.
type call struct {
	*definitions
	agent    *graph.Agent
	registry assembly.Value   // in which names of tools are looked up
	turns    assembly.Value   // not given if the program says nothing
	returns  bool             // tool requests go back to the program
	use      []assembly.Value // middleware
	missing  []string         // names of tools that nothing defines
}

// open notes why there may be further tools.
func (c *call) open(u *assembly.Unknown) {
	if u != nil {
		c.agent.Unknowns = append(c.agent.Unknowns, u.Open(graph.UnknownTools, c.agent.Pos))
	}
}

// options reads a list of options.
func (c *call) options(list assembly.Value) { list.Options(c.option, c.open) }

// add adds the tools of a list.
func (c *call) add(list assembly.Value) {
	tools, more := list.Tools(c.tool)
	c.agent.Tools = append(c.agent.Tools, tools...)
	c.open(more)
}

// option reads one option.
func (c *call) option(o assembly.Value) {
	switch o.Object().Kind {
	case "opt:tools":
		c.add(o.Arg("list"))
	case "opt:turns":
		c.turns = o.Arg("n")
		if len(o.Guard) > 0 {
			c.turns = c.NewUnknown(reason.Conditional)
		}
	case "opt:return":
		returns, _ := o.Arg("value").Bool()
		c.returns = returns && len(o.Guard) == 0
	case "opt:around":
		c.around(o.Arg("list"))
	case "opt:config":
		c.provided(o.Arg("value"))
	case "opt:model":
		for _, m := range o.Arg("value").Each() {
			if ref := m.Object("modelref"); ref != nil {
				c.provided(c.Arg(ref, "config"))
			}
		}
	case "opt:use":
		list, more := o.Arg("list").List()
		c.use = append(c.use, list...)
		if more != nil {
			c.use = append(c.use, c.Read(more).Under(o.Guard))
		}
	}
}

// around reads middleware of the older form: functions around the model.
func (c *call) around(list assembly.Value) {
	elems, more := list.List()
	c.open(more)
	for _, mw := range elems {
		c.open(mw.Rewrites())
		assembly.AddHook(c.agent, "WithMiddleware", mw.Func())
	}
}

// provided notes that the configuration of a model has tools, or may have some, which its
// provider runs: the configurations of Gemini have them in a field of this name. A map is
// decoded into one.
func (c *call) provided(config assembly.Value) {
	for _, x := range config.Each() {
		c.providedBy(x)
	}
}

func (c *call) providedBy(config assembly.Value) {
	if u := config.Opaque(); u != nil {
		c.open(u)
		return
	}
	has := false
	note := func(name string, v assembly.Value) {
		has = has || strings.EqualFold(name, "tools") && !v.IsZero()
	}
	config.Behind().Struct(note)
	more := config.Entries(func(key, v assembly.Value) {
		name, known := key.Text()
		note(name, v)
		has = has || !known
	})
	c.open(more)
	if has {
		c.open(assembly.Because(reason.SaysTools, "the configuration of the model"))
	}
}

// promptMiddleware is a function of the versions that run the middleware of a prompt.
const promptMiddleware = module + "/ai.WithStepName"

// prompt reads what a prompt is defined with, and returns its name. Middleware that
// it is defined with does nothing until version 1.7.
func (c *call) prompt(v assembly.Value) (name string) {
	for _, p := range v.Each() {
		o := p.Object("prompt", "file")
		if o == nil {
			c.open(p.Why(reason.NoneSeen, "prompt"))
			continue
		}
		name, _ = p.Arg("name").Text()
		if o.Kind == "file" {
			def := c.defined(name)
			if def == nil {
				c.open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "a file"), Pos: c.Place(o)})
				continue
			}
			o = def
		}
		c.registry = c.Arg(o, "g")
		c.options(c.Arg(o, "options"))
		if !c.Describes(promptMiddleware) {
			c.use = nil
		}
	}
	return name
}

// defined returns the prompt that the program defines under a name, or nil.
func (c *call) defined(name string) *assembly.Object {
	for _, o := range c.ObjectsOf("prompt") {
		if s, ok := c.Arg(o, "name").Text(); ok && s == name && name != "" {
			return o
		}
	}
	return nil
}

// override reads the options with which a prompt is executed: its tools replace
// those of the prompt, and its middleware that of the prompt.
func (c *call) override(list assembly.Value) {
	g, old, around := c.agent, c.agent.Tools, c.use
	g.Tools, c.use = nil, nil
	defer func() {
		if len(c.use) == 0 {
			c.use = around
		} else if maybe := condition(list); maybe != nil {
			for _, mw := range around {
				c.use = append(c.use, mw.Under(maybe))
			}
		}
	}()
	if c.options(list); len(g.Tools) == 0 || len(old) > 0 && condition(list) != nil {
		g.Tools = append(old[:len(old):len(old)], g.Tools...)
	}
}

// condition returns the condition under which an option of a list stands, nil if none
// stands under any.
func condition(list assembly.Value) assembly.Guard {
	elems, _ := list.List()
	if i := slices.IndexFunc(elems, func(e assembly.Value) bool { return !e.Sole }); i >= 0 {
		return elems[i].Guard
	}
	return nil
}

// request reads a call that is given by a struct.
func (c *call) request(st *assembly.CourseStep) {
	list, more := c.StepArg(st, "names").List()
	c.open(more)
	for _, e := range list {
		c.agent.Tools = append(c.agent.Tools, c.byName(e, c.agent.Pos, named))
	}
	if use := c.StepArg(st, "use"); !use.IsZero() { // it is known by name
		c.open(use.Why(reason.NoneSeen, "middleware"))
	}
	c.around(c.StepArg(st, "around"))
	c.provided(c.StepArg(st, "config"))
	c.turns = c.StepArg(st, "max")
	c.returns, _ = c.StepArg(st, "return").Bool()
}

// finish sets the limit, and what middleware does to the tools.
func (c *call) finish() {
	g := c.agent
	if len(g.Tools) > 0 || len(g.Unknowns) > 0 || len(c.use) > 0 {
		g.Bound = bound(c.turns)
	}
	g.Tools = slices.DeleteFunc(g.Tools, func(t *graph.Tool) bool {
		how, undefined := c.nowhere[t]
		if !undefined {
			return false
		}
		u := c.hidden(t.Name)
		if u == nil && how == lookedUp { // what it gets is nil, which the program may ask
			u = &assembly.Unknown{Reason: reason.Of(reason.Nowhere, t.Name)}
		}
		if u == nil {
			c.missing = append(c.missing, t.Name)
			return true
		}
		c.open(u)
		return false
	})
	for _, mw := range c.use {
		c.middleware(mw)
	}
	if c.returns && len(g.Tools) > 0 {
		c.open(&assembly.Unknown{Reason: reason.Of(reason.Requests)})
	}
}

// bound reads WithMaxTurns. There is always a limit.
func bound(turns assembly.Value) graph.Bound {
	switch n, ok := turns.Int(); {
	case !turns.Given(), ok && n <= 0:
		return graph.Known(defaultTurns)
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	default:
		return graph.Known(n)
	}
}

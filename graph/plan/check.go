package plan

// This file finds what is wrong with a plan by itself.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Kind says what a Problem is.
type Kind uint8

const (
	NoTool       Kind = iota // there is no tool of the name; perhaps, if there may be others
	SeveralTools             // there are several: which is meant is not known
	RunsAgent                // the tool runs an agent: what that does is not known
	Unbound                  // a reference is not bound on every way to it
	Missing                  // an argument
	Extra                    // an argument that the tool does not have; perhaps, if not all are known
	WrongType                // of an argument
	Unchecked                // what an argument may hold is not known
	OutOfBound               // a number that does not keep the bound of its field; perhaps, if it is not known
	Branches                 // a condition, and none are permitted
	NoInput                  // the program binds no such name before a plan
	Raced                    // a name that one of several parts side by side binds, and another one binds or uses
	numKinds
)

// A Problem is something that is wrong with a plan, or that could not be decided.
type Problem struct {
	Kind    Kind
	Verdict verdict.Verdict
	Step    *Step
	Pos     graph.Pos // in the plan
	// Name is what it is about: of a tool or a reference, or the path of an argument.
	Name      string
	Tool      *graph.Tool
	Param     *graph.Param
	Want, Got string         // types; for OutOfBound the limit and the value, "" if it is left out
	Names     []string       // that there are, for one that is not
	Other     graph.Pos      // of SeveralTools the second; of Unbound where it is bound elsewhere; of Raced the other use
	Open      *graph.Unknown // why there may be others
}

// Options say what is checked.
type Options struct {
	Linear bool // no conditions
}

// Check returns what is wrong with p, in the order of its text.
func Check(p *Plan, r *Registry, o Options) []Problem {
	c := &checker{Registry: r, Options: o, anywhere: make(map[string]graph.Pos)}
	for s := range All(p.Steps) {
		if s.Call != nil && s.Call.Bind != "" {
			if _, ok := c.anywhere[s.Call.Bind]; !ok {
				c.anywhere[s.Call.Bind] = s.Pos
			}
		}
	}
	st := state{make(map[string]bool), make(map[string][]fact)}
	for _, in := range p.Inputs {
		c.anywhere[in.Name] = in.Pos
		if st.bind(in.Name); !r.hasInput(in.Name) {
			c.add(Problem{Kind: NoInput, Verdict: verdict.Violated, Pos: in.Pos, Name: in.Name, Names: r.inputNames()})
		}
	}
	c.steps(p.Steps, st)
	slices.SortStableFunc(c.list, func(a, b Problem) int { return a.Pos.Compare(b.Pos) })
	return slices.CompactFunc(c.list, func(a, b Problem) bool { // rounds of a loop
		return a.Kind == b.Kind && a.Verdict == b.Verdict && a.Pos == b.Pos && a.Name == b.Name && a.Want == b.Want
	})
}

type checker struct {
	*Registry
	Options
	anywhere map[string]graph.Pos // the first place where a name is bound
	list     []Problem
}

func (c *checker) add(p Problem) { c.list = append(c.list, p) }

// A state is what holds at a place of the plan on every way to it.
type state struct {
	bound map[string]bool
	facts map[string][]fact // about what names are bound to
}

func (st state) clone() state { return state{maps.Clone(st.bound), maps.Clone(st.facts)} }

// bind notes that a name is bound to something new.
func (st state) bind(name string) {
	if name != "" {
		st.bound[name] = true
		delete(st.facts, name)
	}
}

// steps checks a list of steps, which changes st.
func (c *checker) steps(list []*Step, st state) {
	for _, s := range list {
		if s.Call != nil {
			c.call(s, st)
			st.bind(s.Call.Bind)
			continue
		}
		if s.If == nil {
			c.parts(s, st)
			continue
		}
		if c.Linear {
			c.add(Problem{Kind: Branches, Verdict: verdict.Violated, Step: s, Pos: s.If.Cond.Pos})
		}
		for _, ref := range s.If.Cond.Refs() {
			c.reference(s, ref, st)
		}
		then, otherwise := st.clone(), st.clone()
		then.bind(s.If.Item)
		then.assume(&s.If.Cond, true)
		otherwise.assume(&s.If.Cond, false)
		c.steps(s.If.Then, then)
		c.steps(s.If.Else, otherwise)
		st.join(then, otherwise)
	}
}

// join makes st what holds after either of two ways.
func (st state) join(a, b state) {
	clear(st.bound)
	clear(st.facts)
	for name := range a.bound {
		if b.bound[name] {
			st.bound[name] = true
			both := slices.DeleteFunc(slices.Clone(a.facts[name]), func(f fact) bool {
				return !slices.ContainsFunc(b.facts[name], f.equal)
			})
			if len(both) > 0 {
				st.facts[name] = both
			}
		}
	}
}

// parts checks lists of steps that run side by side, which changes st.
func (c *checker) parts(s *Step, st state) {
	uses := make([]map[string]use, len(s.Parts))
	before := st.clone()
	for i, part := range s.Parts {
		own := before.clone()
		c.steps(part, own)
		uses[i] = usesOf(part)
		for name, u := range uses[i] {
			if !u.binds.IsValid() {
				continue
			}
			delete(st.facts, name)
			if own.bound[name] {
				st.bound[name] = true
				if len(own.facts[name]) > 0 {
					st.facts[name] = own.facts[name]
				}
			} else {
				delete(st.bound, name)
			}
		}
	}
	for i := range uses {
		for _, name := range slices.Sorted(maps.Keys(uses[i])) {
			for j := range uses {
				if u, o := uses[i][name], uses[j][name]; i != j && u.binds.IsValid() && o.any.IsValid() {
					c.add(Problem{Kind: Raced, Verdict: verdict.Violated, Step: s, Pos: u.binds, Name: name, Other: o.any})
					break
				}
			}
		}
	}
}

// A use of a name in a list of steps: where it is bound first, and where it is bound or used first.
type use struct{ binds, any graph.Pos }

func usesOf(list []*Step) map[string]use {
	uses := make(map[string]use)
	note := func(name string, at graph.Pos, binds bool) {
		u := uses[name]
		if !u.any.IsValid() {
			u.any = at
		}
		if binds && !u.binds.IsValid() {
			u.binds = at
		}
		uses[name] = u
	}
	for s := range All(list) {
		switch {
		case s.Call != nil:
			for i := range s.Call.Args {
				for _, ref := range s.Call.Args[i].Value.Refs("") {
					note(ref.Text, ref.Pos, false)
				}
			}
			if s.Call.Bind != "" {
				note(s.Call.Bind, s.Pos, true)
			}
		case s.If != nil:
			for _, ref := range s.If.Cond.Refs() {
				note(ref.Text, ref.Pos, false)
			}
		}
	}
	return uses
}

func (c *checker) reference(s *Step, ref *Value, st state) {
	if !st.bound[ref.Text] {
		names := slices.Sorted(maps.Keys(st.bound))
		c.add(Problem{Kind: Unbound, Verdict: verdict.Violated, Step: s, Pos: ref.Pos, Name: ref.Text, Names: names, Other: c.anywhere[ref.Text]})
	}
}

func (c *checker) call(s *Step, st state) {
	for i := range s.Call.Args {
		for _, ref := range s.Call.Args[i].Value.Refs("") {
			c.reference(s, ref, st)
		}
	}
	list := c.tools[s.Call.Tool]
	if len(list) == 0 {
		p := Problem{Kind: NoTool, Verdict: verdict.Violated, Step: s, Pos: s.Call.Pos, Name: s.Call.Tool, Names: c.names, Open: c.open}
		if c.open != nil {
			p.Verdict = verdict.Unknown
		}
		c.add(p)
		return
	}
	t := list[0]
	if len(list) > 1 {
		c.add(Problem{Kind: SeveralTools, Step: s, Pos: s.Call.Pos, Name: t.Name, Tool: t, Other: list[1].Pos})
	}
	if t.Agent != "" {
		c.add(Problem{Kind: RunsAgent, Step: s, Pos: s.Call.Pos, Name: t.Name, Tool: t})
	}
	if len(t.Params) == 0 {
		if len(s.Call.Args) > 0 {
			c.add(Problem{Kind: Unchecked, Step: s, Pos: s.Call.Where, Tool: t})
		}
		return
	}
	a := &arguments{checker: c, step: s, tool: t, facts: st.facts, all: hasFields(t)}
	a.object("", s.Call.Args, s.Call.Where)
}

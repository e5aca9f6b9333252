package product

// This file decides rules that compare arguments with earlier calls: (account == account of tool:pay).
//
// Which earlier calls there were is order, and values are not. So each such atom is replaced, for one workflow, by
// a formula over its events: for a call of the workflow, the earlier calls that certainly have the value that it
// compares; and those that may have it, together with an atom that may always hold or not. The formula speaks of
// events by tags that only this file gives them. What holds however those free atoms are, holds. A violation
// that needs one of them is a run only if somebody can choose the values so: a model can.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// compares reports whether an atom of r compares with earlier calls.
func compares(r *syntax.Rule) bool {
	return slices.ContainsFunc(r.Atoms(), func(a *syntax.Atom) bool { return a.Kept() != nil })
}

// keptTags are the tags of events in a rule that compares with earlier calls.
type keptTags struct {
	of   map[string][]string // by what print returns
	free value               // what the free atoms are
	// choice says which values of the free atoms somebody can choose, all of them alike.
	choice struct{ never, always bool }
	coarse bool // there are no tags: the comparisons hold or not, as they like
}

// value is what is taken for the free atoms.
type value uint8

const (
	either value = iota
	never
	always
)

const (
	tagPrefix  = "\x00kept:" // a glob matches no tag with a colon
	freePrefix = tagPrefix + "free:"
)

// compared returns r for the workflow of c.
func (c *Checker) compared(r *Rule) *Rule {
	k := &keeper{net: c.net, tags: &keptTags{of: make(map[string][]string)}, done: make(map[string]*syntax.Formula)}
	k.tags.choice.never, k.tags.choice.always = true, true
	k.collect()
	k.choose(r.Source)
	out := &Rule{Source: r.Source, Parts: slices.Clone(r.Parts)}
	for i := range out.Parts {
		p := &out.Parts[i]
		if !compares(p.Source) {
			continue
		}
		p.whole = p.DFA
		rewritten := k.rule(p.Source)
		d, err := dfa.CompileRule(rewritten)
		if err != nil || d.Violating(d.Start) { // too many different values, or no event shows what is wrong
			p.kept = &keptTags{coarse: true}
			continue
		}
		endless, err := dfa.NewEndless(rewritten.Formula())
		if err != nil {
			p.kept = &keptTags{coarse: true}
			continue
		}
		p.kept, p.DFA, p.endless = k.tags, d, endless
	}
	return out
}

// asks returns the automaton that says what a part speaks of. What is known of a workflow may leave nothing of a
// part that compares with earlier calls; what is not known may still be what it speaks of.
func (p *Part) asks() *dfa.DFA {
	if p.whole != nil {
		return p.whole
	}
	return p.DFA
}

// keptPart decides a part. A violation that depends on which values are equal is one only if a model can choose
// them so.
func (c *Checker) keptPart(p *Part, o Options) *Result {
	res := c.part(p, o)
	if p.kept == nil || res.Verdict != verdict.Violated || !p.free() {
		return res
	}
	for _, choice := range []struct {
		free value
		can  bool
	}{{never, p.kept.choice.never}, {always, p.kept.choice.always}} {
		if !choice.can || p.kept.coarse {
			continue
		}
		chosen, tags := *p, *p.kept
		tags.free = choice.free
		chosen.kept = &tags
		if other := c.part(&chosen, o); other.Verdict == verdict.Violated {
			return other
		}
	}
	res.Verdict, res.Doubt = verdict.Unknown, Doubt{Why: WhyKept}
	return res
}

// free reports whether the automaton asks for an atom that is free.
func (p *Part) free() bool {
	return p.kept.coarse && slices.ContainsFunc(p.DFA.Atoms, func(a *syntax.Atom) bool { return a.Kept() != nil }) ||
		slices.ContainsFunc(p.DFA.Atoms, isFree)
}

func isFree(a *syntax.Atom) bool {
	return a.Kind == syntax.AtomTag && strings.HasPrefix(a.Name, freePrefix)
}

// reading returns what spaces ask of an automaton with the atoms, for the part.
func (p *Part) reading(d reading, atoms []*syntax.Atom) reading {
	if p.kept == nil || p.kept.coarse {
		return d
	}
	r := keptReading{reading: d, tags: p.kept}
	for i, a := range atoms {
		switch {
		case isFree(a):
			r.freely |= 1 << i
		case a.Kind == syntax.AtomTag && strings.HasPrefix(a.Name, tagPrefix):
			r.tagged |= 1 << i
		}
	}
	return r
}

// keptReading gives events their tags.
type keptReading struct {
	reading
	tags           *keptTags
	freely, tagged dfa.Symbol
}

// Symbols returns the atoms that certainly hold of e, and those that may.
func (r keptReading) Symbols(e *dfa.Event) (must, may dfa.Symbol) {
	if e.Decision != "" { // no call; and what it is not asked for is no event
		return r.reading.Symbols(e)
	}
	tags, known := r.tags.of[print(e)]
	tagged := *e
	tagged.Tags = slices.Concat(withoutTags(e.Tags), tags)
	must, may = r.reading.Symbols(&tagged)
	if !known { // a human who is asked; of anything else, nothing is known
		may |= r.tagged
	}
	switch r.tags.free {
	case either:
		may |= r.freely
	case always:
		must |= r.freely
	}
	return must, may
}

// withoutTags leaves out what looks like a tag of this file.
func withoutTags(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return strings.HasPrefix(t, tagPrefix) })
}

// print tells events apart.
func print(e *dfa.Event) string { return fmt.Sprintf("%q", fmt.Sprintf("%+v", *e)) }

// A keeper replaces the atoms of one rule.
type keeper struct {
	*net
	events []occurrence
	tags   *keptTags
	done   map[string]*syntax.Formula // by the text of the atom
	n      int                        // of tags
}

// An occurrence is an event of the workflow, and the step that has it.
type occurrence struct {
	dfa.Event
	node *graph.Node
	tool *graph.Tool // that is called, if it is known
}

// collect finds the events that may be calls.
func (k *keeper) collect() {
	seen := make(map[string]bool)
	add := func(o occurrence) {
		key := fmt.Sprintf("%s %v %p", print(&o.Event), o.node.Calls, o.tool)
		if !seen[key] {
			seen[key] = true
			k.events = append(k.events, o)
			k.tags.of[print(&o.Event)] = nil
		}
	}
	for i := range k.bodies {
		for j := range k.bodies[i].w.Nodes {
			n := &k.bodies[i].w.Nodes[j]
			step := stepEvent(n)
			add(occurrence{step, n, nil})
			for _, t := range n.Tools {
				call := callEvent(t, n)
				add(occurrence{call, n, t})
				add(occurrence{both(step, call), n, t})
			}
		}
	}
}

// rule returns r with its atoms replaced.
func (k *keeper) rule(r *syntax.Rule) *syntax.Rule {
	out := *r
	out.Args, out.Operands = nil, nil
	for _, arg := range r.Args {
		out.Args = append(out.Args, k.rule(arg))
	}
	for _, f := range r.Operands {
		out.Operands = append(out.Operands, k.formula(f))
	}
	return &out
}

func (k *keeper) formula(f *syntax.Formula) *syntax.Formula {
	if f.Op == syntax.OpAtom {
		if f.Atom.Kept() == nil {
			return f
		}
		key := f.Atom.String()
		if k.done[key] == nil {
			k.done[key] = k.atom(f.Atom)
		}
		return k.done[key]
	}
	out := *f
	out.Args = nil
	for _, arg := range f.Args {
		out.Args = append(out.Args, k.formula(arg))
	}
	return &out
}

// atom returns what an atom that compares means for the events of the workflow.
func (k *keeper) atom(a *syntax.Atom) *syntax.Formula {
	t, plain := a.Kept(), a.Plain()
	later, earlier := k.matching(plain), k.matching(t.Of.Call)
	free := tag(k.freeName(t))
	impossible := tag(k.name(t.String() + " never")) // and not false, so that what breaks a rule is still an event
	// Calls that compare alike with all earlier ones need one tag, and so do earlier ones.
	rows := make([][]dfa.Related, len(later))
	for i, l := range later {
		rows[i] = make([]dfa.Related, len(earlier))
		for j, e := range earlier {
			rows[i][j] = relate(t, l, e)
		}
	}
	columns := make([]string, len(earlier))
	for j, e := range earlier {
		var key strings.Builder
		for i := range rows {
			fmt.Fprintf(&key, "%v,", rows[i][j])
		}
		columns[j] = key.String()
		k.mark(e, t.String()+" earlier "+columns[j])
	}
	var cases []*syntax.Formula
	seen := make(map[string]bool)
	for i, l := range later {
		none := relate(t, l, occurrence{}) // also where there is nothing earlier
		key := fmt.Sprint(t.String(), " later ", rows[i], none.One, none.None)
		k.mark(l, key)
		if seen[key] {
			continue
		}
		seen[key] = true
		var sure, may []*syntax.Formula
		said := make(map[string]bool)
		for j, r := range rows[i] {
			if said[columns[j]] {
				continue
			}
			said[columns[j]] = true
			was := and(tag(k.name(t.String()+" earlier "+columns[j])), atom(t.Of.Call))
			switch {
			case t.Op == syntax.NotEqual && !none.One && (r.Equal || r.May), r.May:
				may = append(may, was) // of several values, one may differ from all
			case r.Equal:
				sure = append(sure, was)
			}
		}
		var ways []*syntax.Formula
		if len(sure) > 0 {
			ways = append(ways, before(sure))
		}
		if len(may) > 0 {
			ways = append(ways, and(free, before(may)))
		}
		if len(ways) == 0 {
			ways = append(ways, impossible)
		}
		holds := or(ways)
		if t.Op == syntax.NotEqual {
			holds = syntax.Not(holds)
			if none.None {
				holds = syntax.True()
			}
		}
		cases = append(cases, and(tag(k.name(key)), holds))
	}
	if len(cases) == 0 {
		cases = append(cases, impossible)
	}
	return and(atom(plain), or(cases))
}

// relate compares what is known of two events.
func relate(t *syntax.Test, later, earlier occurrence) dfa.Related {
	if later.Tool == "" { // a tag says that it is a call
		later.Args, later.Open = nil, true
	}
	return dfa.Relate(t, &later.Event, &earlier.Event)
}

// matching returns the events that an atom may match.
func (k *keeper) matching(a *syntax.Atom) (list []occurrence) {
	for _, o := range k.events {
		if holds, _ := dfa.Match(a, &o.Event); holds {
			list = append(list, o)
		}
	}
	return list
}

// mark gives an event the tag of a name.
func (k *keeper) mark(o occurrence, name string) {
	key, tag := print(&o.Event), k.name(name)
	if !slices.Contains(k.tags.of[key], tag) {
		k.tags.of[key] = append(k.tags.of[key], tag)
	}
}

func (k *keeper) name(text string) string { return tagPrefix + text }

// freeName returns the name of the free atom of a test: the opposite test has the same one.
func (k *keeper) freeName(t *syntax.Test) string { return freePrefix + t.Path + " of " + t.Of.String() }

func tag(name string) *syntax.Formula {
	return atom(&syntax.Atom{Kind: syntax.AtomTag, Name: name, Literal: true})
}

func atom(a *syntax.Atom) *syntax.Formula { return &syntax.Formula{Op: syntax.OpAtom, Atom: a} }

func and(f, g *syntax.Formula) *syntax.Formula { return syntax.Of(syntax.OpAnd, f, g) }

// or returns the formula that one of several holds.
func or(list []*syntax.Formula) *syntax.Formula {
	f := list[0]
	for _, g := range list[1:] {
		f = syntax.Of(syntax.OpOr, f, g)
	}
	return f
}

// before returns the formula that one of them held at an earlier event.
func before(list []*syntax.Formula) *syntax.Formula {
	return syntax.Of(syntax.OpYesterday, syntax.Of(syntax.OpOnce, or(list)))
}

// choose finds out which values of the free atoms a model can choose, by choosing all values that are compared
// different from each other, or all the same.
func (k *keeper) choose(r *syntax.Rule) {
	can := &k.tags.choice
	types := make(map[string]bool)
	for _, a := range r.Atoms() {
		t := a.Kept()
		if t == nil {
			continue
		}
		if k.tested(r, t.Path) || !t.Of.Result && k.tested(r, t.Of.Path) {
			can.never, can.always = false, false
		}
		if t.Of.Result {
			can.always = false
		}
		for _, o := range k.matching(a.Plain()) {
			p, chosen := o.chosen(t.Path)
			if !chosen {
				can.never, can.always = false, false
				continue
			}
			if p != nil && (p.Takes == "boolean" || p.Type == "boolean" || p.Type == "bool" || len(p.Bounds) > 0) {
				can.never = false
			}
			types[typeOf(p)] = true
		}
		for _, o := range k.matching(t.Of.Call) {
			p, chosen := o.chosen(t.Of.Path)
			if !chosen {
				can.always = false
			}
			types[typeOf(p)] = true
		}
	}
	if len(types) > 1 || types[""] {
		can.always = false
	}
}

// tested reports whether a rule compares an argument with a constant.
func (k *keeper) tested(r *syntax.Rule, path string) bool {
	return slices.ContainsFunc(r.Named(), func(a *syntax.Atom) bool {
		return slices.ContainsFunc(a.Tests, func(t syntax.Test) bool { return t.Of == nil && strings.EqualFold(t.Path, path) })
	})
}

// chosen reports whether a model chooses an argument of a call, and returns its parameter, nil if it is not known.
func (o *occurrence) chosen(path string) (*graph.Param, bool) {
	if o.tool == nil || o.node.Calls != graph.CallsAny || !o.Open {
		return nil, false
	}
	if one := (dfa.Relate(&syntax.Test{Path: path, Of: &syntax.Kept{}}, &o.Event, &dfa.Event{})); one.One || one.None {
		return nil, false // it is fixed
	}
	return o.tool.Param(path), true
}

func typeOf(p *graph.Param) string {
	if p == nil {
		return ""
	}
	if p.Takes != "" {
		return p.Takes
	}
	return p.Type
}

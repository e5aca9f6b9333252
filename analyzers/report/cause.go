package report

// This file makes one finding of those that have one cause: a function that makes an agent wrongly
// makes it so for each of its callers, and what is not known of one secret is not known wherever it may go.

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Texts of the last steps of a finding for several places: the call that makes what it is about, and
// each further place.
const (
	madeHere = "it is made by this call"
	sameHere = "which makes the same for this one"
)

// OneACause sorts findings as Sort does. Of the violations that say the same of workflows or agents of p
// that one call makes for several places, the first stays, and the other places are the last steps of its
// witness. Where code of its own is on the way from a place, that is another finding. One that is silenced,
// or about a way of data, stays by itself.
func OneACause(findings []Finding, p *graph.Program) []Finding {
	origins := originsIn(p)
	type cause struct {
		rule, message, workflow, subject, way string
		origin                                graph.Pos
	}
	first := make(map[cause]int) // in out
	var out []Finding
	for _, f := range Sort(findings) {
		origin := origins.of(&f)
		if !origin.IsValid() || f.Verdict != verdict.Violated || f.Suppressed != nil || strings.HasPrefix(f.Rule, "taint/") {
			out = append(out, f)
			continue
		}
		c := cause{f.Rule, f.Message, f.Workflow, f.Subject, f.way(), origin}
		if n, ok := first[c]; ok && out[n].begins() != f.begins() {
			if f.begins() != origin { // as which it is for any caller
				out[n].addPlaces(f.places(), origin)
			}
			continue
		}
		first[c] = len(out)
		out = append(out, f)
	}
	return out
}

// WithoutAnswers leaves out what findings say of data that a model answers where others say it of what a model chooses for a tool: a library
// that runs the tools of an agent gets the answers of its model, too.
func WithoutAnswers(findings []Finding) []Finding {
	type effect struct {
		rule string
		ends graph.Pos
	}
	chosen := make(map[effect]bool)
	for _, f := range findings {
		if f.Suppressed == nil && strings.HasPrefix(f.Message, chooses) {
			chosen[effect{f.Rule, f.ends()}] = true
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		said := strings.TrimPrefix(f.Message, notKnown)
		return f.Suppressed == nil && strings.HasPrefix(f.Rule, "taint/") && strings.HasPrefix(said, answers) && chosen[effect{f.Rule, f.ends()}]
	})
}

// WithoutPassedOn leaves out what findings say of what a model chooses for a tool that runs an agent, where it is a tool of that agent
// that does it, and another finding says so in fewer steps: the agent's model may choose anything, whatever it was told.
func WithoutPassedOn(findings []Finding) []Finding {
	type effect struct {
		rule         string
		verdict      verdict.Verdict
		begins, ends graph.Pos
	}
	shortest := make(map[effect]int) // steps
	for _, f := range findings {
		e := effect{f.Rule, f.Verdict, f.begins(), f.ends()}
		if n, ok := shortest[e]; f.Suppressed == nil && (!ok || len(f.Witness) < n) {
			shortest[e] = len(f.Witness)
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		return f.Suppressed == nil && strings.HasPrefix(f.Rule, "taint/") && slices.ContainsFunc(f.Witness, func(s Step) bool {
			n, ok := shortest[effect{f.Rule, f.Verdict, s.Pos, f.ends()}]
			return ok && n < len(f.Witness) && s.Pos != f.begins() && s.Pos != f.ends()
		})
	})
}

// WithoutDoubts leaves out the unknown whether somebody is asked before something that another finding is certain of at the same
// place: of two agents with one tool, only one may have a gate.
func WithoutDoubts(findings []Finding) []Finding {
	type effect struct {
		rule, said string
		ends       graph.Pos
	}
	certain := make(map[effect]bool)
	for _, f := range findings {
		if f.Suppressed == nil && f.Verdict == verdict.Violated {
			certain[effect{f.Rule, f.Message, f.ends()}] = true
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		said, ok := strings.CutPrefix(f.Message, notAsked)
		return ok && f.Suppressed == nil && f.Verdict == verdict.Unknown && certain[effect{f.Rule, said, f.ends()}]
	})
}

// OneASource makes one finding of those about data that have one cause:
//
//   - of the places where others can read one secret, and of all that one call does with what a model chooses for one tool;
//   - of where it is unknown, for one reason, whether what one source gives may go, and of what it is unknown, for one
//     reason, whether one call does;
//   - of the tools of which what a model chooses is confined by its text alone at one place;
//   - of the parts of one package that were not read because they do not type-check;
//   - of the servers that have one destructive tool which nobody confirms, and of such tools of one server, or of one
//     workflow.
//
// The first stays, and what the others say are the last steps of its witness. The findings are sorted, and stay so. It is
// for what a reader is shown, after all that compares single findings, such as a baseline.
func OneASource(findings []Finding) []Finding {
	list := make([]Named, len(findings))
	for i, f := range findings {
		list[i].Finding = f
	}
	return unnamed(oneASource(list))
}

func unnamed(list []Named) []Finding {
	out := make([]Finding, len(list))
	for i, n := range list {
		out[i] = n.Finding
	}
	return out
}

func oneASource(findings []Named) []Named {
	return unconfirmedOnce(confinedOnce(flowsOnce(partsOnce(findings))))
}

// confinedOnce makes one finding of those about what only its text confines, at one place, of several tools.
func confinedOnce(findings []Named) []Named {
	type cause struct {
		rule    string
		verdict verdict.Verdict
		waits   bool
		at      graph.Pos
	}
	return mergeBy(findings, func(f *Finding) (c cause, ok bool) {
		c, ok = cause{f.Rule, f.Verdict, f.Waits, f.ends()}, (f.Rule == rules.TaintLink || f.Rule == rules.TaintEndpoint) && f.Suppressed == nil && len(f.Witness) > 0
		for _, s := range f.Witness {
			if s.Text == confinedHere {
				c.at = s.Pos
			}
		}
		return c, ok
	}, func(first, f *Finding) bool { return first.addSteps(f.Witness[0]) }, "the same goes for", "tool")
}

// partsOnce makes one finding of those about the parts of a package that were not read because they do not type-check.
func partsOnce(findings []Named) []Named {
	return mergeBy(findings, func(f *Finding) (folder string, ok bool) {
		_, ok = f.unreadPart()
		return filepath.Dir(f.Pos.File), ok
	}, func(first, f *Finding) bool {
		part, _ := f.unreadPart()
		first.addPart(f.Pos, part)
		return true
	}, "the same goes for", "part")
}

// flowsOnce makes one finding of those about ways of data that have one cause.
func flowsOnce(findings []Named) []Named {
	type cause struct {
		rule, said, doubt string
		at                graph.Pos
	}
	of := func(f *Finding) (c cause, said string, other graph.Pos, ok bool) {
		said, ok = f.saysOfData()
		c, other = cause{rule: f.Rule, doubt: f.Doubt, at: f.Pos}, f.begins()
		if f.Rule == rules.TaintSecret || f.Rule == rules.TaintPrompt {
			c.at, other = other, c.at
		}
		if f.Verdict == verdict.Violated {
			c.doubt = ""
			if f.Rule == rules.TaintSecret {
				c.said = said
			} else {
				c.said, other = fmt.Sprint(f.begins()), f.ends() // one tool
			}
		}
		return c, said, other, ok
	}
	return mergeBy(findings, func(f *Finding) (cause, bool) {
		c, _, _, ok := of(f)
		return c, ok
	}, func(first, f *Finding) bool {
		_, said, other, _ := of(f)
		return first.addSteps(Step{Pos: other, Text: "likewise: " + said})
	}, "the same goes for", "way")
}

// unconfirmedOnce makes one finding of those about destructive tools that nobody confirms: of the servers that have one tool, then of
// the tools of one server or workflow, then of the workflows that have one tool.
func unconfirmedOnce(findings []Named) []Named {
	type cause struct {
		message string
		verdict verdict.Verdict
		waits   bool
		at      graph.Pos
	}
	isOne := func(f *Finding) bool {
		return f.Rule == rules.Unconfirmed && f.Suppressed == nil && len(f.Witness) > 1 && strings.HasPrefix(f.Witness[0].Text, usesServer)
	}
	findings = mergeBy(findings, func(f *Finding) (c cause, ok bool) {
		if ok = isOne(f); ok {
			c = cause{f.Message, f.Verdict, f.Waits, f.Witness[1].Pos}
		}
		return c, ok
	}, func(first, f *Finding) bool { return first.addSteps(f.Witness[0]) }, "it is so on", "server")
	runs := func(f *Finding) bool {
		return f.Rule == rules.HumanGate && f.Suppressed == nil && strings.Contains(f.Message, whoseCode)
	}
	findings = mergeBy(findings, func(f *Finding) (c cause, ok bool) {
		if ok = runs(f) || isOne(f); ok {
			c = cause{strings.ReplaceAll(f.Message, strconv.Quote(f.Subject), ""), f.Verdict, f.Waits, f.begins()}
		}
		return c, ok
	}, func(first, f *Finding) bool { return first.addSteps(f.Witness[1:]...) }, "the same goes for", "tool")
	tool := func(f *Finding) int { return slices.IndexFunc(f.Witness, isToolStep) }
	return mergeBy(findings, func(f *Finding) (c cause, ok bool) {
		if ok = runs(f) && tool(f) >= 0; ok {
			c = cause{strings.ReplaceAll(f.Message, strconv.Quote(f.Workflow), ""), f.Verdict, f.Waits, f.Witness[tool(f)].Pos}
		}
		return c, ok
	}, func(first, f *Finding) bool { return first.addSteps(f.Witness[:tool(f)]...) }, "so it can in", "workflow")
}

// mergeBy leaves the first of the findings that have one cause; those without one stay. What one more says, add adds to the first, and
// reports whether that is anything new: how often it is, is said at the end of its message, in words and of which thing.
func mergeBy[C comparable](findings []Named, cause func(*Finding) (C, bool), add func(first, f *Finding) bool, words, thing string) []Named {
	first, more := make(map[C]int), make(map[int]int)
	var out []Named
	for _, f := range findings {
		c, ok := cause(&f.Finding)
		n, known := first[c]
		switch {
		case ok && known:
			if add(&out[n].Finding, &f.Finding) {
				more[n]++
			}
			continue
		case ok:
			first[c] = len(out)
		}
		out = append(out, f)
	}
	for n, others := range more {
		out[n].Message += further(words, others, thing)
	}
	return out
}

// addSteps adds steps to the witness of f, each once, and reports whether any is new.
func (f *Finding) addSteps(steps ...Step) (added bool) {
	for _, s := range steps {
		if !slices.Contains(f.Witness, s) {
			f.Witness, added = append(slices.Clip(f.Witness), s), true
		}
	}
	return added
}

// notTypeChecked ends what is said of parts of a program that were not read for that reason.
var notTypeChecked = strings.TrimPrefix(reason.Of(reason.Broken, "").String(), " was not read")

// addPart adds to f, which is about a part that was not read, another one: the parts of a file are one step.
func (f *Finding) addPart(at graph.Pos, said string) {
	name := strings.TrimSuffix(said, " was not read")
	if last := len(f.Witness) - 1; last >= 0 && f.Witness[last].Pos.File == at.File && strings.HasPrefix(f.Witness[last].Text, likewiseUnread) {
		f.Witness = slices.Clone(f.Witness)
		f.Witness[last].Text += ", " + name
		return
	}
	f.Witness = append(slices.Clip(f.Witness), Step{Pos: at, Text: likewiseUnread + name})
}

// likewiseUnread begins the steps of further parts that were not read.
const likewiseUnread = "likewise: "

// unreadPart returns which part of a program a finding says was not read because it does not type-check.
func (f *Finding) unreadPart() (said string, ok bool) {
	said, ok = strings.CutSuffix(f.Message, notTypeChecked)
	if _, part, found := strings.Cut(said, ": "); found {
		said = part
	}
	return said, ok && f.Rule == rules.Undecided && f.Suppressed == nil
}

// saysOfData returns what a finding says of data, or of what it says that it is not known for the reason in f.Doubt.
// Returns false for those that stand alone.
func (f *Finding) saysOfData() (said string, ok bool) {
	switch {
	case f.Suppressed != nil || !strings.HasPrefix(f.Rule, "taint/"):
		return "", false
	case f.Verdict == verdict.Violated:
		// Of a call that has several effects itself, each is a finding; what it does elsewhere is one.
		said, ok = f.Message, f.Rule == rules.TaintSecret ||
			slices.Contains([]string{rules.TaintEffect, rules.TaintOption, rules.TaintRead}, f.Rule) && f.ends() != f.Pos
	case f.Verdict == verdict.Unknown && f.Doubt != "":
		said, ok = strings.CutPrefix(f.Message, notKnown)
		before, _, found := strings.Cut(said, ": "+f.Doubt)
		said, ok = before, ok && found
	}
	said, _, _ = strings.Cut(said, "; ")
	return said, ok
}

// made identifies a workflow or an agent.
type made struct {
	at   graph.Pos
	name string
}

// origins says which calls make what stands elsewhere, and what stands at such a call for any caller.
type origins map[made]graph.Pos

func originsIn(p *graph.Program) origins {
	all := make(origins)
	for _, w := range p.Workflows {
		all.add(w.Pos, w.Name, w.Origin)
	}
	for _, a := range p.AllAgents() {
		all.add(a.Pos, a.Name, a.Origin)
	}
	return all
}

func (all origins) add(at graph.Pos, name string, origin graph.Pos) {
	if origin.IsValid() {
		all[made{at, name}], all[made{origin, name}] = origin, origin
	}
}

// of returns the call that makes what a finding is about, if that stands elsewhere.
func (all origins) of(f *Finding) graph.Pos {
	origin := cmp.Or(all[made{f.begins(), f.Workflow}], all[made{f.begins(), f.Subject}])
	if !origin.IsValid() && len(f.Witness) > 0 { // about a tool of the agent at the first step
		origin = all[made{f.begins(), f.Witness[0].Node}]
	}
	return origin
}

// way returns the way of a finding but for where it begins, and for further places.
func (f *Finding) way() string {
	var b strings.Builder
	for _, s := range append([]Step{{Pos: f.Pos}}, f.Witness...) {
		if s.Text != madeHere && s.Text != sameHere {
			if s.Pos == f.begins() {
				s.Pos = graph.Pos{}
			}
			fmt.Fprintln(&b, s.Pos, s.Node, s.Text)
		}
	}
	return b.String()
}

// begins returns where the way of a finding begins: where its workflow or agent is made.
func (f *Finding) begins() graph.Pos {
	if len(f.Witness) > 0 && f.Witness[0].Pos.IsValid() {
		return f.Witness[0].Pos
	}
	return f.Pos
}

// ends returns where the way of a finding ends, which is not where it stands if that is in code of others.
func (f *Finding) ends() graph.Pos {
	if n := len(f.Witness); n > 0 {
		return f.Witness[n-1].Pos
	}
	return f.Pos
}

// IsSameFlow reports whether o says of the same data that it goes the same way as f, from the same beginning to the same end, and is as
// certain: one stands where the data leaves a package, the other one at the end of the way.
func IsSameFlow(f, o *Finding) bool {
	return o.Rule == f.Rule && strings.HasPrefix(f.Rule, "taint/") && len(f.Witness) > 1 && len(o.Witness) > 1 &&
		o.begins() == f.begins() && o.ends() == f.ends() && (o.Verdict == f.Verdict || o.Verdict == verdict.Violated)
}

// addPlaces adds further places to a finding of what a call makes.
func (f *Finding) addPlaces(places []Step, made graph.Pos) {
	w := slices.Clip(f.Witness)
	if !slices.ContainsFunc(w, func(s Step) bool { return s.Text == sameHere }) {
		w = append(w, Step{Pos: made, Text: madeHere})
	}
	f.Witness = append(w, places...)
}

// places returns the steps that name where a finding begins, and the further places of which it is said.
func (f *Finding) places() []Step {
	steps := []Step{{Pos: f.begins(), Text: sameHere}}
	for _, s := range f.Witness {
		if s.Text == sameHere {
			steps = append(steps, s)
		}
	}
	return steps
}

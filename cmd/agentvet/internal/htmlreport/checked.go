package htmlreport

// This file says what was checked: a page without findings is a claim, and this is what it rests on.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
)

// A rule is a row of what was checked.
type rule struct {
	ID        text `json:"id"`
	Title     text `json:"title"`
	State     text `json:"state"` // checked, in part, waits, not asked, off
	Why       text `json:"why,omitempty"`
	Listed    int  `json:"listed"`
	Undecided int  `json:"undecided"`
	HeldBack  int  `json:"heldBack"`
	Other     int  `json:"other"` // silenced or proved away
}

func (b *builder) addRules() {
	count := make(map[text]rule)
	for _, f := range b.data.Findings {
		c := count[f.Rule]
		switch f.Standing {
		case "listed":
			c.Listed++
		case "undecided":
			c.Undecided++
		case "held back":
			c.HeldBack++
		default:
			c.Other++
		}
		count[f.Rule] = c
	}
	add := func(id, title string, state, why text) {
		row := count[text(id)]
		row.ID, row.Title, row.State, row.Why = text(id), text(title), state, why
		b.data.Rules = append(b.data.Rules, row)
	}
	for _, r := range rules.All() {
		state, why := b.state(r)
		add(r.ID, r.Title, state, why)
	}
	for _, p := range b.in.Report.Policies {
		if !slices.ContainsFunc(rules.All(), func(r rules.Rule) bool { return r.ID == p.ID }) {
			add(p.ID, p.Text, "checked", text(p.Description))
		}
	}
	s := &b.data.Summary
	s.Scope = text(b.in.Report.Scope.String())
	s.Unread = b.in.Incomplete || b.in.Report.Scope.Empty() || b.in.Report.Unsure() || len(b.in.Report.Notices) > 0
}

// state returns how far a rule was checked, and why no further.
func (b *builder) state(r rules.Rule) (state, why text) {
	o := &b.in.Options
	switch {
	case slices.ContainsFunc(b.in.Report.Off, func(off report.Off) bool { return rules.Matches(off.Rule, r.ID) }):
		return "off", "the policy file switches it off"
	case r.StrictOnly && !o.Strict:
		return "waits", "it is listed with -strict, or where the policy file gives it a severity"
	}
	if r.ID == rules.Drift && !b.in.Recorded {
		return "not asked", "tools are compared with an inventory, and there is none: -inventory names one"
	}
	if r.Group() == "plan" {
		return "not asked", "it is about plans, which agentvet plan checks"
	}
	if b.in.File != "" {
		if state, why := ofGraphFile(r.ID); state != "" {
			return state, why
		}
	}
	switch r.ID {
	case rules.HumanGate:
		if len(o.Sensitive) == 0 && !o.RequireHuman {
			return "in part", "only before tools that say themselves that they destroy something: -sensitive names others, and -require-human asks for a human in every workflow"
		}
	case rules.WiderScope:
		if !o.Contained {
			return "not asked", "-contained-scope asks for it"
		}
	case rules.Ungranted:
		return "checked", "where a policy file or a directive grants something"
	case rules.ExitUnreachable:
		if !o.EachExit {
			return "checked", "one exit of a workflow is enough; -each-exit asks for each"
		}
	case rules.TaintFlow:
		return "checked", "where a tag, a directive or a policy file forbids something"
	case rules.BrokenBound:
		return "checked", "where a tag says that a number keeps a bound"
	case rules.Unconfined:
		return "checked", "where a tag says that an argument is confined"
	case rules.VacuousPolicy, rules.UnusedSuppression:
		if !b.in.Whole {
			return "in part", "what packages that were not read would show is not said: ./..., in the directory of the policy file, reads them all"
		}
	}
	return "checked", ""
}

// ofGraphFile returns how far a rule was checked on a graph file, if that is less than on code.
func ofGraphFile(id string) (state, why text) {
	switch r := (rules.Rule{ID: id}); r.Group() {
	case "agentvet", "boundary":
		return "not asked", "it is about code, and there is only a graph file"
	case "capability":
		if id != rules.Ungranted {
			return "not asked", "it is about the code of tools, and there is only a graph file"
		}
		return "in part", "what a graph file says of its tools, not what their code does"
	case "taint":
		return "in part", "only through what a graph file says of steps and tools: there is no code to follow data through"
	}
	return "", ""
}

// said returns the summary as a sentence.
func (s *summary) said() string {
	return fmt.Sprintf("%d findings, %d undecided, %d held back, %d silenced, %d proved away; %s", s.Listed, s.Undecided, s.HeldBack, s.Silenced, s.ProvedAway, s.Scope)
}

package report

// This file words that a tool and its code do not agree on its arguments.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// Arguments returns the findings on a tool whose code takes other arguments than it offers: one for all that are not offered or not
// read, and one for each that is taken for another type. One about several tools is where the code is that they share. Of a tool that the
// program runs in a loop of its own, they wait, but for what is certain whatever that loop does: that no value out of JSON has the type.
func Arguments(m *arguments.Mismatch, isOwnLoop bool) (out []*Finding) {
	t := m.Tool
	add := func(format string, args ...any) *Finding {
		f := newFinding(rules.ArgumentMismatch, t.Pos, format, args...)
		f.Subject, f.Waits = t.Name, isOwnLoop
		f.Witness = []Step{{Pos: t.Pos, Text: strconv.Quote(t.Name) + whatIsAt(t)}}
		out = append(out, f)
		return f
	}
	unread, unoffered := paramNames(m.Unread), useNames(m.Unoffered)
	switch {
	case len(unread) > 0 && len(unoffered) > 0:
		add("tool %q offers %s, which its code never reads; it reads %s, which the tool does not offer", t.Name, and(unread), and(unoffered))
	case len(m.Alike) > 0:
		all := append([]*graph.Tool{t}, m.Alike...)
		f := add("%s offer %s, which their code never reads", someOf(all), and(unread))
		f.Pos, f.Witness = m.Handler, append(makers(all), Step{Pos: m.Handler, Text: "nothing in their code reads " + either(unread)})
		return out // there is nothing else
	case len(unread) > 0:
		add("tool %q offers %s, which its code never reads", t.Name, and(unread))
	case len(unoffered) > 0:
		f := add("the code of tool %q reads %s, which the tool does not offer%s", t.Name, and(unoffered), similar(m))
		// Most are meant to be so: options for those who know of them.
		f.Waits = f.Waits || !slices.ContainsFunc(m.Unoffered, func(u arguments.Use) bool { return u.Required })
	}
	if len(out) > 0 {
		f := out[0]
		if len(unread) > 0 {
			f.Witness[0].Text += ", and offers " + and(unread)
			f.Witness = append(f.Witness, Step{Pos: m.Handler, Text: "nothing in its code reads " + either(unread)})
		}
		for _, u := range m.Unoffered {
			f.Witness = append(f.Witness, Step{Pos: u.Pos, Text: fmt.Sprintf("%q is read here", u.Name)})
		}
	}
	for _, w := range m.Mistaken {
		as := strings.Join(w.Use.Takes, " or ")
		if as == "" {
			as = w.Use.As
		}
		f := add("tool %q offers %q as %s, and its code takes it for %s", t.Name, w.Param.Path, withArticle(w.Param.Type), withArticle(as))
		if len(w.Use.Takes) == 0 {
			f.Message += ", which no value is that comes out of JSON"
			f.Waits = false
		}
		if w.Use.Panics {
			f.Message += ": the assertion panics"
		}
		f.Witness = append(f.Witness, Step{Pos: w.Use.Pos, Text: fmt.Sprintf("%q is taken for %s here", w.Param.Path, withArticle(as))})
	}
	return out
}

// LostArguments returns a finding for each place where arguments of tools go to what is not followed, so that it is not known which of them
// their code reads.
func LostArguments(all []*arguments.Mismatch) (out []*Finding) {
	at := make(map[arguments.Lost][]*graph.Tool)
	for _, m := range all {
		if m.Lost != nil {
			at[*m.Lost] = append(at[*m.Lost], m.Tool)
		}
	}
	for lost, of := range at {
		t := of[0]
		who := fmt.Sprintf("the code of tool %q", t.Name)
		if len(of) > 1 {
			who = fmt.Sprintf("the code of %d tools, of %q first,", len(of), t.Name)
		}
		f := newFinding(rules.ArgumentMismatch, t.Pos, "it is not known which arguments %s reads: all of them go to %s", who, lost.To)
		f.Subject, f.Verdict = t.Name, verdict.Unknown
		f.Witness = makers(of)
		if lost.Pos.IsValid() {
			f.Witness = append(f.Witness, Step{Pos: lost.Pos, Text: "what gets the arguments here may read any of them"})
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *Finding) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Message, b.Message))
	})
	return out
}

// makers says where tools are made, of those that are made at one place once.
func makers(tools []*graph.Tool) (steps []Step) {
	const most = 8 // places
	at := make(map[graph.Pos][]*graph.Tool)
	var order []graph.Pos
	for _, t := range tools {
		if at[t.Pos] == nil {
			order = append(order, t.Pos)
		}
		at[t.Pos] = append(at[t.Pos], t)
	}
	for _, pos := range order[:min(len(order), most)] {
		what := whatIsAt(at[pos][0])
		if len(at[pos]) > 1 {
			what = " are made here"
		}
		steps = append(steps, Step{Pos: pos, Text: someOf(at[pos]) + what})
	}
	if more := len(order) - most; more > 0 {
		steps = append(steps, Step{Text: "and " + plural(more, "place") + " like these"})
	}
	return steps
}

// similar returns the suggestion that an argument which the tool offers is meant.
func similar(m *arguments.Mismatch) string {
	if len(m.Unoffered) != 1 {
		return ""
	}
	var names []string
	for i := range m.Tool.Params {
		names = append(names, m.Tool.Params[i].Path)
	}
	return spell.DidYouMean(m.Unoffered[0].Name, names)
}

func paramNames(list []*graph.Param) (out []string) {
	for _, p := range list {
		out = append(out, strconv.Quote(p.Path))
	}
	return out
}

func useNames(list []arguments.Use) (out []string) {
	for _, u := range list {
		out = append(out, strconv.Quote(u.Name))
	}
	return out
}

// either returns names as one of which something is said, or none.
func either(names []string) string { return strings.Replace(and(names), " and ", " or ", 1) }

// withArticle returns a type with the article in front of it.
func withArticle(typ string) string {
	if strings.ContainsAny(typ[:1], "aeiou") {
		return "an " + typ
	}
	return "a " + typ
}

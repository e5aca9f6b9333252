package report

// This file words what is said of numbers that a program says keep a bound.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// BoundBroken says that a number which a model writes into a field has an effect without keeping its bound,
// and at how many more places.
func BoundBroken(f *taint.Flow, more int) *Finding {
	var broken []taint.Break
	for _, b := range f.Breaks() {
		if b.Verdict == verdict.Violated {
			broken = append(broken, b)
		}
	}
	gets := "gets to"
	if f.Sink.Title == taint.TitleStored {
		gets = "is stored in"
	}
	out := boundFinding(f, broken, "%s says bound:%q, and %s %s without keeping it: %s",
		short(f.Source.Name), boundOf(broken), gets, short(f.Sink.Name), shownValues(f, broken[0]))
	out.Message += further("so it does at", more, "place")
	out.Verdict = verdict.Violated
	return out
}

// BoundUnknown says that it is not known whether a number keeps its bound where it has an effect, and at how
// many more places.
func BoundUnknown(f *taint.Flow, more int) *Finding {
	open := f.Breaks()
	out := boundFinding(f, open, "%s says bound:%q, and whether it keeps it at %s is not known: %s",
		short(f.Source.Name), boundOf(open), unreadName(f.Sink.Name), boundDoubt(f, open[0]))
	out.Message += further("nor is it at", more, "place")
	out.Verdict = verdict.Unknown
	return out
}

// further returns the end of a message that is about a number of more things: "" if there is none.
func further(words string, number int, thing string) string {
	switch number {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("; %s one more %s", words, thing)
	}
	return fmt.Sprintf("; %s %d more %ss", words, number, thing)
}

// boundOf returns the limits of some breaks as the tag writes them.
func boundOf(list []taint.Break) string {
	var out []string
	for _, b := range list {
		_, written, _ := taint.LimitOf(b.Label)
		out = append(out, written)
	}
	slices.SortStableFunc(out, func(a, b string) int { return strings.Compare(b[:1], a[:1]) }) // lower limits first
	return strings.Join(out, ", ")
}

// shownValues returns values that break a limit: those that the code lets through, and where it does not look
// at the number the first that is beyond the limit.
func shownValues(f *taint.Flow, b taint.Break) string {
	if b.Values != "" {
		return b.Values
	}
	limit, _, _ := taint.LimitOf(b.Label)
	op, text, _ := strings.Cut(limit, " ")
	x, ok := new(big.Int).SetString(text, 10)
	field := f.Source.Name[strings.LastIndexByte(f.Source.Name, '.')+1:]
	if !ok {
		return field + " is any number"
	}
	switch op {
	case "<=", "==":
		x.Add(x, big.NewInt(1))
	case ">=":
		x.Sub(x, big.NewInt(1))
	}
	return field + " = " + x.String()
}

// boundDoubt says why it is not known whether a limit is kept.
func boundDoubt(f *taint.Flow, b taint.Break) string {
	limit, written, _ := taint.LimitOf(b.Label)
	_, to, _ := strings.Cut(limit, " ")
	_, name, _ := strings.Cut(written, " ")
	_, isConstant := new(big.Int).SetString(to, 10)
	_, _, _, ofProgram := taint.LimitName(b.Label)
	switch {
	case to == taint.LimitArgument:
		return fmt.Sprintf("%s is an argument, too, and who writes both is limited by neither", name)
	case !isConstant && !ofProgram:
		return fmt.Sprintf("the package has no function, method, field or variable %s that could be it", to)
	case b.Doubt.Op == taint.OpUnread || b.Doubt.Op == taint.OpAnswer:
		return fmt.Sprintf("it comes out of %s, which is not known", unreadName(b.Doubt.Name))
	case b.Doubt.Op == taint.OpLimit:
		return "what the code before it lets through is not understood"
	case f.Sink.Kind == taint.KindMayAct && f.Sink.Title == taint.TitleStored:
		return "who takes it out of there may look at it or not"
	case f.Sink.Kind == taint.KindMayAct:
		return "its code is not read here, and may look at it or not"
	}
	return notApart
}

// boundFinding words a finding on some limits: of what conditions let through, the first of them tells.
func boundFinding(f *taint.Flow, list []taint.Break, format string, args ...any) *Finding {
	shown := *f
	shown.Hops = nil
	for _, h := range f.Hops {
		switch h.Op {
		case taint.OpCheck, taint.OpEscape, taint.OpClean, taint.OpRemake, taint.OpWeak:
			continue
		case taint.OpLimit:
			if h.LimitLabel() != list[0].Label {
				continue
			}
			h.Name, _ = h.LimitValues()
		}
		shown.Hops = append(shown.Hops, h)
	}
	shown.Source.Labels = slices.Clone(f.Source.Labels)
	out := flowFinding(rules.BrokenBound, &shown, format, args...)
	out.Subject = short(f.Source.Name)
	return out
}

// limitWords returns the limits that the data of a source is said to keep, as its tag writes them.
func limitWords(s *taint.Source) string {
	var list []taint.Break
	for _, l := range s.Labels {
		if _, _, ok := taint.LimitOf(l); ok {
			list = append(list, taint.Break{Label: l})
		}
	}
	return boundOf(list)
}

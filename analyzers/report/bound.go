package report

// This file words what is said of numbers that a program says keep a bound.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
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
	out := boundFinding(f, broken, "%s has the bound %q, and %s %s without keeping it: %s",
		short(f.Source.Name), boundOf(broken), gets, short(f.Sink.Name), shownValues(f, broken[0]))
	out.Message += further("so it does at", more, "place")
	out.Verdict = verdict.Violated
	return out
}

// BoundUnknown says that it is not known whether a number keeps its bound where it has an effect, and at how
// many more places.
func BoundUnknown(f *taint.Flow, more int) *Finding {
	open := f.Breaks()
	out := boundFinding(f, open, "%s has the bound %q, and whether it keeps it at %s is not known: %s",
		short(f.Source.Name), boundOf(open), unreadName(f.Sink.Name), boundDoubt(f, open[0]))
	out.Message += further("nor is it at", more, "place")
	out.Verdict = verdict.Unknown
	return out
}

// Handed says of numbers in one field, which a program hands to a tool at one place, that they do not keep their limits, or that
// this is not known, or that it was proved that one does.
func Handed(list []taint.Handed) *Finding {
	h := &list[0]
	var limits []taint.Break
	for i := range list {
		limits = append(limits, taint.Break{Label: list[i].Label})
	}
	f := newFinding(rules.BrokenBound, h.Pos, "%s has the bound %q, and ", short(h.Field), boundOf(limits))
	f.Verdict, f.Subject = h.Verdict, short(h.Field)
	if h.OfModel {
		keptOfModel(f, h)
		return f
	}
	switch h.Verdict {
	case verdict.Violated:
		f.Message += fmt.Sprintf("the program hands it to %s without keeping it: %s", short(h.To), h.Values)
		f.Witness = []Step{{Pos: h.Pos, Text: "nothing before it stops " + h.Values}}
	case verdict.Holds:
		f.Message += fmt.Sprintf("the program might hand it to %s without keeping it; it cannot be: ", short(h.To))
		if h.Unreached {
			f.Message += "no run comes to the call"
		} else {
			f.Message += "what stands before the call excludes that"
		}
		f.Proof = handedProof(h.Proof)
	default:
		f.Message += fmt.Sprintf("whether it keeps it where the program hands it to %s is not known: %s", short(h.To), handedDoubt(h))
		if h.Since.IsValid() {
			f.Witness = []Step{{Pos: h.Since, Text: "it may change here"}}
		}
	}
	return f
}

// keptOfModel says of a number that a model has written, and that has an effect, that it keeps its limit there.
func keptOfModel(f *Finding, h *taint.Handed) {
	if h.Verdict != verdict.Holds {
		f.Message += fmt.Sprintf("whether it keeps it at %s is not known: %s", unreadName(h.To), handedDoubt(h))
		return
	}
	f.Message += fmt.Sprintf("might get to %s without keeping it; it cannot be: what stands before it excludes that", unreadName(h.To))
	f.Proof = handedProof(h.Proof)
}

// handedProof writes a proof that a number keeps its limit.
func handedProof(lines []string) string {
	if len(lines) == 0 {
		return "the proof: over bits, replayed by a checker that shares no code with the solver"
	}
	text := sizeOf(graph.Proof{Sums: len(lines)})
	for _, l := range cutOff(lines) {
		text += "\n  " + l
	}
	return text
}

// handedDoubt says why it is not known whether a number keeps its limit.
func handedDoubt(h *taint.Handed) string {
	_, written, _ := taint.LimitOf(h.Label)
	_, limit, _ := strings.Cut(written, " ")
	switch h.Doubt {
	case taint.HandedChanged:
		return limit + " may have changed since it was read"
	case taint.HandedInputs:
		return fmt.Sprintf("it would not with %s, and whether that can be hangs on code that is not followed, or on callers", h.Values)
	case taint.HandedWhose:
		return fmt.Sprintf("there are several that have a %s, and it does not keep that of each", limit)
	case taint.HandedUnasked:
		return "no proof was asked for"
	case taint.HandedHard:
		return "the question is too hard"
	case taint.HandedLimit:
		return fmt.Sprintf("nothing that the package has is known to be %s", limit)
	}
	return "how the number comes about is not understood"
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
	limit, _, _ := taint.LimitOf(b.Label)
	_, to, _ := strings.Cut(limit, " ")
	_, isConstant := new(big.Int).SetString(to, 10)
	_, _, _, ofProgram := taint.LimitName(b.Label)
	switch {
	case !isConstant && !ofProgram && to != taint.LimitArgument:
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
		case taint.OpCheck, taint.OpEscape, taint.OpClean, taint.OpRemake, taint.OpWeak, taint.OpOpen, taint.OpWord:
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

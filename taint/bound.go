package taint

// This file defines what it means that a number keeps a bound: the program says of an argument of
// a tool which limits it keeps, and flows of its data tell whether that is true.

import (
	"math/big"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// Kinds of sinks that are of interest only for numbers that are said to keep a bound.
const (
	// KindAct is code that has an effect outside of the program, or memory that outlives the call.
	KindAct = "act"
	// KindMayAct is code that may have one, for all that is known, or that looks at the number by itself.
	KindMayAct = "may act"
)

// TitleStored is the Title of a sink of KindAct that is a variable.
const TitleStored = "stored"

// LimitArgument stands for a limit that is another argument.
const LimitArgument = "argument"

// ArgumentLimit returns the name of the argument that a label has for a limit.
func ArgumentLimit(label string) string {
	_, written, _ := LimitOf(label)
	_, name, _ := strings.Cut(written, " ")
	return name
}

// limitOfProgram begins limits that are what the program calls by a name.
const limitOfProgram = "of:"

// BoundedBy returns the label of a number that is said to keep a limit, which is what a package calls by a name: a function, a
// method, a field or a variable.
func BoundedBy(op, pkg, name string) string { return Bounded(op+" "+limitOfProgram+pkg, name) }

// LimitName returns the package and the name of a limit that BoundedBy has, with the operator.
func LimitName(label string) (op, pkg, name string, ok bool) {
	limit, written, _ := LimitOf(label)
	op, to, _ := strings.Cut(limit, " ")
	pkg, ok = strings.CutPrefix(to, limitOfProgram)
	_, name, _ = strings.Cut(written, " ")
	return op, pkg, name, ok
}

// boundPrefix begins the labels of numbers that are said to keep a limit.
const boundPrefix = "@bound:"

// Bounded returns the label of a number that is said to keep a limit, "<= 1000". Of is the name that
// the program has for it, "" for none.
func Bounded(limit, of string) string {
	if of == "" {
		return boundPrefix + limit
	}
	return boundPrefix + limit + "=" + of
}

// LimitOf returns the limit that a label says a number keeps, with the constant in it, and as the
// program writes it; ok is false for other labels.
func LimitOf(label string) (limit, written string, ok bool) {
	text, ok := strings.CutPrefix(label, boundPrefix)
	if !ok {
		return "", "", false
	}
	op, rest, _ := strings.Cut(text, " ")
	to, of, named := strings.Cut(rest, "=")
	if !named {
		of = to
	}
	return op + " " + to, op + " " + of, true
}

// IsBounded reports whether labels say of a number that it keeps a limit.
func IsBounded(labels Labels) bool {
	return slices.ContainsFunc(labels, func(l string) bool { return strings.HasPrefix(l, boundPrefix) })
}

// actsOn reports whether s has an effect that a number with labels is said to keep a limit for.
func (s *Sink) actsOn(labels Labels) bool {
	return (s.Kind == KindAct || s.Kind == KindMayAct) && IsBounded(labels)
}

// ConcernsBounded reports whether f is a number that is said to keep a limit, and that has not been
// shown to keep it, where it has an effect.
func (f *Flow) ConcernsBounded() bool { return f.Sink.actsOn(f.Labels) }

// isFollowed reports whether a limit is a number, another argument, or what the program calls by a name.
func isFollowed(limit string) bool {
	_, to, _ := strings.Cut(limit, " ")
	_, ok := new(big.Int).SetString(to, 10)
	return ok || to == LimitArgument || strings.HasPrefix(to, limitOfProgram)
}

// A Break is a limit that a number has not been shown to keep.
type Break struct {
	Label   string
	Verdict verdict.Verdict // Violated, or Unknown
	Values  string          // that show it: "amount = -1, confirm = true"; "" if none are asked for
	Doubt   Hop             // if it is not known: where, as far as that is one place
}

// Breaks returns the limits that the number of f has not been shown to keep where it arrives.
func (f *Flow) Breaks() (out []Break) {
	for _, label := range f.Labels {
		if _, _, ok := LimitOf(label); ok {
			out = append(out, f.broken(label))
		}
	}
	return out
}

// LimitHop returns the hop which says that conditions do not show that a number keeps the limit of a label.
// Values are what shows for sure that it does not, "amount = -1, confirm = true", and passed is what the
// number is then, which goes on; both are "" if nothing shows it.
func LimitHop(label, values, passed string, pos graph.Pos) Hop {
	return Hop{OpLimit, label + "\t" + values + "\t" + passed, pos}
}

// LimitLabel returns the label that a hop of OpLimit is about, "" for other hops.
func (h Hop) LimitLabel() string {
	if h.Op != OpLimit {
		return ""
	}
	label, _, _ := strings.Cut(h.Name, "\t")
	return label
}

// LimitValues returns the values of a LimitHop, and what goes on.
func (h Hop) LimitValues() (values, passed string) {
	_, rest, _ := strings.Cut(h.Name, "\t")
	values, passed, _ = strings.Cut(rest, "\t")
	return values, passed
}

// broken judges one limit. Each function on the way may let some numbers through: it is known if what
// one lets through is what the next one does.
func (f *Flow) broken(label string) Break {
	out := Break{Label: label, Verdict: verdict.Violated}
	given := "" // what the function before has let through
	for _, h := range f.Hops {
		if h.Op == OpUnread || h.Op == OpAnswer {
			out.Verdict, out.Doubt = verdict.Unknown, h
		}
		if h.LimitLabel() != label {
			continue
		}
		values, passed := h.LimitValues()
		switch {
		case values == "", given != "" && number(values) != given:
			out.Verdict, out.Doubt = verdict.Unknown, h
		case out.Values == "":
			out.Values = values
		}
		given = passed
	}
	if limit, _, _ := LimitOf(label); !isFollowed(limit) || f.Sink.Kind == KindMayAct || !f.IsSure() {
		out.Verdict = verdict.Unknown
	}
	return out
}

// number returns the first number of some values: "-1" of "amount = -1, confirm = true".
func number(values string) string {
	_, text, _ := strings.Cut(values, " = ")
	text, _, _ = strings.Cut(text, ",")
	return text
}

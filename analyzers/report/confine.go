package report

// This file words what is said of arguments that a program says are confined.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// Unconfined says that what a model writes into a field has an effect, and nothing confines it.
func Unconfined(f *taint.Flow) *Finding {
	out := confineFinding(f, "%s says confine:%q, and what a model writes into it %s: %s",
		short(f.Source.Name), f.Source.ConfinedTo(), confinedEffect(f), short(f.Sink.Name))
	out.Verdict = verdict.Violated
	return out
}

// ConfinementUnknown says that it is not known whether data is confined where it has an effect, and
// at how many more places.
func ConfinementUnknown(f *taint.Flow, more int) *Finding {
	out := confineFinding(f, "%s says confine:%q, and whether it is confined at %s is not known: %s",
		short(f.Source.Name), f.Source.ConfinedTo(), unreadName(f.Sink.Name), confinementDoubt(f))
	out.Message += further("nor is it at", more, "place")
	out.Verdict = verdict.Unknown
	return out
}

// mayBeParent says what data does that is the name of a file or a folder.
const mayBeParent = `may be "..", the folder above`

// confinedEffect says what the data of f does where it arrives.
func confinedEffect(f *taint.Flow) string {
	if f.IsParent() {
		return mayBeParent
	}
	return map[string]string{
		"path":            "decides which file is written or deleted",
		taint.KindRead:    "decides which file is read",
		taint.KindFolder:  "decides which folder is used",
		taint.KindTree:    "decides which folder is changed or deleted",
		taint.KindWorkdir: "decides which folder is used",
		"url":             "decides which host is called",
		"exec":            "becomes a command",
		"option":          "may be an option of a program",
		"sql":             "becomes the text of a database statement",
	}[f.Sink.Kind]
}

// confinementDoubt says why it is not known whether the data of f is confined.
func confinementDoubt(f *taint.Flow) string {
	doubts := f.Doubts()
	switch {
	case len(doubts) == 0 && f.IsArgument():
		return "no more than arguments of one program can come of it, of which that may be options"
	case len(doubts) == 0 && f.Sink.Kind == taint.KindArgument:
		return "it is an argument of a program, which may do anything with it"
	case len(doubts) == 0 && f.Sink.Kind == taint.KindUnread:
		return "its code is not known, and may do anything with it"
	case len(doubts) == 0:
		return notApart
	}
	name := unreadName(doubts[0].Name)
	switch doubts[0].Op {
	case taint.OpCheck:
		if doubts[0].Name == "" {
			return "a check before it is not understood"
		}
		return fmt.Sprintf("what %s says of it is not understood", name)
	case taint.OpEscape:
		return fmt.Sprintf("%s replaces quotes in it, which may be enough", name)
	case taint.OpRemake:
		return fmt.Sprintf("%s makes another text of it after it was cleaned", name)
	}
	return fmt.Sprintf("it comes out of %s, which is not known", name)
}

// unreadName returns what a reader calls a function.
func unreadName(name string) string {
	if name = spoken(short(name)); name == "" {
		return "a function value"
	}
	return name
}

func confineFinding(f *taint.Flow, format string, args ...any) *Finding {
	out := remarkedFinding(rules.Unconfined, f, format, args...)
	out.Subject = short(f.Source.Name)
	return out
}

// remarkedFinding is flowFinding for a flow whose hops say of its data what has been done to it: the
// reader is told what leaves something open, and which checks do not stop it.
func remarkedFinding(rule string, f *taint.Flow, format string, args ...any) *Finding {
	open := f.Doubts()
	isOpen := func(pos graph.Pos) bool {
		return slices.ContainsFunc(open, func(d taint.Hop) bool { return d.Pos == pos })
	}
	shown := *f
	shown.Hops = slices.DeleteFunc(slices.Clone(f.Hops), func(h taint.Hop) bool {
		switch h.Op {
		case taint.OpClean, taint.OpRemake:
			return true
		case taint.OpCheck, taint.OpEscape:
			return !isOpen(h.Pos)
		case taint.OpWeak:
			return isOpen(h.Pos) || (h.Name == taint.WeakWords || taint.WeakForLine(h.Name)) && f.Sink.Kind != "exec"
		}
		return false
	})
	return flowFinding(rule, &shown, format, args...)
}

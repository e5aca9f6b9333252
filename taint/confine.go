package taint

// This file defines what it means that data is confined: the program says of an argument of a
// tool what it must not decide, and flows of its data tell whether that is true.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph/verdict"
)

// Kinds of sinks that are of interest only for data that is said to be confined.
const (
	KindRead   = "read"   // it decides which file is read
	KindFolder = "folder" // it decides which folder is meant, "." and ".." included
	// KindWorkdir is the folder in which a program runs.
	KindWorkdir = "workdir"
	// KindTree is a folder that is changed as such, or deleted with all that is in it. What decides freely which one it is
	// decides which file is written, too.
	KindTree = "tree"
	// KindArgument is an argument of another program, which may open what it names.
	KindArgument = "argument"
	// KindUnread is code of which only is known that it may have such an effect: Sink.Forbid has
	// the labels of the data that it may have one with.
	KindUnread = "unread"
)

// MarkFolder is the mark of data that may be ".." by itself: the name of a file is harmless as
// such, and of a folder may be the one above.
const MarkFolder = "@folder"

// MarkEnd is the mark of data that no further part of a path stands behind. Without it, ".." leads to
// a file that the program named, of another folder.
const MarkEnd = "@end"

// confinePrefix begins the labels of data that is said to be confined.
const confinePrefix = "@confine:"

// Confined returns the label of data that is said to be confined to what a confine tag names.
func Confined(to string) string { return confinePrefix + to }

// ConfinedTo returns what the data of a source is said to be confined to, "" for nothing.
func (s *Source) ConfinedTo() string {
	for _, l := range s.Labels {
		if to, ok := strings.CutPrefix(l, confinePrefix); ok {
			return to
		}
	}
	return ""
}

// IsClaim reports whether the labels of s say something of what a model writes: that it is confined,
// or keeps a limit.
func (s *Source) IsClaim() bool { return s.ConfinedTo() != "" || IsBounded(s.Labels) }

// confining has, for what a tag names, the kinds of sinks that it is about.
var confining = map[string][]string{
	"path": {"path", KindRead, KindFolder, KindTree, KindWorkdir, KindArgument}, "host": {"url", KindArgument}, "command": {"exec", "option"}, "sql": {"sql"},
}

// concerns reports whether s has an effect that data with labels is said to be confined for.
func (s *Sink) concerns(labels Labels) bool {
	for _, l := range labels {
		to, ok := strings.CutPrefix(l, confinePrefix)
		if ok && (slices.Contains(confining[to], s.Kind) || s.Kind == KindUnread && slices.Contains(ParseLabels(s.Forbid), l)) {
			return true
		}
	}
	return false
}

// ConcernsConfined reports whether s has an effect that the data of a source is said to be confined
// for.
func (s *Sink) ConcernsConfined(src Source) bool { return s.concerns(src.Labels) }

// marks returns the marks that the data of f must have lost to be confined where it arrives: any of
// them that is left tells that it is not.
func (f *Flow) marks() Labels {
	switch kind := f.Sink.Kind; kind {
	case "path", KindRead:
		if !f.Labels.Has(MarkEnd) {
			return Labels{MarkFolder, MarkOf("path")}
		}
		return Labels{MarkOf("path")}
	case KindFolder, KindTree, KindWorkdir, KindBuild:
		return Labels{MarkFolder, MarkOf("path")}
	case KindArgument, KindUnread:
		var out Labels
		for _, effect := range confining[f.Source.ConfinedTo()] {
			if slices.Contains(Marked, effect) {
				out = append(out, MarkOf(effect))
			}
		}
		return out
	default:
		return Labels{MarkOf(kind)}
	}
}

// IsParent reports whether all that is left for the data of f to choose is the folder above, "..".
func (f *Flow) IsParent() bool {
	return !f.Labels.Has(MarkOf("path")) && f.Labels.Has(MarkFolder) && slices.Contains(f.marks(), MarkFolder)
}

// isLeft reports whether data of f may still do harm where it arrives.
func (f *Flow) isLeft() bool { return slices.ContainsFunc(f.marks(), f.Labels.Has) }

// Doubts returns the hops of f that leave open whether its data is confined where it arrives:
// code that is not read, or a check that is not understood, and what changes it after what has
// cleaned it for good. There are none if f is all that there is to say.
func (f *Flow) Doubts() (out []Hop) {
	marks, left := f.marks(), f.isLeft()
	isOpen := false // quotes that the data was put into before do not hold
	for _, h := range slices.Backward(f.Hops) {
		switch {
		case h.Op == OpOpen:
			isOpen = isOpen || f.Sink.Kind == "exec"
		case h.Op == OpClean && !left && ParseLabels(h.Name).Contains(marks):
			return out
		case h.Op == OpUnread || h.Op == OpAnswer, h.Op == OpRemake && !left, h.Op == OpCheck && left && !f.isWeakAt(h), h.Op == OpEscape && left && f.Sink.readsQuotes() && !isOpen:
			out = append(out, h)
		}
	}
	return out
}

// readsQuotes reports whether what arrives at s is a program in which data may stand between quotes. SQL is none of
// these: there is a better way, and what quotes mean depends on the server.
func (s *Sink) readsQuotes() bool { return s.Kind == "exec" || s.Kind == "script" }

// IsChecked reports whether the data of f is behind a check that is not understood, or is escaped in a way that is not,
// and may be harmless for it where it arrives.
func (f *Flow) IsChecked() bool {
	return f.IsArgument() || slices.ContainsFunc(f.Doubts(), func(h Hop) bool { return h.Op == OpCheck || h.Op == OpEscape })
}

// IsArgument reports whether the data of f can be no more than arguments of a program that a shell runs: it stands behind the name of
// the program, and nothing is in it behind which a shell goes on. What the program does with them is not known.
func (f *Flow) IsArgument() bool {
	return f.Sink.Kind == "exec" && !f.Labels.Has(MarkLine) && !f.Labels.Has(MarkMeta)
}

// IsOption reports whether the data of f may be an option of a program that a shell runs, as one word in quotes: it is not known whether
// these keep it from being a command, but for that nothing else has to be.
func (f *Flow) IsOption() bool {
	isOther := func(h Hop) bool { return h.Op != OpEscape }
	return f.Sink.Kind == "exec" && f.Labels.Has(MarkDash) && !slices.ContainsFunc(f.Doubts(), isOther) &&
		slices.ContainsFunc(f.Hops, func(h Hop) bool { return h.Op == OpWord })
}

// isWeakAt reports whether a check that is not understood counts for nothing: what nobody says is
// confined is not taken to be so by a prefix that no slash ends, nor a line for a shell by the words in it,
// or by how it begins.
func (f *Flow) isWeakAt(check Hop) bool {
	if f.Sink.Kind == KindLink && slices.Contains(textual, check.Name[strings.LastIndexByte(check.Name, '.')+1:]) {
		return true // what the text of a path is has been understood
	}
	return !f.Source.IsClaim() && slices.ContainsFunc(f.Hops, func(h Hop) bool {
		return h.Op == OpWeak && h.Pos == check.Pos && (h.Name != WeakWords && !WeakForLine(h.Name) || !f.isSplit()) && (!WeakForLine(h.Name) || f.Sink.Kind == "exec")
	})
}

// textual are functions that look at a text.
var textual = []string{"HasPrefix", "HasSuffix", "Contains", "ContainsAny", "EqualFold", "MatchString"}

// splitters are functions that make words of a line: a check of words is one of what they return.
var splitters = []string{"Fields", "FieldsFunc", "Split", "SplitN", "SplitAfter", "Cut"}

// isSplit reports whether words of the data of f arrive, and not a line.
func (f *Flow) isSplit() bool {
	return slices.ContainsFunc(f.Hops, func(h Hop) bool {
		return h.Op == OpReturn && slices.Contains(splitters, h.Name[strings.LastIndexByte(h.Name, '.')+1:])
	})
}

// Confinement returns whether the data of f is confined where it arrives: Violated if nothing on
// the way may have done it, and it has an effect there.
func (f *Flow) Confinement() verdict.Verdict {
	left := f.isLeft()
	switch {
	case len(f.Doubts()) > 0 || left && f.IsArgument(), left && (!f.IsSure() || f.Sink.Kind == KindUnread || f.Sink.Kind == KindArgument):
		return verdict.Unknown
	case left:
		return verdict.Violated
	}
	return verdict.Holds
}

// Plain returns hops as those read them who ask for nothing but the way to a sink, and for the checks
// on it that do not keep the data from doing harm there, or may do so. It overwrites hops.
func Plain(hops []Hop, s *Sink) []Hop {
	out := hops[:0]
	for _, h := range hops {
		mayStop := h.Op == OpCheck && s.IsEffect() || h.Op == OpEscape && s.readsQuotes() || h.Op == OpIf || (h.Op == OpOpen || h.Op == OpWord) && s.Kind == "exec"
		if h.Op.IsRemark() && !h.isWeakFor(s) && !mayStop {
			continue
		}
		if h.Op == OpUnread {
			h.Op = OpReturn
		}
		out = append(out, h)
	}
	return out
}

// isWeakFor reports whether h is a check that looks as if it kept data from doing harm in s: words, and
// how it begins, are looked at to keep a command harmless.
func (h *Hop) isWeakFor(s *Sink) bool {
	return h.Op == OpWeak && s.IsEffect() && (h.Name != WeakWords && !WeakForLine(h.Name) || s.Kind == "exec")
}

// IsRemark reports whether a hop with op says something of the data, and not where it goes.
func (op Op) IsRemark() bool {
	return op == OpWeak || op == OpCheck || op == OpClean || op == OpLimit || op == OpRemake || op == OpEscape || op == OpIf || op == OpOpen || op == OpWord
}

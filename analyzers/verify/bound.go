package verify

// This file judges what the program says of numbers: that they keep their bounds where they have
// an effect.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// Bounded returns the flows of numbers that are said to keep a bound to where they have an effect.
func Bounded(flows []taint.Flow) (out []taint.Flow) {
	for _, f := range flows {
		if f.ConcernsBounded() {
			out = append(out, f)
		}
	}
	return out
}

// Bounds returns what there is to say of flows of numbers that are said to keep a bound: of each field the
// place where it most plainly does not, or else one where that is not known. What one piece of unknown code is
// given, another one may seem to get: so the other places are only counted.
func Bounds(flows []taint.Flow) (out []report.Finding) {
	type judged struct {
		broken, open *taint.Flow
		places       map[graph.Pos]bool // where it is as it is at the one that is shown
	}
	byField := make(map[string]*judged)
	var fields []string
	for i := range flows {
		f := &flows[i]
		j := byField[f.Source.Name]
		if j == nil {
			j = &judged{places: make(map[graph.Pos]bool)}
			byField[f.Source.Name] = j
			fields = append(fields, f.Source.Name)
		}
		switch isBroken := breaks(f); {
		case isBroken && j.broken == nil:
			j.broken, j.places = f, map[graph.Pos]bool{f.Sink.Pos: true}
		case isBroken:
			j.places[f.Sink.Pos] = true
			if len(f.Hops) < len(j.broken.Hops) {
				j.broken = f
			}
		case j.broken == nil:
			j.places[f.Sink.Pos] = true
			if j.open == nil || f.Sink.Kind == taint.KindAct && j.open.Sink.Kind != taint.KindAct {
				j.open = f
			}
		}
	}
	for _, name := range fields {
		j := byField[name]
		if j.broken != nil {
			out = append(out, *report.BoundBroken(j.broken, len(j.places)-1))
			continue
		}
		out = append(out, *report.BoundUnknown(j.open, len(j.places)-1))
	}
	return out
}

// Handed returns what there is to say of numbers that a program itself hands to its tools: at each place, of each field, one finding on
// the limits that it does not keep, or else on those of which that is not known; and what was proved of the others. Without proofs,
// nothing is known of these.
func Handed(list []taint.Handed, proofs bool) (out []report.Finding) {
	sameField := func(a, b taint.Handed) bool { return a.Pos == b.Pos && a.Field == b.Field }
	for len(list) > 0 {
		n := 1
		for n < len(list) && sameField(list[0], list[n]) {
			n++
		}
		var broken, open []taint.Handed
		for _, h := range list[:n] {
			switch h.Verdict {
			case verdict.Holds:
				if !proofs {
					h.Verdict, h.Doubt = verdict.Unknown, taint.HandedUnasked
				}
				out = append(out, *report.Handed([]taint.Handed{h}))
			case verdict.Violated:
				broken = append(broken, h)
			default:
				open = append(open, h)
			}
		}
		if len(broken) == 0 {
			broken = open
		}
		if len(broken) > 0 {
			out = append(out, *report.Handed(broken))
		}
		list = list[n:]
	}
	return out
}

// breaks reports whether a flow breaks a limit for sure.
func breaks(f *taint.Flow) bool {
	for _, b := range f.Breaks() {
		if b.Verdict == verdict.Violated {
			return true
		}
	}
	return false
}

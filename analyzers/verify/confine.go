package verify

// This file judges what the program says of arguments: that they are confined where they have
// an effect.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// Confined parts flows in those of data that is said to be confined, and the others. Some are both.
func Confined(flows []taint.Flow) (confined, others []taint.Flow) {
	for _, f := range flows {
		if f.Source.ConfinedTo() != "" && f.Sink.ConcernsConfined(f.Source) {
			confined = append(confined, f)
		}
		if len(f.Labels.Visible()) > 0 {
			others = append(others, f)
		}
	}
	return confined, others
}

// Confinements returns what there is to say of flows of data that is said to be confined: each
// place where it is not, and of each field one place at which that is not known.
func Confinements(flows []taint.Flow) (out []report.Finding) {
	type place struct {
		field string
		pos   graph.Pos
	}
	broken := make(map[place]*taint.Flow)
	open := make(map[string]*taint.Flow)
	var places []place
	var fields []string
	count := make(map[string]map[graph.Pos]bool) // of places that are not known
	for i := range flows {
		f := &flows[i]
		at := place{f.Source.Name, f.Sink.Pos}
		switch f.Confinement() {
		case verdict.Violated:
			old := broken[at]
			if old == nil {
				places = append(places, at)
			}
			if old == nil || tellsMore(f, old) {
				broken[at] = f
			}
		case verdict.Unknown:
			old := open[at.field]
			if old == nil {
				fields, count[at.field] = append(fields, at.field), make(map[graph.Pos]bool)
			}
			count[at.field][at.pos] = true
			if old == nil || !hasEffect(old) && hasEffect(f) {
				open[at.field] = f
			}
		}
	}
	for _, at := range places {
		out = append(out, *report.Unconfined(broken[at]))
	}
	for _, field := range fields {
		out = append(out, *report.ConfinementUnknown(open[field], len(count[field])-1))
	}
	return out
}

// hasEffect reports whether it is known what becomes of the data of f where it arrives.
func hasEffect(f *taint.Flow) bool {
	return f.Sink.Kind != taint.KindUnread && f.Sink.Kind != taint.KindArgument
}

// tellsMore reports whether f says more of one place than g: that any file may be meant, and not
// the folder above only; what is done with it; then the shorter way.
func tellsMore(f, g *taint.Flow) bool {
	if a, b := f.IsParent(), g.IsParent(); a != b {
		return b
	}
	isFolder := func(f *taint.Flow) bool { return f.Sink.Kind == taint.KindFolder || f.Sink.Kind == taint.KindWorkdir }
	if a, b := isFolder(f), isFolder(g); a != b {
		return b
	}
	return len(f.Hops) < len(g.Hops)
}

// WithoutConfined leaves out what is said of an effect that a finding is about which says of the
// field that it is not confined there; silenced says of a finding whether somebody silences it.
func WithoutConfined(findings, confinements []report.Finding, silenced func(report.Finding) bool) []report.Finding {
	return slices.DeleteFunc(findings, func(f report.Finding) bool {
		if f.Rule != rules.TaintEffect && f.Rule != rules.TaintOption && f.Rule != rules.TaintRead {
			return false
		}
		return slices.ContainsFunc(confinements, func(c report.Finding) bool {
			return c.Rule == rules.Unconfined && c.Verdict == verdict.Violated && end(&c) == end(&f) && !silenced(c)
		})
	})
}

// end returns where the way of a finding ends: it stands where its package shows it.
func end(f *report.Finding) graph.Pos {
	if n := len(f.Witness); n > 0 {
		return f.Witness[n-1].Pos
	}
	return f.Pos
}

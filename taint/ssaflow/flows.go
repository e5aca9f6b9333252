package ssaflow

// This file finds what sources reach of sinks.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// flows returns what the sources of f reach of its sinks, for taint.SortFlows. Where asks is not nil, and says of
// the labels of what a tool returns that nobody asks where it comes from, it is only told that
// it arrives: a thousand tools that share memory return what each of them is given, a million
// flows.
func (f *frame) flows(asks func(taint.Labels) bool) (flows []taint.Flow, arrivals []taint.Arrival) {
	if len(f.sources) == 0 || len(f.sinks) == 0 {
		return nil, nil
	}
	told := make([]map[string]bool, len(f.sinks))
	s := f.newWeb().newSearch()
	sinks := make(map[*loc][]int)
	for n, sink := range f.sinks {
		if !f.counts(sink.Cond) {
			continue
		}
		l := f.nodes[sink.Loc].find()
		sinks[l] = append(sinks[l], n)
	}
	marks := f.marks()
	var found taint.FlowSet
	for _, src := range f.sources {
		start, ok := s.known(f.nodes[src.Loc])
		if !ok || !f.counts(src.Cond) {
			continue
		}
		s.follow(nodeOf(start, cell))
		all := src.Labels.Union(marks)
		arrived := make(map[int]taint.Labels)
		for _, y := range s.byLoss() {
			if len(y.come) == 0 {
				continue
			}
			labels := all.Without(y.drop)
			for i := range y.come {
				a := &y.come[i]
				for _, n := range sinks[s.locs[a.node.index()]] {
					if a.node.part() != cell || arrived[n].Contains(labels) || !f.sinks[n].Minds(labels) {
						continue // a shorter path has been there, or what is left does no harm
					}
					arrived[n] = arrived[n].Union(labels)
					if asks != nil && f.sinks[n].Kind == taint.KindResult && !asks(labels) {
						told[n] = noted(told[n], labels)
						continue
					}
					hops := s.ended(s.hops(a.step), src.Source, f.sinks[n].Sink)
					found.Add(taint.Flow{Source: src.Source, Sink: f.sinks[n].Sink, Labels: labels, Hops: hops})
				}
			}
		}
	}
	for n, labels := range told {
		if len(labels) > 0 {
			arrivals = append(arrivals, taint.Arrival{Sink: f.sinks[n].Sink, Labels: slices.Sorted(maps.Keys(labels))})
		}
	}
	return found.All(), arrivals
}

// all returns every flow of f.
func (f *frame) all() []taint.Flow {
	flows, _ := f.flows(nil)
	return flows
}

// noted adds labels, without the marks, to a set of them.
func noted(set map[string]bool, labels taint.Labels) map[string]bool {
	if set == nil {
		set = make(map[string]bool)
	}
	for _, l := range labels {
		if taint.IsVisible(l) {
			set[l] = true
		}
	}
	return set
}

// marks returns the marks that sinks of f ask for.
func (f *frame) marks() taint.Labels {
	marks := taint.Labels{taint.MarkApart, taint.MarkBare, taint.MarkDash, taint.MarkEnd, taint.MarkFolder, taint.MarkLine, taint.MarkMeta}
	for _, kind := range taint.Marked {
		marks = append(marks, taint.MarkOf(kind))
	}
	for _, s := range f.sinks {
		for _, name := range taint.ParseLabels(s.Unless) {
			marks = append(marks, taint.MarkOf(name))
		}
	}
	return taint.NewLabels(marks...)
}

// ended returns hops with the source first and the sink last. It changes hops, and is overwritten by
// the next call.
func (s *search) ended(hops []taint.Hop, src taint.Source, sink taint.Sink) []taint.Hop {
	first := taint.Hop{Op: taint.OpSource, Name: funcid.Name(src.Name), Pos: src.Pos}
	last := taint.Hop{Op: taint.OpSink, Name: funcid.Name(sink.Name), Pos: sink.Pos}
	if !src.IsClaim() && !sink.IsRead() && !sink.IsBeside() {
		hops = taint.Plain(hops, &sink)
	}
	hops = slices.DeleteFunc(hops, func(h taint.Hop) bool {
		return h.Op == taint.OpLimit && !src.Labels.Has(h.LimitLabel())
	})
	for len(hops) > 0 && hops[0].Pos == first.Pos {
		hops = hops[1:]
	}
	for len(hops) > 0 && hops[len(hops)-1].Pos == last.Pos && !hops[len(hops)-1].Op.IsRemark() {
		hops = hops[:len(hops)-1]
	}
	s.whole = append(append(append(s.whole[:0], first), hops...), last)
	return s.whole
}

package verify

// This file judges what does harm where other data would do more: paths and addresses that are confined by their text.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// besides returns a finding for each tool and each place at which what a model chooses for it has been confined by its text, and may lead
// elsewhere by what that text means: a link in a folder, or a part of an address. A tool that chooses freely among files, or hosts, has
// nothing to be led to.
func besides(flows []taint.Flow) (out []report.Finding) {
	type place struct {
		tool
		kind string
		at   graph.Pos // where it is confined
	}
	byPlace := make(map[place]*reading)
	var order []place
	for i := range flows {
		f := &flows[i]
		if !f.Sink.IsBeside() || !f.Labels.Has(taint.LabelModel) {
			continue
		}
		key := place{tool{f.Source.Name, f.Source.Pos}, f.Sink.Kind, report.Confined(f)}
		r := byPlace[key]
		if r == nil {
			r = &reading{places: make(map[graph.Pos]bool)}
			byPlace[key], order = r, append(order, key)
		}
		r.add(f)
	}
	for _, key := range order {
		r := byPlace[key]
		found := report.Besides(r.best)
		if r.verdict == verdict.Unknown {
			found = report.UnlessChecked(found, r.best)
		}
		out = append(out, *report.AndMore(found, len(r.places)-1))
	}
	return out
}

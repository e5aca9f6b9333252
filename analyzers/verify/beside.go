package verify

// This file judges what does harm where other data would do more: paths and addresses that are confined by their text.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// besides returns a finding for each tool and each place at which what a model chooses for it has been confined by its text, and may lead
// elsewhere by what that text means: a link in a folder, or a part of an address. A tool that chooses freely among files, or hosts, has
// nothing to be led to.
func besides(flows []taint.Flow) []report.Finding {
	type place struct {
		tool
		kind string
		at   graph.Pos // where it is confined
	}
	return readings(flows, report.Besides, func(f *taint.Flow) (at place, ok bool) {
		if !f.Sink.IsBeside() {
			return at, false
		}
		return place{tool{f.Source.Name, f.Source.Pos}, f.Sink.Kind, report.Confined(f)}, true
	})
}

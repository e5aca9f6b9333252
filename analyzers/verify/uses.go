package verify

// This file tells what the annotations of data are good for: what arrives at each sink
// and where the data of each source goes. Like a policy, a sink that nothing reaches
// and a source that nothing reads protect nothing.

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// Uses are what becomes of the annotations of a program, and of rows on libraries. Those
// of several packages are put together by Merge: a tool may be declared in one and
// offered in another.
type Uses struct {
	Sinks   []SinkUse   `json:"sinks,omitempty"`
	Sources []SourceUse `json:"sources,omitempty"`
	// Rows are those of the policy file on libraries, in its order. A package leaves out
	// those of which it knows nothing.
	Rows []report.RowUse `json:"rows,omitempty"`
}

// A SinkUse is what arrives at an argument with a sink tag.
type SinkUse struct {
	Name   string    `json:"name"` // TOOL.ARGUMENT
	Pos    graph.Pos `json:"pos"`
	Forbid []string  `json:"forbid,omitempty"`
	// Labels are of what arrives, Forbidden those among them that may not, Sanitizers
	// are what some of it has been through, of those that the tag names.
	Labels     []string `json:"labels,omitempty"`
	Forbidden  []string `json:"forbidden,omitempty"`
	Sanitizers []string `json:"sanitizers,omitempty"`
	Doubtful   bool     `json:"doubtful,omitempty"` // something that it forbids arrives, or something beside that
	Gated      bool     `json:"gated,omitempty"`    // a human is asked before each call
	Offered    bool     `json:"offered,omitempty"`  // an agent or a step of the program calls the tool
	MayClean   bool     `json:"mayClean,omitempty"` // the program has sanitizers, which may have taken labels away
}

// Outcome says whether the tag is needed: "violated", "holds", "unknown" where it is up
// to other programs what the tool is given, or where data was not kept apart, or why it
// protects nothing.
func (s *SinkUse) Outcome() string {
	switch {
	case len(s.Forbidden) > 0:
		return "violated"
	case s.Doubtful:
		return "unknown"
	case s.Gated, len(s.Sanitizers) > 0:
		return "holds"
	case !s.Offered:
		return "unknown"
	case s.MayClean:
		return "holds"
	case len(s.Labels) == 0:
		return "nothing reaches it"
	}
	return "nothing that it forbids reaches it"
}

// Detail says what arrives, and what stands in between.
func (s *SinkUse) Detail() string {
	var parts []string
	if len(s.Labels) > 0 {
		parts = append(parts, "reached by "+strings.Join(s.Labels, ", "))
	}
	switch {
	case len(s.Sanitizers) > 0:
		parts = append(parts, "through "+strings.Join(s.Sanitizers, ", "))
	case s.Gated:
		parts = append(parts, "a human is asked")
	case !s.Offered:
		parts = append(parts, "no agent here calls the tool")
	}
	return strings.Join(parts, "; ")
}

// Protects reports whether the tag is needed, for all that is known.
func (s *SinkUse) Protects() bool {
	switch s.Outcome() {
	case "violated", "holds", "unknown":
		return true
	}
	return false
}

// Protect reports whether each sink can be reached by something that it forbids,
// whether something reads each source, and whether each row on libraries is about
// something. See report.RowUse.Certain for whole.
func (u *Uses) Protect(whole bool) bool {
	return !slices.ContainsFunc(u.Sinks, func(s SinkUse) bool { return !s.Protects() }) &&
		!slices.ContainsFunc(u.Sources, func(s SourceUse) bool { return len(s.Sinks) == 0 }) &&
		!slices.ContainsFunc(u.Rows, func(r report.RowUse) bool { return r.Certain(whole) })
}

// A SourceUse is where data with a label of the program goes.
type SourceUse struct {
	Label string    `json:"label"`
	Pos   graph.Pos `json:"pos"`
	Sinks []string  `json:"sinks,omitempty"` // their names, and kinds
}

// A Label is one that the program gives a source, and where.
type Label struct {
	Name string
	Pos  graph.Pos
}

// UsesOf returns what becomes of the annotations of p, whose data flows and arrives so. Sources
// are those that the program declares, and labels of its data without a position, which
// may be declared elsewhere.
func UsesOf(p *graph.Program, flows []taint.Flow, rest []taint.Arrival, n *Names) *Uses {
	u := new(Uses)
	called := offered(p)
	for _, t := range p.AllTools() {
		for i := range t.Params {
			if s := t.Params[i].Sink; s != nil {
				u.Sinks = append(u.Sinks, SinkUse{
					Name: t.Name + "." + t.Params[i].Path, Pos: t.Params[i].Pos, Forbid: s.Forbid,
					Gated: t.Gated(), Offered: slices.Contains(called, t), MayClean: len(n.Sanitizers) > 0,
				})
			}
		}
	}
	for _, l := range n.Declared {
		u.Sources = append(u.Sources, SourceUse{Label: l.Name, Pos: l.Pos})
	}
	u.Sources = append(u.Sources, read(flows, rest)...)
	for i := range flows {
		f := &flows[i]
		if f.Sink.Kind != taint.KindField {
			continue
		}
		use := SinkUse{Name: f.Sink.Name, Pos: f.Sink.Pos, Labels: f.Labels.Visible()}
		if bad := forbidden(f); f.IsSure() {
			use.Forbidden = bad
		} else {
			use.Doubtful = len(bad) > 0
		}
		for _, s := range taint.ParseLabels(f.Sink.Unless) {
			if !f.Labels.Has(taint.MarkOf(s)) {
				use.Sanitizers = append(use.Sanitizers, s)
			}
		}
		u.Sinks = append(u.Sinks, use)
	}
	return Merge([]*Uses{u})
}

// read returns where the data of each label goes. Thousands of flows have the same labels and
// the same sinks.
func read(flows []taint.Flow, rest []taint.Arrival) (out []SourceUse) {
	type pair struct{ label, kind, name string }
	seen := make(map[pair]bool)
	sinks := make(map[string][]string)
	add := func(labels taint.Labels, sink *taint.Sink) {
		for _, l := range labels {
			if p := (pair{l, sink.Kind, sink.Name}); !seen[p] && taint.IsVisible(l) {
				seen[p] = true
				sinks[l] = append(sinks[l], sinkName(sink))
			}
		}
	}
	for i := range flows {
		add(flows[i].Labels, &flows[i].Sink)
	}
	for i := range rest {
		add(rest[i].Labels, &rest[i].Sink)
	}
	for _, l := range slices.Sorted(maps.Keys(sinks)) {
		out = append(out, SourceUse{Label: l, Sinks: taint.NewLabels(sinks[l]...)})
	}
	return out
}

// sinkName says where data arrives.
func sinkName(s *taint.Sink) string {
	if s.Kind == taint.KindField {
		return s.Name
	}
	return s.Kind + " " + s.Name
}

// Merge puts what is known of one sink, and of one label, together, in the order of
// their positions. What is no sink of a tool is left out.
func Merge(list []*Uses) *Uses {
	var out Uses
	for _, u := range list {
		out.Sinks = append(out.Sinks, u.Sinks...)
		out.Sources = append(out.Sources, u.Sources...)
		out.Rows = append(out.Rows, u.Rows...)
	}
	slices.SortStableFunc(out.Rows, func(a, b report.RowUse) int {
		return cmp.Or(report.ComparePos(a.Pos, b.Pos), strings.Compare(a.Text, b.Text))
	})
	out.Rows = fold(out.Rows, mergeRow)
	slices.SortStableFunc(out.Sinks, func(a, b SinkUse) int {
		return cmp.Or(report.ComparePos(a.Pos, b.Pos), strings.Compare(a.Name, b.Name))
	})
	out.Sinks = fold(out.Sinks, func(a *SinkUse, b SinkUse) bool {
		if a.Pos != b.Pos || a.Name != b.Name {
			return false
		}
		a.Forbid, a.Labels, a.Forbidden = join(a.Forbid, b.Forbid), join(a.Labels, b.Labels), join(a.Forbidden, b.Forbidden)
		a.Sanitizers, a.Gated = join(a.Sanitizers, b.Sanitizers), a.Gated || b.Gated
		a.Doubtful = a.Doubtful || b.Doubtful
		a.Offered, a.MayClean = a.Offered || b.Offered, a.MayClean || b.MayClean
		return true
	})
	slices.SortStableFunc(out.Sources, func(a, b SourceUse) int {
		return cmp.Or(strings.Compare(a.Label, b.Label), -report.ComparePos(a.Pos, b.Pos))
	})
	out.Sources = fold(out.Sources, func(a *SourceUse, b SourceUse) bool {
		if a.Label != b.Label {
			return false
		}
		a.Sinks = join(a.Sinks, b.Sinks)
		if b.Pos.IsValid() {
			a.Pos = b.Pos
		}
		return true
	})
	return &out
}

// fold merges each element of a sorted list into the one before, where merge can.
func fold[T any](list []T, merge func(into *T, from T) bool) []T {
	var out []T
	for _, e := range list {
		if len(out) == 0 || !merge(&out[len(out)-1], e) {
			out = append(out, e)
		}
	}
	return out
}

// join returns what is in either list, sorted. Lists that were joined before are long, and what
// is added to them is mostly there.
func join(a, b []string) []string {
	isNew := func(name string) bool { _, found := slices.BinarySearch(a, name); return !found }
	if isStrict(a) && !slices.ContainsFunc(b, isNew) {
		return a
	}
	return taint.NewLabels(slices.Concat(a, b)...)
}

// isStrict reports whether a list is not empty, sorted, and has nothing twice.
func isStrict(list []string) bool {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			return false
		}
	}
	return len(list) > 0
}

package verify

// This file judges which files a model has a tool read.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// A reading is what there is to say of the files that one tool reads, or of one place at which it is led elsewhere.
type reading struct {
	best    *taint.Flow
	verdict verdict.Verdict
	places  map[graph.Pos]bool
}

// reads returns a finding for each tool of which the model chooses what it reads: what is certain,
// then the shorter way. A check that is not understood, or code that is not known, makes it unknown.
func reads(flows []taint.Flow) []report.Finding {
	return readings(flows, report.Read, func(f *taint.Flow) (at tool, ok bool) {
		return tool{f.Source.Name, f.Source.Pos}, f.Sink.IsRead() && f.Labels.Has(taint.MarkOf("path"))
	})
}

// readings returns a finding for all flows of what a model chooses that have one key, of those that have any, in the order of the first ones.
func readings[K comparable](flows []taint.Flow, finding func(*taint.Flow) *report.Finding, key func(*taint.Flow) (K, bool)) (out []report.Finding) {
	byKey := make(map[K]*reading)
	var order []*reading
	for i := range flows {
		f := &flows[i]
		at, ok := key(f)
		if !ok || !f.Labels.Has(taint.LabelModel) || isPassedOn(f, flows) {
			continue
		}
		r := byKey[at]
		if r == nil {
			r = &reading{places: make(map[graph.Pos]bool)}
			byKey[at], order = r, append(order, r)
		}
		r.add(f)
	}
	for _, r := range order {
		found := finding(r.best)
		if r.verdict == verdict.Unknown {
			found = report.UnlessChecked(found, r.best)
		}
		out = append(out, *report.AndMore(found, len(r.places)-1))
	}
	return out
}

// isPassedOn reports whether what a model chooses gets to its sink by way of another model, and what that one chooses gets there by
// itself: it may choose anything, whatever it was told.
func isPassedOn(f *taint.Flow, flows []taint.Flow) bool {
	return report.Crosses(f, taint.OpModel) && slices.ContainsFunc(flows, func(o taint.Flow) bool {
		return o.Sink == f.Sink && o.Labels.Has(taint.LabelModel) && !report.Crosses(&o, taint.OpModel) && (o.IsSure() || !f.IsSure())
	})
}

// A tool is one that a model chooses arguments for.
type tool struct {
	name string
	pos  graph.Pos
}

func (r *reading) add(f *taint.Flow) {
	v := verdict.Violated
	if !f.IsSure() || len(f.Doubts()) > 0 {
		v = verdict.Unknown
	}
	r.places[f.Sink.Pos] = true
	switch {
	case r.best == nil, r.verdict == verdict.Unknown && v == verdict.Violated:
	case v != r.verdict || len(f.Hops) >= len(r.best.Hops):
		return
	}
	r.best, r.verdict = f, v
}

// WithoutImplied leaves out what is no news of a tool: which files it reads where the model has it write or delete what it
// likes by the same argument, as that is one cause, and the file is what the tool is about to change; and which variables its
// programs have where the model has it run any.
func WithoutImplied(flows []taint.Flow) []taint.Flow {
	writes, runs := make(map[tool][]string), make(map[tool]bool)
	for i := range flows {
		f := &flows[i]
		if !f.IsSure() || !f.Labels.Has(taint.LabelModel) || !f.Labels.Has(taint.MarkOf(f.Sink.Kind)) {
			continue
		}
		of := tool{f.Source.Name, f.Source.Pos}
		switch f.Sink.Kind {
		case "path":
			writes[of] = append(writes[of], argumentOf(f))
		case "exec":
			runs[of] = true
		}
	}
	return slices.DeleteFunc(flows, func(f taint.Flow) bool {
		of := tool{f.Source.Name, f.Source.Pos}
		return f.Sink.IsRead() && isSame(argumentOf(&f), writes[of]) || f.Sink.Kind == taint.KindVariables && runs[of]
	})
}

// argumentOf returns the field from which data of a tool is read first, "" if it is none: two of them are two arguments.
func argumentOf(f *taint.Flow) string {
	n := slices.IndexFunc(f.Hops, func(h taint.Hop) bool { return h.Op == taint.OpLoad && h.Name != "" })
	if n < 0 {
		return ""
	}
	return f.Hops[n].Name
}

// isSame reports whether an argument is one of others, for all that is known.
func isSame(argument string, others []string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return o == argument || o == "" || argument == "" })
}

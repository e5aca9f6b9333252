package report

// This file says what is not known of the run that a finding shows.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
)

// notShown notes on a finding which conditions on the way to it are not followed. Without any, whether the run is taken hangs on
// what the program does not decide.
func notShown(f *Finding, list []graph.Unfollowed) {
	f.Unfollowed = list
	if len(list) == 0 {
		return
	}
	texts := make([]string, len(list))
	for i, u := range list {
		texts[i] = oneLine(u.Text)
		f.Witness = append(f.Witness, Step{Pos: u.Pos, Text: fmt.Sprintf("not followed: whether %s can hold there", texts[i])})
	}
	f.Message += "; not shown infeasible: it needs " + and(texts)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// unfollowed returns the conditions of a path that are not followed.
func unfollowed(w *graph.Workflow, path graph.Witness) (list []graph.Unfollowed) {
	for _, s := range path {
		in := s.In
		if in == nil {
			in = w
		}
		if s.Edge == graph.None || in == nil {
			continue
		}
		for _, u := range in.Edges[s.Edge].Unfollowed {
			if !slices.Contains(list, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

// begins says what whoever starts a run passes.
func begins(w *graph.Workflow, list []unroll.Known) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, k := range list {
		field, limit, isLess := strings.Cut(k.Counter.Name, " - ")
		if !isLess || k.Counter.Test != nil {
			parts = append(parts, fmt.Sprintf("%s is %s", shortCounter(k.Counter.Name), k.Counter.Value(k.Value)))
			continue
		}
		n := max(0, k.Value)
		if i := slices.IndexFunc(w.Counters, func(c graph.Counter) bool { return c.Name == field && c.Started }); i >= 0 {
			n = w.Counters[i].Start
		} else {
			parts = append(parts, fmt.Sprintf("%s is %d", shortCounter(field), n))
		}
		parts = append(parts, fmt.Sprintf("%s is %d", shortCounter(limit), n-k.Value))
	}
	slices.Sort(parts)
	return ", where " + and(slices.Compact(parts))
}

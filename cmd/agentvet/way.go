package main

// This file draws the way of a finding on the workflow that it is about.

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// A wantedWay names the finding whose way is drawn.
type wantedWay struct {
	finding  string // the beginning of its fingerprint
	rule     string // or its rule: of several, the first that a drawing shows is meant
	workflow string // it has to be on one called so, if this is not empty
}

func (w *wantedWay) register(fs *flag.FlagSet) {
	set := func(into *string, want string) func(string) error {
		return func(text string) error {
			if text == "" {
				return errors.New("want " + want)
			}
			*into = text
			return nil
		}
	}
	fs.Func("finding", "draw the workflow of the finding with this `fingerprint`, or the beginning of it, and mark its way", set(&w.finding, "the beginning of a fingerprint"))
	fs.Func("rule", "draw the workflow of the first finding of a `rule`, and mark its way", set(&w.rule, "the name of a rule"))
}

func (w *wantedWay) asked() bool { return w.finding != "" || w.rule != "" }

// validate returns an error if nothing can be drawn as it is asked for.
func (w *wantedWay) validate(form string) error {
	const help = "agentvet help graph"
	switch {
	case w.finding != "" && w.rule != "":
		return &errUsage{"-finding and -rule exclude each other", help}
	case w.asked() && !slices.Contains([]string{formSVG, formMermaid, formDOT}, form):
		return &errUsage{"a way is marked on a drawing: want -format " + formSVG + ", " + formMermaid + " or " + formDOT, help}
	}
	return nil
}

func (w *wantedWay) String() string {
	if w.finding != "" {
		return "-finding " + w.finding
	}
	return "-rule " + w.rule
}

// means reports whether a finding is one that the user names.
func (w *wantedWay) means(f *report.Named) bool {
	if w.finding != "" {
		return strings.HasPrefix(f.Fingerprint, w.finding)
	}
	_, short, _ := strings.Cut(f.Rule, "/")
	return rules.Matches(w.rule, f.Rule) || w.rule == short
}

// A drawnWay is a finding on the drawing that shows it.
type drawnWay struct {
	*report.Named
	drawing.Shown
	spots [][]drawing.Spot
}

// choose returns the way that the user wants, of findings in the order of a report.
func (w *wantedWay) choose(list []report.Named, shown []drawing.Shown) (*drawnWay, error) {
	var meant []report.Named
	var drawn []drawnWay
	for i := range list {
		f := &list[i]
		if !w.means(f) {
			continue
		}
		meant = append(meant, *f)
		at, spots := drawing.Locate(shown, &f.Finding)
		if at < 0 || !slices.ContainsFunc(spots, func(s []drawing.Spot) bool { return len(s) > 0 }) {
			continue
		}
		if w.workflow == "" || shown[at].Workflows[0].Name == w.workflow {
			drawn = append(drawn, drawnWay{f, shown[at], spots})
		}
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("%s: there are no findings", w)
	case len(meant) == 0:
		return nil, fmt.Errorf("%s: there is no such finding; those that there are:%s", w, listed(list))
	case w.finding != "" && len(meant) > 1:
		return nil, fmt.Errorf("%s: several findings are called so:%s", w, listed(meant))
	case len(drawn) == 0 && w.workflow != "":
		return nil, fmt.Errorf("%s: the way is not on workflow %q:%s", w, w.workflow, listed(meant))
	case len(drawn) == 0:
		return nil, fmt.Errorf("%s: no workflow shows where that is; agentvet report draws agents, too:%s", w, listed(meant))
	}
	return &drawn[0], nil
}

// listed returns a line for each of the first findings of a list, with what they are called.
func listed(list []report.Named) string {
	const most, digits = 20, 12
	var b strings.Builder
	for _, f := range list[:min(len(list), most)] {
		fmt.Fprintf(&b, "\n    %.*s  %s: %s", digits, f.Fingerprint, f.Pos, f.Headline())
	}
	if n := len(list) - most; n > 0 {
		fmt.Fprintf(&b, "\n    and %d more", n)
	}
	return b.String()
}

// drawWay writes the workflow on which the way of a finding is, with the way marked.
func (c *cli) drawWay(p *graph.Program, r *report.Report, want *wantedWay, form string, marked verify.Options) error {
	tools := p.AllTools()
	o := drawing.Options{Sensitive: marked.ByName(), ID: func(t *graph.Tool) int { return slices.Index(tools, t) }}
	var shown []drawing.Shown
	for _, w := range p.Workflows {
		shown = append(shown, drawing.Shown{Drawing: drawing.Workflow(w, o), Workflows: w.All()})
	}
	list := r.Shown(marked.Strict)
	for i := range list {
		list[i].Finding = list[i].Relative(c.dir)
	}
	way, err := want.choose(list, shown)
	if err != nil {
		return err
	}
	if form == formSVG {
		return drawing.WriteWay(c.stdout, way.Drawing, &drawing.Way{Text: drawing.Text(way.Headline()), Steps: way.spots})
	}
	on := way.Workflows[0]
	return writeWorkflows(c.stdout, []*graph.Workflow{on}, form, graph.PrintOptions{Sensitive: marked.ByName(), Way: way.onGraph()})
}

// onGraph returns the way in terms of the workflow and its bodies. What does not exist, which jumps lead to, is
// no part of them.
func (w *drawnWay) onGraph() *graph.Way {
	way := &graph.Way{Text: w.Headline(), Steps: make([][]graph.Spot, len(w.spots))}
	for i, spots := range w.spots {
		for _, s := range spots {
			in := w.Workflows[s.Graph]
			if s.Box < len(in.Nodes) {
				way.Steps[i] = append(way.Steps[i], graph.Spot{In: in, Node: graph.NodeID(s.Box), Edge: graph.EdgeID(s.Edge)})
			}
		}
	}
	return way
}

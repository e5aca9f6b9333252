package htmlreport

// This file says where findings stand: on which drawing, at which boxes and edges.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// A finding is one of the report.
type finding struct {
	Rule     text   `json:"rule"`
	Title    text   `json:"title"`
	Severity text   `json:"severity"`
	Verdict  text   `json:"verdict"`
	Message  text   `json:"message"`
	Standing text   `json:"standing"`
	By       text   `json:"by,omitempty"` // what silences it
	At       text   `json:"at"`
	Source   place  `json:"source"`
	Workflow text   `json:"workflow,omitempty"`
	Fix      text   `json:"fix,omitempty"`
	URL      text   `json:"url"`
	Tags     []text `json:"tags,omitempty"`
	Drawing  int    `json:"drawing"` // its index, -1 for none
	Steps    []step `json:"steps"`
}

// A step is one of the way of a finding.
type step struct {
	Text   text   `json:"text"`
	At     text   `json:"at,omitempty"`
	Source place  `json:"source"`
	Spots  []spot `json:"spots,omitempty"`
}

// A spot is a box of a drawing, with the edge to it and the tool in it, or -1.
type spot struct {
	Graph int `json:"g"`
	Box   int `json:"n"`
	Edge  int `json:"e"`
	Tool  int `json:"tool"`
}

var standings = []text{report.Listed: "listed", report.Undecided: "undecided", report.HeldBack: "held back", report.Silenced: "silenced", report.ProvedAway: "proved away"}

// addFinding adds f, whose positions are relative.
func (b *builder) addFinding(f report.Finding) {
	d, spots := b.locate(&f)
	b.add(f, d, spots)
}

// add adds f, whose positions are relative, on a drawing, or on none: each step of its witness has its spots.
func (b *builder) add(f report.Finding, d int, spots [][]spot) {
	r, _ := rules.ByID(f.Rule)
	out := finding{
		Rule: text(f.Rule), Title: text(r.Title), Severity: text(f.Severity.String()), Verdict: text(f.Verdict.String()), Message: text(f.Message),
		At: at(f.Pos), Source: b.source.around(f.Pos, 2), Workflow: text(f.Workflow), Fix: text(r.Fix()), URL: text(r.URL()), Drawing: -1, Steps: []step{},
	}
	standing := f.Standing(b.in.Options.Strict)
	out.Standing = standings[standing]
	switch s := &b.data.Summary; standing {
	case report.Listed:
		s.Listed++
	case report.Undecided:
		s.Undecided++
	case report.HeldBack:
		s.HeldBack++
	case report.Silenced:
		s.Silenced++
		out.By = text(f.Suppressed.Says())
		if p := report.Rel(b.in.Dir, f.Suppressed.Pos); p.IsValid() {
			out.By += " (" + at(p) + ")"
		}
	case report.ProvedAway:
		s.ProvedAway++
	}
	for _, item := range rules.Succeeded(r.OWASP) {
		out.Tags = append(out.Tags, text("OWASP "+item))
	}
	for _, n := range r.CWE {
		out.Tags = append(out.Tags, text(fmt.Sprintf("CWE-%d", n)))
	}
	for _, id := range r.ATLAS {
		out.Tags = append(out.Tags, text("ATLAS "+id+" "+rules.Technique(id)))
	}
	out.Drawing = d
	for i, s := range f.Witness {
		next := step{Text: text(s.Text), At: at(s.Pos), Source: b.source.around(s.Pos, 2)}
		if d >= 0 {
			next.Spots = spots[i]
		}
		out.Steps = append(out.Steps, next)
	}
	if d >= 0 && len(out.Steps) == 0 { // the finding is its own way
		out.Steps = append(out.Steps, step{Text: out.Message, At: out.At, Source: out.Source, Spots: b.byPosition(d, f.Pos, f.Message)})
	}
	b.data.Findings = append(b.data.Findings, out)
}

// locate returns the drawing that shows f, and for each step of its witness where it stands there.
// A finding that names its workflow is on the drawing of the one that its steps fit best; any other
// where most of its steps are. One without any place is on the drawing of the box that it names, if that
// is one, and else on none.
func (b *builder) locate(f *report.Finding) (drawing int, spots [][]spot) {
	drawing, best := -1, -1
	for d, p := range b.sources {
		for _, w := range p.graphs {
			if f.Workflow == "" || w.Name != f.Workflow {
				continue
			}
			if n := f.Passes(w); n > best {
				drawing, best = d, n
				spots = b.onWorkflow(d, w, f)
			}
		}
	}
	if drawing >= 0 {
		return drawing, spots
	}
	best = 0
	for d := range b.data.Drawings {
		found, n := b.byPositions(d, f)
		if n > best {
			drawing, best, spots = d, n, found
		}
	}
	if drawing < 0 {
		drawing, spots = b.naming(f), make([][]spot, len(f.Witness))
	}
	return drawing, spots
}

// naming returns the drawing of the box that f names in quotes and that is declared in the file of f,
// -1 if there is none or several.
func (b *builder) naming(f *report.Finding) int {
	found := -1
	for d := range b.data.Drawings {
		for _, g := range b.data.Drawings[d].Graphs {
			for _, box := range g.Boxes {
				if box.Pos.File != f.Pos.File || !strings.Contains(f.Message, strconv.Quote(string(box.Name))) {
					continue
				}
				if found >= 0 && found != d {
					return -1
				}
				found = d
			}
		}
	}
	return found
}

// onWorkflow returns where the steps of f stand in w, which drawing number d shows.
func (b *builder) onWorkflow(d int, w *graph.Workflow, f *report.Finding) [][]spot {
	index := make(map[*graph.Workflow]int)
	for i, x := range b.sources[d].graphs {
		index[x] = i
	}
	spots := make([][]spot, len(f.Witness))
	for i, p := range f.Way(w) {
		if p.In != nil {
			spots[i] = []spot{{index[p.In], int(p.Node), int(p.Edge), -1}}
		} else {
			spots[i] = b.byPosition(d, f.Witness[i].Pos, f.Witness[i].Text)
		}
	}
	return spots
}

// byPositions returns where the steps of f stand on a drawing, by their positions, and how many do.
// A finding without a way stands at its own position.
func (b *builder) byPositions(d int, f *report.Finding) (spots [][]spot, n int) {
	spots = make([][]spot, len(f.Witness))
	for i, s := range f.Witness {
		if spots[i] = b.byPosition(d, s.Pos, s.Text); len(spots[i]) > 0 {
			n++
		}
	}
	if len(f.Witness) == 0 {
		n = len(b.byPosition(d, f.Pos, f.Message))
	}
	return spots, n
}

// byPosition returns the box of a drawing that is declared at p, else those that have a tool that is.
// Code that runs several times declares several at one position: then it is the one that the text
// names, or none.
func (b *builder) byPosition(d int, p graph.Pos, text string) []spot {
	if !p.IsValid() {
		return nil
	}
	var boxes, tools []named
	for g := range b.data.Drawings[d].Graphs {
		for n, box := range b.data.Drawings[d].Graphs[g].Boxes {
			if box.Pos == p && box.Kind != "entry" && box.Kind != "exit" {
				boxes = append(boxes, named{string(box.Name), spot{g, n, -1, -1}})
			}
			for _, t := range box.Tools {
				if t.Pos == p {
					tools = append(tools, named{string(t.Name), spot{g, n, -1, t.ID}})
				}
			}
		}
	}
	if found := meant(boxes, text); found != nil {
		return found
	}
	return meant(tools, text)
}

// A named spot is one of those at a position.
type named struct {
	name string
	spot spot
}

// meant returns the spots whose name a text has in quotes; if it has none of them, all, provided
// that they have one name.
func meant(list []named, text string) (spots []spot) {
	one := true
	for _, n := range list {
		one = one && n.name == list[0].name
		if strings.Contains(text, strconv.Quote(n.name)) {
			spots = append(spots, n.spot)
		}
	}
	if spots == nil && one {
		for _, n := range list {
			spots = append(spots, n.spot)
		}
	}
	return spots
}

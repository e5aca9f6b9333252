package drawing

// This file says where findings stand: on which drawing, at which boxes and edges.

import (
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// A Shown is a drawing and the workflows of its graphs, none for agents.
type Shown struct {
	*Drawing
	Workflows []*graph.Workflow
}

// A Spot is a box of a drawing, with the edge to it and the tool in it, or -1.
type Spot struct {
	Graph int `json:"g"`
	Box   int `json:"n"`
	Edge  int `json:"e"`
	Tool  int `json:"tool"`
}

// Locate returns the drawing that shows f, whose positions are those of the drawings, -1 if none does, and for
// each step of its witness where it stands there; a finding without a witness is a step by itself.
// A finding that names its workflow is on the drawing of the one that its steps fit best; any other
// where most of its steps are. One without any place is on the drawing of the box that it names, if that
// is one, and else on none.
func Locate(list []Shown, f *report.Finding) (at int, spots [][]Spot) {
	at, best := -1, -1
	for i := range list {
		for _, w := range list[i].Workflows {
			if f.Workflow == "" || w.Name != f.Workflow {
				continue
			}
			if n := f.Passes(w); n > best {
				at, best = i, n
				spots = list[i].onWorkflow(w, f)
			}
		}
	}
	if at >= 0 {
		return at, spots
	}
	best = 0
	for i := range list {
		found, n := list[i].byPositions(f)
		if n > best {
			at, best, spots = i, n, found
		}
	}
	if at < 0 {
		at, spots = naming(list, f), make([][]Spot, max(1, len(f.Witness)))
	}
	return at, spots
}

// naming returns the drawing of the box that f names in quotes and that is declared in the file of f,
// -1 if there is none or several.
func naming(list []Shown, f *report.Finding) int {
	found := -1
	for d := range list {
		for _, g := range list[d].Graphs {
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

// onWorkflow returns where the steps of f stand in w, which d shows.
func (d *Shown) onWorkflow(w *graph.Workflow, f *report.Finding) [][]Spot {
	if len(f.Witness) == 0 {
		return d.itself(f)
	}
	index := make(map[*graph.Workflow]int)
	for i, x := range d.Workflows {
		index[x] = i
	}
	spots := make([][]Spot, len(f.Witness))
	for i, p := range f.Way(w) {
		if p.In != nil {
			spots[i] = []Spot{{index[p.In], int(p.Node), int(p.Edge), -1}}
		} else {
			spots[i] = d.byPosition(f.Witness[i].Pos, f.Witness[i].Text)
		}
	}
	return spots
}

// itself returns where a finding without a witness stands: at its own position.
func (d *Shown) itself(f *report.Finding) [][]Spot { return [][]Spot{d.byPosition(f.Pos, f.Message)} }

// byPositions returns where the steps of f stand on a drawing, by their positions, and how many do.
func (d *Shown) byPositions(f *report.Finding) (spots [][]Spot, n int) {
	if len(f.Witness) == 0 {
		spots = d.itself(f)
		return spots, len(spots[0])
	}
	spots = make([][]Spot, len(f.Witness))
	for i, s := range f.Witness {
		if spots[i] = d.byPosition(s.Pos, s.Text); len(spots[i]) > 0 {
			n++
		}
	}
	return spots, n
}

// byPosition returns the box of a drawing that is declared at p, else those that have a tool that is.
// Code that runs several times declares several at one position: then it is the one that the text
// names, or none.
func (d *Shown) byPosition(p graph.Pos, text string) []Spot {
	if !p.IsValid() {
		return nil
	}
	var boxes, tools []named
	for g := range d.Graphs {
		for n, box := range d.Graphs[g].Boxes {
			if box.Pos == p && box.Kind != "entry" && box.Kind != "exit" {
				boxes = append(boxes, named{string(box.Name), Spot{g, n, -1, -1}})
			}
			for _, t := range box.Tools {
				if t.Pos == p {
					tools = append(tools, named{string(t.Name), Spot{g, n, -1, t.ID}})
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
	spot Spot
}

// meant returns the spots whose name a text has in quotes; if it has none of them, all, provided
// that they have one name.
func meant(list []named, text string) (spots []Spot) {
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

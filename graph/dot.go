package graph

// This file writes DOT.

import (
	"fmt"
	"io"
	"strings"
)

var dotShapes = []string{
	KindInvalid:     "shape=box",
	KindEntry:       "shape=circle",
	KindExit:        "shape=doublecircle",
	KindTool:        "shape=component",
	KindLLM:         "shape=box, style=rounded",
	KindRouter:      "shape=diamond",
	KindHuman:       "shape=octagon",
	KindSubgraph:    "shape=folder",
	KindPassthrough: "shape=box, color=gray",
}

// WriteDOT writes w as a Graphviz digraph: a title, kinds as shapes, router values at
// edges, interrupts and tools inside nodes, marks at tools that are sensitive or have a gate, bodies as clusters, dashed what is
// unknown or exists only in some configurations, dotted names that no node has. A way is wide and has the
// numbers of its steps.
// The order is that of the workflow. The error is the writer's.
func (w *Workflow) WriteDOT(out io.Writer, o PrintOptions) error {
	d := dotWriter{drawing: newDrawing(w), o: o}
	d.line("digraph %s {", dotQuote(w.Name))
	d.depth++
	d.line("rankdir=TB; compound=true; node [fontname=\"sans-serif\"]; edge [fontname=\"sans-serif\"];")
	title := w.title(o)
	if o.Way != nil {
		title += "\n" + o.Way.Text
	}
	d.line("label=%s; labelloc=t; fontname=\"sans-serif\";", dotQuote(title))
	for i, x := range d.all {
		d.workflow(x, i > 0)
	}
	for _, x := range d.all {
		d.links(x)
	}
	d.depth--
	d.line("}")
	_, err := io.WriteString(out, d.out.String())
	return err
}

// dotWay marks what is part of a way.
const dotWay = `color="` + wayColor + `", penwidth=4`

type dotWriter struct {
	*drawing
	o     PrintOptions
	out   strings.Builder
	depth int
}

func (d *dotWriter) line(format string, args ...any) {
	d.out.WriteString(indentation(d.depth))
	fmt.Fprintf(&d.out, format, args...)
	d.out.WriteByte('\n')
}

// dotQuote quotes text for DOT, where a backslash begins escapes of its own and
// an ampersand those of HTML.
func dotQuote(text string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "\r", "", "\n", `\n`, "\x00", "")
	return `"` + r.Replace(text) + `"`
}

// workflow writes nodes, jumps and edges of w, in a cluster if it is a body.
func (d *dotWriter) workflow(w *Workflow, body bool) {
	if body {
		d.line("subgraph cluster_%d {", d.index[w])
		d.depth++
		d.line("label=%s;", dotQuote(w.Name))
	}
	gate, open := gates(w), openNodes(w)
	for i := range w.Nodes {
		id := NodeID(i)
		lines := append(nodeText(w, id, d.o), gate[id]...)
		marked := ""
		if d.o.Way.at(w, id) != "" {
			marked = ", " + dotWay
		}
		d.line("%s [%s, label=%s%s%s];", d.id(w, id), dotShape(&w.Nodes[i], open[id]), dotQuote(strings.Join(lines, "\n")), marked, d.tooltip(w.Nodes[i].Pos))
	}
	names, index := jumpTargets(w)
	for i, name := range names {
		d.line("w%dj%d [shape=box, style=dotted, label=%s];", d.index[w], i, dotQuote(name))
	}
	for i := range w.Edges {
		d.edge(w, EdgeID(i))
	}
	for _, j := range w.Jumps {
		if d.inside(w, j.From) {
			d.line("%s -> w%dj%d [style=dotted, label=%s];", d.id(w, j.From), d.index[w], index[j.Target], dotQuote(j.Label))
		}
	}
	if body {
		d.depth--
		d.line("}")
	}
}

func dotShape(n *Node, open bool) string {
	shape := dotShapes[0]
	if int(n.Kind) < len(dotShapes) {
		shape = dotShapes[n.Kind]
	}
	if !open {
		return shape
	}
	if strings.Contains(shape, "style=rounded") {
		return strings.Replace(shape, "style=rounded", "style=\"rounded,dashed\"", 1)
	}
	return shape + ", style=dashed"
}

func (d *dotWriter) tooltip(p Pos) string {
	if text := d.o.pos(p); text != "" {
		return ", tooltip=" + dotQuote(text)
	}
	return ""
}

// edge writes one edge; an edge from or to no node is left out.
func (d *dotWriter) edge(w *Workflow, id EdgeID) {
	e := &w.Edges[id]
	if !d.inside(w, e.From) || !d.inside(w, e.To) {
		return
	}
	var attrs []string
	if text := edgeText(e); text != "" {
		attrs = append(attrs, "label="+dotQuote(text))
	}
	switch {
	case e.Optional():
		attrs = append(attrs, "style=dashed")
	case e.Kind == EdgeParallel:
		attrs = append(attrs, "style=bold")
	}
	if e.Kind == EdgeLoop {
		attrs = append(attrs, "constraint=false")
	}
	if d.o.Way.takes(w, id) {
		attrs = append(attrs, dotWay)
	}
	list := ""
	if len(attrs) > 0 {
		list = " [" + strings.Join(attrs, ", ") + "]"
	}
	d.line("%s -> %s%s;", d.id(w, e.From), d.id(w, e.To), list)
}

// links ties each node of w to the entry of its body.
func (d *dotWriter) links(w *Workflow) {
	for i := range w.Nodes {
		if sub := w.Nodes[i].Sub; sub != nil && d.inside(sub, sub.Entry) {
			d.line("%s -> %s [style=dotted, arrowhead=none, lhead=cluster_%d];", d.id(w, NodeID(i)), d.id(sub, sub.Entry), d.index[sub])
		}
	}
}

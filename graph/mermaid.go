package graph

// This file writes Mermaid.

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

var mermaidShapes = [][2]string{
	KindInvalid:     {"[", "]"},
	KindEntry:       {"((", "))"},
	KindExit:        {"(((", ")))"},
	KindTool:        {"[[", "]]"},
	KindLLM:         {"(", ")"},
	KindRouter:      {"{", "}"},
	KindHuman:       {"{{", "}}"},
	KindSubgraph:    {"[/", "/]"},
	KindPassthrough: {"[", "]"},
}

// WriteMermaid writes w as a Mermaid flowchart, with what WriteDOT shows:
// bodies are subgraphs. The order is that of the workflow. The error is the
// writer's.
func (w *Workflow) WriteMermaid(out io.Writer, o PrintOptions) error {
	m := mermaidWriter{drawing: newDrawing(w), o: o}
	title := w.title(o)
	if o.Way != nil {
		title += ": " + o.Way.Text
	}
	m.line("---\ntitle: %s\n---", mermaidTitle(title))
	m.line("flowchart TD")
	m.depth++
	for i, x := range m.all {
		m.workflow(x, i > 0)
	}
	for _, x := range m.all {
		m.links(x)
	}
	m.line("classDef unknown stroke-dasharray: 4 4;")
	if len(m.open) > 0 {
		m.line("class %s unknown;", strings.Join(m.open, ","))
	}
	m.markWay()
	_, err := io.WriteString(out, m.out.String())
	return err
}

type mermaidWriter struct {
	*drawing
	o     PrintOptions
	out   strings.Builder
	depth int
	open  []string // nodes of which something is unknown
	drawn int      // links, so far
	way   struct{ nodes, links []string }
}

// link writes a line with one link: Mermaid numbers them.
func (m *mermaidWriter) link(format string, args ...any) {
	m.line(format, args...)
	m.drawn++
}

// markWay makes wide what is part of the way.
func (m *mermaidWriter) markWay() {
	const style = "stroke:" + wayColor + ",stroke-width:4px;"
	if len(m.way.nodes) > 0 {
		m.line("classDef way %s", style)
		m.line("class %s way;", strings.Join(m.way.nodes, ","))
	}
	if len(m.way.links) > 0 {
		m.line("linkStyle %s %s", strings.Join(m.way.links, ","), style)
	}
}

func (m *mermaidWriter) line(format string, args ...any) {
	m.out.WriteString(indentation(m.depth))
	fmt.Fprintf(&m.out, format, args...)
	m.out.WriteByte('\n')
}

// mermaidQuote quotes text. Inside quotes Mermaid still reads markup and
// entities, so everything that could begin one is written as an entity; a label
// cannot be empty.
func mermaidQuote(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '\n':
			out.WriteString("<br>")
		case r < ' ':
		case strings.ContainsRune("\"#%&<>`\\[]{}()|;*_~", r):
			fmt.Fprintf(&out, "#%d;", r)
		default:
			out.WriteRune(r)
		}
	}
	if text == "" {
		out.WriteByte(' ')
	}
	out.WriteByte('"')
	return out.String()
}

// mermaidTitle quotes text for the head, which is YAML. Mermaid looks for directives and entities in
// all of its input before it reads that, so what could begin one is escaped.
func mermaidTitle(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		if r < ' ' || strings.ContainsRune("\"\\%#&<>{}", r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// workflow writes nodes, jumps and edges of w, in a subgraph if it is a body.
func (m *mermaidWriter) workflow(w *Workflow, body bool) {
	if body {
		m.line("subgraph w%d [%s]", m.index[w], mermaidQuote(w.Name))
		m.depth++
	}
	gate, open := gates(w), openNodes(w)
	for i := range w.Nodes {
		id := NodeID(i)
		shape := mermaidShapes[0]
		if k := int(w.Nodes[i].Kind); k < len(mermaidShapes) {
			shape = mermaidShapes[k]
		}
		lines := append(nodeText(w, id, m.o), gate[id]...)
		m.line("%s%s%s%s", m.id(w, id), shape[0], mermaidQuote(strings.Join(lines, "\n")), shape[1])
		if open[id] {
			m.open = append(m.open, m.id(w, id))
		}
		if m.o.Way.at(w, id) != "" {
			m.way.nodes = append(m.way.nodes, m.id(w, id))
		}
	}
	names, index := jumpTargets(w)
	for i, name := range names {
		id := fmt.Sprintf("w%dj%d", m.index[w], i)
		m.line("%s[%s]", id, mermaidQuote(name))
		m.open = append(m.open, id)
	}
	for i := range w.Edges {
		m.edge(w, EdgeID(i))
	}
	for _, j := range w.Jumps {
		if m.inside(w, j.From) {
			m.link("%s -.->%s w%dj%d", m.id(w, j.From), mermaidLabel(j.Label), m.index[w], index[j.Target])
		}
	}
	if body {
		m.depth--
		m.line("end")
	}
}

func mermaidLabel(text string) string {
	if text == "" {
		return ""
	}
	return "|" + mermaidQuote(text) + "|"
}

func (m *mermaidWriter) edge(w *Workflow, id EdgeID) {
	e := &w.Edges[id]
	if !m.inside(w, e.From) || !m.inside(w, e.To) {
		return
	}
	arrow := "-->"
	switch {
	case e.Optional():
		arrow = "-.->"
	case e.Kind == EdgeParallel:
		arrow = "==>"
	}
	if m.o.Way.takes(w, id) {
		m.way.links = append(m.way.links, strconv.Itoa(m.drawn))
	}
	m.link("%s %s%s %s", m.id(w, e.From), arrow, mermaidLabel(edgeText(e)), m.id(w, e.To))
}

// links ties each node of w to its body.
func (m *mermaidWriter) links(w *Workflow) {
	for i := range w.Nodes {
		if sub := w.Nodes[i].Sub; sub != nil {
			m.link("%s -.- w%d", m.id(w, NodeID(i)), m.index[sub])
		}
	}
}

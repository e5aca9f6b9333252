package htmlreport

// This file says what is in a page, and puts it together.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

type text = drawing.Text

// data is what the scripts of a page read.
type data struct {
	Title    text                       `json:"title"`
	Version  text                       `json:"version"`
	Summary  summary                    `json:"summary"`
	Drawings []*drawing.Drawing         `json:"drawings"`
	Findings []finding                  `json:"findings"`
	Tools    []tool                     `json:"tools"`
	Rules    []rule                     `json:"rules"`
	Notices  []text                     `json:"notices"`
	Lines    map[string]map[string]text `json:"lines"` // of files, by line
}

// A summary counts.
type summary struct {
	Scope      text `json:"scope"` // what was read
	Listed     int  `json:"listed"`
	Undecided  int  `json:"undecided"`
	HeldBack   int  `json:"heldBack"`
	Silenced   int  `json:"silenced"`
	ProvedAway int  `json:"provedAway"`
	Unread     bool `json:"unread"` // no workflow, agent or tool was found, or something was not read
}

// A tool is one that a model may call.
type tool struct {
	Name        text    `json:"name"`
	Description text    `json:"description,omitempty"`
	Framework   text    `json:"framework,omitempty"`
	Args        text    `json:"args,omitempty"`
	Params      []param `json:"params,omitempty"`
	Returns     []param `json:"returns,omitempty"`
	Handler     text    `json:"handler,omitempty"`
	Hints       text    `json:"hints,omitempty"`
	Gate        text    `json:"gate,omitempty"`
	Sensitive   bool    `json:"sensitive,omitempty"`
	Says        []text  `json:"says,omitempty"` // what directives say of it
	Needs       []need  `json:"needs,omitempty"`
	Agent       text    `json:"agent,omitempty"`
	Added       bool    `json:"added,omitempty"` // by the framework
	At          text    `json:"at,omitempty"`
	Source      place   `json:"source"`
}

// A param is a field of arguments or of a result, and what the program says of it.
type param struct {
	Path text `json:"path"`
	Type text `json:"type,omitempty"`
	Says text `json:"says,omitempty"`
}

// A need is a capability of a tool's code, or one that it declares.
type need struct {
	Capability text `json:"capability"`
	Declared   text `json:"declared"` // yes, no, or "" where nothing is declared
	How        text `json:"how,omitempty"`
}

// A builder puts a page together.
type builder struct {
	in       Input
	data     *data
	source   *source
	tools    map[toolKey]int
	shown    []drawing.Shown        // the drawings of data
	isMarked func(*graph.Tool) bool // is a tool sensitive by its name?
}

// toolKey tells tools apart: each step that has one may hold a copy of it.
type toolKey struct {
	name string
	pos  graph.Pos
}

// believed says what takes findings away because it is believed, and which findings the policy file makes less severe.
func believed(in Input) (list []string) {
	for _, t := range in.Report.Trusted {
		list = append(list, fmt.Sprintf("%s: %s", report.Rel(in.Dir, t.Pos), t.Says()))
	}
	for _, f := range in.Report.Lowered() {
		list = append(list, fmt.Sprintf("%s: %s", report.Rel(in.Dir, f.Lowered.Pos), f.SaysLowered()))
	}
	return list
}

func build(in Input) *data {
	b := &builder{
		in: in, source: newSource(in), tools: make(map[toolKey]int),
		data: &data{
			Title: text(in.Title), Version: text(in.Version), Drawings: []*drawing.Drawing{}, Findings: []finding{},
			Tools: []tool{}, Notices: []text{},
		},
	}
	b.isMarked = in.Options.ByName()
	b.addTools()
	b.addDrawings()
	for _, f := range report.OneASource(in.Report.Findings) {
		b.addFinding(f.Relative(in.Dir))
	}
	b.addRules()
	b.addLog()
	for _, n := range slices.Concat(in.Report.Notices, believed(in)) {
		b.data.Notices = append(b.data.Notices, text(n))
	}
	b.data.Lines = b.source.lines
	return b.data
}

func (b *builder) isSensitive(t *graph.Tool) bool {
	return t.IsDestructive() || b.isMarked != nil && t.Name != "" && b.isMarked(t)
}

func (b *builder) addTools() {
	for i, t := range b.in.Tools {
		b.tools[toolKey{t.Name, t.Pos}] = i
		out := tool{
			Name: text(t.Name), Description: text(t.Description), Framework: text(t.Framework), Args: text(t.Args),
			Handler: text(funcid.Source(t.Handler)), Hints: text(report.Hints(t.Hints)), Sensitive: b.isSensitive(t), Agent: text(t.Agent), Added: t.Added(),
			At: at(t.Pos), Source: b.source.around(t.Pos, 1), Params: params(t.Params), Returns: params(t.Returns), Needs: needs(t),
		}
		if t.Name == "" {
			out.Name = text("(name not known: " + t.Unknown.String() + ")")
		}
		if t.Gate.Kind != graph.GateNone {
			out.Gate = text(t.Gate.Kind.String())
		}
		if t.Destructive {
			out.Says = append(out.Says, "destructive")
		}
		if len(t.Events) > 0 {
			out.Says = append(out.Says, text("event "+strings.Join(t.Events, ", ")))
		}
		if len(t.Sources) > 0 {
			out.Says = append(out.Says, text("its result is "+strings.Join(t.Sources, ", ")))
		}
		b.data.Tools = append(b.data.Tools, out)
	}
}

func params(list []graph.Param) []param {
	var out []param
	for i := range list {
		p := &list[i]
		out = append(out, param{text(p.Path), text(p.Type), text(p.Says())})
	}
	return out
}

func needs(t *graph.Tool) []need {
	var out []need
	for _, c := range report.Capabilities(t) {
		out = append(out, need{text(c.Name), text(c.Declared), text(c.How)})
	}
	return out
}

func (b *builder) addDrawings() {
	o := drawing.Options{Sensitive: b.isSensitive, ID: func(t *graph.Tool) int {
		if i, ok := b.tools[toolKey{t.Name, t.Pos}]; ok {
			return i
		}
		return -1
	}}
	drawn := make(map[graph.Pos]bool) // the agents that steps of workflows run, by position
	for _, w := range b.in.Program.Workflows {
		b.shown = append(b.shown, drawing.Shown{Drawing: drawing.Workflow(w, o), Workflows: w.All()})
		for _, x := range w.All() {
			for i := range x.Nodes {
				if n := &x.Nodes[i]; n.Agent != "" {
					drawn[n.Pos] = true
				}
			}
		}
	}
	for _, d := range drawing.Agents(b.in.Program.AllAgents(), o) {
		if boxes := d.Graphs[0].Boxes; len(boxes) == 1 && drawn[boxes[0].Pos] {
			continue // the drawing of the workflow says the same
		}
		b.shown = append(b.shown, drawing.Shown{Drawing: d})
	}
	for _, d := range b.shown {
		b.data.Drawings = append(b.data.Drawings, d.Drawing)
		for _, g := range d.Graphs {
			for _, box := range g.Boxes {
				b.source.around(box.Pos, 1)
			}
		}
	}
}

func at(p graph.Pos) text {
	if !p.IsValid() && p.File == "" {
		return ""
	}
	return text(p.String())
}

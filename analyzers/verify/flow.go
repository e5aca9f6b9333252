package verify

// This file judges flows of data.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// Labels that the rules about flows know; others are the program's own.
var (
	steered   = taint.NewLabels(taint.LabelModel, "fetched", "untrusted")            // an attacker has a say in it
	chosen    = taint.NewLabels(taint.LabelModel, "untrusted")                       // of those, what no server of the program's choice wrote
	foreign   = taint.NewLabels("fetched", "untrusted", "request")                   // somebody else wrote it
	unpacked  = taint.NewLabels(labelArchive)                                        // who has packed an archive named it
	private   = taint.NewLabels("private", "secret", "file", "database")             // not for everybody
	readable  = []string{taint.KindResult, "prompt", "system", "description", "log"} // others read it there
	followed  = []string{"system", "description"}                                    // a model follows it
	untouched = "*"                                                                  // in a forbid list: all that other tools and sources provide
)

// Kinds of sinks that are effects of rules of their own.
const (
	kindOption   = "option" // what may be an option of a program
	kindVariable = "env"    // the name of a variable of the environment
)

// Data returns what the rules about data say of the flows of a program of which no code is known:
// workflows of a graph file. The table has the labels that there may be.
func Data(p *graph.Program, flows []taint.Flow, table *taint.Table) []report.Finding {
	return append(Flows(flows, nil), FlowNames(p, new(Names).With(table))...)
}

// AsksOfResults reports whether a rule asks where data with labels comes from that a tool
// returns to a model: that is what makes the model read, and only secrets must not be there.
func AsksOfResults(labels taint.Labels) bool { return labels.Has(labelSecret) }

const (
	labelSecret  = "secret"  // what nobody may read
	labelArchive = "archive" // the name of an entry of an archive
)

// Flows returns what the rules about data say of flows: what only flows show that are not
// sure is unknown. The findings are not sorted, and not judged by a policy. The function
// place says where the finding about a flow will stand; nil for where it ends.
func Flows(flows []taint.Flow, place func(*taint.Flow) graph.Pos) []report.Finding {
	if place == nil {
		place = func(f *taint.Flow) graph.Pos { return f.Sink.Pos }
	}
	var sure, checked []taint.Flow
	for _, f := range flows {
		switch {
		case !f.IsSure():
		case f.Sink.IsEffect() && f.IsChecked():
			checked = append(checked, f)
		default:
			sure = append(sure, f)
		}
	}
	out := append(judged(sure, place), reads(flows)...)
	out = append(out, besides(flows)...)
	out = append(out, unlessChecked(sure, checked)...)
	if len(sure)+len(checked) == len(flows) {
		return out
	}
	return append(out, doubtful(judged(flows, place), out)...)
}

// doubtful returns what findings say that may be true and that certain does not say, as unknown. Of several tools that may
// have one effect at one place, one is named, and the others are counted.
func doubtful(findings, certain []report.Finding) (out []report.Finding) {
	var more []int
	for _, f := range findings {
		if slices.ContainsFunc(certain, func(o report.Finding) bool { return o.Subject == f.Subject && saysToo(&o, &f) }) {
			continue
		}
		n := -1
		if isEffect(f.Rule) {
			n = slices.IndexFunc(out, func(o report.Finding) bool { return o.Rule == f.Rule && o.Pos == f.Pos && o.Subject == f.Subject })
		}
		if n >= 0 {
			more[n]++
			continue
		}
		out, more = append(out, *report.Doubtful(&f)), append(more, 0)
	}
	for n := range out {
		report.LikewiseFor(&out[n], more[n])
	}
	return out
}

// FlowsUnlessAsked is Flows, but a finding that needs a flow before which somebody may be asked is
// unknown. The function gate says where that is; its position is not valid if nobody is asked.
func FlowsUnlessAsked(flows []taint.Flow, place, gate func(*taint.Flow) graph.Pos) []report.Finding {
	var free []taint.Flow
	var gated []graph.Pos
	at := make(map[graph.Pos]graph.Pos) // by where a finding about a flow may stand
	for i := range flows {
		f := &flows[i]
		if g := gate(f); g.IsValid() {
			gated = append(gated, g)
			at[f.Sink.Pos] = g
			if place != nil {
				at[place(f)] = g
			}
		} else {
			free = append(free, *f)
		}
	}
	out := Flows(free, place)
	if len(gated) == 0 {
		return out
	}
	for _, f := range Flows(flows, place) {
		if !slices.ContainsFunc(out, func(o report.Finding) bool { return saysToo(&o, &f) }) {
			out = append(out, *report.UnlessAsked(&f, cmp.Or(at[f.Pos], gated[len(gated)-1])))
		}
	}
	return out
}

// saysToo reports whether o says what f does, as certain or less so. Of effects at one place, each tool has its own.
func saysToo(o, f *report.Finding) bool {
	return o.Rule == f.Rule && o.Pos == f.Pos && (!isEffect(f.Rule) || strings.Contains(o.Message, f.Message))
}

// isEffect reports whether a rule is about what tools do to the machine.
func isEffect(rule string) bool { return rule == rules.TaintEffect || rule == rules.TaintOption }

// MayAsk returns for flows of a program where code that is not seen may ask somebody before the last
// tool on their way runs, or before the call in its code that they go into. Where somebody is asked in some
// cases, the others count.
func MayAsk(p *graph.Program) func(*taint.Flow) graph.Pos {
	tools := p.AllTools()
	named := make(map[string][]*graph.Tool) // those that run, at times, with nobody asked who is seen
	for _, t := range tools {
		if t.Gate.Unseen || !t.Gated() {
			named[t.Name] = append(named[t.Name], t)
		}
	}
	return func(f *taint.Flow) (at graph.Pos) {
		for _, t := range named[taint.LastTool(f, tools)] {
			if at = asksBefore(t, f); !at.IsValid() {
				break
			}
		}
		return at
	}
}

// asksBefore returns where somebody may be asked before a tool runs, or before what a flow goes into.
func asksBefore(t *graph.Tool, f *taint.Flow) graph.Pos {
	isHeld := func(pos graph.Pos) bool { return slices.Contains(t.Held, pos) }
	switch {
	case t.Gate.Unseen:
		return t.Gate.Pos
	case isHeld(f.Sink.Pos) || slices.ContainsFunc(f.Hops, func(h taint.Hop) bool { return isHeld(h.Pos) }):
		return t.HeldBy
	}
	return graph.Pos{}
}

// judged is Flows for flows that are taken to be sure.
func judged(flows []taint.Flow, place func(*taint.Flow) graph.Pos) []report.Finding {
	var out []report.Finding
	add := func(f *report.Finding) { out = addFinding(out, f) }
	var outward []*taint.Flow
	var fields, instructions, secrets groups
	for i := range flows {
		f := &flows[i]
		labels := f.Labels.Visible()
		kind := f.Sink.Kind
		switch {
		case kind == taint.KindField:
			if names := forbidden(f); len(names) > 0 {
				fields.add(f, names)
			}
			continue
		case f.Sink.IsRead():
			continue // see reads
		case f.Sink.IsEffect():
			continue // see effects
		case f.Sink.IsBeside():
			continue // see besides
		case kind == taint.KindOutward && report.Crosses(f, taint.OpModel):
			outward = append(outward, f)
		}
		if slices.Contains(labels, labelSecret) && slices.Contains(readable, kind) && !toldAgain(f, flows) {
			secrets.addSecret(f, place(f))
		}
		if shares(labels, foreign) && slices.Contains(followed, kind) {
			instructions.add(f, nil)
		}
	}
	for _, f := range fields {
		add(report.ForbiddenFlow(f.nearest, f.names))
	}
	for _, f := range secrets {
		add(report.Secret(f.nearest, len(f.others)-1))
	}
	for _, f := range instructions {
		add(report.Instructed(f.nearest))
	}
	for _, f := range effects(flows) {
		add(effect(f))
	}
	return append(out, trifectas(outward)...)
}

// effects returns of flows that have an effect the nearest to each sink from each tool, or from elsewhere if no tool has
// it, in the order of the flows. Of tools with one handler, which of them it is may depend on the name that the handler gets,
// so that they are one flow.
func effects(flows []taint.Flow) (out []*taint.Flow) {
	for i := range flows {
		f := &flows[i]
		if !f.Sink.IsEffect() || !shares(f.Labels.Visible(), harmful(f)) {
			continue
		}
		n := slices.IndexFunc(out, func(o *taint.Flow) bool { return o.Sink == f.Sink && (areOfOneTool(o, f) || haveOneHandler(o, f)) })
		switch {
		case n < 0:
			out = append(out, f)
		case !areOfOneTool(out[n], f):
			out[n] = ofEither(out[n], f)
		case out[n].Tools == nil && nearer(f, out[n]):
			out[n] = f
		}
	}
	all := slices.Clone(out)
	return slices.DeleteFunc(out, func(f *taint.Flow) bool {
		isSaid := func(o *taint.Flow) bool { return o.Sink == f.Sink && !areOfOneTool(o, f) }
		return isNameless(f) && slices.ContainsFunc(all, isSaid)
	})
}

// areOfOneTool reports whether two flows are not of what models choose for two tools.
func areOfOneTool(f, g *taint.Flow) bool {
	return !f.Labels.Has(taint.LabelModel) || !g.Labels.Has(taint.LabelModel) || f.Source.Name == g.Source.Name ||
		slices.Contains(f.Tools, g.Source.Name)
}

// haveOneHandler reports whether two flows of tools are the same from the handler on.
func haveOneHandler(f, g *taint.Flow) bool {
	return !isNameless(f) && !isNameless(g) && len(f.Hops) > 1 && len(g.Hops) > 1 && slices.Equal(f.Hops[1:], g.Hops[1:])
}

// ofEither returns f as a flow of the tool of g, too.
func ofEither(f, g *taint.Flow) *taint.Flow {
	both := *f
	if both.Tools == nil {
		both.Tools = []string{f.Source.Name}
	}
	both.Tools = append(slices.Clip(both.Tools), g.Source.Name)
	return &both
}

// isNameless reports whether a flow is of what a model chooses for a tool whose name is not known: one with a name may be
// the same.
func isNameless(f *taint.Flow) bool { return f.Labels.Has(taint.LabelModel) && f.Source.Name == "" }

// WithoutNameless leaves out flows of what a model chooses for a tool whose name is not known where a flow of one with a name gets
// to the same place and is as sure.
func WithoutNameless(flows []taint.Flow) (out []taint.Flow) {
	for i := range flows {
		f := &flows[i]
		isNamed := func(o taint.Flow) bool {
			return o.Sink == f.Sink && o.Labels.Has(taint.LabelModel) && !isNameless(&o) && !report.Crosses(&o, taint.OpModel) && (o.IsSure() || !f.IsSure())
		}
		if !isNameless(f) || !slices.ContainsFunc(flows, isNamed) {
			out = append(out, *f)
		}
	}
	return out
}

// effect returns the finding about a flow that has an effect.
func effect(f *taint.Flow) *report.Finding {
	switch f.Sink.Kind {
	case kindOption:
		return report.Option(f)
	case kindVariable:
		return report.Variable(f)
	}
	return report.Effect(f)
}

// unlessChecked returns what is not known of effects that data has behind checks that are not
// understood, where nothing has them without.
func unlessChecked(sure, checked []taint.Flow) (out []report.Finding) {
	certain := effects(sure)
	isSaid := func(f *taint.Flow) bool {
		return slices.ContainsFunc(certain, func(o *taint.Flow) bool { return o.Sink == f.Sink && (areOfOneTool(o, f) || isNameless(f)) })
	}
	var options []taint.Flow
	for i := range checked {
		if checked[i].IsOption() {
			options = append(options, checked[i])
		}
	}
	for _, f := range effects(options) {
		if !isSaid(f) {
			out, certain = addFinding(out, report.Option(f)), append(certain, f)
		}
	}
	for _, f := range effects(checked) {
		if !isSaid(f) {
			out = addFinding(out, report.UnlessChecked(effect(f), f))
		}
	}
	return out
}

// addFinding adds a finding to a list, but for one that says the same of the same place as
// an earlier one: then the shorter way is kept.
func addFinding(list []report.Finding, f *report.Finding) []report.Finding {
	for i := range list {
		if old := &list[i]; old.Rule == f.Rule && old.Pos == f.Pos && old.Message == f.Message {
			if len(f.Witness) < len(old.Witness) {
				*old = *f
			}
			return list
		}
	}
	return append(list, *f)
}

// groups are flows, those together that bring data of one name to one sink: a value
// that is read twice is one cause.
type groups []*group

type group struct {
	nearest *taint.Flow
	names   taint.Labels // that the sink forbids
	place   graph.Pos    // of the finding
	others  []string     // what there is of a cause, see otherSecret
}

// toldAgain reports whether a flow tells models what one has passed on that had got it before: the cause is where it got it.
func toldAgain(f *taint.Flow, flows []taint.Flow) bool {
	return told(f) && report.Crosses(f, taint.OpModel) && slices.ContainsFunc(flows, func(o taint.Flow) bool {
		return told(&o) && !report.Crosses(&o, taint.OpModel) && o.Source.Name == f.Source.Name && o.Source.Pos == f.Source.Pos &&
			o.Labels.Has(labelSecret) && (o.IsSure() || !f.IsSure())
	})
}

// told reports whether a flow ends where a model reads.
func told(f *taint.Flow) bool {
	return slices.Contains([]string{taint.KindResult, "prompt", "system"}, f.Sink.Kind)
}

// addSecret adds a flow to those of one cause: a line that logs several secrets, or a
// secret that many tools tell. Their findings would stand at one place: who ignores that
// of one tool does not ignore those of others.
func (l *groups) addSecret(f *taint.Flow, place graph.Pos) {
	for _, g := range *l {
		if g.place != place || !oneSecret(f, g.nearest) {
			continue
		}
		if o := otherSecret(f); !slices.Contains(g.others, o) {
			g.others = append(g.others, o)
		}
		if len(f.Hops) < len(g.nearest.Hops) {
			g.nearest = f
		}
		return
	}
	*l = append(*l, &group{nearest: f, place: place, others: []string{otherSecret(f)}})
}

// otherSecret returns what tells apart flows of one cause: the tool, or the secret.
func otherSecret(f *taint.Flow) string {
	if f.Sink.Kind == taint.KindResult {
		return f.Sink.Name
	}
	return f.Source.Name + " " + f.Source.Pos.String()
}

// oneSecret reports whether two flows to one place have one cause.
func oneSecret(f, g *taint.Flow) bool {
	return f.Sink.Kind == g.Sink.Kind && (f.Sink.Kind != taint.KindResult || f.Source.Name == g.Source.Name && f.Source.Pos == g.Source.Pos)
}

func (l *groups) add(f *taint.Flow, names taint.Labels) {
	for _, g := range *l {
		if g.nearest.Sink == f.Sink && g.nearest.Source.Name == f.Source.Name {
			g.names = g.names.Union(names)
			if closer(f, g.nearest) {
				g.nearest = f
			}
			return
		}
	}
	*l = append(*l, &group{nearest: f, names: names})
}

// closer reports whether the way of f is shorter than that of g, or else begins later
// in the text.
func closer(f, g *taint.Flow) bool {
	if len(f.Hops) != len(g.Hops) {
		return len(f.Hops) < len(g.Hops)
	}
	return f.Source.Pos.File == g.Source.Pos.File && f.Source.Pos.Compare(g.Source.Pos) > 0
}

// harmful returns the labels of f that must not have an effect. What is fetched counts
// once a model has had it, and as a command if it was fetched by its address: what else code
// does with the answers of servers that it calls itself is its own business, and to follow a
// link that a server has sent is what clients do. What an archive names its entries counts as the name of a file that is written.
func harmful(f *taint.Flow) taint.Labels {
	labels := chosen
	if f.Sink.Kind != "url" && report.Crosses(f, taint.OpModel) || f.Sink.Kind == "exec" && f.Labels.Has(taint.MarkGot) {
		labels = steered
	}
	if f.Sink.Kind == "path" {
		labels = labels.Union(unpacked)
	}
	return labels
}

// forbidden returns the labels of f that its sink, a field, forbids.
func forbidden(f *taint.Flow) taint.Labels {
	for _, s := range taint.ParseLabels(f.Sink.Unless) {
		if !f.Labels.Has(taint.MarkOf(s)) {
			return nil // it has gone through a sanitizer that the sink accepts
		}
	}
	var out []string
	forbid := taint.ParseLabels(f.Sink.Forbid)
	for _, l := range f.Labels.Visible() {
		own := strings.HasPrefix(f.Sink.Name, l+".") // a model that calls a tool again knows what it answered
		if slices.Contains(forbid, l) || slices.Contains(forbid, untouched) && l != taint.LabelModel && !own {
			out = append(out, l)
		}
	}
	return taint.NewLabels(out...)
}

func shares(a, b taint.Labels) bool {
	return slices.ContainsFunc(a, func(l string) bool { return slices.Contains(b, l) })
}

// nearer reports whether f tells more of its sink than g: what a model chooses
// itself, then the shorter way.
func nearer(f, g *taint.Flow) bool {
	a, b := f.Labels.Has(taint.LabelModel), g.Labels.Has(taint.LabelModel)
	if a != b {
		return a
	}
	return len(f.Hops) < len(g.Hops)
}

// trifectas returns a finding for each model that reads private data and untrusted
// content and can send something out.
func trifectas(outward []*taint.Flow) []report.Finding {
	type context struct {
		private, untrusted map[string]*taint.Flow // by the tool that sends
	}
	var order []graph.Pos
	byModel := make(map[graph.Pos]*context)
	for _, f := range outward {
		last := lastModel(f)
		c := byModel[last.Pos]
		if c == nil {
			c = &context{make(map[string]*taint.Flow), make(map[string]*taint.Flow)}
			byModel[last.Pos] = c
			order = append(order, last.Pos)
		}
		for _, side := range []struct {
			labels taint.Labels
			flows  map[string]*taint.Flow
		}{{private, c.private}, {foreign, c.untrusted}} {
			old := side.flows[last.Name]
			if shares(f.Labels.Visible(), side.labels) && (old == nil || len(f.Hops) < len(old.Hops)) {
				side.flows[last.Name] = f
			}
		}
	}
	var out []report.Finding
	for _, pos := range order {
		c := byModel[pos]
		var tools []string
		for name := range c.private {
			if c.untrusted[name] != nil {
				tools = append(tools, name)
			}
		}
		slices.Sort(tools)
		if len(tools) > 0 {
			out = append(out, *report.Trifecta(c.private[tools[0]], c.untrusted[tools[0]], tools, pos))
		}
	}
	return out
}

// lastModel returns the last hop of f at which a model passes something on.
func lastModel(f *taint.Flow) taint.Hop {
	for i := len(f.Hops) - 1; i >= 0; i-- {
		if f.Hops[i].Op == taint.OpModel {
			return f.Hops[i]
		}
	}
	return taint.Hop{}
}

package module

// This file follows data through the tools of agents that no framework runs. What each of
// their functions does to data its package has found out; which of them are run with what a
// model says, and what they call that their package does not see, the whole module tells.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// aboutData returns what the rules on data say of the agents that were added, without what
// a package has said already, before. The function judge lets the program silence findings.
func (m *Module) aboutData(joint *ssaflow.Joint, before []report.Finding, judge func([]report.Finding) []report.Finding) (out []report.Finding) {
	known := func(f report.Finding) bool {
		return slices.ContainsFunc(before, func(o report.Finding) bool {
			return report.IsSameFlow(&f, &o) || o.Rule == f.Rule && o.Pos == f.Pos && saysAsMuch(&o, &f)
		})
	}
	for _, a := range slices.Concat(m.loops, m.shown) {
		var each []saidBefore // of the groups before, of which those of a tool are one at the end
		groups := m.dataOf(&a, joint)
		for n, g := range groups {
			found := verify.WithoutConfined(slices.DeleteFunc(g.findings, known), before, func(c report.Finding) bool { return c.Suppressed != nil })
			m.surround(found)
			for i := range found {
				m.sayWhoAsks(&found[i], a.Agent)
			}
			found = judge(found)
			if g.kind == ofAnotherTool || g.kind == callsAnother { // it is one cause
				found = slices.DeleteFunc(found, func(f report.Finding) bool {
					at := whoSaid(each, &f)
					if at >= 0 && g.kind == callsAnother && f.Suppressed == nil && f.Verdict == each[at].Verdict {
						groups[each[at].group].addLikewise(g.tool)
					}
					return at >= 0
				})
			}
			groups[n].findings = found
			for _, f := range found {
				each = append(each, saidBefore{f, n})
			}
		}
		for _, g := range groups {
			found := g.findings
			if g.kind != ofNoTool {
				found = together(found)
			}
			for _, f := range found {
				if f.Suppressed == nil {
					report.LikewiseForTools(&f, g.likewise)
				}
				out = addOnce(out, f)
			}
		}
	}
	return out
}

// A saidBefore is a finding, and the number of the group that it is of.
type saidBefore struct {
	report.Finding
	group int
}

// sayWhoAsks adds to a finding about what a tool of an agent does that this agent asks nobody before, where another agent, which
// has the tool, too, does: who reads the code of that one only would not believe it.
func (m *Module) sayWhoAsks(f *report.Finding, a *graph.Agent) {
	if f.Verdict != verdict.Violated || !f.IsChosen() || len(f.Witness) == 0 {
		return
	}
	at := f.Witness[0].Pos
	n := slices.IndexFunc(a.Tools, func(t *graph.Tool) bool { return t.Pos == at && !t.Gate.Kind.MayHold() })
	if n < 0 || a.Tools[n].Handler == "" {
		return
	}
	for _, other := range slices.Concat(m.loops, m.shown) {
		asks := func(t *graph.Tool) bool {
			return t.Handler == a.Tools[n].Handler && t.Name == a.Tools[n].Name && t.Gate.Kind.MayHold()
		}
		if other.Agent.Pos != a.Pos && slices.ContainsFunc(other.Agent.Tools, asks) {
			report.UnaskedIn(f, a, other.Agent)
			return
		}
	}
}

// saysAsMuch reports whether a finding of the same rule at the same place is as sure as f, and about what a model chooses if that is.
func saysAsMuch(o, f *report.Finding) bool {
	switch {
	case f.Rule == rules.Undecided:
		return o.Message == f.Message
	case f.Verdict == verdict.Violated && o.Verdict == verdict.Unknown:
		return false
	}
	return o.IsChosen() || !f.IsChosen()
}

// joint returns what the functions of all packages do to data, nil if nothing is known.
func (m *Module) joint(o verify.Options) *ssaflow.Joint {
	var kept []*ssaflow.Kept
	for _, p := range m.sight {
		if p.Functions != nil {
			kept = append(kept, p.Functions)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	joint := ssaflow.Join(kept)
	joint.Table = o.Policy.Table()
	return joint
}

// addOnce adds f to findings, but for one that says the same of the same place: two agents
// may have one tool. The shorter way is kept.
func addOnce(list []report.Finding, f report.Finding) []report.Finding {
	n := slices.IndexFunc(list, func(o report.Finding) bool { return o.Rule == f.Rule && o.Pos == f.Pos && o.Message == f.Message })
	if n < 0 {
		return append(list, f)
	}
	if len(f.Witness) < len(list[n].Witness) {
		list[n] = f
	}
	return list
}

// together leaves one of the findings that are not silenced: they are about one tool that
// has one kind of effect at several places.
func together(g []report.Finding) (out []report.Finding) {
	var best *report.Finding
	violated, unknown := 0, 0
	for i := range g {
		switch f := &g[i]; {
		case f.Suppressed != nil:
			out = append(out, *f)
			continue
		case best == nil || preferred(f, best):
			best = f
		}
		if g[i].Verdict == verdict.Unknown {
			unknown++
		} else {
			violated++
		}
	}
	switch {
	case best == nil:
	case violated > 0:
		out = append(out, *report.MayMore(report.AndMore(best, violated-1), unknown))
	default:
		out = append(out, *report.AndMore(best, unknown-1))
	}
	return out
}

// preferred reports whether f tells more than g: what is certain, then the shorter way.
func preferred(f, g *report.Finding) bool {
	if f.Verdict != g.Verdict {
		return g.Verdict == verdict.Unknown
	}
	return cmp.Or(cmp.Compare(len(f.Witness), len(g.Witness)), report.ComparePos(f.Pos, g.Pos)) < 0
}

// A group is what the rules on data say together of one agent.
type group struct {
	kind     groupKind
	tool     string // by name, "" for none, or one without a name
	findings []report.Finding
	likewise []string // other tools, which call this one
}

// addLikewise adds a tool that calls the one that g is about.
func (g *group) addLikewise(tool string) {
	if tool != "" && tool != g.tool && !slices.Contains(g.likewise, tool) {
		g.likewise = append(g.likewise, tool)
	}
}

// A groupKind says what a group is about.
type groupKind uint8

const (
	ofOneTool     groupKind = iota // what a tool does to the machine: for a reader, it is one finding
	callsAnother                   // likewise, by way of another tool, which it calls itself
	ofAnotherTool                  // likewise, by way of what may be another tool
	ofNoTool                       // each finding stands for itself
)

// dataOf returns what the rules on data say of one agent: first of each tool, then of each by way of others, then the rest.
func (m *Module) dataOf(a *loops.Agent, joint *ssaflow.Joint) (out []group) {
	result, unread := joint.Result(func(at graph.Pos) []string { return a.Calls[at] })
	flows, _, complete := agentflow.Flows(&agentflow.Input{
		Program: &graph.Program{Agents: []*graph.Agent{a.Agent}, Tools: a.Agent.Tools},
		Result:  result, Func: handlers(a), Asks: verify.AsksOfResults,
	})
	flows = slices.DeleteFunc(append(flows, joint.Said...), func(f taint.Flow) bool { return isOfAnother(a, &f) || m.asksModel(a, &f) })
	own, calls, by := m.handedOn(a, sharedOnce(a, withoutDeclared(a.Agent.Tools, m.chosenHere(a, flows))))
	gate := func(f *taint.Flow) graph.Pos { return gateOf(a, f) }
	byTool, alone := judgedByTool(verify.WithoutImplied(own), gate)
	add := func(kind groupKind, tools []toolFindings) {
		for _, t := range tools {
			out = append(out, group{kind: kind, tool: t.tool, findings: t.findings})
		}
	}
	add(ofOneTool, byTool)
	byCalls, _ := judgedByTool(verify.WithoutImplied(calls), gate) // all of them are effects
	add(callsAnother, byCalls)
	byOthers, _ := judgedByTool(verify.WithoutImplied(by), gate) // likewise
	add(ofAnotherTool, byOthers)
	var lost []report.UnreadFunc
	if !complete {
		lost = append(lost, report.UnreadFunc{Pos: a.Agent.Pos})
	}
	for _, id := range unread() {
		if !m.saysUnread(joint, id) {
			lost = append(lost, m.unreadAt(id, a.Agent.Pos))
		}
	}
	alone = append(alone, report.UnreadFunctions(lost, "program")...)
	for i, r := range a.Runs {
		if t := a.Agent.Tools[i]; r.Blind || r.Func != "" && !result.Keeps(r.Func) {
			alone = append(alone, *report.UnfollowedTool(t, funcid.Key(r.Func)))
		}
	}
	return append(out, group{kind: ofNoTool, findings: alone})
}

// saysUnread reports whether a package says of a function of its own that it was not read, and a reader sees it.
func (m *Module) saysUnread(joint *ssaflow.Joint, id string) bool {
	isOwn := func(p *Package) bool { return p.Path == funcid.Package(id) }
	return joint.IsUnread(id) && (m.reported || slices.ContainsFunc(m.Packages, isOwn))
}

// unreadAt returns the function with an identity as one that was not read; at is where that is said if nobody knows where it is.
func (m *Module) unreadAt(id string, at graph.Pos) report.UnreadFunc {
	if fn := m.function(id); fn != nil {
		at = fn.Pos
	}
	return report.UnreadFunc{Name: funcid.Key(id), Pos: at}
}

// surround sets the contexts of findings.
func (m *Module) surround(findings []report.Finding) {
	for i := range findings {
		if fn := m.around(findings[i].Pos); fn != nil {
			findings[i].Context = funcid.Key(topLevel(fn.ID))
		}
	}
}

// function returns what is known of the function with an identity, nil if that is nothing.
func (m *Module) function(id string) *valueflow.Func {
	for _, p := range m.sight {
		if p.Values == nil || p.Path != funcid.Package(id) {
			continue
		}
		for _, fn := range p.Values.Funcs {
			if fn.ID == id {
				return fn
			}
		}
	}
	return nil
}

// around returns the function around a position, nil if there is none.
func (m *Module) around(pos graph.Pos) *valueflow.Func {
	if m.byFile == nil {
		m.byFile = make(map[string][]*valueflow.Func)
		for _, p := range m.sight {
			if p.Values != nil {
				for _, fn := range p.Values.Funcs {
					m.byFile[fn.Pos.File] = append(m.byFile[fn.Pos.File], fn)
				}
			}
		}
		for _, fns := range m.byFile {
			slices.SortStableFunc(fns, func(a, b *valueflow.Func) int { return a.Pos.Compare(b.Pos) })
		}
	}
	fns := m.byFile[pos.File]
	n, _ := slices.BinarySearchFunc(fns, pos, func(fn *valueflow.Func, pos graph.Pos) int {
		if fn.Pos.Compare(pos) <= 0 {
			return -1
		}
		return 1
	})
	if n == 0 {
		return nil
	}
	at := fns[n-1].Pos
	return fns[slices.IndexFunc(fns, func(fn *valueflow.Func) bool { return fn.Pos == at })]
}

// handlers returns what finds the functions that run the tools of an agent.
func handlers(a *loops.Agent) func(id string) agentflow.Func {
	byID := make(map[string]agentflow.Func)
	for _, r := range a.Runs {
		fn := byID[r.Func]
		fn.ID, fn.Data = r.Func, append(fn.Data, r.Data...)
		byID[r.Func] = fn
	}
	return func(id string) agentflow.Func { return byID[id] }
}

// isOfAnother reports whether f is said to go through a tool whose code stands beside that
// of others, and goes through the code of one of these and not through its own.
func isOfAnother(a *loops.Agent, f *taint.Flow) bool {
	for i, t := range a.Agent.Tools {
		r := &a.Runs[i]
		isOf := func(h taint.Hop) bool { return h.Pos == t.Pos && h.Name == t.Name }
		beside := func(code valueflow.Span) bool { return lastIn(f, code) >= 0 }
		if slices.ContainsFunc(f.Hops, isOf) && slices.ContainsFunc(r.Others, beside) && !beside(r.Code) {
			return true
		}
	}
	return false
}

// chosenHere makes of flows from what functions read of their model's calls flows from what the model chooses
// for tools whose code stands in them: for the tool in whose code it is read, else for those whose code the flow
// goes through, else for some tool. What gets back to such a place by way of the model is said anew there.
func (m *Module) chosenHere(a *loops.Agent, flows []taint.Flow) (out []taint.Flow) {
	said := make(map[graph.Pos]bool)
	for i := range flows {
		if f := &flows[i]; f.IsSaid() {
			said[lineOf(f.Source.Pos)] = true
		}
	}
	for _, f := range flows {
		if !f.IsSaid() {
			out = append(out, f)
			continue
		}
		from := lineOf(f.Source.Pos)
		again := func(h taint.Hop) bool {
			at := lineOf(h.Pos)
			return h.Op == taint.OpLoad && h.Name == f.Source.Name && said[at] && at != from
		}
		if slices.ContainsFunc(f.Hops, again) {
			continue
		}
		fn := ""
		if around := m.around(f.Source.Pos); around != nil {
			fn = around.ID
		}
		for _, t := range toldOf(a, &f, fn) {
			of := f
			of.Source = taint.Source{Name: t.Name, Labels: taint.Labels{taint.LabelModel}, Pos: t.Pos}
			of.Labels = f.Labels.Without(taint.Labels{taint.LabelSaid}).Union(of.Source.Labels)
			of.Hops = slices.Clone(f.Hops)
			of.Hops[0].Name, of.Hops[0].Pos = t.Name, t.Pos
			out = append(out, of)
		}
	}
	return taint.SortFlows(out)
}

// lineOf returns the beginning of the line of a position.
func lineOf(p graph.Pos) graph.Pos { return graph.Pos{File: p.File, Line: p.Line} }

// toldOf returns the tools for which a model chooses what a function reads of its calls, and which goes on by f:
// one without a name for some tool of the function, and none if somebody is asked first.
func toldOf(a *loops.Agent, f *taint.Flow, fn string) (told []*graph.Tool) {
	var through, all []*graph.Tool
	last, at := (*graph.Tool)(nil), -1 // the last one on the way
	handed := false                    // to the handler of one, whose parameters are followed
	for i, t := range a.Agent.Tools {
		r := &a.Runs[i]
		n := lastIn(f, r.Code)
		if r.Reads == "" {
			handed = handed || n >= 0
			continue
		}
		if n > at {
			last, at = t, n
		}
		switch {
		case r.Code.Has(f.Source.Pos):
			told = append(told, t)
		case n >= 0:
			through = append(through, t)
		case topLevel(r.Reads) == topLevel(fn):
			all = append(all, t)
		}
	}
	free := slices.DeleteFunc(slices.Clone(all), (*graph.Tool).Gated)
	switch {
	case last != nil && last.Gated():
		return nil
	case len(told) > 0:
		return told
	case len(through) > 0:
		return through
	case len(free) > 0 && !handed:
		return []*graph.Tool{{Pos: free[0].Pos}}
	}
	return nil
}

// lastIn returns the number of the last hop of a flow in a part of a file, -1 if there is none.
func lastIn(f *taint.Flow, code valueflow.Span) int {
	for i, h := range slices.Backward(f.Hops) {
		if code.Has(h.Pos) {
			return i
		}
	}
	return -1
}

// withoutDeclared drops the flows to arguments of which it is known where the tool decodes
// them: what becomes of them there is seen, and whether a sanitizer comes before anything
// else. So is what leaves the program by a tool that says so in a tag.
func withoutDeclared(tools []*graph.Tool, flows []taint.Flow) []taint.Flow {
	for _, t := range tools {
		outward := func(s *taint.Sink) bool {
			return s.Kind == taint.KindOutward && s.Name == t.Name && s.Pos == t.Pos
		}
		leaves := func(f taint.Flow) bool {
			return f.Source.Name == t.Name && f.Source.Pos == t.Pos && f.Source.Labels.Has(agentflow.LabelModel) && f.Sink.Kind == taint.KindOutward && !outward(&f.Sink)
		}
		if slices.ContainsFunc(flows, leaves) {
			flows = slices.DeleteFunc(flows, func(f taint.Flow) bool { return outward(&f.Sink) })
		}
		for i := range t.Params {
			p := &t.Params[i]
			declared := func(s *taint.Sink) bool {
				return s.Kind == taint.KindField && s.Name == t.Name+"."+p.Path && s.Pos == p.Pos
			}
			decoded := func(f taint.Flow) bool {
				return f.Source.Name == t.Name && f.Source.Pos == t.Pos && f.Source.Labels.Has(agentflow.LabelModel) &&
					f.Sink.Kind == taint.KindField && strings.HasSuffix(f.Sink.Name, "."+p.Field) && !declared(&f.Sink)
			}
			if p.Sink != nil && slices.ContainsFunc(flows, decoded) {
				flows = slices.DeleteFunc(flows, func(f taint.Flow) bool { return declared(&f.Sink) })
			}
		}
	}
	return flows
}

// asksModel reports whether f ends in, or comes out of, code that asks a model: what goes
// there are questions, and what comes back is what the model says. The code of a tool may stand there, too.
func (m *Module) asksModel(a *loops.Agent, f *taint.Flow) bool {
	isAsking := func(pos graph.Pos) bool {
		if slices.ContainsFunc(a.Runs, func(r loops.Run) bool { return r.Code.Has(pos) }) {
			return false
		}
		around := m.around(pos)
		return around != nil && slices.ContainsFunc(a.Asking, func(id string) bool { return topLevel(id) == topLevel(around.ID) })
	}
	sends := f.Sink.Kind == taint.KindOutward || f.Sink.Kind == "url"
	return sends && isAsking(f.Sink.Pos) || f.Source.Labels.Has("fetched") && isAsking(f.Source.Pos)
}

// topLevel returns the declared function in which one with an identity stands.
func topLevel(id string) string {
	id, _, _ = strings.Cut(id, "$")
	return id
}

// gateOf returns where somebody may be asked before the last tool on a way runs, not valid
// if nobody is.
func gateOf(a *loops.Agent, f *taint.Flow) (at graph.Pos) {
	name := taint.LastTool(f, a.Agent.Tools)
	for i, t := range a.Agent.Tools {
		named := t.Name == name || name == "" && (isShared(a, i) || a.Runs[i].Reads != "")
		if named && t.Gate.Kind.MayHold() {
			at = t.Gate.Pos
		}
	}
	return at
}

// isShared reports whether the function that runs tool i of an agent runs others with the same
// code: a value that it is called on says which, and what only one of them does may be said of
// all.
func isShared(a *loops.Agent, i int) bool {
	r := &a.Runs[i]
	if r.Func == "" || len(r.Others) > 0 {
		return false
	}
	n := slices.IndexFunc(a.Runs, func(o loops.Run) bool { return o.Func == r.Func })
	return n < i || slices.ContainsFunc(a.Runs[i+1:], func(o loops.Run) bool { return o.Func == r.Func })
}

// isEffect reports whether a flow is what a tool does to the machine with what a model says.
func isEffect(f *taint.Flow) bool {
	return (f.Sink.IsRead() || f.Sink.IsEffect() || f.Sink.IsBeside()) && f.Source.Labels.Has(agentflow.LabelModel)
}

// sharedOnce makes one of the effects that are said of each tool that a function runs with the
// same code: of some tool. Other flows keep their names, which a policy may forbid.
func sharedOnce(a *loops.Agent, flows []taint.Flow) []taint.Flow {
	first := make(map[string]graph.Pos) // of such functions
	for i := range flows {
		f := &flows[i]
		n := slices.IndexFunc(a.Agent.Tools, func(t *graph.Tool) bool { return t.Name == f.Source.Name && t.Pos == f.Source.Pos })
		if n < 0 || !isShared(a, n) || !isEffect(f) {
			continue
		}
		fn := a.Runs[n].Func
		if _, ok := first[fn]; !ok {
			first[fn] = f.Source.Pos
		}
		f.Source.Name, f.Source.Pos = "", first[fn]
		f.Hops = slices.Clone(f.Hops)
		if len(f.Hops) > 0 && f.Hops[0].Op == taint.OpSource {
			f.Hops[0].Name, f.Hops[0].Pos = "", first[fn]
		}
	}
	return taint.SortFlows(flows)
}

// An effect is what the data of a tool does to the machine.
type effect struct {
	tool string
	pos  graph.Pos
	kind string
}

// toolFindings are what there is to say of one kind of effect of a tool.
type toolFindings struct {
	tool     string
	findings []report.Finding
}

// judgedByTool returns what there is to say of flows: for each tool and each kind of effect, and the rest. Where somebody may be asked first, it is not known whether anything
// is wrong; gate says where.
func judgedByTool(flows []taint.Flow, gate func(*taint.Flow) graph.Pos) (tools []toolFindings, alone []report.Finding) {
	byTool := make(map[effect][]taint.Flow)
	var order []effect
	var rest []taint.Flow
	for _, f := range verify.WithoutNameless(flows) {
		e := effect{f.Source.Name, f.Source.Pos, f.Sink.Kind}
		switch {
		case !f.Sink.IsRead() && !f.Sink.IsEffect() && !f.Sink.IsBeside():
			rest = append(rest, f)
			continue
		case !f.Source.Labels.Has(agentflow.LabelModel), report.Crosses(&f, taint.OpModel):
			continue // it gets to the tool by way of a model, which has a say in it itself
		case f.Sink.IsRead():
			e.kind = taint.KindRead // one cause, whatever is read
		}
		if byTool[e] == nil {
			order = append(order, e)
		}
		byTool[e] = append(byTool[e], f)
	}
	for _, e := range order {
		tools = append(tools, toolFindings{e.tool, verify.FlowsUnlessAsked(byTool[e], nil, gate)})
	}
	return tools, verify.FlowsUnlessAsked(rest, nil, gate)
}

package graph

// This file writes the text form: one line a fact, made to be read and to be
// compared in tests.

import (
	"io"
	"strconv"
	"strings"
	"unicode"
)

// PrintOptions are the choices of every printer. The zero PrintOptions print
// positions as they are.
type PrintOptions struct {
	// Pos returns how a position is written; nil stands for Pos.String. The
	// command line prints positions relative to its directory this way.
	// Positions for which it returns "" are left out.
	Pos func(Pos) string
	// Sensitive reports whether a drawing marks a tool as one that must not run without a human; nil
	// marks those that destroy something.
	Sensitive func(*Tool) bool
	// Way is what a drawing marks, nil for nothing.
	Way *Way
}

func (o PrintOptions) pos(p Pos) string {
	switch {
	case p == (Pos{}):
		return ""
	case o.Pos == nil:
		return p.String()
	}
	return o.Pos(p)
}

// Text returns what WriteText writes with the zero options.
func (w *Workflow) Text() string {
	var out strings.Builder
	w.WriteText(&out, PrintOptions{})
	return out.String()
}

// WriteText writes w: a header, then nodes, edges, branches, interrupts, jumps
// and unknowns in their order, each with its position at the end of the line.
// Nodes go by name, and by name#id where the name is not unique. The body of a
// node is printed indented below it, the first time that it occurs.
//
// The text does not hold everything: descriptions, metadata and the details of
// tools are left to JSON. It prints any value, sound or not. The error is the
// writer's.
func (w *Workflow) WriteText(out io.Writer, o PrintOptions) error {
	p := printer{o: o}
	p.workflow(w)
	_, err := io.WriteString(out, p.out.String())
	return err
}

// Text returns what WriteText writes with the zero options.
func (p *Program) Text() string {
	var out strings.Builder
	p.WriteText(&out, PrintOptions{})
	return out.String()
}

// WriteText writes the workflows of p, its agents as trees, its tools and its
// unknowns. An agent that occurred before is not unfolded again.
func (p *Program) WriteText(out io.Writer, o PrintOptions) error {
	pr := printer{o: o}
	for _, w := range p.Workflows {
		pr.workflow(w)
	}
	for _, a := range p.Agents {
		pr.agent(a)
	}
	for _, t := range p.Tools {
		pr.tool(t)
	}
	for i := range p.Unknowns {
		pr.unknown(&p.Unknowns[i], nil)
	}
	_, err := io.WriteString(out, pr.out.String())
	return err
}

// A printer writes lines of words. Words that are not plain are quoted.
type printer struct {
	o      PrintOptions
	out    strings.Builder
	indent int
	bodies map[*Workflow]bool
	agents map[*Agent]bool
}

// line writes words, leaving out empty ones, and the position.
func (p *printer) line(pos Pos, words ...string) {
	p.out.WriteString(strings.Repeat("  ", p.indent))
	first := true
	for _, w := range append(words, p.at(pos)) {
		if w == "" {
			continue
		}
		if !first {
			p.out.WriteByte(' ')
		}
		first = false
		p.out.WriteString(w)
	}
	p.out.WriteByte('\n')
}

func (p *printer) at(pos Pos) string {
	if text := p.o.pos(pos); text != "" {
		return "@" + text
	}
	return ""
}

// plain returns s, quoted if it is not one plain word.
func plain(s string) string {
	isOther := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:*$", r)
	}
	if s == "" || strings.ContainsFunc(s, isOther) || strings.Contains(s, "->") {
		return strconv.Quote(s)
	}
	return s
}

// set returns "key=value", or "" for no value.
func set(key, value string) string {
	if value == "" {
		return ""
	}
	return key + "=" + plain(value)
}

// mark returns name if it is set.
func mark(name string, isSet bool) string {
	if isSet {
		return name
	}
	return ""
}

func toolList(tools []*Tool) string {
	if len(tools) == 0 {
		return ""
	}
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = toolName(t)
	}
	return "tools=" + strings.Join(names, ",")
}

// toolName returns the name of t as the text form shows it: with its gate, and
// with ! if it says that it is destructive.
func toolName(t *Tool) string {
	switch {
	case t == nil:
		return "nil"
	case t.Name == "":
		return "?"
	}
	name := plain(t.Name)
	if t.IsDestructive() {
		name += "!"
	}
	if t.Gate.Kind != GateNone {
		gate := t.Gate.Kind.String()
		if t.Gate.Unanswered != UnansweredNone {
			gate += ",unanswered=" + t.Gate.Unanswered.String()
		}
		name += "(" + gate + ")"
	}
	return name
}

// printedNames returns the name of each node, with its ID where that is
// needed to tell nodes apart.
func printedNames(w *Workflow) []string {
	count := make(map[string]int, len(w.Nodes))
	for i := range w.Nodes {
		count[w.Nodes[i].Name]++
	}
	names := make([]string, len(w.Nodes))
	for i := range w.Nodes {
		names[i] = plain(w.Nodes[i].Name)
		if count[w.Nodes[i].Name] > 1 {
			names[i] += "#" + strconv.Itoa(i)
		}
	}
	return names
}

func nameOf(names []string, n NodeID) string {
	if n < 0 || int(n) >= len(names) {
		return "?"
	}
	return names[n]
}

// workflow writes w, or that it is above.
func (p *printer) workflow(w *Workflow) {
	if w == nil {
		p.line(Pos{}, "workflow", "nil")
		return
	}
	if p.bodies == nil {
		p.bodies = make(map[*Workflow]bool)
	}
	if p.bodies[w] {
		p.line(w.Pos, "workflow", plain(w.Name), "(above)")
		return
	}
	p.bodies[w] = true
	mode := ""
	if w.Mode != ModeUnspecified {
		mode = set("mode", w.Mode.String())
	}
	p.line(w.Pos, "workflow", plain(w.Name), set("framework", w.Framework), mode)
	names := printedNames(w)
	p.indent++
	p.engine(w.Engine)
	p.ends(w, names)
	for i := range w.Nodes {
		p.node(&w.Nodes[i], names[i])
	}
	for i := range w.Edges {
		p.edge(&w.Edges[i], names)
	}
	p.rest(w, names)
	p.indent--
}

func (p *printer) engine(x Engine) {
	if x == (Engine{}) {
		return
	}
	dead, limit, handovers := "", "", ""
	if x.DeadEnd != DeadEndUnspecified {
		dead = set("dead-end", x.DeadEnd.String())
	}
	if x.StepLimit != 0 {
		limit = set("step-limit", strconv.Itoa(x.StepLimit))
	}
	if x.Handovers.State != BoundNone {
		handovers = set("handovers", x.Handovers.String())
	}
	p.line(Pos{}, "engine", dead, mark("exit-ends", x.ExitEnds), mark("branch-shadows", x.BranchShadows),
		mark("last-branch-wins", x.LastBranchWins), mark("unique-tools", x.UniqueTools), mark("each-token", x.EachToken), mark("one-run", x.OneRun), mark("runs-on", x.RunsOn), limit, mark("limit-is-success", x.LimitIsSuccess), handovers)
}

func (p *printer) ends(w *Workflow, names []string) {
	p.line(Pos{}, "entry", nameOf(names, w.Entry))
	exits := []string{"exits"}
	for _, x := range w.Exits {
		exits = append(exits, nameOf(names, x))
	}
	if len(w.Exits) == 0 {
		exits = append(exits, "none")
	}
	p.line(Pos{}, exits...)
}

func (p *printer) node(n *Node, name string) {
	calls, final, missing, bound, unheard := "", "", "", "", ""
	if n.Calls != CallsUnspecified {
		calls = set("calls", n.Calls.String())
	}
	if len(n.Final) > 0 {
		final = set("final", strings.Join(n.Final, ","))
	}
	if len(n.Missing) > 0 {
		missing = set("missing", strings.Join(n.Missing, ","))
	}
	if n.Bound.State != BoundNone {
		bound = set("bound", n.Bound.String())
	}
	if n.Unheard != UnheardNever {
		unheard = set("unheard", n.Unheard.String())
	}
	p.line(n.Pos, "node", name, n.Kind.String(), set("label", n.Label), toolList(n.Tools), calls, final, missing,
		set("agent", n.Agent), set("func", n.Func), bound, mark("generated", n.Generated), mark("sink", n.Sink), alternatives("events", n.Events), list("counts", n.Counts), list("passes", n.Passes), mark("join", n.Join), unheard, set("args", n.Args), mark("exact", n.Exact))
	if n.Sub != nil {
		p.indent++
		p.workflow(n.Sub)
		p.indent--
	}
}

func (p *printer) edge(e *Edge, names []string) {
	branch := ""
	if e.Branch != None {
		branch = set("branch", strconv.Itoa(int(e.Branch)))
	}
	p.line(e.Pos, "edge", nameOf(names, e.From), "->", nameOf(names, e.To), e.Kind.String(), branch,
		set("label", e.Label), set("guard", e.Guard.String()), list("within", e.Within), list("unfollowed", e.Unfollowed), mark("empty", e.Empty))
}

// rest writes branches, interrupts, jumps, inputs and unknowns.
func (p *printer) rest(w *Workflow, names []string) {
	for i := range w.Branches {
		p.branch(i, &w.Branches[i], names)
	}
	for _, x := range w.Interrupts {
		when := "before"
		if x.After {
			when = "after"
		}
		missing := mark("(no such node)", x.Node == None)
		p.line(x.Pos, "interrupt", when, plain(x.Name), missing)
	}
	for _, j := range w.Jumps {
		branch := ""
		if j.Branch != None {
			branch = set("branch", strconv.Itoa(int(j.Branch)))
		}
		p.line(j.Pos, "jump", plain(j.Source), "->", plain(j.Target), branch, set("label", j.Label))
	}
	for _, x := range w.Inputs {
		p.line(x.Pos, "input", nameOf(names, x.From), "->", nameOf(names, x.To))
	}
	for _, x := range w.Counters {
		start := "caller"
		if x.Started {
			start = x.Value(x.Start)
		}
		p.line(x.Pos, "counter", plain(x.Name), set("start", start), mark("truth", x.Truth), x.testText())
	}
	for i := range w.Unknowns {
		p.unknown(&w.Unknowns[i], names)
	}
}

// list returns "key=value,value", or "" for none.
func list[T interface{ String() string }](key string, values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return set(key, strings.Join(texts, ","))
}

func (p *printer) branch(i int, b *Branch, names []string) {
	var values []string
	for _, v := range b.Values {
		text := plain(v.Text)
		if len(v.Guard) > 0 {
			text += "(" + plain(v.Guard.String()) + ")"
		}
		values = append(values, text)
	}
	list := ""
	if len(values) > 0 {
		list = "values=" + strings.Join(values, ",")
	}
	var together []string
	for _, set := range b.Together {
		texts := make([]string, len(set))
		for k, text := range set {
			texts[k] = plain(text)
		}
		together = append(together, strings.Join(texts, "+"))
	}
	p.line(b.Pos, "branch", strconv.Itoa(i), "at", nameOf(names, b.From), mark("multi", b.Multi),
		set("func", b.Func), list, mark("complete", b.Complete), set("together", strings.Join(together, ",")), mark("any", b.Any), mark("shared", b.Shared))
}

func (p *printer) unknown(u *Unknown, names []string) {
	at := ""
	if u.Node != None && names != nil {
		at = "of " + nameOf(names, u.Node)
	}
	p.line(u.Pos, "unknown", u.What.String(), at, strconv.Quote(u.Reason.String()), mark("param", u.Param))
}

// agent writes a and, indented, what it delegates to.
func (p *printer) agent(a *Agent) {
	if p.agents == nil {
		p.agents = make(map[*Agent]bool)
	}
	bound := ""
	if a.Bound.State != BoundNone {
		bound = set("bound", a.Bound.String())
	}
	again := p.agents[a]
	p.line(a.Pos, "agent", plain(a.Name), a.Kind.String(), set("framework", a.Framework), toolList(a.Tools), bound,
		set("returns", a.Returns), mark("unused", a.Unused), mark("unset", a.Unset), mark("untyped", a.Untyped), mark("(above)", again))
	if again {
		return
	}
	p.agents[a] = true
	p.indent++
	for i := range a.Unknowns {
		p.unknown(&a.Unknowns[i], nil)
	}
	for _, r := range a.Replaced {
		p.line(r.By.Pos, "replaces", plain(r.By.Name), set("of", p.at(r.Tool.Pos)))
	}
	for _, h := range a.Hooks {
		p.line(h.Pos, "hook", plain(h.What), set("func", h.Func))
	}
	for _, t := range a.Unhandled {
		p.line(t.Pos, "unhandled", plain(t.Name))
	}
	for _, t := range a.Untold {
		p.line(t.Pos, "untold", plain(t.Name))
	}
	for _, sub := range a.SubAgents {
		p.agent(sub)
	}
	p.indent--
}

// held says which calls of a tool's code somebody may be asked about.
func (p *printer) held(t *Tool) string {
	if len(t.Held) == 0 {
		return ""
	}
	places := make([]string, len(t.Held))
	for i, pos := range t.Held {
		places[i] = p.at(pos)
	}
	return "held=" + strings.Join(places, ",") + " by=" + p.at(t.HeldBy)
}

func (p *printer) tool(t *Tool) {
	declared, inferred := "", ""
	if len(t.Declared) > 0 {
		declared = "declared=" + strings.Join(t.Declared, ",")
	}
	if len(t.Inferred) > 0 {
		inferred = "inferred=" + strings.Join(t.Inferred, ",")
	}
	p.line(t.Pos, "tool", toolName(t), set("framework", t.Framework), set("args", t.Arguments()), set("handler", t.Handler),
		hints(t.Hints), mark("destructive", t.Destructive), mark("beside", t.Beside), alternatives("events", t.Events), declared, inferred, alternatives("source", t.Sources), p.held(t), set("agent", t.Agent), mark("apart", t.Apart), set("unknown", t.Unknown.String()))
	p.indent++
	for _, list := range []struct {
		word   string
		params []Param
	}{{"param", t.Params}, {"returns", t.Returns}} {
		for i := range list.params {
			if q := &list.params[i]; q.Annotated() {
				p.line(q.Pos, list.word, q.String())
			}
		}
	}
	p.indent--
}

// hints returns the hints that are given, as in "read-only,idempotent=false".
func hints(h Hints) string {
	var list []string
	add := func(name string, v Hint) {
		switch v {
		case HintTrue:
			list = append(list, name)
		case HintFalse:
			list = append(list, name+"=false")
		}
	}
	add("read-only", h.ReadOnly)
	add("destructive", h.Destructive)
	add("idempotent", h.Idempotent)
	add("open-world", h.OpenWorld)
	if len(list) == 0 {
		return ""
	}
	return "hints=" + strings.Join(list, ",")
}

package graph

// This file writes and reads the JSON form of programs, which form.go describes.
// It is one form for everybody: users who have it printed, graph files, and the
// processes of agentvet, which pass programs on in it.

import (
	"errors"
	"slices"
)

// MarshalJSON returns the JSON form of p. DecodeProgram reads it back to an equal
// program, in which agents and tools that refer to each other are the same ones
// again. Two things are lost: workflows share no tools with each other or with
// agents afterwards, as each is a document of its own; and of a tool that another
// replaces, or for which nothing runs, and that no agent has, only the name and the position
// are kept.
func (p *Program) MarshalJSON() ([]byte, error) {
	var e encoder
	var workflows [][]byte
	for _, w := range p.Workflows {
		if err := Writable(w); err != nil {
			return nil, err
		}
		var part encoder
		workflows = append(workflows, part.document(w))
		e.err = errors.Join(e.err, part.err)
	}
	for _, t := range p.Tools {
		e.tool(t)
	}
	own := len(e.toolSet)
	var roots once[*Agent]
	roots.add(p.Agents...)
	agents := e.agents(p.AllAgents())
	e.open('{')
	version := RegistryVersion
	if p.Older {
		version = 1
	}
	e.key("version", version)
	e.list("workflows", workflows)
	e.list("agents", agents)
	if len(roots.list) < len(agents) {
		e.key("roots", len(roots.list))
	}
	e.list("tools", e.toolDefs())
	if own < len(e.toolSet) {
		e.key("own_tools", own)
	}
	if len(p.Servers) > 0 {
		e.list("servers", elements(&e, serverForms(p.Servers)))
	}
	e.list("unknowns", elements(&e, e.unknowns(&ids{}, p.Unknowns)))
	if len(p.Completed) > 0 {
		e.key("completed", positions(p.Completed))
	}
	e.close('}')
	return e.out.Bytes(), e.err
}

func positions(list []Pos) []string {
	texts := make([]string, len(list))
	for i, pos := range list {
		texts[i] = pos.String()
	}
	return texts
}

// agents returns the forms of agents, which sub_agents number.
func (e *encoder) agents(all []*Agent) [][]byte {
	number := make(map[*Agent]int, len(all))
	for i, a := range all {
		number[a] = i
	}
	forms := make([]fileAgent, len(all))
	for i, a := range all {
		f := fileAgent{
			Name: a.Name, Kind: a.Kind.String(), Framework: a.Framework, Bound: boundForm(a.Bound), Instructions: a.Instructions, Returns: a.Returns,
			Unused: a.Unused, Unset: a.Unset, Untyped: a.Untyped, Unknowns: e.unknowns(&ids{}, a.Unknowns), Position: a.Pos.String(),
		}
		if a.Origin.IsValid() {
			f.Origin = a.Origin.String()
		}
		for _, t := range a.Tools {
			f.Tools = append(f.Tools, t.Name)
			f.ToolIDs = append(f.ToolIDs, e.tool(t))
		}
		for _, r := range a.Replaced {
			f.Replaced = append(f.Replaced, fileReplaced{r.Tool.Name, r.Tool.Pos.String(), r.By.Pos.String()})
		}
		f.Maker = a.Maker
		for _, h := range a.Hooks {
			f.Hooks = append(f.Hooks, fileHook{h.What, h.Func, h.Pos.String()})
		}
		f.Unhandled, f.Untold = namedForms(a.Unhandled), namedForms(a.Untold)
		for _, sub := range a.SubAgents {
			f.SubAgents = append(f.SubAgents, number[sub])
		}
		forms[i] = f
	}
	return elements(e, forms)
}

func namedForms(tools []*Tool) (forms []fileNamed) {
	for _, t := range tools {
		forms = append(forms, fileNamed{t.Name, t.Pos.String()})
	}
	return forms
}

// UnmarshalJSON reads what MarshalJSON writes, as DecodeProgram does; positions have
// no file name.
func (p *Program) UnmarshalJSON(data []byte) error {
	read, err := DecodeProgram("", data)
	if err != nil {
		return err
	}
	*p = *read
	return nil
}

// DecodeProgram reads a program from the JSON text data, or one workflow, which is a
// program too; file is the name in positions. Everything that Decode says of
// workflows and of errors holds here, and of each workflow of a program.
func DecodeProgram(file string, data []byte) (*Program, error) { return decodeProgram(file, 1, data) }

// decodeProgram decodes a text that begins at a line of the file.
func decodeProgram(file string, line int, data []byte) (*Program, error) {
	s := newScanner(file, line, data)
	if !s.hasKey("workflows", "agents", "tools") {
		w, err := decode(s)
		if err != nil {
			return nil, err
		}
		return &Program{Workflows: []*Workflow{w}, Older: true}, nil
	}
	d := decoder{s: s}
	f := &fileProgram{p: new(Program), roots: noID, own: noID}
	d.program(f)
	s.end()
	if s.err != nil {
		return nil, ErrorList{s.err}
	}
	f.p.Older = d.form < RegistryVersion
	d.tools()
	for _, w := range f.workflows {
		f.p.Workflows = append(f.p.Workflows, w.complete())
		d.list = append(d.list, w.d.list...)
	}
	d.members(f)
	if err := d.list.err(); err != nil {
		return nil, err
	}
	return f.p, nil
}

type (
	// A fileProgram is a program whose references are not resolved.
	fileProgram struct {
		p          *Program
		workflows  []*fileDocument
		agents     []*agentRefs
		roots, own idRef
	}
	agentRefs struct {
		agent    *Agent
		off      int
		tools    []name
		ids      []idRef
		subs     []idRef
		replaced []fileReplaced

		unhandled, untold []fileNamed
	}
)

// program reads a program object.
func (d *decoder) program(f *fileProgram) {
	d.s.object("a program object", func(key string, off int) {
		switch key {
		case "version":
			d.version()
		case "servers":
			d.array("a list of servers", func() { f.p.Servers = append(f.p.Servers, d.server()) })
		case "workflows":
			d.array("a list of workflows", func() { f.workflows = append(f.workflows, readDocument(d.s)) })
		case "agents":
			d.array("a list of agents", func() { d.agent(f) })
		case "roots":
			f.roots = d.idRef()
		case "tools":
			d.array("a list of tools", d.tool)
		case "own_tools":
			f.own = d.idRef()
		case "unknowns":
			d.freeUnknowns(&f.p.Unknowns)
		case "completed":
			d.positions(&f.p.Completed)
		default:
			d.s.unknownKey(key, off)
		}
	})
}

// positions adds the positions of a list.
func (d *decoder) positions(to *[]Pos) {
	d.array("a list of positions", func() {
		var pos Pos
		d.position(&pos)
		*to = append(*to, pos)
	})
}

// agent reads one agent. Its long switch is the list of the keys that an agent has.
func (d *decoder) agent(f *fileProgram) {
	off, pos := d.element()
	a := &Agent{Pos: pos}
	refs := &agentRefs{agent: a, off: off}
	d.s.object("an agent object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&a.Name)
		case "kind":
			enum(d, "kind of agent", agentKindNames, &a.Kind)
		case "origin":
			d.position(&a.Origin)
		case "framework":
			d.text(&a.Framework)
		case "tools":
			d.array("a list of tool names", func() { refs.tools = append(refs.tools, d.toolName()) })
		case "tool_ids":
			d.array("a list of indexes into tools", func() { refs.ids = append(refs.ids, d.idRef()) })
		case "sub_agents":
			d.array("a list of indexes into agents", func() { refs.subs = append(refs.subs, d.idRef()) })
		case "bound":
			d.bound(&a.Bound)
		case "instructions":
			d.text(&a.Instructions)
		case "returns":
			d.text(&a.Returns)
		case "unused":
			d.flag(&a.Unused)
		case "unset":
			d.flag(&a.Unset)
		case "untyped":
			d.flag(&a.Untyped)
		case "replaced":
			d.array("a list of tools", func() { refs.replaced = append(refs.replaced, d.replaced()) })
		case "unhandled":
			d.array("a list of tools", func() { refs.unhandled = append(refs.unhandled, d.namedTool()) })
		case "untold":
			d.array("a list of tools", func() { refs.untold = append(refs.untold, d.namedTool()) })
		case "maker":
			d.text(&a.Maker)
		case "hooks":
			d.array("a list of functions", func() { a.Hooks = append(a.Hooks, d.hook()) })
		case "unknowns":
			d.freeUnknowns(&a.Unknowns)
		case "position":
			d.position(&a.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	f.agents = append(f.agents, refs)
}

// hook reads a function that runs beside an agent.
func (d *decoder) hook() (h Hook) {
	_, h.Pos = d.element()
	d.s.object("an object of a function", func(key string, off int) {
		switch key {
		case "what":
			d.text(&h.What)
		case "func":
			d.text(&h.Func)
		case "position":
			d.position(&h.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	return h
}

// replaced reads a tool that another one replaces.
func (d *decoder) replaced() (r fileReplaced) {
	start, _ := d.element()
	named := noName
	d.s.object("an object of a tool that is replaced", func(key string, off int) {
		switch key {
		case "name":
			named = d.name("a name")
		case "position":
			d.text(&r.Position)
		case "by":
			d.text(&r.By)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName || r.Position == "" || r.By == "" {
		d.missing(start, "the name, the position or what replaces the tool")
	}
	r.Name = named.text
	return r
}

// namedTool reads the name and the position of a tool.
func (d *decoder) namedTool() (n fileNamed) {
	start, _ := d.element()
	named := noName
	d.s.object("an object of a tool", func(key string, off int) {
		switch key {
		case "name":
			named = d.name("a name")
		case "position":
			d.text(&n.Position)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName {
		d.missing(start, "the name of the tool")
	}
	n.Name = named.text
	return n
}

// freeUnknowns reads a list of unknowns that belong to no workflow.
func (d *decoder) freeUnknowns(to *[]Unknown) {
	g := &fileGraph{w: new(Workflow)}
	d.array("a list of unknowns", func() { d.unknown(g) })
	for _, node := range g.unknowns {
		if node != noName {
			d.s.fail(node.off, CodeReference, "there is no node outside a workflow")
		}
	}
	for i := range g.w.Unknowns {
		g.w.Unknowns[i].Node = None
	}
	*to = g.w.Unknowns
}

// members resolves the references of agents, and says what is the program's.
func (d *decoder) members(f *fileProgram) {
	all := make([]*Agent, len(f.agents))
	for i, refs := range f.agents {
		all[i] = refs.agent
	}
	for _, refs := range f.agents {
		a := refs.agent
		a.Tools = d.toolList(refs.tools, refs.ids, refs.off)
		for _, sub := range refs.subs {
			if sub.n < 0 || sub.n >= len(all) {
				d.fail(max(sub.off, refs.off), CodeReference, "there is no agent %d", sub.n)
				continue
			}
			a.SubAgents = append(a.SubAgents, all[sub.n])
		}
		for _, r := range refs.replaced {
			a.Replaced = append(a.Replaced, Replacement{d.toolAt(r.Name, r.Position), d.toolAt(r.Name, r.By)})
		}
		for _, n := range refs.unhandled {
			a.Unhandled = append(a.Unhandled, d.toolAt(n.Name, n.Position))
		}
		for _, n := range refs.untold {
			a.Untold = append(a.Untold, d.toolAt(n.Name, n.Position))
		}
	}
	f.p.Agents = append(f.p.Agents, all[:d.upTo(f.roots, len(all), "agents")]...)
	f.p.Tools = append(f.p.Tools, d.defined[:d.upTo(f.own, len(d.defined), "tools")]...)
}

// upTo returns how many of n elements belong to the program: all, if the file does not
// say.
func (d *decoder) upTo(ref idRef, n int, what string) int {
	if ref.off < 0 {
		return n
	}
	if ref.n < 0 || ref.n > n {
		d.fail(ref.off, CodeReference, "there are %d %s, not %d", n, what, ref.n)
		return n
	}
	return ref.n
}

// toolAt returns the tool of the file with that name and position, or else one of
// which nothing more is known.
func (d *decoder) toolAt(name, position string) *Tool {
	pos := ParsePos(position)
	i := slices.IndexFunc(d.defined, func(t *Tool) bool { return t.Name == name && t.Pos == pos })
	if i < 0 {
		return &Tool{Name: name, Pos: pos}
	}
	return d.defined[i]
}

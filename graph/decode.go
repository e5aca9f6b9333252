package graph

// This file reads graph files: the JSON form of json.go, Agentproof's files
// among them.
//
// Decoding has two phases. The first reads the text and keeps every reference
// by name and offset, since a file may list edges before nodes; the second
// resolves them. Both are linear.

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
)

// Decode reads one workflow from the JSON text data; file is the name in
// positions. The result has passed Check, except that nodes may share a name
// where the file says so with name beside id.
//
// Errors are an ErrorList with file:line:col: text that is no JSON, keys that
// have no meaning or occur twice, values of a wrong type, ids that occur twice,
// references to ids that do not exist, an entry that is missing.
//
// Elements without a position of their own get the one that they have in the
// file, so that a finding about a graph file points into it; a position in the
// file wins, for files that a tool wrote about code.
//
// A file without the key branches says its branches through the kinds of its
// edges. The edges of one node that are alternatives make one Branch, which is
// not Complete, because the file does not say what the router returns:
//
//   - its CONDITIONAL edges;
//   - its LOOP edges, if they have a condition, or the node is a ROUTER, or it
//     has CONDITIONAL edges;
//   - its LOOP edges and its only DIRECT or PARALLEL edge, if it has no
//     CONDITIONAL edge and is no ROUTER: go round again or go on. (Of a ROUTER
//     the DIRECT edge stays what structure/router-shape is about.)
//
// All other edges are unconditional. A file without exit_ids has its nodes of
// kind exit as exits; one without mode or engine leaves them unspecified.
// A null stands for a missing key. The metadata of nodes and edges is kept as
// text; tool_defs that no node refers to are not kept.
func Decode(file string, data []byte) (*Workflow, error) {
	return decodeAt(file, 1, data)
}

// DecodeLines reads a workflow from each line of r that is not blank, as Decode
// does, with the position of the line in the file. A bad line gives its error,
// and the lines after it are read nevertheless; a read error ends the sequence.
func DecodeLines(file string, r io.Reader) iter.Seq2[*Workflow, error] {
	return func(yield func(*Workflow, error) bool) {
		in := bufio.NewReader(r)
		for line := 1; ; line++ {
			text, err := in.ReadBytes('\n')
			text = bytes.TrimSuffix(text, []byte("\n"))
			if len(bytes.TrimSpace(text)) > 0 && (err == nil || err == io.EOF) {
				if !yield(decodeAt(file, line, text)) {
					return
				}
			}
			if err != nil && err != io.EOF {
				yield(nil, err)
			}
			if err != nil {
				return
			}
		}
	}
}

// UnmarshalJSON reads what MarshalJSON writes, as Decode does; positions have
// no file name.
func (w *Workflow) UnmarshalJSON(data []byte) error {
	read, err := Decode("", data)
	if err != nil {
		return err
	}
	*w = *read
	return nil
}

func decodeAt(file string, line int, data []byte) (*Workflow, error) {
	d := decoder{s: newScanner(file, line, data)}
	top := d.workflow(true)
	d.s.end()
	if d.s.err != nil {
		return nil, ErrorList{d.s.err}
	}
	d.tools()
	w := d.resolve(top)
	for _, sub := range d.subs {
		d.resolve(sub)
	}
	if err := d.list.err(); err != nil {
		return nil, err
	}
	var list ErrorList
	if err := Check(w); errors.As(err, &list) && list.HasOther(CodeDuplicateNode) {
		return nil, list
	}
	return w, nil
}

type (
	// A decoder holds what concerns a whole file.
	decoder struct {
		s       *scanner
		list    ErrorList
		defs    []Tool
		subs    []*fileGraph
		byName  map[string]*Tool // definitions by name; nil for a name that has two
		defined []*Tool
	}
	// A name is a reference with its offset; -1 is none.
	name struct {
		text string
		off  int
	}
	// A fileGraph is a workflow whose references are not resolved.
	fileGraph struct {
		w          *Workflow
		off        int
		entry      name
		exits      []name
		allExits   bool // exit_ids is missing
		implicit   bool // branches is missing
		nodes      []nodeRefs
		edges      []edgeRefs
		branches   []name
		interrupts []name
		jumps      []jumpRefs
		unknowns   []name
	}
	nodeRefs struct {
		id    name
		tools []name
		ids   []idRef
		sub   idRef
	}
	edgeRefs struct {
		source, target name
		branch         idRef
	}
	jumpRefs struct {
		from   name
		branch idRef
	}
	// An idRef is an index with its offset; the offset -1 is none.
	idRef struct{ n, off int }
)

var (
	noName = name{off: -1}
	noID   = idRef{n: -1, off: -1}
)

func (d *decoder) name(want string) name {
	if d.s.null() {
		return noName
	}
	d.s.next()
	off := d.s.off
	return name{d.s.str(want), off}
}

func (d *decoder) idRef() idRef {
	if d.s.null() {
		return noID
	}
	d.s.next()
	off := d.s.off
	return idRef{d.s.integer(), off}
}

// text reads a string that may be null.
func (d *decoder) text(to *string) {
	if !d.s.null() {
		*to = d.s.str("a string")
	}
}

func (d *decoder) flag(to *bool) {
	if !d.s.null() {
		*to = d.s.boolean()
	}
}

// array reads an array that may be null.
func (d *decoder) array(want string, element func()) {
	if !d.s.null() {
		d.s.array(want, element)
	}
}

func (d *decoder) position(to *Pos) {
	if d.s.null() {
		return
	}
	*to = ParsePos(d.s.once("a position \"file:line:col\""))
	to.File = d.s.word([]byte(to.File)) // one copy of each file name, not one a position
}

// metadata reads an object of any content.
func (d *decoder) metadata(to *string) {
	if !d.s.null() {
		*to = d.s.raw("an object")
	}
}

// enum reads one of the words, in any case.
func enum[T ~uint8](d *decoder, what string, words []string, to *T) (given bool) {
	if d.s.null() {
		return false
	}
	d.s.next()
	off := d.s.off
	word := d.s.str(what)
	v, ok := parseWord[T](words, word)
	if !ok {
		v, ok = parseWord[T](words, strings.ToLower(word))
	}
	if !ok || words[0] == "invalid" && v == 0 {
		d.s.fail(off, CodeType, "%q is no %s", word, what)
	}
	*to = v
	return true
}

// element returns the offset and the position of what follows.
func (d *decoder) element() (off int, pos Pos) {
	d.s.next()
	return d.s.off, d.s.pos(d.s.off)
}

func (d *decoder) missing(off int, what string) {
	d.s.fail(off, CodeMissing, "%s is missing", what)
}

// workflow reads a workflow object; only the top one defines tools and bodies.
func (d *decoder) workflow(top bool) *fileGraph {
	off, pos := d.element()
	w := &Workflow{Pos: pos, Entry: None}
	g := &fileGraph{w: w, off: off, entry: noName, allExits: true, implicit: true}
	d.s.object("a workflow object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&w.Name)
		case "framework":
			d.text(&w.Framework)
		case "position":
			d.position(&w.Pos)
		case "mode":
			enum(d, "mode", modeNames, &w.Mode)
		case "engine":
			d.engine(&w.Engine)
		case "entry_id":
			g.entry = d.name("the id of a node")
		case "exit_ids":
			g.allExits = d.s.null()
			if !g.allExits {
				d.array("a list of ids", func() { g.exits = append(g.exits, d.name("the id of a node")) })
			}
		case "nodes":
			d.array("a list of nodes", func() { d.node(g) })
		case "edges":
			d.array("a list of edges", func() { d.edge(g) })
		case "branches":
			g.implicit = d.s.null()
			if !g.implicit {
				d.array("a list of branches", func() { d.branch(g) })
			}
		case "interrupts":
			d.array("a list of interrupts", func() { d.interrupt(g) })
		case "jumps":
			d.array("a list of jumps", func() { d.jump(g) })
		case "unknowns":
			d.array("a list of unknowns", func() { d.unknown(g) })
		case "tool_defs", "subs":
			d.document(top, key, off)
		default:
			d.s.unknownKey(key, off)
		}
	})
	return g
}

// document reads the keys that only the top workflow of a file has.
func (d *decoder) document(top bool, key string, off int) {
	switch {
	case !top:
		d.s.fail(off, CodeKey, "%s belongs to the top of the file", key)
	case key == "subs":
		d.array("a list of workflows", func() { d.subs = append(d.subs, d.workflow(false)) })
	default:
		d.array("a list of tools", d.tool)
	}
}

func (d *decoder) engine(x *Engine) {
	if d.s.null() {
		return
	}
	d.s.object("an engine object", func(key string, off int) {
		switch key {
		case "dead_end":
			enum(d, "dead-end rule", deadEndNames, &x.DeadEnd)
		case "exit_ends":
			d.flag(&x.ExitEnds)
		case "branch_shadows":
			d.flag(&x.BranchShadows)
		case "last_branch_wins":
			d.flag(&x.LastBranchWins)
		case "step_limit":
			x.StepLimit = d.s.integer()
		case "limit_is_success":
			d.flag(&x.LimitIsSuccess)
		default:
			d.s.unknownKey(key, off)
		}
	})
}

func (d *decoder) node(g *fileGraph) {
	start, pos := d.element()
	n := Node{Pos: pos}
	refs := nodeRefs{id: noName, sub: noID}
	named := false
	d.s.object("a node object", func(key string, off int) {
		switch key {
		case "id":
			refs.id = d.name("an id")
		case "name":
			named = true
			n.Name = d.s.str("a name")
		case "kind":
			enum(d, "kind of node", kindNames, &n.Kind)
		case "label":
			d.text(&n.Label)
		case "tools":
			d.array("a list of tool names", func() { refs.tools = append(refs.tools, d.toolName()) })
		case "tool_ids":
			d.array("a list of indexes into tool_defs", func() { refs.ids = append(refs.ids, d.idRef()) })
		case "calls":
			enum(d, "way to call tools", callsNames, &n.Calls)
		case "agent":
			d.text(&n.Agent)
		case "func":
			d.text(&n.Func)
		case "bound":
			d.bound(&n.Bound)
		case "sub":
			refs.sub = d.idRef()
		case "generated":
			d.flag(&n.Generated)
		case "join":
			d.flag(&n.Join)
		case "position":
			d.position(&n.Pos)
		case "metadata":
			d.metadata(&n.Metadata)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if !named {
		n.Name = refs.id.text
	}
	switch {
	case refs.id == noName:
		d.missing(start, "the id of the node")
	case n.Kind == KindInvalid:
		d.missing(start, "the kind of the node")
	}
	g.w.Nodes = append(g.w.Nodes, n)
	g.nodes = append(g.nodes, refs)
}

// toolName reads the name of a tool, which cannot be null.
func (d *decoder) toolName() name {
	d.s.next()
	off := d.s.off
	return name{d.s.str("the name of a tool"), off}
}

// bound reads a number, "unlimited" or "present".
func (d *decoder) bound(b *Bound) {
	if d.s.null() {
		return
	}
	if c := d.s.next(); c == '"' {
		enum(d, "bound", boundStateNames, &b.State)
		if b.State == BoundKnown {
			d.s.fail(d.s.off, CodeType, "a known bound is a number")
		}
		return
	}
	*b = Known(d.s.integer())
}

func (d *decoder) edge(g *fileGraph) {
	start, pos := d.element()
	e := Edge{Pos: pos, Branch: None}
	refs := edgeRefs{noName, noName, noID}
	d.s.object("an edge object", func(key string, off int) {
		switch key {
		case "source":
			refs.source = d.name("the id of a node")
		case "target":
			refs.target = d.name("the id of a node")
		case "kind":
			enum(d, "kind of edge", edgeKindNames, &e.Kind)
		case "condition":
			d.text(&e.Label)
		case "branch":
			refs.branch = d.idRef()
		case "guard":
			d.text(&e.Guard)
		case "position":
			d.position(&e.Pos)
		case "metadata":
			d.metadata(&e.Metadata)
		default:
			d.s.unknownKey(key, off)
		}
	})
	switch {
	case refs.source == noName || refs.target == noName:
		d.missing(start, "the source or target of the edge")
	case e.Kind == EdgeInvalid:
		e.Kind = EdgeDirect
	}
	g.w.Edges = append(g.w.Edges, e)
	g.edges = append(g.edges, refs)
}

func (d *decoder) branch(g *fileGraph) {
	_, pos := d.element()
	b := Branch{Pos: pos, From: None}
	from := noName
	d.s.object("a branch object", func(key string, off int) {
		switch key {
		case "from":
			from = d.name("the id of a node")
		case "multi":
			d.flag(&b.Multi)
		case "func":
			d.text(&b.Func)
		case "values":
			d.array("a list of values", func() { d.value(&b) })
		case "complete":
			d.flag(&b.Complete)
		case "position":
			d.position(&b.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	g.w.Branches = append(g.w.Branches, b)
	g.branches = append(g.branches, from)
}

func (d *decoder) value(b *Branch) {
	start, pos := d.element()
	v := Value{Pos: pos}
	text := noName
	d.s.object("a value object", func(key string, off int) {
		switch key {
		case "text":
			text = d.name("a string")
		case "guard":
			d.text(&v.Guard)
		case "position":
			d.position(&v.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if text == noName {
		d.missing(start, "the text of the value")
	}
	v.Text = text.text
	b.Values = append(b.Values, v)
}

func (d *decoder) interrupt(g *fileGraph) {
	_, pos := d.element()
	x := Interrupt{Pos: pos}
	node := noName
	d.s.object("an interrupt object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&x.Name)
		case "node":
			node = d.name("the id of a node")
		case "after":
			d.flag(&x.After)
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	g.w.Interrupts = append(g.w.Interrupts, x)
	g.interrupts = append(g.interrupts, node)
}

func (d *decoder) jump(g *fileGraph) {
	start, pos := d.element()
	j := Jump{Pos: pos, Branch: None}
	refs := jumpRefs{noName, noID}
	target := noName
	d.s.object("a jump object", func(key string, off int) {
		switch key {
		case "from":
			refs.from = d.name("the id of a node")
		case "source":
			d.text(&j.Source)
		case "target":
			target = d.name("a name")
		case "branch":
			refs.branch = d.idRef()
		case "condition":
			d.text(&j.Label)
		case "position":
			d.position(&j.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if target == noName {
		d.missing(start, "the target of the jump")
	}
	j.Target = target.text
	g.w.Jumps = append(g.w.Jumps, j)
	g.jumps = append(g.jumps, refs)
}

func (d *decoder) unknown(g *fileGraph) {
	start, pos := d.element()
	u := Unknown{Pos: pos}
	node, given := noName, false
	d.s.object("an unknown object", func(key string, off int) {
		switch key {
		case "what":
			given = enum(d, "kind of unknown", unknownKindNames, &u.What)
		case "node":
			node = d.name("the id of a node")
		case "reason":
			d.text(&u.Reason)
		case "param":
			d.flag(&u.Param)
		case "position":
			d.position(&u.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if !given {
		d.missing(start, "what is unknown")
	}
	g.w.Unknowns = append(g.w.Unknowns, u)
	g.unknowns = append(g.unknowns, node)
}

func (d *decoder) tool() {
	start, pos := d.element()
	t := Tool{Pos: pos}
	named := noName
	d.s.object("a tool object", func(key string, off int) {
		switch key {
		case "name":
			named = d.name("a name")
		case "unknown":
			d.text(&t.Unknown)
		case "description":
			d.text(&t.Description)
		case "framework":
			d.text(&t.Framework)
		case "args":
			d.text(&t.Args)
		case "handler":
			d.text(&t.Handler)
		case "declared":
			d.array("a list of capabilities", func() { t.Declared = append(t.Declared, d.s.str("a capability")) })
		case "inferred":
			d.array("a list of capabilities", func() { t.Inferred = append(t.Inferred, d.s.str("a capability")) })
		case "hints":
			d.hints(&t.Hints)
		case "gate":
			d.gate(&t.Gate)
		case "agent":
			d.text(&t.Agent)
		case "position":
			d.position(&t.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if named == noName {
		d.missing(start, "the name of the tool")
	}
	t.Name = named.text
	d.defs = append(d.defs, t)
}

func (d *decoder) hints(h *Hints) {
	if d.s.null() {
		return
	}
	d.s.object("an object of hints", func(key string, off int) {
		var to *Hint
		switch key {
		case "read_only":
			to = &h.ReadOnly
		case "destructive":
			to = &h.Destructive
		case "idempotent":
			to = &h.Idempotent
		case "open_world":
			to = &h.OpenWorld
		default:
			d.s.unknownKey(key, off)
			return
		}
		if !d.s.null() {
			*to = HintOf(d.s.boolean())
		}
	})
}

func (d *decoder) gate(g *Gate) {
	if d.s.null() {
		return
	}
	_, pos := d.element()
	g.Pos = pos
	d.s.object("a gate object", func(key string, off int) {
		switch key {
		case "kind":
			enum(d, "kind of gate", gateNames, &g.Kind)
		case "position":
			d.position(&g.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
}

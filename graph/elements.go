package graph

// This file is the part of the first phase of decoding that reads what a
// workflow consists of: one method an element, which reads its object, keeps its
// references for the second phase and says which key must be there.

// node reads one node. Its long switch is the list of the keys that a node has.
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
		case "final":
			d.array("a list of tool names", func() { n.Final = append(n.Final, d.toolName().text) })
		case "missing":
			d.array("a list of tool names", func() { n.Missing = append(n.Missing, d.toolName().text) })
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
		case "sink":
			d.flag(&n.Sink)
		case "join":
			d.flag(&n.Join)
		case "unheard":
			enum(d, "answer that gets lost", unheardNames, &n.Unheard)
		case "position":
			d.position(&n.Pos)
		case "events":
			d.texts("an event", &n.Events)
		case "counts":
			d.array("a list of counts", func() { d.count(&n) })
		case "passes":
			d.array("a list of passes", func() { d.pass(&n) })
		case "args":
			d.metadata(&n.Args)
		case "exact":
			d.flag(&n.Exact)
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

// bound reads a number, "unlimited", "present", or what sets a limit.
func (d *decoder) bound(b *Bound) {
	if d.s.null() {
		return
	}
	switch d.s.next() {
	case '{':
		b.State = BoundPresent
		d.s.object("a bound", func(key string, off int) {
			switch key {
			case "at_most":
				b.N = d.s.integer()
			case "unless":
				d.text(&b.By)
			default:
				d.s.unknownKey(key, off)
			}
		})
		if b.By == "" {
			d.s.fail(d.s.off, CodeType, "a bound says what sets another")
		}
		return
	case '"':
		enum(d, "bound", boundStateNames, &b.State)
		if b.State == BoundKnown {
			d.s.fail(d.s.off, CodeType, "a known bound is a number")
		}
		return
	}
	*b = Known(d.s.integer())
}

// edge reads one edge; without a kind it is DIRECT.
func (d *decoder) edge(g *fileGraph) {
	start, pos := d.element()
	e := Edge{Pos: pos, Branch: None}
	refs := edgeRefs{noName, noName, noID}
	text := guardText{name: noName}
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
			text.name = d.name("a string")
		case "when":
			d.when(&e.Guard, &text)
		case "within":
			d.array("a list of ranges", func() { d.within(&e) })
		case "unfollowed":
			d.array("a list of conditions", func() { d.unfollowed(&e) })
		case "empty":
			e.Empty = d.s.boolean()
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
	e.Guard = d.guard(e.Guard, text)
	g.w.Edges = append(g.w.Edges, e)
	g.edges = append(g.edges, refs)
}

// branch reads one branch.
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
		case "any":
			d.flag(&b.Any)
		case "together":
			d.array("a list of lists of values", func() { b.Together = append(b.Together, d.values()) })
		case "shared":
			d.flag(&b.Shared)
		case "position":
			d.position(&b.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	g.w.Branches = append(g.w.Branches, b)
	g.branches = append(g.branches, from)
}

// values reads a set of values that are returned together.
func (d *decoder) values() []string {
	var set []string
	d.array("a list of values", func() { set = append(set, d.s.str("a value")) })
	return set
}

// value reads one value of a branch.
func (d *decoder) value(b *Branch) {
	start, pos := d.element()
	v := Value{Pos: pos}
	text, guard := noName, guardText{name: noName}
	d.s.object("a value object", func(key string, off int) {
		switch key {
		case "text":
			text = d.name("a string")
		case "guard":
			guard.name = d.name("a string")
		case "when":
			d.when(&v.Guard, &guard)
		case "position":
			d.position(&v.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if text == noName {
		d.missing(start, "the text of the value")
	}
	v.Text, v.Guard = text.text, d.guard(v.Guard, guard)
	b.Values = append(b.Values, v)
}

// interrupt reads one interrupt; without a node it is at none.
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

// jump reads one jump.
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

// input reads one input.
func (d *decoder) input(g *fileGraph) {
	start, pos := d.element()
	x := Input{Pos: pos}
	refs := edgeRefs{noName, noName, noID}
	d.s.object("an input object", func(key string, off int) {
		switch key {
		case "source":
			refs.source = d.name("the id of a node")
		case "target":
			refs.target = d.name("the id of a node")
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if refs.source == noName || refs.target == noName {
		d.missing(start, "the source or target of the input")
	}
	g.w.Inputs = append(g.w.Inputs, x)
	g.inputs = append(g.inputs, refs)
}

// unknown reads one unknown.
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
			d.reason(&u.Reason)
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

// tool reads one definition of tool_defs.
func (d *decoder) tool() {
	start, pos := d.element()
	t := Tool{Pos: pos}
	named := noName
	d.s.object("a tool object", func(key string, off int) {
		switch key {
		case "name":
			named = d.name("a name")
		case "unknown":
			d.reason(&t.Unknown)
		case "description":
			d.text(&t.Description)
		case "framework":
			d.text(&t.Framework)
		case "args":
			d.text(&t.Args)
		case "params":
			d.params(&t.Params)
		case "closed":
			d.flag(&t.Closed)
		case "title":
			d.text(&t.Title)
		case "result":
			d.text(&t.Result)
		case "output":
			d.params(&t.Output)
		case "returns":
			d.params(&t.Returns)
		case "sources":
			d.texts("a label", &t.Sources)
		case "handler":
			d.text(&t.Handler)
		case "handler_position":
			d.position(&t.HandlerPos)
		case "around":
			d.array("a list of wrappers", func() { t.Around = append(t.Around, d.wrapper()) })
		case "captured":
			d.array("a list of captures", func() { t.Captured = append(t.Captured, d.capture()) })
		case "declared":
			d.texts("a capability", &t.Declared)
		case "inferred":
			d.texts("a capability", &t.Inferred)
		case "needs":
			d.array("a list of needs", func() { t.Needs = append(t.Needs, d.need()) })
		case "unread":
			d.flag(&t.Unread)
		case "outside":
			d.flag(&t.Outside)
		case "hashes":
			d.hashes()
		case "destructive":
			d.flag(&t.Destructive)
		case "beside":
			d.flag(&t.Beside)
		case "events":
			d.texts("an event", &t.Events)
		case "hints":
			d.hints(&t.Hints)
		case "gate":
			d.gate(&t.Gate)
		case "held":
			d.held(&t)
		case "agent":
			d.text(&t.Agent)
		case "apart":
			d.flag(&t.Apart)
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

// hints reads an object of booleans; a hint that is missing is not given.
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

// wrapper reads a function around a handler.
func (d *decoder) wrapper() (w Wrapper) {
	d.s.object("an object", func(key string, off int) {
		switch key {
		case "func":
			d.text(&w.Func)
		case "inner":
			d.array("a list of variables", func() { w.Inner = append(w.Inner, int(d.number("a variable"))-1) })
		default:
			d.s.unknownKey(key, off)
		}
	})
	return w
}

// capture reads what a closure has got in one of its variables.
func (d *decoder) capture() (c Capture) {
	d.s.object("an object", func(key string, off int) {
		switch key {
		case "in":
			d.text(&c.In)
		case "var":
			c.Var = int(d.number("a variable")) - 1
		case "func":
			d.text(&c.Func)
		case "text":
			d.text(&c.Text)
		default:
			d.s.unknownKey(key, off)
		}
	})
	return c
}

// held reads what of a tool's code somebody may be asked about.
func (d *decoder) held(t *Tool) {
	d.s.object("an object", func(key string, off int) {
		switch key {
		case "calls":
			d.positions(&t.Held)
		case "by":
			d.position(&t.HeldBy)
		default:
			d.s.unknownKey(key, off)
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
		case "unheeded":
			d.flag(&g.Unheeded)
		case "unseen":
			d.flag(&g.Unseen)
		case "unanswered":
			enum(d, "reason why nobody answers", unansweredNames, &g.Unanswered)
		case "position":
			d.position(&g.Pos)
		case "slip":
			d.slip(&g.Slip)
		default:
			d.s.unknownKey(key, off)
		}
	})
}

func (d *decoder) slip(s *Slip) {
	if d.s.null() {
		return
	}
	d.s.object("a slip object", func(key string, off int) {
		switch key {
		case "way":
			enum(d, "way past a gate", slipNames, &s.Way)
		case "words":
			d.text(&s.Words)
		case "does":
			d.text(&s.Does)
		case "where":
			d.text(&s.Where)
		case "position":
			d.position(&s.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
}

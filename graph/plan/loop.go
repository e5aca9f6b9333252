package plan

// This file reads what the form of Atmosphere does not have, in plans with a version:
//
//	{"version": 1, "goal": "…", "inputs": ["customer"], "steps": [
//	  {"label": "each letter", "forEach": "@letters", "item": "letter", "atMost": 20, "do": […]},
//	  {"label": "until it is done", "while": "@state != done", "atMost": 5, "do": […]},
//	  {"label": "both", "parallel": [[…], […]]}
//	]}
//
// A loop is read as its rounds: a condition, within which are the steps of the round and the condition of
// the next one. So the engines know nothing of loops, and what they say is exact. Names that a round binds
// are bound in later rounds only if each has them, and behind the loop only if they were bound before it.
// A loop that has more to do after its last round ends the run there.

import (
	"maps"
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/graph"
)

// The version of the form.
const version = "1"

func (d *decoder) version(n *node) {
	if n.kind != '0' || n.text != version {
		d.fail(n.off, graph.CodeType, "want version %s", version)
	}
}

func (d *decoder) inputs(n *node) (list []Input) {
	if n.kind != '[' {
		d.fail(n.off, graph.CodeType, "want a list of names, not %s", nodeNames[n.kind])
	}
	for _, e := range n.elems {
		name := d.plainName(e, "an input")
		if slices.ContainsFunc(list, func(i Input) bool { return i.Name == name }) {
			d.fail(e.off, graph.CodeDuplicateKey, "the input %q is there twice", name)
		}
		list = append(list, Input{name, d.pos(e.off)})
	}
	return list
}

// plainName reads a name for a value.
func (d *decoder) plainName(n *node, what string) string {
	name := d.name(n, what)
	if n.kind == '"' && name != "" && !isName(name) {
		d.fail(n.off, graph.CodeType, "%q is no name for %s: want letters, digits, _, - and ., after a letter or _", name, what)
	}
	return name
}

// parts reads lists of steps that run side by side.
func (d *decoder) parts(n *node, path string) (parts [][]*Step) {
	if n.kind != '[' || len(n.elems) < 2 {
		d.fail(n.off, graph.CodeType, "want a list of two or more lists of steps")
		return nil
	}
	for i, e := range n.elems {
		parts = append(parts, d.list(e, index(path, i)))
	}
	return parts
}

// loop reads a loop into s.
func (d *decoder) loop(n *node, s *Step, label func(*node)) *Step {
	var cond Condition
	var body *node
	var item string
	most, key := 0, "while"
	keys := want{
		"label": label, "while": func(n *node) { cond = d.condition(n) },
		"atMost": func(n *node) { most = d.most(n) }, "do": func(n *node) { body = n },
	}
	required := []string{"label", "atMost", "do"}
	if n.has("forEach") {
		key = "forEach"
		delete(keys, "while")
		keys["forEach"] = func(n *node) { cond = d.elements(n) }
		keys["item"] = func(n *node) { item = d.item(n) }
		required = append(required, "item")
	}
	if d.object(n, "a step with "+key, keys, required...); body == nil || most == 0 {
		return s
	}
	for at, round := s, 1; len(d.errs) == 0; round++ {
		at.If = &If{Cond: cond, Item: item, Last: round == most}
		if key == "forEach" {
			at.If.Cond.Right.Text = strconv.Itoa(round)
		}
		path := s.Path + ".do"
		if round > 1 {
			path += "#" + strconv.Itoa(round)
		}
		at.If.Then = d.list(body, path)
		if round == most {
			break
		}
		next := &Step{Path: s.Path + "#" + strconv.Itoa(round+1), Label: s.Label, Pos: s.Pos}
		if d.steps++; d.steps > MaxSteps {
			d.fail(n.off, CodeLimit, "a plan of more than %d steps, those of all rounds of its loops counted", MaxSteps)
		}
		at.If.Then = append(at.If.Then, next)
		at = next
	}
	return s
}

// most reads how many rounds a loop has at most.
func (d *decoder) most(n *node) int {
	if k, err := strconv.Atoi(n.text); n.kind == '0' && err == nil && k > 0 {
		return k
	}
	d.fail(n.off, graph.CodeType, "want how many rounds there are at most: a whole number above 0")
	return 0
}

// elements reads the list whose elements a loop takes.
func (d *decoder) elements(n *node) Condition {
	c := Condition{Text: n.text, Pos: d.pos(n.off), Op: OpHas, Right: Value{Kind: Number, Pos: d.pos(n.off)}}
	c.Left = Value{Kind: Ref, Pos: c.Pos}
	kind, name := Invalid, ""
	if n.kind == '"' {
		kind, name = d.text(n)
	}
	if kind != Ref {
		d.fail(n.off, graph.CodeType, "want the list whose elements are taken, as in \"@letters\"")
	}
	c.Left.Text = name
	return c
}

func (d *decoder) item(n *node) string {
	name := d.plainName(n, "an element of the list")
	if d.items == nil {
		d.items = make(map[string]bool)
	}
	d.items[name] = true
	return name
}

// shadows finds names of elements that something else has, too: which is meant would depend on the round.
func (d *decoder) shadows(p *Plan) {
	if len(d.items) == 0 || len(d.errs) > 0 {
		return
	}
	taken := make(map[string]graph.Pos)
	for _, in := range p.Inputs {
		taken[in.Name] = in.Pos
	}
	for s := range All(p.Steps) {
		if s.Call != nil && s.Call.Bind != "" {
			taken[s.Call.Bind] = s.Pos
		}
	}
	d.within(p.Steps, taken)
}

func (d *decoder) within(list []*Step, taken map[string]graph.Pos) {
	for _, s := range list {
		for _, part := range s.Parts {
			d.within(part, taken)
		}
		if s.If == nil {
			continue
		}
		inner := taken
		if name := s.If.Item; name != "" {
			if at, is := taken[name]; is && at != s.Pos {
				d.errs = append(d.errs, &graph.Error{Pos: s.Pos, Code: graph.CodeType, Msg: "the name " + strconv.Quote(name) + " of an element is that of something else, too"})
				return
			}
			inner = maps.Clone(taken)
			inner[name] = s.Pos
		}
		d.within(s.If.Then, inner)
		d.within(s.If.Else, inner)
	}
}

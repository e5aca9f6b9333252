package plan

// This file makes workflows of plans.

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
)

// Names of the nodes that are no steps, and of the edges of a condition.
const (
	nodeStart = "start"
	nodeEnd   = "end"
	edgeTrue  = "true"
	edgeFalse = "false"
)

// Workflow returns the workflow that p is: a TOOL node for each call, which is called as its path is
// and has the arguments that are known, and a generated node for each condition, which is no event. A
// condition that compares what another one compares, too, is no decision of its own: its edges exist or
// not, and those of both alike. An agent may run the plan, "" for none.
//
// Tools that there are not have the name that the plan gives, and nothing else.
func (p *Plan) Workflow(name, agent string, r *Registry) *graph.Workflow {
	a := questions(p)
	b := &builder{
		Registry: r, agent: agent, w: &graph.Workflow{
			Name: name, Framework: "plan", Pos: p.Pos, Mode: graph.ModeAny, Engine: graph.Engine{DeadEnd: graph.DeadEndFails, EachToken: true},
		},
		asked: a.all, same: a.same, evals: make(map[string]graph.EvalID),
	}
	b.w.Entry = b.node(graph.Node{Name: nodeStart, Kind: graph.KindEntry, Pos: p.Pos, Generated: true})
	ways := b.steps(p.Steps, []way{{from: b.w.Entry, branch: graph.None}})
	end := b.node(graph.Node{Name: nodeEnd, Kind: graph.KindExit, Pos: p.Pos, Generated: true})
	b.w.Exits = []graph.NodeID{end}
	b.lead(ways, end, p.Pos)
	return b.w
}

type builder struct {
	*Registry
	agent string
	w     *graph.Workflow
	asked map[*Step]question
	same  map[*Step][]graph.Same
	evals map[string]graph.EvalID // of questions that are asked several times
}

// A way is an edge without its end.
type way struct {
	from   graph.NodeID
	kind   graph.EdgeKind // if it is not what the branch says
	branch graph.BranchID
	label  string
	guard  graph.Guard
	pos    graph.Pos
}

func (b *builder) node(n graph.Node) graph.NodeID {
	b.w.Nodes = append(b.w.Nodes, n)
	return graph.NodeID(len(b.w.Nodes) - 1)
}

// lead makes ways lead to a node.
func (b *builder) lead(ways []way, to graph.NodeID, pos graph.Pos) {
	for _, w := range ways {
		e := graph.Edge{From: w.from, To: to, Kind: graph.EdgeDirect, Branch: w.branch, Label: w.label, Guard: w.guard, Pos: w.pos}
		if w.branch != graph.None {
			e.Kind = graph.EdgeConditional
		}
		if w.kind != graph.EdgeInvalid {
			e.Kind = w.kind
		}
		if !e.Pos.IsValid() {
			e.Pos = pos
		}
		b.w.Edges = append(b.w.Edges, e)
	}
}

// steps adds steps behind some ways and returns the ways out of the last.
func (b *builder) steps(list []*Step, ways []way) []way {
	for _, s := range list {
		if s.Call != nil {
			n := b.node(b.call(s))
			b.lead(ways, n, s.Pos)
			ways = []way{{from: n, branch: graph.None}}
			continue
		}
		if s.If == nil {
			ways = b.parts(s, ways)
			continue
		}
		n := b.node(graph.Node{Name: s.Path, Label: s.Label, Kind: graph.KindRouter, Pos: s.Pos, Generated: true})
		b.lead(ways, n, s.Pos)
		yes, no := b.decision(s, n)
		ways = append(b.steps(s.If.Then, []way{yes}), b.steps(s.If.Else, []way{no})...)
	}
	return ways
}

// parts adds lists of steps that run side by side: one node before all of them, and one that waits for all.
func (b *builder) parts(s *Step, ways []way) []way {
	b.w.Mode, b.w.Engine.EachToken = graph.ModeAll, false
	fork := b.node(graph.Node{Name: s.Path, Label: s.Label, Kind: graph.KindPassthrough, Pos: s.Pos, Generated: true})
	b.lead(ways, fork, s.Pos)
	var ends []way
	for _, part := range s.Parts {
		if len(part) > 0 {
			ends = append(ends, b.steps(part, []way{{from: fork, kind: graph.EdgeParallel, branch: graph.None}})...)
		}
	}
	if len(ends) == 0 {
		ends = []way{{from: fork, branch: graph.None}}
	}
	join := b.node(graph.Node{Name: s.Path + ".end", Kind: graph.KindPassthrough, Pos: s.Pos, Generated: true})
	b.lead(ends, join, s.Pos)
	return []way{{from: join, branch: graph.None}}
}

func (b *builder) call(s *Step) graph.Node {
	t := b.Tool(s.Call.Tool)
	if t == nil {
		t = &graph.Tool{Name: s.Call.Tool, Pos: s.Call.Pos}
	}
	n := graph.Node{
		Name: s.Path, Label: s.Label, Kind: graph.KindTool, Tools: []*graph.Tool{t}, Calls: graph.CallsOnce, Agent: b.agent, Pos: s.Pos, Exact: true,
	}
	known, all := knownFields(s.Call.Args)
	if n.Exact = all; len(known) > 0 {
		text, err := json.Marshal(map[string]any{t.Name: known})
		if err != nil {
			panic("plan: internal error: " + err.Error())
		}
		n.Args = string(text)
	}
	for _, same := range b.same[s] {
		same.Tool = t.Name
		n.Same = append(n.Same, same)
	}
	return n
}

// knownFields returns the values that are known, as package json has them, and whether these are all.
func knownFields(fields []Field) (known map[string]any, all bool) {
	known, all = make(map[string]any), true
	for i := range fields {
		v, whole := knownValue(&fields[i].Value)
		if all = all && whole; v != nil {
			known[fields[i].Name] = v
		}
	}
	return known, all
}

// knownValue returns what is known of v, nil for nothing, and whether that is all. Of a whole number that
// is too large to be compared with others exactly, nothing is.
func knownValue(v *Value) (known any, all bool) {
	switch v.Kind {
	case Text:
		return v.Text, true
	case Bool:
		return v.Text == edgeTrue, true
	case Number:
		r := exact(v.Text)
		if r == nil {
			return nil, false
		}
		if _, same := r.Float64(); r.IsInt() && !same {
			return nil, false
		}
		return json.Number(v.Text), true
	case Object:
		return knownFields(v.Fields)
	case List:
		list, all := []any{}, true
		for i := range v.Elems {
			e, whole := knownValue(&v.Elems[i])
			if all = all && whole; e != nil {
				list = append(list, e)
			}
		}
		return list, all
	}
	return nil, false
}

// A question is what a condition asks: conditions with one text have one answer. Its answer is the
// opposite if it is negated.
type question struct {
	text    string
	negated bool
	again   bool // another condition asks it, too
}

// decision returns the ways out of the node of a condition.
func (b *builder) decision(s *Step, n graph.NodeID) (yes, no way) {
	q, cond := b.asked[s], &s.If.Cond
	if !q.again {
		br := graph.BranchID(len(b.w.Branches))
		text := graph.PlainGuard(cond.Text)
		b.w.Branches = append(b.w.Branches, graph.Branch{
			From: n, Complete: true, Pos: cond.Pos,
			Values: []graph.Value{{Text: edgeTrue, Guard: text, Pos: cond.Pos}, {Text: edgeFalse, Pos: cond.Pos}},
		})
		return way{from: n, branch: br, label: edgeTrue, pos: cond.Pos}, way{from: n, branch: br, label: edgeFalse, pos: cond.Pos}
	}
	if b.evals[q.text] == 0 {
		b.evals[q.text] = graph.EvalID(len(b.evals) + 1)
	}
	c := graph.Cond{Eval: b.evals[q.text], Neg: q.negated, Text: cond.Text, Pos: cond.Pos}
	if q.negated {
		c.Text = fmt.Sprintf("!(%s)", cond.Text)
	}
	not := c
	not.Neg = !c.Neg
	return way{from: n, branch: graph.None, guard: graph.Guard{c}, pos: cond.Pos}, way{from: n, branch: graph.None, guard: graph.Guard{not}, pos: cond.Pos}
}

// questions returns what the conditions of p ask, and which values of its calls are the same.
func questions(p *Plan) *asker {
	a := &asker{all: make(map[*Step]question), same: make(map[*Step][]graph.Same)}
	a.steps(p.Steps, make(map[string]int))
	count := make(map[string]int)
	for _, q := range a.all {
		count[q.text]++
	}
	for s, q := range a.all {
		q.again = count[q.text] > 1
		a.all[s] = q
	}
	return a
}

// An asker numbers the values that names are bound to: what is bound anew is another value.
type asker struct {
	all  map[*Step]question
	same map[*Step][]graph.Same // of the arguments that are references, and of what is bound
	last int
}

func (a *asker) steps(list []*Step, values map[string]int) {
	for _, s := range list {
		if s.Call != nil {
			a.call(s, values)
			continue
		}
		if s.If == nil {
			a.parts(s.Parts, values)
			continue
		}
		a.all[s] = ask(&s.If.Cond, values)
		then, otherwise := maps.Clone(values), maps.Clone(values)
		if s.If.Item != "" {
			then[s.If.Item] = a.next()
		}
		a.steps(s.If.Then, then)
		a.steps(s.If.Else, otherwise)
		for _, side := range []map[string]int{then, otherwise} {
			for name, value := range side {
				if value != values[name] {
					values[name] = a.next()
				}
			}
		}
	}
}

// call notes which values of a call are the same as others.
func (a *asker) call(s *Step, values map[string]int) {
	for i := range s.Call.Args {
		arg := &s.Call.Args[i]
		for path, ref := range arg.Value.Refs(dfa.PathKey(arg.Name)) {
			a.same[s] = append(a.same[s], graph.Same{Path: path, Name: sameName(ref.Text, values[ref.Text])})
		}
	}
	if name := s.Call.Bind; name != "" {
		values[name] = a.next()
		a.same[s] = append(a.same[s], graph.Same{Result: true, Name: sameName(name, values[name])})
	}
}

// sameName names the value that a name is bound to.
func sameName(name string, value int) string { return fmt.Sprintf("@%s#%d", name, value) }

// parts numbers what lists of steps side by side bind. No name is bound in two of them, or the plan is wrong.
func (a *asker) parts(parts [][]*Step, values map[string]int) {
	before := maps.Clone(values)
	for _, part := range parts {
		own := maps.Clone(before)
		a.steps(part, own)
		for name, value := range own {
			if value != before[name] {
				values[name] = value
			}
		}
	}
}

func (a *asker) next() int {
	a.last++
	return a.last
}

// positive are the comparisons of which others are the opposites.
var positive = map[string]string{"<": ">=", ">": "<=", "!=": "=="}

func ask(c *Condition, values map[string]int) question {
	operand := func(v *Value) string {
		switch v.Kind {
		case Ref:
			return sameName(v.Text, values[v.Text])
		case Number:
			if r := exact(v.Text); r != nil {
				return r.RatString()
			}
		}
		return fmt.Sprintf("%d %s", v.Kind, v.Text)
	}
	op, negated := positive[c.Op]
	if !negated {
		op = c.Op
	}
	return question{text: operand(&c.Left) + op + operand(&c.Right), negated: negated}
}

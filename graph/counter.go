package graph

// This file defines counters: numbers in the state of a run that limit how often it goes
// round a loop, and truth values that say what it has come to.

import (
	"fmt"
	"slices"
	"strconv"
)

// A Counter is an integer in the state of a run that only steps of the workflow write, or a
// truth value there, which is 0 or 1. Node.Counts says what steps do to it; the edges on which
// a router asks for it say so in Within. What neither says of a step or an edge is so: a step
// without the counter among its Counts leaves it as it is.
type Counter struct {
	Name string // what the program calls it: "pkg.Type.Field"
	// Start is what it is when a run begins, if Started; else whoever starts a run
	// chooses that.
	Start   int
	Started bool
	Truth   bool // it is a truth value
	// Test is, of a truth value, which comparison of a number in the state it is, if it is one.
	Test *Test
	Pos  Pos
}

// Value returns a value of the counter as Go writes it.
func (c Counter) Value(v int) string {
	if c.Truth {
		return strconv.FormatBool(v != 0)
	}
	return strconv.Itoa(v)
}

// A Count is what each run of a node does to a counter. It adds to it, Least or more and Most
// at most, which takes away if they are negative; or it sets it to a number; or it may leave anything in it.
type Count struct {
	Counter     string
	Least, Most int
	Set         *int
	Any         bool
}

// Counting reports whether the node does nothing but to add to the counter, or to take away from it.
func (c Count) Counting() bool { return c.Set == nil && !c.Any }

// A Within is that an edge is only taken while a counter has a value in a range, ends
// included. A nil end is none.
type Within struct {
	Counter  string
	From, To *int
}

// Has reports whether v is in the range.
func (x Within) Has(v int) bool {
	return (x.From == nil || *x.From <= v) && (x.To == nil || v <= *x.To)
}

// Does returns what a run of n does to a counter.
func (n *Node) Does(counter string) Count {
	for _, c := range n.Counts {
		if c.Counter == counter {
			return c
		}
	}
	return Count{Counter: counter}
}

// String returns "name+2", "name-1", "name+0..2", "name=1" or "name=?".
func (c Count) String() string {
	if c.Any {
		return c.Counter + "=?"
	}
	if c.Set != nil {
		return c.Counter + "=" + strconv.Itoa(*c.Set)
	}
	if c.Least == c.Most {
		return c.Counter + fmt.Sprintf("%+d", c.Most)
	}
	return c.Counter + fmt.Sprintf("%+d..%d", c.Least, c.Most)
}

// Only returns the one value that the range has.
func (x Within) Only() (v int, ok bool) {
	if x.From == nil || x.To == nil || *x.From != *x.To {
		return 0, false
	}
	return *x.From, true
}

// String returns "name<=4", "name>=2", both, or "name=1".
func (x Within) String() string {
	if v, ok := x.Only(); ok {
		return x.Counter + "=" + strconv.Itoa(v)
	}
	text := ""
	if x.From != nil {
		text = x.Counter + ">=" + strconv.Itoa(*x.From)
	}
	if x.To != nil {
		if text != "" {
			text += ","
		}
		text += x.Counter + "<=" + strconv.Itoa(*x.To)
	}
	return text
}

// counters checks that what is counted is declared.
func (c *checker) counters() {
	w := c.w
	declared := make(map[string]bool, len(w.Counters))
	for _, x := range w.Counters {
		if x.Name == "" || declared[x.Name] {
			c.list.add(c.pos(x.Pos), CodeCounter, "counter %q has no name, or occurs twice", x.Name)
		}
		if x.Test != nil && (!x.Truth || !x.Test.isSound()) {
			c.list.add(c.pos(x.Pos), CodeCounter, "counter %q is %s: want a truth value, and of, op and with to be a value, one of < <= > >= ==, and a number", x.Name, x.Test)
		}
		declared[x.Name] = true
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		seen := make(map[string]bool, len(n.Counts))
		for _, x := range n.Counts {
			if !declared[x.Counter] || seen[x.Counter] || x.Most < x.Least {
				c.list.add(c.pos(n.Pos), CodeCounter, "node %q counts %s: want a counter of the workflow once, and no more least than most", n.Name, x)
			}
			if !x.Counting() && (x.Most != 0 || x.Least != 0 || x.Set != nil && x.Any) {
				c.list.add(c.pos(n.Pos), CodeCounter, "node %q does several things to the counter %q: want one of least and most, set, any", n.Name, x.Counter)
			}
			seen[x.Counter] = true
		}
		for _, x := range n.Passes {
			if x.Path == "" || x.Of == "" || !slices.ContainsFunc(n.Tools, func(t *Tool) bool { return t != nil && t.Name == x.Tool }) {
				c.list.add(c.pos(n.Pos), CodeCounter, "node %q passes %s: want a tool that it calls, a path and a value", n.Name, x)
			}
		}
	}
	for i := range w.Edges {
		for _, x := range w.Edges[i].Within {
			if !declared[x.Counter] || x.From == nil && x.To == nil {
				c.list.add(c.pos(w.Edges[i].Pos), CodeCounter, "edge %d depends on the counter %q, which the workflow does not have, or on no value of it", i, x.Counter)
			}
		}
	}
}

// fileCounter, fileCount and fileWithin are the JSON forms.
type (
	fileCounter struct {
		Name     string `json:"name"`
		Start    *int   `json:"start,omitempty"` // without it, whoever starts a run chooses
		Truth    bool   `json:"truth,omitempty"`
		Of       string `json:"of,omitempty"` // of a comparison: the value, op and with
		Op       string `json:"op,omitempty"`
		With     string `json:"with,omitempty"`
		Position string `json:"position"`
	}
	filePass struct {
		Tool string `json:"tool"`
		Path string `json:"path"`
		Of   string `json:"of"`
	}
	fileCount struct {
		Counter string `json:"counter"`
		Least   int    `json:"least"`
		Most    int    `json:"most"`
		Set     *int   `json:"set,omitempty"`
		Any     bool   `json:"any,omitempty"`
	}
	fileWithin struct {
		Counter string `json:"counter"`
		From    *int   `json:"from,omitempty"`
		To      *int   `json:"to,omitempty"`
	}
)

func counterForms(w *Workflow) []fileCounter {
	forms := make([]fileCounter, len(w.Counters))
	for i, x := range w.Counters {
		forms[i] = fileCounter{Name: x.Name, Truth: x.Truth, Position: x.Pos.String()}
		if x.Started {
			forms[i].Start = &w.Counters[i].Start
		}
		if x.Test != nil {
			forms[i].Of, forms[i].Op, forms[i].With = x.Test.Of, x.Test.Op, x.Test.With
		}
	}
	return forms
}

func countForms(list []Count) (forms []fileCount) {
	for _, x := range list {
		forms = append(forms, fileCount(x))
	}
	return forms
}

func passForms(list []Pass) (forms []filePass) {
	for _, x := range list {
		forms = append(forms, filePass(x))
	}
	return forms
}

func withinForms(list []Within) (forms []fileWithin) {
	for _, x := range list {
		forms = append(forms, fileWithin(x))
	}
	return forms
}

// counter reads one counter.
func (d *decoder) counter(g *fileGraph) {
	_, pos := d.element()
	x := Counter{Pos: pos}
	var test Test
	d.s.object("a counter object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&x.Name)
		case "start":
			if n := d.end(); n != nil {
				x.Start, x.Started = *n, true
			}
		case "truth":
			d.flag(&x.Truth)
		case "of":
			d.text(&test.Of)
		case "op":
			d.text(&test.Op)
		case "with":
			d.text(&test.With)
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	if test != (Test{}) {
		x.Test = &test
	}
	g.w.Counters = append(g.w.Counters, x)
}

// count reads what a node does to a counter.
func (d *decoder) count(n *Node) {
	var x Count
	d.s.object("a count object", func(key string, off int) {
		switch key {
		case "counter":
			d.text(&x.Counter)
		case "least":
			x.Least = d.s.integer()
		case "most":
			x.Most = d.s.integer()
		case "set":
			x.Set = d.end()
		case "any":
			d.flag(&x.Any)
		default:
			d.s.unknownKey(key, off)
		}
	})
	n.Counts = append(n.Counts, x)
}

// pass reads which argument of a call is a value of the state.
func (d *decoder) pass(n *Node) {
	var x Pass
	d.s.object("a pass object", func(key string, off int) {
		switch key {
		case "tool":
			d.text(&x.Tool)
		case "path":
			d.text(&x.Path)
		case "of":
			d.text(&x.Of)
		default:
			d.s.unknownKey(key, off)
		}
	})
	n.Passes = append(n.Passes, x)
}

// within reads for which values of a counter an edge is taken.
func (d *decoder) within(e *Edge) {
	var x Within
	d.s.object("a range object", func(key string, off int) {
		switch key {
		case "counter":
			d.text(&x.Counter)
		case "from":
			x.From = d.end()
		case "to":
			x.To = d.end()
		default:
			d.s.unknownKey(key, off)
		}
	})
	e.Within = append(e.Within, x)
}

// end reads a number, or nil.
func (d *decoder) end() *int {
	if d.s.null() {
		return nil
	}
	d.s.next()
	n := d.s.integer()
	return &n
}

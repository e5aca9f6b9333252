package graph

// This file defines counters: numbers in the state of a run that limit how often it goes
// round a loop.

import "strconv"

// A Counter is an integer in the state of a run that only steps of the workflow write, and
// only by adding to it. Node.Counts says which do; the edges on which a router asks how far
// it has come say so in Within. What neither says of a step or an edge is so: a step without
// the counter among its Counts leaves it as it is.
type Counter struct {
	Name string // what the program calls it: "pkg.Type.Field"
	// Start is what it is when a run begins, if Started; else whoever starts a run
	// chooses that.
	Start   int
	Started bool
	Pos     Pos
}

// A Count is what each run of a node adds to a counter: Least or more, Most at most. Least
// is not negative.
type Count struct {
	Counter     string
	Least, Most int
}

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

// Adds returns what a run of n adds to a counter.
func (n *Node) Adds(counter string) Count {
	for _, c := range n.Counts {
		if c.Counter == counter {
			return c
		}
	}
	return Count{Counter: counter}
}

// String returns "name+2", or "name+0..2".
func (c Count) String() string {
	if c.Least == c.Most {
		return c.Counter + "+" + strconv.Itoa(c.Most)
	}
	return c.Counter + "+" + strconv.Itoa(c.Least) + ".." + strconv.Itoa(c.Most)
}

// String returns "name<=4", "name>=2" or both.
func (x Within) String() string {
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
		declared[x.Name] = true
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		seen := make(map[string]bool, len(n.Counts))
		for _, x := range n.Counts {
			if !declared[x.Counter] || seen[x.Counter] || x.Least < 0 || x.Most < x.Least {
				c.list.add(c.pos(n.Pos), CodeCounter, "node %q counts %s: want a counter of the workflow once, and a number that is not negative", n.Name, x)
			}
			seen[x.Counter] = true
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
		Position string `json:"position"`
	}
	fileCount struct {
		Counter string `json:"counter"`
		Least   int    `json:"least"`
		Most    int    `json:"most"`
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
		forms[i] = fileCounter{Name: x.Name, Position: x.Pos.String()}
		if x.Started {
			forms[i].Start = &w.Counters[i].Start
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
	d.s.object("a counter object", func(key string, off int) {
		switch key {
		case "name":
			d.text(&x.Name)
		case "start":
			if n := d.end(); n != nil {
				x.Start, x.Started = *n, true
			}
		case "position":
			d.position(&x.Pos)
		default:
			d.s.unknownKey(key, off)
		}
	})
	g.w.Counters = append(g.w.Counters, x)
}

// count reads what a node adds to a counter.
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
		default:
			d.s.unknownKey(key, off)
		}
	})
	n.Counts = append(n.Counts, x)
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

package langgraphgo_test

// This file holds counters that are kept outside of the state against what random programs do, with another run that counts meanwhile.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
)

var keptFlag = flag.Int("kept", 60, "`number` of random graphs whose counters outside of the state are compared with runs")

// A shop is what a random program has outside of its state: two counters, a list, a limit and a variable.
type shop struct{ n, m, l, v, max int }

// A keptLine does something, or returns a label, if its condition holds and, with asks, somebody agrees.
type keptLine struct {
	asks  bool
	cond  string
	holds func(*shop) bool
	text  string
	does  func(*shop)
	next  string
}

// newKeptWrite returns what a step does. With wild, it may set a counter back.
func newKeptWrite(r *rand.Rand, wild bool) keptLine {
	k := 1 + r.IntN(3)
	list := []keptLine{
		{text: "d.n++", does: func(s *shop) { s.n++ }},
		{text: fmt.Sprintf("d.n = %d + d.n", k), does: func(s *shop) { s.n += k }},
		{text: "d.m--", does: func(s *shop) { s.m-- }},
		{text: fmt.Sprintf("d.m -= %d", k), does: func(s *shop) { s.m -= k }},
		{text: "d.l = append(d.l, s.T)", does: func(s *shop) { s.l++ }},
		{text: "v++", does: func(s *shop) { s.v++ }},
		{text: "d.more()", does: func(s *shop) { s.n++; s.l += 2 }},
		{text: "d.l = append(d.l, d.l...)", does: func(s *shop) { s.l += s.l }},
		{text: "d.n = 1", does: func(s *shop) { s.n = 1 }},
		{text: "d.l = d.l[:0]", does: func(s *shop) { s.l = 0 }},
		{text: "d.m++", does: func(s *shop) { s.m++ }},
		{text: "v = d.n", does: func(s *shop) { s.v = s.n }},
	}
	n := 8
	if wild {
		n = len(list)
	}
	line := list[r.IntN(n)]
	line.asks = r.IntN(4) == 0
	if r.IntN(4) == 0 {
		line.cond, line.holds = newKeptCond(r)
	}
	return line
}

// newKeptBack returns what sets a counter back if somebody agrees.
func newKeptBack(r *rand.Rand) keptLine {
	list := []keptLine{
		{text: "d.n = 0", does: func(s *shop) { s.n = 0 }},
		{text: "d.n -= 2", does: func(s *shop) { s.n -= 2 }},
		{text: "*d = d0{}", does: func(s *shop) { *s = shop{v: s.v} }},
		{text: "zero(&d.n)", does: func(s *shop) { s.n = 0 }},
	}
	line := list[r.IntN(len(list))]
	line.asks = true
	return line
}

func newKeptCond(r *rand.Rand) (string, func(*shop) bool) {
	k := r.IntN(5)
	list := []struct {
		text  string
		holds func(*shop) bool
	}{
		{fmt.Sprintf("d.n >= %d", k), func(s *shop) bool { return s.n >= k }},
		{fmt.Sprintf("%d > d.n", k), func(s *shop) bool { return s.n < k }},
		{fmt.Sprintf("!(d.n+1 <= %d)", k), func(s *shop) bool { return s.n+1 > k }},
		{"d.n < d.max", func(s *shop) bool { return s.n < s.max }},
		{"d.max <= d.n", func(s *shop) bool { return s.max <= s.n }},
		{fmt.Sprintf("d.n == %d", k), func(s *shop) bool { return s.n == k }},
		{fmt.Sprintf("d.m <= %d", -k), func(s *shop) bool { return s.m <= -k }},
		{fmt.Sprintf("d.m-1 > %d", -k), func(s *shop) bool { return s.m-1 > -k }},
		{fmt.Sprintf("len(d.l) > %d", k), func(s *shop) bool { return s.l > k }},
		{fmt.Sprintf("len(d.l) != %d", k), func(s *shop) bool { return s.l != k }},
		{fmt.Sprintf("v < %d", k), func(s *shop) bool { return s.v < k }},
		{fmt.Sprintf("v >= %d", k), func(s *shop) bool { return s.v >= k }},
	}
	c := list[r.IntN(len(list))]
	return c.text, c.holds
}

// A keptProgram is two steps with a router behind each.
type keptProgram struct {
	id             int
	max            int
	known          bool // the limit is a constant
	steps, routers [2][]keptLine
}

func newKeptProgram(r *rand.Rand, id int) *keptProgram {
	p := &keptProgram{id: id, max: r.IntN(5), known: r.IntN(2) == 0}
	wild := r.IntN(3) == 0
	for i := range 2 {
		for range 1 + r.IntN(3) {
			p.steps[i] = append(p.steps[i], newKeptWrite(r, wild))
		}
		for range 1 + r.IntN(3) {
			if r.IntN(4) == 0 {
				p.routers[i] = append(p.routers[i], newKeptWrite(r, wild))
			}
			line := keptLine{asks: r.IntN(3) == 0, next: labels[r.IntN(3)]}
			line.cond, line.holds = newKeptCond(r)
			p.routers[i] = append(p.routers[i], line)
		}
		p.routers[i] = append(p.routers[i], keptLine{next: labels[r.IntN(3)]})
	}
	if wild { // it counts in each round, sets it back now and then, and goes on while it is small
		back := newKeptBack(r)
		p.steps[0] = append([]keptLine{{text: "d.n++", does: func(s *shop) { s.n++ }}}, p.steps[0]...)
		p.steps[0] = append(p.steps[0], back)
		p.routers[0] = []keptLine{{cond: "d.n < 3", holds: func(s *shop) bool { return s.n < 3 }, next: labels[r.IntN(2)]}, {next: "end"}}
	}
	return p
}

func printKept(b *strings.Builder, typ string, list []keptLine) {
	for _, l := range list {
		var conds []string
		if l.asks {
			conds = append(conds, "ask()")
		}
		if l.cond != "" {
			conds = append(conds, l.cond)
		}
		if len(conds) > 0 {
			fmt.Fprintf(b, "if %s {\n", strings.Join(conds, " && "))
		}
		if l.next != "" {
			fmt.Fprintf(b, "return %q\n", l.next)
		} else {
			b.WriteString(strings.ReplaceAll(l.text, "d0{}", typ+"{}") + "\n")
		}
		if len(conds) > 0 {
			b.WriteString("}\n")
		}
	}
}

func (p *keptProgram) print(b *strings.Builder) {
	most := strconv.Itoa(p.max)
	if !p.known {
		most = "most"
	}
	fmt.Fprintf(b, "type d%d struct { n, m, max int; l []string }\n\nfunc (d *d%[1]d) more() { d.n++; d.l = append(d.l, \"a\", \"b\") }\n\n", p.id)
	fmt.Fprintf(b, "func G%d(ctx context.Context, most int) {\nv := 0\nd := &d%[1]d{max: %s}\ng := graph.NewStateGraph[S]()\n", p.id, most)
	for i := range 2 {
		fmt.Fprintf(b, "g.AddNode(\"w%d\", \"\", func(_ context.Context, s S) (S, error) {\n", i)
		printKept(b, fmt.Sprint("d", p.id), p.steps[i])
		fmt.Fprintf(b, "return s, nil\n})\ng.AddConditionalEdge(\"w%d\", func(_ context.Context, s S) string {\n", i)
		printKept(b, fmt.Sprint("d", p.id), p.routers[i])
		b.WriteString("})\n")
	}
	b.WriteString("g.SetEntryPoint(\"w0\")\nrun, _ := g.Compile()\n_, _ = run.Invoke(ctx, S{})\n_, _ = d, v\n}\n\n")
}

// run goes through lines. Between them, another run does what some step does.
func (p *keptProgram) run(list []keptLine, s *shop, r *rand.Rand, others bool) string {
	for _, l := range list {
		if others && r.IntN(6) == 0 {
			p.run(p.steps[r.IntN(2)], s, r, false)
		}
		if l.asks && r.IntN(2) == 0 || l.holds != nil && !l.holds(s) {
			continue
		}
		if l.next != "" {
			return l.next
		}
		l.does(s)
	}
	return ""
}

// value returns what a counter of the workflow is.
func (s *shop) value(t *testing.T, name string) int {
	t.Helper()
	name, less, _ := strings.Cut(name, " - ")
	n := 0
	switch {
	case strings.HasPrefix(name, "len(") && strings.HasSuffix(name, ".l)"):
		n = s.l
	case strings.HasSuffix(name, ".n"):
		n = s.n
	case strings.HasSuffix(name, ".m"):
		n = s.m
	case name == "v":
		n = s.v
	default:
		t.Fatalf("counter %s", name)
	}
	if less != "" {
		n -= s.max
	}
	return n
}

var keptSeedFlag = flag.Uint64("kept.seed", 11, "`seed` of the random graphs of -kept")

func TestRandomKept(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*keptSeedFlag, 12))
	programs := make([]*keptProgram, *keptFlag)
	var src strings.Builder
	src.WriteString("package counted\n\nimport (\n\"context\"\n\"github.com/smallnest/langgraphgo/graph\"\n)\n\nvar asked chan bool\n\nfunc ask() bool { return <-asked }\n\nfunc zero(n *int) { *n = 0 }\n\ntype S struct { T string }\n\n")
	for i := range programs {
		programs[i] = newKeptProgram(r, i)
		programs[i].print(&src)
	}
	text := strings.ReplaceAll(src.String(), "end\"", "END\"")
	found := extracttest.Source(t, text, map[string]string{"github.com/smallnest/langgraphgo": "langgraphgo", "github.com/tmc/langchaingo": "langchaingo"})
	seen := make(map[string]int)
	for _, w := range found.Workflows {
		id, err := strconv.Atoi(strings.TrimPrefix(w.Name, "G"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range w.Counters {
			seen["counters"]++
			switch {
			case strings.Contains(c.Name, " - "):
				seen["limits"]++
			case strings.HasPrefix(c.Name, "len("):
				seen["lengths"]++
			}
		}
		for range 60 {
			programs[id].check(t, w, r, seen)
		}
	}
	t.Log(len(found.Workflows), seen)
	if seen["counters"] < *keptFlag/3 || seen["limits"] < *keptFlag/100 || seen["lengths"] < *keptFlag/40 || seen["edges"] < *keptFlag || seen["ends"] < *keptFlag/2 {
		t.Errorf("%v: the test is no good", seen)
	}
}

// check runs the program once, beside another run, and asks whether the counters of the workflow may have gone that way.
func (p *keptProgram) check(t *testing.T, w *graph.Workflow, r *rand.Rand, seen map[string]int) {
	t.Helper()
	s, at := &shop{max: p.max}, 0
	if !p.known {
		s.max = r.IntN(6)
	}
	type may struct{ from, to int }
	values := make(map[string]may)
	for _, c := range w.Counters {
		n := s.value(t, c.Name)
		if c.Started && c.Start != n {
			t.Fatalf("%s begins with %d, said: %d", c.Name, n, c.Start)
		}
		values[c.Name] = may{n, n}
	}
	others := r.IntN(2) == 0
	for range 14 {
		p.run(p.steps[at], s, r, others)
		next := p.run(p.routers[at], s, r, others)
		node := slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return n.Name == fmt.Sprintf("w%d", at) })
		for name, v := range values {
			does := w.Nodes[node].Does(name)
			if !does.Counting() {
				t.Fatalf("%s does not only count", name)
			}
			values[name] = may{v.from + does.Least, v.to + does.Most}
		}
		label := strings.ReplaceAll(next, "end", "END")
		found := false
		for i := range w.Edges {
			e := &w.Edges[i]
			if e.From != graph.NodeID(node) || e.Label != label {
				continue
			}
			found = true
			seen["edges"]++
			for _, x := range e.Within {
				v := values[x.Counter]
				if seen["ends"]++; x.From != nil {
					v.from = max(v.from, *x.From)
				}
				if x.To != nil {
					v.to = min(v.to, *x.To)
				}
				if values[x.Counter] = v; v.from > v.to {
					var src strings.Builder
					p.print(&src)
					t.Fatalf("w%d -> %s is taken, and %s may not be so: %v\n%s", at, next, x.Counter, *s, src.String())
				}
			}
		}
		if !found && others {
			return // what a router has just set, it finds again: edges know of no other runs
		}
		if !found {
			var src strings.Builder
			p.print(&src)
			t.Fatalf("no edge from w%d with %s\n%s", at, label, src.String()+extracttest.Text(&graph.Program{Workflows: []*graph.Workflow{w}}))
		}
		if next == "end" {
			return
		}
		at = int(next[1] - '0')
	}
}

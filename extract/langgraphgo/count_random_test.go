package langgraphgo_test

// This file holds counters in a state that is passed by value, and the limits that routers compare them with,
// against what random programs do.

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
)

var graphsFlag = flag.Int("graphs", 100, "`number` of random graphs whose counters are compared with runs")

// What a random program works on: the state, and what is around it.
type local struct {
	n, m int
	k    int // in a struct in the state
	f    bool
	t    string
	v, w float64
	l    int // how long a list is

	max, limit, top int // of the desk, of the function that builds the graph, of its configuration
}

// A line of a random function: under a condition, it does something, or the router returns next.
type line struct {
	asks bool // whether it happens is decided elsewhere
	cond *cond
	text string
	does func(*local)
	next string
	give bool // it returns the text of the state
}

type cond struct {
	text  string
	holds func(*local) bool
}

var labels = []string{"w0", "w1", "end"}

var texts = []string{"", "w0", "w1", "x"}

func newCond(r *rand.Rand, method bool) *cond {
	k, text := r.IntN(5), texts[r.IntN(4)]
	list := []*cond{
		{"s.n >= d.max", func(l *local) bool { return l.n >= l.max }},
		{"d.max > s.n", func(l *local) bool { return l.max > l.n }},
		{"s.n != d.max", func(l *local) bool { return l.n != l.max }},
		{"s.n >= s.m", func(l *local) bool { return l.n >= l.m }},
		{"s.n < s.m", func(l *local) bool { return l.n < l.m }},
		{"!(s.m <= s.n)", func(l *local) bool { return l.m > l.n }},
		{"s.q.k < s.n", func(l *local) bool { return l.k < l.n }},
		{"s.q.k == s.m", func(l *local) bool { return l.k == l.m }},
		{"s.n <= s.q.k", func(l *local) bool { return l.n <= l.k }},
		{fmt.Sprintf("s.n < %d", k), func(l *local) bool { return l.n < k }},
		{fmt.Sprintf("s.n == %d", k), func(l *local) bool { return l.n == k }},
		{fmt.Sprintf("s.m > %d", k), func(l *local) bool { return l.m > k }},
		{"s.f", func(l *local) bool { return l.f }},
		{fmt.Sprintf("s.t == %q", text), func(l *local) bool { return l.t == text }},
		{fmt.Sprintf("s.t != %q", text), func(l *local) bool { return l.t != text }},
		{"s.n > limit", func(l *local) bool { return l.n > l.limit }},
		{"s.n <= limit", func(l *local) bool { return l.n <= l.limit }},
		{"s.n >= c.top", func(l *local) bool { return l.n >= l.top }},
		{"c.top == s.n", func(l *local) bool { return l.n == l.top }},
	}
	if method {
		list = list[:15]
	} else if r.IntN(4) == 0 {
		return list[len(list)-1-r.IntN(4)]
	}
	if r.IntN(4) == 0 {
		return list[13+r.IntN(2)]
	}
	if r.IntN(4) == 0 {
		return newTest(r)
	}
	return list[r.IntN(len(list))]
}

// newTest returns a condition on a float, a text, a list or a number.
func newTest(r *rand.Rand) *cond {
	part, k, x := []string{"w", "1", "x!", ""}[r.IntN(4)], r.IntN(4), float64(r.IntN(5))/2
	list := []*cond{
		{fmt.Sprintf("s.v <= %g", x), func(l *local) bool { return l.v <= x }},
		{fmt.Sprintf("s.v > %g", x), func(l *local) bool { return l.v > x }},
		{fmt.Sprintf("%g <= s.p.w", x), func(l *local) bool { return x <= l.w }},
		{fmt.Sprintf("!(s.p.w < %g)", x), func(l *local) bool { return !(l.w < x) }},
		{fmt.Sprintf("s.p.w != %g", x), func(l *local) bool { return l.w != x }},
		{fmt.Sprintf("strings.HasPrefix(s.t, %q)", part), func(l *local) bool { return strings.HasPrefix(l.t, part) }},
		{fmt.Sprintf("!strings.HasSuffix(s.t, %q)", part), func(l *local) bool { return !strings.HasSuffix(l.t, part) }},
		{fmt.Sprintf("strings.Contains(s.t, %q)", part), func(l *local) bool { return strings.Contains(l.t, part) }},
		{fmt.Sprintf("len(s.t) > %d", k), func(l *local) bool { return len(l.t) > k }},
		{fmt.Sprintf("len(s.t) == %d", k), func(l *local) bool { return len(l.t) == k }},
		{fmt.Sprintf("len(s.l) < %d", k), func(l *local) bool { return l.l < k }},
		{fmt.Sprintf("%d != len(s.l)", k), func(l *local) bool { return l.l != k }},
		{fmt.Sprintf("s.n > %d", k), func(l *local) bool { return l.n > k }},
		{"s.n < s.m", func(l *local) bool { return l.n < l.m }},
		{"s.m <= s.n", func(l *local) bool { return l.m <= l.n }},
		{"s.q.k == s.n", func(l *local) bool { return l.k == l.n }},
		{"s.m != s.q.k", func(l *local) bool { return l.m != l.k }},
		{fmt.Sprintf("int64(s.m) <= %d", k), func(l *local) bool { return l.m <= k }},
	}
	return list[r.IntN(len(list))]
}

// newResult returns a line that notes whether conditions hold.
func newResult(r *rand.Rand) line {
	a, b := newTest(r), newTest(r)
	switch r.IntN(3) {
	case 0:
		return line{text: "s.f = " + a.text, does: func(l *local) { l.f = a.holds(l) }}
	case 1:
		return line{text: "s.f = " + a.text + " && " + b.text, does: func(l *local) { l.f = a.holds(l) && b.holds(l) }}
	}
	return line{text: "s.f = s.f && !(" + a.text + ")", does: func(l *local) { l.f = l.f && !a.holds(l) }}
}

// newWrite returns a line that writes what newTest asks for.
func newWrite(r *rand.Rand) line {
	x := float64(r.IntN(5)) / 2
	list := []line{
		{text: fmt.Sprintf("s.v = %g", x), does: func(l *local) { l.v = x }},
		{text: "s.v += 0.5", does: func(l *local) { l.v += 0.5 }},
		{text: "s.v = math.NaN()", does: func(l *local) { l.v = math.NaN() }},
		{text: fmt.Sprintf("s.p.w = %g", x), does: func(l *local) { l.w = x }},
		{text: "s.p.w = math.NaN()", does: func(l *local) { l.w = math.NaN() }},
		{text: "s.p = pair{}", does: func(l *local) { l.w = 0 }},
		{text: "s.p = pair{w: s.v}", does: func(l *local) { l.w = l.v }},
		{text: "half(&s.p.w)", does: func(l *local) { l.w = 0.5 }},
		{text: "q := s.p; q.w = 9; _ = q", does: func(*local) {}},
		{text: "s.v = s.p.w", does: func(l *local) { l.v = l.w }},
		{text: `s.l = append(s.l, "x")`, does: func(l *local) { l.l++ }},
		{text: "s.l = nil", does: func(l *local) { l.l = 0 }},
		{text: "s.m = s.n", does: func(l *local) { l.m = l.n }},
		{text: "s.q.k = s.m", does: func(l *local) { l.k = l.m }},
		{text: "s.q = part{k: s.n}", does: func(l *local) { l.k = l.n }},
		{text: "s.q.k++", does: func(l *local) { l.k++ }},
		{text: "put(&s.q.k)", does: func(l *local) { l.k = 9 }},
		{text: "s.n, s.m = s.m, s.n", does: func(l *local) { l.n, l.m = l.m, l.n }},
		{text: "s.n = 2; s.m = 3", does: func(l *local) { l.n, l.m = 2, 3 }},
		{text: "s.t = s.t[:len(s.t)/2]", does: func(l *local) { l.t = l.t[:len(l.t)/2] }},
	}
	return list[r.IntN(len(list))]
}

func newStep(r *rand.Rand, tests bool) (list []line) {
	for range 1 + r.IntN(3) {
		if tests && r.IntN(5) > 0 {
			x := newWrite(r)
			if r.IntN(2) == 0 {
				x = newResult(r)
			}
			x.asks = r.IntN(4) == 0
			list = append(list, x)
			continue
		}
		k, text := r.IntN(4), texts[r.IntN(4)]
		all := []line{
			{text: "s.n++", does: func(l *local) { l.n++ }},
			{text: "s.n += 1", does: func(l *local) { l.n++ }},
			{text: "s.n--", does: func(l *local) { l.n-- }},
			{text: "s.f = !s.f", does: func(l *local) { l.f = !l.f }},
			{text: fmt.Sprintf("s.t = %q", text), does: func(l *local) { l.t = text }},
			{text: "s.f = true", does: func(l *local) { l.f = true }},
			{text: "s.n += 2", does: func(l *local) { l.n += 2 }},
			{text: fmt.Sprintf("s.n = %d", k), does: func(l *local) { l.n = k }},
			{text: "s.n -= 2", does: func(l *local) { l.n -= 2 }},
			{text: "s.t += \"!\"", does: func(l *local) { l.t += "!" }},
			{text: "s.m++", does: func(l *local) { l.m++ }},
			{text: "d.max++", does: func(l *local) { l.max++ }},
			{text: "put(&d.max)", does: func(l *local) { l.max = 9 }},
			{text: "*d = desk%d{max: 8}", does: func(l *local) { l.max = 8 }},
			{text: "e := d; e.max = 7", does: func(l *local) { l.max = 7 }},
			{text: "d.raise()", does: func(l *local) { l.max++ }},
			{text: "limit++", does: func(l *local) { l.limit++ }},
			{text: "put(&limit)", does: func(l *local) { l.limit = 9 }},
			{text: "c.top++", does: func(l *local) { l.top++ }},
			{text: "c = config%d{top: 6}", does: func(l *local) { l.top = 6 }},
			{text: "q := d.max; q++; _ = q", does: func(*local) {}},
			{text: "b := c; b.top = 9; _ = b", does: func(*local) {}},
		}
		x := all[r.IntN(7)]
		switch r.IntN(10) {
		case 0, 1:
			x = all[r.IntN(len(all))]
		case 2, 3:
			x = all[4]
		case 4, 5:
			x = newWrite(r)
		case 6:
			x = newResult(r)
		}
		x.asks = r.IntN(3) == 0
		list = append(list, x)
	}
	return list
}

func newRouter(r *rand.Rand, method, tests bool) (list []line) {
	for range 1 + r.IntN(3) {
		x := line{cond: newCond(r, method), next: labels[r.IntN(3)]}
		if tests && r.IntN(3) > 0 {
			if x.cond = newTest(r); r.IntN(2) == 0 {
				x.cond = &cond{"s.f", func(l *local) bool { return l.f }}
			}
		}
		if r.IntN(3) == 0 {
			a, b := x.cond, newCond(r, method)
			x.cond = &cond{a.text + " || " + b.text, func(l *local) bool { return a.holds(l) || b.holds(l) }}
		}
		x.asks = r.IntN(4) == 0
		list = append(list, x)
	}
	return append(list, line{next: labels[r.IntN(3)], give: r.IntN(12) == 0})
}

func print(b *strings.Builder, list []line, id int) {
	for _, x := range list {
		if x.give {
			x.text = "return s.t"
		} else if x.text == "" {
			x.text = fmt.Sprintf("return %q", x.next)
		}
		if strings.Contains(x.text, "%d") {
			x.text = fmt.Sprintf(x.text, id)
		}
		conds := []string{}
		if x.asks {
			conds = append(conds, "ask()")
		}
		if x.cond != nil {
			conds = append(conds, "("+x.cond.text+")")
		}
		if len(conds) == 0 {
			fmt.Fprintf(b, "{\n%s\n}\n", x.text)
			continue
		}
		fmt.Fprintf(b, "if %s {\n%s\n}\n", strings.Join(conds, " && "), x.text)
	}
}

// run executes lines, up to one that returns.
func run(list []line, l *local, r *rand.Rand) string {
	for _, x := range list {
		switch {
		case x.asks && r.IntN(2) == 0, x.cond != nil && !x.cond.holds(l):
		case x.give:
			return l.t
		case x.next != "":
			return x.next
		default:
			x.does(l)
		}
	}
	return ""
}

// A program is a graph of two steps, each with a router.
type program struct {
	id      int
	method  bool // the routers are methods of the desk
	pointer bool // the state is handed on by a pointer
	start   local
	given   [5]bool // n, m, max, limit, top come from the caller
	build   bool    // limit and top come from a call with constants
	other   int     // another desk has this, if not 0
	late    int     // the limit is set to this before the run, if not 0
	steps   [2][]line
	routers [2][]line
}

func newProgram(r *rand.Rand, id int) *program {
	p := &program{id: id, method: r.IntN(3) == 0, build: r.IntN(3) == 0}
	p.start = local{n: r.IntN(3), m: r.IntN(5), f: r.IntN(2) == 0, max: r.IntN(5), limit: 1 + r.IntN(4), top: r.IntN(5), t: texts[r.IntN(4)]}
	for i := range p.given {
		p.given[i] = r.IntN(4) == 0
	}
	if r.IntN(4) == 0 {
		p.other = 1 + r.IntN(5)
	}
	if r.IntN(6) == 0 {
		p.late = 1 + r.IntN(5)
	}
	p.pointer = r.IntN(3) == 0
	tests := r.IntN(2) == 0
	for i := range p.steps {
		p.steps[i], p.routers[i] = newStep(r, tests), newRouter(r, p.method, tests)
	}
	return p
}

func (p *program) print(b *strings.Builder) {
	value := func(i, n int) string {
		if p.given[i] {
			return fmt.Sprintf("given[%d]", i)
		}
		return strconv.Itoa(n)
	}
	fmt.Fprintf(b, "type state%d struct { n, m int; f bool; t string; v float64; p pair; q part; l []string }\ntype desk%[1]d struct { name string; max int }\ntype config%[1]d struct { name string; top int }\n", p.id)
	fmt.Fprintf(b, "func (d *desk%d) raise() { d.max++ }\n", p.id)
	star, addr := "", ""
	if p.pointer {
		star, addr = "*", "&"
	}
	var routers [2]string
	for i := range p.routers {
		var body strings.Builder
		print(&body, p.routers[i], p.id)
		routers[i] = fmt.Sprintf("func(_ context.Context, s %sstate%d) string {\n%s}", star, p.id, body.String())
		if p.method {
			fmt.Fprintf(b, "func (d *desk%d) route%d%s\n", p.id, i, strings.TrimPrefix(routers[i], "func"))
			routers[i] = fmt.Sprintf("d.route%d", i)
		}
	}
	if p.other != 0 {
		fmt.Fprintf(b, "func other%d() *desk%[1]d { return &desk%[1]d{max: %d} }\n", p.id, p.other)
	}
	params, args := "", ""
	if p.build {
		params, args = fmt.Sprintf(", limit int, c config%d", p.id), fmt.Sprintf(", %s, config%d{top: %s}", value(3, p.start.limit), p.id, value(4, p.start.top))
	}
	fmt.Fprintf(b, "func G%d(ctx context.Context, given [5]int) { g%[1]d(ctx, given%s) }\n", p.id, args)
	fmt.Fprintf(b, "func g%d(ctx context.Context, given [5]int%s) {\nd := &desk%[1]d{max: %[3]s}\n", p.id, params, value(2, p.start.max))
	if !p.build {
		fmt.Fprintf(b, "limit := %s\nc := config%d{top: %s}\n", value(3, p.start.limit), p.id, value(4, p.start.top))
	}
	fmt.Fprintf(b, "g := graph.NewStateGraph[%sstate%d]()\n", star, p.id)
	for i := range p.steps {
		var body strings.Builder
		print(&body, p.steps[i], p.id)
		fmt.Fprintf(b, "g.AddNode(\"w%d\", \"works\", func(_ context.Context, s %sstate%d) (%[2]sstate%[3]d, error) {\n%[4]sreturn s, nil\n})\n", i, star, p.id, body.String())
		fmt.Fprintf(b, "g.AddConditionalEdge(\"w%d\", %s)\n", i, routers[i])
	}
	b.WriteString("g.SetEntryPoint(\"w0\")\n")
	if p.late != 0 {
		fmt.Fprintf(b, "limit = %d\n", p.late)
	}
	text := ""
	if p.start.t != "" {
		text = fmt.Sprintf(", t: %q", p.start.t)
	}
	fmt.Fprintf(b, "_, _, _ = d, limit, c\nrun, _ := g.Compile()\n_, _ = run.Invoke(ctx, %sstate%d{n: %s, m: %s, f: %v%s})\n}\n\n", addr, p.id, value(0, p.start.n), value(1, p.start.m), p.start.f, text)
}

// begin returns what a run starts with.
func (p *program) begin(r *rand.Rand) local {
	l := p.start
	for i, v := range []*int{&l.n, &l.m, &l.max, &l.limit, &l.top} {
		if p.given[i] {
			*v = r.IntN(6)
		}
	}
	if p.late != 0 {
		l.limit = p.late
	}
	return l
}

// value returns what a counter of the workflow is.
func (l *local) value(counter string) int {
	if is, ok := l.tests(counter); ok {
		if is {
			return 1
		}
		return 0
	}
	name := counter
	name, less, _ := strings.Cut(name, " - ")
	of := func(name string) int {
		switch name[strings.LastIndex(name, ".")+1:] {
		case "n":
			return l.n
		case "m":
			return l.m
		case "k":
			return l.k
		case "max":
			return l.max
		case "limit":
			return l.limit
		case "top":
			return l.top
		case "f":
			if l.f {
				return 1
			}
		}
		return 0
	}
	if less != "" {
		return of(name) - of(less)
	}
	return of(name)
}

// number returns the number that a field is.
func (l *local) number(field string) int {
	switch field[strings.LastIndex(field, ".")+1:] {
	case "n":
		return l.n
	case "m":
		return l.m
	case "k":
		return l.k
	}
	panic(field)
}

// tests works out what a counter is that tests something, as Go does.
func (l *local) tests(counter string) (is, ok bool) {
	if fn, rest, call := strings.Cut(counter, "("); call && strings.HasPrefix(fn, "strings.") {
		_, part, _ := strings.Cut(strings.TrimSuffix(rest, ")"), ", ")
		part, _ = strconv.Unquote(part)
		return map[string]func(string, string) bool{"strings.HasPrefix": strings.HasPrefix, "strings.HasSuffix": strings.HasSuffix, "strings.Contains": strings.Contains}[fn](l.t, part), true
	}
	parts := strings.SplitN(counter, " ", 3)
	if len(parts) < 3 || parts[1] == "-" {
		return false, false
	}
	if parts[2][0] == '"' {
		text, _ := strconv.Unquote(parts[2])
		return l.t == text, true
	}
	if _, other, pair := strings.Cut(parts[2], "."); pair && strings.Contains(parts[2], "state") {
		x, y := l.number(parts[0]), l.number(other)
		return map[string]bool{"<": x < y, "==": x == y}[parts[1]], true
	}
	with, _ := strconv.ParseFloat(parts[2], 64)
	var x float64
	switch field := strings.TrimSuffix(parts[0], ")"); {
	case strings.HasSuffix(field, ".v"):
		x = l.v
	case strings.HasSuffix(field, ".w"):
		x = l.w
	case strings.HasSuffix(field, ".n"):
		x = float64(l.n)
	case strings.HasSuffix(field, ".m"):
		x = float64(l.m)
	case strings.HasSuffix(field, ".k"):
		x = float64(l.k)
	case strings.HasSuffix(field, ".t"):
		x = float64(len(l.t))
	case strings.HasSuffix(field, ".l"):
		x = float64(l.l)
	}
	return map[string]bool{"<": x < with, "<=": x <= with, ">": x > with, ">=": x >= with, "==": x == with}[parts[1]], true
}

func TestRandomCounters(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	programs := make([]*program, *graphsFlag)
	var src strings.Builder
	src.WriteString("package counted\n\nimport (\n\"context\"\n\"math\"\n\"strings\"\n\"github.com/smallnest/langgraphgo/graph\"\n)\n\nvar asked chan bool\n\nfunc ask() bool { return <-asked }\n\nfunc put(n *int) { *n = 9 }\n\ntype pair struct { w float64 }\n\ntype part struct { k int }\n\nfunc half(x *float64) { *x = 0.5 }\n\nvar _ = strings.HasPrefix\nvar _ = math.NaN\n\n")
	for i := range programs {
		programs[i] = newProgram(r, i)
		programs[i].print(&src)
	}
	text := strings.ReplaceAll(src.String(), "end\"", "END\"")
	found := extracttest.Source(t, text, map[string]string{"github.com/smallnest/langgraphgo": "langgraphgo", "github.com/tmc/langchaingo": "langchaingo"})
	seen := make(map[string]int)
	for _, w := range found.Workflows {
		id, err := strconv.Atoi(strings.TrimPrefix(w.Name, "g"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range w.Counters {
			seen["counters"]++
			if programs[id].pointer {
				seen["pointers"]++
			}
			switch {
			case strings.Count(c.Name, "state") > 1:
				seen["pairs"]++
			case strings.Contains(c.Name, " - "):
				seen["limits"]++
			case strings.Contains(c.Name, " == \""):
				seen["texts"]++
			case strings.Contains(c.Name, " "):
				seen["tests"]++
			}
		}
		for range 60 {
			programs[id].check(t, w, r, seen)
		}
	}
	t.Log(len(found.Workflows), seen)
	if seen["counters"] < *graphsFlag/2 || seen["limits"] < *graphsFlag/100 || seen["texts"] < *graphsFlag/20 || seen["tests"] < *graphsFlag/5 || seen["pairs"] < *graphsFlag/50 || seen["pointers"] < *graphsFlag/10 || seen["edges"] < *graphsFlag {
		t.Errorf("%v: the test is no good", seen)
	}
}

// check runs the program once, and holds the workflow against it.
func (p *program) check(t *testing.T, w *graph.Workflow, r *rand.Rand, seen map[string]int) {
	t.Helper()
	l, at := p.begin(r), 0
	for _, c := range w.Counters {
		if c.Started && c.Start != l.value(c.Name) {
			var src strings.Builder
			p.print(&src)
			t.Fatalf("%s starts at %d, said: %d\n%s", c.Name, l.value(c.Name), c.Start, src.String())
		}
	}
	for range 12 {
		before := l
		run(p.steps[at], &l, r)
		next := run(p.routers[at], &l, r)
		said, wrong := extracttest.Misfit(w, extracttest.Run{Node: fmt.Sprintf("w%d", at), Next: next, Before: before.value, After: l.value})
		if seen["edges"] += said; wrong != "" {
			var src strings.Builder
			p.print(&src)
			t.Fatalf("%s\n%s", wrong, src.String())
		}
		if next == "end" || !slices.Contains(labels, next) {
			return
		}
		at = int(next[1] - '0')
	}
}

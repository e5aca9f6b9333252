package eino_test

// This file holds counters in the local state of graphs against what random programs do: each
// step of a run does to them what the workflow says, and takes an edge that it allows.

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

var graphsFlag = flag.Int("graphs", 150, "`number` of random graphs whose counters are compared with runs")

// The state of random graphs, and what else a function of one may set.
type local struct {
	n    int
	m    int // a limit
	most int // likewise, of the function that builds the graph
	f    bool
	t    string
	v    int    // of the router
	next string // likewise
	in   uint   // which conditions of the input hold
}

// outcome of statements: they go on, or the function returns nil or an error.
type way int

const (
	on way = iota
	done
	failed
)

// A stmt is a statement of a random program.
type stmt struct {
	text string // with %s for the state
	does func(*local)
	ends way
	cond *cond
	loop bool
	a, b []stmt
}

type cond struct {
	text  string
	holds func(*local) bool
}

type writer struct {
	r      *rand.Rand
	router bool
	pure   bool // it only reads the state
}

func (w writer) cond() *cond {
	k := w.r.IntN(4)
	t := []string{"a", "b", "c"}[w.r.IntN(3)]
	bit := w.r.IntN(3)
	list := []*cond{
		{fmt.Sprintf("strings.Contains(in, %q)", strconv.Itoa(bit)), func(l *local) bool { return l.in>>bit&1 != 0 }},
		{fmt.Sprintf("%%s.n < %d", k), func(l *local) bool { return l.n < k }},
		{fmt.Sprintf("%d <= %%s.n", k), func(l *local) bool { return k <= l.n }},
		{fmt.Sprintf("%%s.n+1 == %d", k), func(l *local) bool { return l.n+1 == k }},
		{"%s.n >= %[1]s.m", func(l *local) bool { return l.n >= l.m }},
		{"%s.m > %[1]s.n", func(l *local) bool { return l.m > l.n }},
		{"%s.n >= most", func(l *local) bool { return l.n >= l.most }},
		{"most > %s.n", func(l *local) bool { return l.most > l.n }},
		{"%s.f", func(l *local) bool { return l.f }},
		{"!%s.f", func(l *local) bool { return !l.f }},
		{fmt.Sprintf("%%s.t == %q", t), func(l *local) bool { return l.t == t }},
		{fmt.Sprintf("%%s.t != %q", t), func(l *local) bool { return l.t != t }},
		{fmt.Sprintf("%%s.over(%d)", k), func(l *local) bool { return l.n > k }},
		{fmt.Sprintf("%%s.f && %%[1]s.n > %d", k), func(l *local) bool { return l.f && l.n > k }},
	}
	return list[w.r.IntN(len(list))]
}

func (w writer) stmts(depth int) (list []stmt) {
	for range 1 + w.r.IntN(2) {
		list = append(list, w.stmt(depth))
	}
	return list
}

func (w writer) stmt(depth int) stmt {
	k := w.r.IntN(4)
	t := []string{"a", "b", "c"}[w.r.IntN(3)]
	switch x := w.r.IntN(20); {
	case x < 6 && depth > 0:
		s := stmt{cond: w.cond(), a: w.stmts(depth - 1)}
		if w.r.IntN(2) == 0 {
			s.b = w.stmts(depth - 1)
		}
		return s
	case x == 6 && depth > 0:
		return stmt{loop: true, a: w.stmts(depth - 1)}
	case x == 7:
		return stmt{text: "return errFailed", ends: failed}
	case x == 8:
		return stmt{text: "return nil", ends: done}
	case w.router && x < 12:
		next := labels[w.r.IntN(len(labels))]
		return stmt{text: fmt.Sprintf("next = %q", next), does: func(l *local) { l.next = next }}
	case w.router && x < 15:
		return stmt{text: "v = %s.n", does: func(l *local) { l.v = l.n }}
	case w.router && x == 15:
		return stmt{text: "next = %s.t", does: func(l *local) { l.next = l.t }}
	case w.pure:
		return stmt{text: "_ = %s"}
	}
	list := []stmt{
		{text: "%s.n++", does: func(l *local) { l.n++ }},
		{text: "%s.n++", does: func(l *local) { l.n++ }},
		{text: fmt.Sprintf("%%s.n += %d", k), does: func(l *local) { l.n += k }},
		{text: fmt.Sprintf("%%s.n = %d", k), does: func(l *local) { l.n = k }},
		{text: fmt.Sprintf("%%s.n -= %d", k), does: func(l *local) { l.n -= k }},
		{text: "_ = %s.n", does: func(l *local) {}},
		{text: "%s.f = true", does: func(l *local) { l.f = true }},
		{text: "%s.f = false", does: func(l *local) { l.f = false }},
		{text: fmt.Sprintf("%%s.f = %%[1]s.n > %d", k), does: func(l *local) { l.f = l.n > k }},
		{text: fmt.Sprintf("%%s.t = %q", t), does: func(l *local) { l.t = t }},
		{text: fmt.Sprintf("%%s.t = %q", t), does: func(l *local) { l.t = t }},
		{text: "%s.up()", does: func(l *local) { l.n++ }},
		{text: "q := %s; q.n++", does: func(l *local) { l.n++ }},
		{text: "q := *%s; q.n++", does: func(l *local) {}},
		{text: fmt.Sprintf("func() { %%s.t = %q }()", t), does: func(l *local) { l.t = t }},
	}
	if w.r.IntN(40) == 0 {
		list = []stmt{
			{text: "%s.m++", does: func(l *local) { l.m++ }},
			{text: "_ = %s; most++", does: func(l *local) { l.most++ }},
		}
	}
	return list[w.r.IntN(len(list))]
}

func print(b *strings.Builder, list []stmt) {
	for _, s := range list {
		at := func(text string) string {
			if !strings.Contains(text, "%") {
				return text
			}
			return fmt.Sprintf(text, "s")
		}
		switch {
		case s.loop:
			b.WriteString("for range len(in) % 3 {\n")
			print(b, s.a)
			b.WriteString("}\n")
		case s.cond != nil:
			fmt.Fprintf(b, "if %s {\n", at(s.cond.text))
			print(b, s.a)
			if s.b != nil {
				b.WriteString("} else {\n")
				print(b, s.b)
			}
			b.WriteString("}\n")
		case s.ends != on: // under a condition, or what follows would be dead
			fmt.Fprintf(b, "if strings.Contains(in, \"e\") {\n%s\n}\n", s.text)
		default:
			fmt.Fprintf(b, "{\n%s\n}\n", at(s.text))
		}
	}
}

// run returns how statements end.
func run(list []stmt, l *local, rounds int) way {
	for _, s := range list {
		end := on
		switch {
		case s.loop:
			for range rounds {
				if end = run(s.a, l, rounds); end != on {
					break
				}
			}
		case s.cond != nil && s.cond.holds(l):
			end = run(s.a, l, rounds)
		case s.cond != nil:
			end = run(s.b, l, rounds)
		case s.ends != on:
			if l.in>>4&1 != 0 {
				end = s.ends
			}
		case s.does != nil:
			s.does(l)
		}
		if end != on {
			return end
		}
	}
	return on
}

// A part is a function that the framework calls in a step.
type part struct {
	kind    string // pre, post, lambda, router
	body    []stmt
	ignores bool // lambda, router: the error of ProcessState
	after   []struct {
		than int
		next string
	} // router: where v is greater
}

var labels = []string{"w0", "w1", "end"}

// A program is a graph of two steps, each with a router.
type program struct {
	id    int
	start local
	parts [2][]part
}

func newProgram(r *rand.Rand, id int) *program {
	p := &program{id: id, start: local{n: r.IntN(3), m: r.IntN(4), most: 1 + r.IntN(3), f: r.IntN(2) == 0, t: []string{"", "a", "b"}[r.IntN(3)]}}
	for i := range p.parts {
		for _, kind := range []string{"pre", "lambda", "post", "router"} {
			if kind != "router" && kind != "lambda" && r.IntN(2) == 0 {
				continue
			}
			w := writer{r: r, router: kind == "router"}
			w.pure = w.router && r.IntN(2) > 0
			x := part{kind: kind, body: w.stmts(w.r.IntN(3)), ignores: r.IntN(4) == 0}
			for range r.IntN(3) {
				x.after = append(x.after, struct {
					than int
					next string
				}{r.IntN(4), labels[r.IntN(3)]})
			}
			p.parts[i] = append(p.parts[i], x)
		}
	}
	return p
}

func (p *program) print(b *strings.Builder) {
	s := fmt.Sprintf("state%d", p.id)
	fmt.Fprintf(b, "type %s struct { n, m int; f bool; t string }\n", s)
	fmt.Fprintf(b, "func (s *%s) over(k int) bool { return s.n > k }\nfunc (s *%s) up() { s.n++ }\n", s, s)
	fmt.Fprintf(b, "func g%d(ctx context.Context) {\nmost := %d\n_ = most\ng := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *%s { return &%s{n: %d, m: %d, f: %v, t: %q} }))\n", p.id, p.start.most, s, s, p.start.n, p.start.m, p.start.f, p.start.t)
	for i, parts := range p.parts {
		lambda, opts := "", ""
		for _, x := range parts {
			var body strings.Builder
			print(&body, x.body)
			name := map[string]string{"pre": "WithStatePreHandler", "post": "WithStatePostHandler"}[x.kind]
			switch x.kind {
			case "lambda":
				process := "err := compose.ProcessState(ctx, func(_ context.Context, s *" + s + ") error {\n" + body.String() + "return nil\n})\n"
				if x.ignores {
					process = "_" + strings.TrimPrefix(strings.Replace(process, ":=", "=", 1), "err")
				} else {
					process += "if err != nil { return \"\", err }\n"
				}
				lambda = "compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {\n" + process + "return in, nil\n})"
			case "router":
				end := "err"
				if x.ignores {
					end = "nil"
				}
				fmt.Fprintf(b, "_ = g.AddBranch(\"w%d\", compose.NewGraphBranch(func(ctx context.Context, in string) (string, error) {\nnext, v := \"w0\", 0\nerr := compose.ProcessState(ctx, func(_ context.Context, s *%s) error {\n%sreturn nil\n})\n_ = err\n", i, s, body.String())
				for _, a := range x.after {
					fmt.Fprintf(b, "if v > %d { next = %q }\n", a.than, a.next)
				}
				fmt.Fprintf(b, "_ = v\nreturn next, %s\n}, ends))\n", end)
			default:
				inner := strings.ReplaceAll(strings.ReplaceAll(body.String(), "return nil", "return in, nil"), "return errFailed", "return in, errFailed")
				opts += fmt.Sprintf(", compose.%s(func(ctx context.Context, in string, s *%s) (string, error) {\n%sreturn in, nil\n})", name, s, inner)
			}
		}
		fmt.Fprintf(b, "_ = g.AddLambdaNode(\"w%d\", %s%s)\n", i, lambda, opts)
	}
	b.WriteString("_ = g.AddEdge(compose.START, \"w0\")\n_, _ = g.Compile(ctx)\n}\n\n")
}

// step runs a step; ok is false if the run ends with an error.
func (p *program) step(i int, l *local, r *rand.Rand) (next string, ok bool) {
	for _, x := range p.parts[i] {
		l.in, l.v, l.next = uint(r.IntN(32)), 0, "w0"
		end := run(x.body, l, r.IntN(3))
		if end == failed && !(x.ignores && (x.kind == "lambda" || x.kind == "router")) {
			return "", false
		}
		if x.kind == "router" {
			for _, a := range x.after {
				if l.v > a.than {
					l.next = a.next
				}
			}
		}
	}
	return l.next, slices.Contains(labels, l.next)
}

// value returns what a counter of the workflow is.
func (l *local) value(counter string) int {
	_, field, _ := strings.Cut(counter[strings.LastIndex(counter, "/")+1:], ".")
	_, field, _ = strings.Cut(field, ".")
	field, text, isText := strings.Cut(field, " == ")
	is := l.f
	if isText {
		text, _ = strconv.Unquote(text)
		is = l.t == text
	} else if field == "n" {
		return l.n
	} else if field == "m" {
		return l.m
	}
	if is {
		return 1
	}
	return 0
}

func TestRandomCounters(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	programs := make([]*program, *graphsFlag)
	var src strings.Builder
	src.WriteString("package counted\n\nimport (\n\"context\"\n\"errors\"\n\"strings\"\n\"github.com/cloudwego/eino/compose\"\n)\n\nvar errFailed = errors.New(\"failed\")\n\nvar _ = strings.Contains\n\nvar ends = map[string]bool{\"w0\": true, \"w1\": true, compose.END: true}\n\n")
	for i := range programs {
		programs[i] = newProgram(r, i)
		programs[i].print(&src)
	}
	found := extracttest.Source(t, src.String(), map[string]string{"github.com/cloudwego/eino": "eino"})
	seen := make(map[string]int)
	for _, w := range found.Workflows {
		id, err := strconv.Atoi(strings.TrimPrefix(w.Name, "g"))
		if err != nil {
			t.Fatal(err)
		}
		p := programs[id]
		for _, c := range w.Counters {
			seen["counters"]++
			for i := range w.Nodes {
				if does := w.Nodes[i].Does(c.Name); !does.Any && does != (graph.Count{Counter: c.Name}) {
					seen["known"]++
				}
			}
			if c.Started && c.Start != p.start.value(c.Name) {
				t.Fatalf("%s starts at %d, said: %d", c.Name, p.start.value(c.Name), c.Start)
			}
		}
		for range 60 {
			p.check(t, w, r, seen)
		}
	}
	t.Log(len(found.Workflows), seen)
	if seen["counters"] < *graphsFlag/3 || seen["known"] < *graphsFlag/3 || seen["edges"] < *graphsFlag {
		t.Errorf("%v: the test is no good", seen)
	}
}

// check runs the program once, and holds the workflow against it.
func (p *program) check(t *testing.T, w *graph.Workflow, r *rand.Rand, seen map[string]int) {
	t.Helper()
	l, at := p.start, 0
	for range 12 {
		before := l
		next, ok := p.step(at, &l, r)
		if !ok {
			return
		}
		said, wrong := extracttest.Misfit(w, extracttest.Run{Node: fmt.Sprintf("w%d", at), Next: next, Before: before.value, After: l.value})
		if seen["edges"] += said; wrong != "" {
			var src strings.Builder
			p.print(&src)
			t.Fatalf("%s\n%s", wrong, src.String())
		}
		if next == "end" {
			return
		}
		at = int(next[1] - '0')
	}
}

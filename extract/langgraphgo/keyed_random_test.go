package langgraphgo_test

// This file holds counters in a state that is a map against what random programs do.

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
)

// What a function of a random program works on.
type desk struct {
	r      *rand.Rand
	s, out map[string]any
	n, m   int
	ok     bool

	returned map[string]any
	done     bool
}

// A deed is a statement, or a condition, with what it does.
type deed struct {
	text string
	does func(*desk) bool
}

func num(s map[string]any, key string) int {
	if n, ok := s[key].(int); ok {
		return n
	}
	return 0
}

const keyedHelpers = `
func num(s map[string]any, key string) int {
	if n, ok := s[key].(int); ok {
		return n
	}
	return 0
}

func bump(s map[string]any, key string) { s[key] = num(s, key) + 1 }

func zero(s map[string]any) { s["n"] = 0 }

func get(s map[string]any, key string) (int, bool) {
	n, ok := s[key].(int)
	return n, ok
}

func keep(current, given any) (any, error) {
	if current != nil {
		return current, nil
	}
	return given, nil
}

var asked chan bool

func ask() bool { return <-asked }

var keys chan string

func key() string { return <-keys }
`

// does makes a deed of something that happens.
func does(text string, f func(*desk)) deed {
	return deed{text, func(d *desk) bool { f(d); return true }}
}

// newAsk returns a condition on the state or on variables.
func newAsk(r *rand.Rand, router bool) deed {
	k, key := r.IntN(4), []string{"n", "m"}[r.IntN(2)]
	list := []deed{
		{fmt.Sprintf("num(s, %q) >= %d", key, k), func(d *desk) bool { return num(d.s, key) >= k }},
		{fmt.Sprintf("s[%q] == %d", key, k), func(d *desk) bool { return d.s[key] == k }},
		{fmt.Sprintf("s[%q] != %d", key, k), func(d *desk) bool { return d.s[key] != k }},
		{`s["f"] == true`, func(d *desk) bool { return d.s["f"] == true }},
		{`s["f"] != true`, func(d *desk) bool { return d.s["f"] != true }},
		{`s["f"] == false`, func(d *desk) bool { return d.s["f"] == false }},
		{`s["t"] == "w0"`, func(d *desk) bool { return d.s["t"] == "w0" }},
		{`s["t"] != ""`, func(d *desk) bool { return d.s["t"] != "" }},
		{fmt.Sprintf("s[%q].(int) < %d", key, k), func(d *desk) bool { return d.s[key].(int) < k }},
		{`num(s, "n") >= num(s, "m")`, func(d *desk) bool { return num(d.s, "n") >= num(d.s, "m") }},
		{`s["n"] == nil`, func(d *desk) bool { return d.s["n"] == nil }},
		{fmt.Sprintf("n > %d", k), func(d *desk) bool { return d.n > k }},
		{"ok", func(d *desk) bool { return d.ok }},
		{"!ok", func(d *desk) bool { return !d.ok }},
		{"ask()", func(d *desk) bool { return d.r.IntN(2) == 0 }},
	}
	if router && r.IntN(3) > 0 {
		return list[r.IntN(9)]
	}
	return list[r.IntN(len(list))]
}

// newRead returns a statement that reads the state into a variable.
func newRead(r *rand.Rand) deed {
	of, key := "s", []string{"n", "n", "m"}[r.IntN(3)]
	from := func(d *desk) map[string]any { return d.s }
	if r.IntN(4) == 0 {
		of, from = "out", func(d *desk) map[string]any { return d.out }
	}
	list := []deed{
		does(fmt.Sprintf("n, _ = %s[%q].(int)", of, key), func(d *desk) { d.n, _ = from(d)[key].(int) }),
		does(fmt.Sprintf("n, _ = %s[%q].(int)", of, key), func(d *desk) { d.n, _ = from(d)[key].(int) }),
		does(fmt.Sprintf("n, ok = %s[%q].(int)", of, key), func(d *desk) { d.n, d.ok = from(d)[key].(int) }),
		does(fmt.Sprintf("n = num(%s, %q)", of, key), func(d *desk) { d.n = num(from(d), key) }),
		does(fmt.Sprintf("n, ok = get(%s, %q)", of, key), func(d *desk) { d.n, d.ok = from(d)[key].(int) }),
		does(fmt.Sprintf("n = %s[%q].(int)", of, key), func(d *desk) { d.n = from(d)[key].(int) }),
		does(fmt.Sprintf("_, ok = %s[%q]", of, key), func(d *desk) { _, d.ok = from(d)[key] }),
		does(fmt.Sprintf("_, ok = %s[%q].(int64)", of, key), func(d *desk) { _, d.ok = from(d)[key].(int64) }),
		does(fmt.Sprintf("n = 0; if v, ok := %s[%q].(int); ok { n = v }", of, key), func(d *desk) { d.n = num(from(d), key) }),
	}
	return list[r.IntN(len(list))]
}

// newPut returns a statement that writes the state, or what is returned.
func newPut(r *rand.Rand) deed {
	of, key, k := "s", []string{"n", "n", "m"}[r.IntN(3)], r.IntN(4)
	to := func(d *desk) map[string]any { return d.s }
	if r.IntN(3) > 0 {
		of, to = "out", func(d *desk) map[string]any { return d.out }
	}
	put := func(text string, v func(*desk) any) deed {
		return does(fmt.Sprintf("%s[%q] = %s", of, key, text), func(d *desk) { to(d)[key] = v(d) })
	}
	list := []deed{
		put("n + 1", func(d *desk) any { return d.n + 1 }),
		put("n + 1", func(d *desk) any { return d.n + 1 }),
		put("n + 1", func(d *desk) any { return d.n + 1 }),
		put("n - 1", func(d *desk) any { return d.n - 1 }),
		put("n", func(d *desk) any { return d.n }),
		put("num(s, \"n\") + 1", func(d *desk) any { return num(d.s, "n") + 1 }),
		put(strconv.Itoa(k), func(*desk) any { return k }),
		put("int64(n)", func(d *desk) any { return int64(d.n) }),
		put(`"x"`, func(*desk) any { return "x" }),
		put("nil", func(*desk) any { return nil }),
		put(`s["n"]`, func(d *desk) any { return d.s["n"] }),
		does(fmt.Sprintf("%s[key()] = 2", of), func(d *desk) { to(d)[[]string{"n", "m", "f", "x"}[d.r.IntN(4)]] = 2 }),
		does(fmt.Sprintf("delete(%s, %q)", of, key), func(d *desk) { delete(to(d), key) }),
		does(fmt.Sprintf("%s[\"f\"] = true", of), func(d *desk) { to(d)["f"] = true }),
		does(fmt.Sprintf("%s[\"f\"] = n > %d", of, k), func(d *desk) { to(d)["f"] = d.n > k }),
		does(fmt.Sprintf("%s[\"t\"] = \"w%d\"", of, k), func(d *desk) { to(d)["t"] = fmt.Sprint("w", k) }),
		does(fmt.Sprintf("bump(%s, %q)", of, key), func(d *desk) { to(d)[key] = num(to(d), key) + 1 }),
		does(fmt.Sprintf("zero(%s)", of), func(d *desk) { to(d)["n"] = 0 }),
		does(fmt.Sprintf("clear(%s)", of), func(d *desk) { clear(to(d)) }),
		does("maps.Copy(out, s)", func(d *desk) { maps.Copy(d.out, d.s) }),
		does("maps.Copy(s, out)", func(d *desk) { maps.Copy(d.s, d.out) }),
		does(fmt.Sprintf("if v, ok := %s[%q].(int); ok { %[1]s[%[2]q] = v + 1 } else { %[1]s[%[2]q] = %d }", of, key, k), func(d *desk) {
			if v, ok := to(d)[key].(int); ok {
				to(d)[key] = v + 1
			} else {
				to(d)[key] = k
			}
		}),
		does(fmt.Sprintf("if _, ok := %s[%q]; ok { %[1]s[%[2]q] = %[1]s[%[2]q].(int) + 1 } else { %[1]s[%[2]q] = 1 }", of, key), func(d *desk) {
			if _, ok := to(d)[key]; ok {
				to(d)[key] = to(d)[key].(int) + 1
			} else {
				to(d)[key] = 1
			}
		}),
		does(fmt.Sprintf("for range 2 { %s[%q] = num(%[1]s, %[2]q) + 1 }", of, key), func(d *desk) { to(d)[key] = num(to(d), key) + 2 }),
		does(fmt.Sprintf("fmt.Println(%s)", of), func(*desk) {}),
	}
	if r.IntN(3) > 0 {
		return list[r.IntN(7)]
	}
	return list[r.IntN(len(list))]
}

// newLeave returns a statement that returns from a step.
func newLeave(r *rand.Rand, made int) deed {
	leave := func(text string, v func(*desk) map[string]any) deed {
		return does("return "+text+", nil", func(d *desk) { d.returned, d.done = v(d), true })
	}
	list := []deed{
		leave("out", func(d *desk) map[string]any { return d.out }),
		leave("s", func(d *desk) map[string]any { return d.s }),
		leave(`map[string]any{"n": num(s, "n") + 1}`, func(d *desk) map[string]any { return map[string]any{"n": num(d.s, "n") + 1} }),
		leave(`map[string]any{"m": n, "n": s["n"], "t": "w1"}`, func(d *desk) map[string]any { return map[string]any{"m": d.n, "n": d.s["n"], "t": "w1"} }),
		leave("nil", func(*desk) map[string]any { return nil }),
	}
	if r.IntN(3) > 0 {
		return list[made%2]
	}
	return list[r.IntN(len(list))]
}

// newDeeds returns the statements of a step.
func newDeeds(r *rand.Rand) (list []deed) {
	made := r.IntN(8)
	list = append(list, []deed{
		does("out := map[string]any{}", func(d *desk) { d.out = map[string]any{} }),
		does(`out := map[string]any{"t": "x"}`, func(d *desk) { d.out = map[string]any{"t": "x"} }),
		does("out := maps.Clone(s)", func(d *desk) { d.out = maps.Clone(d.s) }),
		does("out := map[string]any{}\nfor k, v := range s {\nout[k] = v\n}", func(d *desk) {
			d.out = map[string]any{}
			maps.Copy(d.out, d.s)
		}),
		does("out := map[string]any{}\nfor k, v := range s {\nif k != \"n\" {\nout[k] = v\n}\n}", func(d *desk) {
			d.out = map[string]any{}
			maps.Copy(d.out, d.s)
			delete(d.out, "n")
		}),
		does("out := make(map[string]any)\nmaps.Copy(out, s)", func(d *desk) {
			d.out = map[string]any{}
			maps.Copy(d.out, d.s)
		}),
		does("out := map[string]any{}", func(d *desk) { d.out = map[string]any{} }),
		does("out := map[string]any{}", func(d *desk) { d.out = map[string]any{} }),
	}[made])
	list = append(list, does("n, ok := 0, false", func(d *desk) { d.n, d.ok = 0, false }))
	end, more := r.IntN(2), 1+r.IntN(4)
	if r.IntN(2) == 0 { // it counts, and not much more
		more = r.IntN(3)
		list = append(list, does(`n, _ = s["n"].(int)`, func(d *desk) { d.n, _ = d.s["n"].(int) }))
		if end == 0 {
			list = append(list, does(`out["n"] = n + 1`, func(d *desk) { d.out["n"] = d.n + 1 }))
		} else {
			list = append(list, does(`s["n"] = n + 1`, func(d *desk) { d.s["n"] = d.n + 1 }))
		}
	}
	for range more {
		x := newPut(r)
		switch r.IntN(5) {
		case 0, 1:
			x = newRead(r)
		case 2:
			if r.IntN(3) == 0 {
				x = newLeave(r, end)
			}
		}
		if r.IntN(3) == 0 {
			cond, then := newAsk(r, false), x
			x = deed{fmt.Sprintf("if %s {\n%s\n}", cond.text, then.text), func(d *desk) bool { return cond.does(d) && then.does(d) }}
		}
		list = append(list, x)
	}
	return append(list, newLeave(r, end))
}

// A keyedProgram is a graph of two steps, each with a router, whose state is a map.
type keyedProgram struct {
	id      int
	merged  bool
	keeps   bool // a reducer keeps what m was
	start   map[string]any
	steps   [2][]deed
	routers [2][]deed
	next    [2][]string
	writes  deed // what a router writes
}

func newKeyedProgram(r *rand.Rand, id int, start map[string]any) *keyedProgram {
	p := &keyedProgram{id: id, merged: r.IntN(2) == 0, start: start}
	p.keeps = p.merged && r.IntN(4) == 0
	for i := range p.steps {
		p.steps[i] = newDeeds(r)
		for range 1 + r.IntN(3) {
			p.routers[i] = append(p.routers[i], newAsk(r, true))
			p.next[i] = append(p.next[i], labels[r.IntN(3)])
		}
		p.next[i] = append(p.next[i], labels[r.IntN(3)])
	}
	if r.IntN(12) == 0 {
		p.writes = newPut(r)
		if strings.Contains(p.writes.text, "out") {
			p.writes = does(`s["n"] = 0`, func(d *desk) { d.s["n"] = 0 })
		}
	}
	return p
}

func (p *keyedProgram) print(b *strings.Builder) {
	fmt.Fprintf(b, "func g%d(ctx context.Context) {\ng := graph.NewStateGraph[map[string]any]()\n", p.id)
	if p.merged {
		b.WriteString("schema := graph.NewMapSchema()\nschema.RegisterReducer(\"t\", graph.OverwriteReducer)\n")
		if p.keeps {
			b.WriteString("schema.RegisterReducer(\"m\", keep)\n")
		}
		b.WriteString("g.SetSchema(schema)\n")
	}
	for i := range p.steps {
		fmt.Fprintf(b, "g.AddNode(\"w%d\", \"works\", func(_ context.Context, s map[string]any) (map[string]any, error) {\n", i)
		for _, x := range p.steps[i] {
			fmt.Fprintf(b, "%s\n", x.text)
			if strings.HasPrefix(x.text, "n, ok :=") {
				b.WriteString("_, _, _ = n, ok, out\n")
			}
			if strings.HasPrefix(x.text, "return") {
				break // the rest is not reached
			}
		}
		fmt.Fprintf(b, "})\ng.AddConditionalEdge(\"w%d\", func(_ context.Context, s map[string]any) string {\nn, ok := 0, false\n_, _ = n, ok\n%s\n", i, p.writes.text)
		for k, cond := range p.routers[i] {
			fmt.Fprintf(b, "if %s {\nreturn %q\n}\n", cond.text, p.next[i][k])
		}
		fmt.Fprintf(b, "return %q\n})\n", p.next[i][len(p.routers[i])])
	}
	b.WriteString("g.SetEntryPoint(\"w0\")\nrun, _ := g.Compile()\n_, _ = run.Invoke(ctx, map[string]any{")
	for _, key := range slices.Sorted(maps.Keys(p.start)) {
		text := fmt.Sprintf("%#v", p.start[key])
		switch p.start[key].(type) {
		case int64:
			text = "int64(" + text + ")"
		case nil:
			text = "nil"
		}
		fmt.Fprintf(b, "%q: %s, ", key, text)
	}
	b.WriteString("})\n}\n\n")
}

// merge does what a schema does with what a step returns.
func (p *keyedProgram) merge(current, given map[string]any) map[string]any {
	out := maps.Clone(current)
	for key, v := range given {
		if p.keeps && key == "m" && out[key] != nil {
			continue
		}
		out[key] = v
	}
	return out
}

// step runs a step and the router behind it. fails is true if one panics.
func (p *keyedProgram) step(at int, s map[string]any, r *rand.Rand) (after map[string]any, next string, fails bool) {
	defer func() {
		if recover() != nil {
			fails = true
		}
	}()
	d := &desk{r: r, s: s}
	for _, x := range p.steps[at] {
		if x.does(d); d.done {
			break
		}
	}
	after = d.returned
	if p.merged {
		after = p.merge(s, d.returned)
	}
	d = &desk{r: r, s: after}
	if p.writes.does != nil {
		p.writes.does(d)
	}
	next = p.next[at][len(p.routers[at])]
	for k, cond := range p.routers[at] {
		if cond.does(d) {
			return after, p.next[at][k], false
		}
	}
	return after, next, false
}

// keyValue returns what a counter is, of a state.
func keyValue(s map[string]any, counter string) int {
	oneIf := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	name, isOK := strings.CutPrefix(counter, "ok of ")
	name, rest, _ := strings.Cut(name, " ")
	key, typ, _ := strings.Cut(strings.TrimPrefix(name, "state["), "]")
	key, _ = strconv.Unquote(key)
	v, there := s[key]
	if isOK {
		if typ == "" {
			return oneIf(there)
		}
		return oneIf(there && v != nil && ".("+fmt.Sprintf("%T", v)+")" == typ)
	}
	var text string
	n := 0
	switch typ {
	case ".(int)":
		n, _ = v.(int)
	case ".(int64)":
		m, _ := v.(int64)
		n = int(m)
	case ".(bool)":
		is, _ := v.(bool)
		n = oneIf(is)
	case ".(string)":
		text, _ = v.(string)
	default:
		panic(counter)
	}
	if rest == "" {
		return n
	}
	op, with, _ := strings.Cut(rest, " ")
	if want, err := strconv.Unquote(with); err == nil {
		return oneIf((text == want) == (op == "=="))
	}
	other, err := strconv.Atoi(with)
	if err != nil {
		_, with, pair := strings.Cut(with, "state[")
		if !pair {
			panic(counter)
		}
		other = keyValue(s, "state["+with)
	}
	return map[string]int{"<": oneIf(n < other), "<=": oneIf(n <= other), "==": oneIf(n == other), "-": n - other}[op]
}

// TestRandomKeys: the programs of a package start with one state.
func TestRandomKeys(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	seen := make(map[string]int)
	for _, start := range []map[string]any{{}, {"n": 1, "f": true}, {"n": int64(1), "m": 2}, {"t": "w1", "n": nil}} {
		programs := make([]*keyedProgram, *graphsFlag/4)
		var src strings.Builder
		src.WriteString("package counted\n\nimport (\n\"context\"\n\"fmt\"\n\"maps\"\n\"github.com/smallnest/langgraphgo/graph\"\n)\n\nvar _ = maps.Clone[map[string]any]\nvar _ = fmt.Sprint\n" + keyedHelpers)
		for i := range programs {
			programs[i] = newKeyedProgram(r, i, start)
			programs[i].print(&src)
		}
		text := strings.ReplaceAll(src.String(), "end\"", "END\"")
		found := extracttest.Source(t, text, map[string]string{"github.com/smallnest/langgraphgo": "langgraphgo", "github.com/tmc/langchaingo": "langchaingo"})
		for _, w := range found.Workflows {
			id, err := strconv.Atoi(strings.TrimPrefix(w.Name, "g"))
			if err != nil {
				t.Fatal(err)
			}
			seen["workflows"]++
			seen["counters"] += len(w.Counters)
			for _, n := range w.Nodes {
				for _, c := range n.Counts {
					if c.Set == nil && !c.Any {
						seen["adds"]++
					}
				}
			}
			for range 60 {
				programs[id].check(t, w, r, seen)
			}
		}
	}
	t.Log(seen)
	if seen["counters"] < *graphsFlag/2 || seen["edges"] < *graphsFlag || seen["adds"] < *graphsFlag/5 || seen["starts"] < *graphsFlag {
		t.Errorf("%v: the test is no good", seen)
	}
}

// check runs the program once, and holds the workflow against it.
func (p *keyedProgram) check(t *testing.T, w *graph.Workflow, r *rand.Rand, seen map[string]int) {
	t.Helper()
	s, at := maps.Clone(p.start), 0
	if p.merged {
		s = p.merge(map[string]any{}, s)
	}
	program := func() string {
		var src strings.Builder
		p.print(&src)
		return src.String()
	}
	for _, c := range w.Counters {
		if c.Started && c.Start != keyValue(s, c.Name) {
			t.Fatalf("%s starts at %d, said: %d\n%s", c.Name, keyValue(s, c.Name), c.Start, program())
		}
		if c.Started {
			seen["starts"]++
		}
	}
	for range 12 {
		before := maps.Clone(s)
		after, next, fails := p.step(at, s, r)
		if fails {
			return
		}
		said, wrong := extracttest.Misfit(w, extracttest.Run{
			Node: fmt.Sprintf("w%d", at), Next: next,
			Before: func(c string) int { return keyValue(before, c) }, After: func(c string) int { return keyValue(after, c) },
		})
		if seen["edges"] += said; wrong != "" {
			t.Fatalf("%s\n%s", wrong, program())
		}
		if next == "end" {
			return
		}
		s, at = after, int(next[1]-'0')
	}
}

package extract

// This file holds extraction against what random programs do: whatever a run does,
// extraction has said that it may.

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestRandomPrograms runs random functions that build a graph out of variables, fields
// and maps under conditions and in loops of which nothing is known, each many times, and
// compares the names of the nodes at each place with those that were extracted.
func TestRandomPrograms(t *testing.T) {
	const programs, runs = 400, 60
	rnd := rand.New(rand.NewPCG(1, 2))
	checkRandom(t, rnd, programs, runs)
}

func checkRandom(t *testing.T, rnd *rand.Rand, programs, runs int) {
	t.Helper()
	var src strings.Builder
	src.WriteString("package steps\n\nimport \"example.com/fw\"\n\ntype box struct{ v string }\n\nfunc use(...any) {}\n\n")
	list := make([]*randomBuilder, programs)
	for i := range list {
		list[i] = newRandomBuilder(rnd, fmt.Sprintf("F%d", i))
		list[i].print(&src)
		list[i].end = strings.Count(src.String(), "\n")
	}
	text := extractArchive(t, &txtar.Archive{Files: []txtar.File{{Name: "steps.go", Data: []byte(src.String())}}})
	said, limits := namesSaid(t, text)
	if len(limits) > programs/100 {
		t.Fatalf("%d of %d programs reach a limit", len(limits), programs)
	}
	known, all := 0, 0
	for i, f := range list {
		for _, names := range said[f.name] {
			all++
			if !strings.Contains(names, "?(") {
				known++
			}
		}
		if slices.ContainsFunc(limits, func(line int) bool { return line <= f.end && (i == 0 || line > list[i-1].end) }) {
			continue // not read to its end, and extraction says so
		}
		for range runs {
			r := &randomRun{rnd: rnd, rounds: rnd.IntN(4), did: make(map[int][]string)}
			r.function(f)
			for id, names := range r.did {
				for _, name := range names {
					if !said[f.name].covers(id, name) {
						var b strings.Builder
						f.print(&b)
						t.Fatalf("node %d is %q in a run, extracted: %q\n%s", id, name, said[f.name][id], b.String())
					}
				}
			}
		}
	}
	if 3*known < 2*all { // else most of the above says nothing
		t.Errorf("the names of %d of %d nodes are known", known, all)
	}
}

// said has the names that were extracted for each node, as they are printed.
type said map[int]string

func (s said) covers(id int, name string) bool {
	text, found := s[id]
	return found && (strings.Contains(text, "?(") || strings.Contains(text, strconv.Quote(name)))
}

// namesSaid reads what extractArchive prints. It returns the lines where extraction gave
// up, too.
func namesSaid(t *testing.T, text string) (out map[string]said, limits []int) {
	t.Helper()
	graph := regexp.MustCompile(`^graph \S+ name="(\w+)"`)
	node := regexp.MustCompile(`^\tnode fn=(\d+) name=(.*)$`)
	limit := regexp.MustCompile(`^unknown steps.go:(\d+):`)
	out = make(map[string]said)
	name := ""
	for line := range strings.SplitSeq(text, "\n") {
		if m := graph.FindStringSubmatch(line); m != nil {
			name = m[1]
			out[name] = make(said)
		} else if m := node.FindStringSubmatch(line); m != nil {
			id, _ := strconv.Atoi(m[1])
			out[name][id] += m[2] + "\n"
		} else if m := limit.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			limits = append(limits, n)
		} else if line != "" {
			t.Fatalf("cannot read %q", line)
		}
	}
	return out, limits
}

// A randomStmt is a statement, or the condition of one.
type randomStmt struct {
	op         string
	a, b       int    // indices of variables
	lit        string // of a name, or a key
	id         int    // of a node
	then, rest []*randomStmt
}

type randomBuilder struct {
	name string
	body []*randomStmt
	ids  int
	end  int // its last line
	rnd  *rand.Rand
}

func newRandomBuilder(rnd *rand.Rand, name string) *randomBuilder {
	f := &randomBuilder{name: name, rnd: rnd}
	f.body = f.block(3)
	f.body = append(f.body, f.node(), f.node())
	return f
}

var (
	simpleOps   = []string{"s=lit", "s=s", "s=m", "s=p", "m=s", "m=s", "m[s]=s", "delete", "p=new", "p.v=s", "p=p", "m=m", "m=new", "clear", "node", "node", "copy"}
	compoundOps = []string{"if", "if", "loop", "found", "range", "is", "return", "continue"}
)

func (f *randomBuilder) block(depth int) []*randomStmt {
	var out []*randomStmt
	for range 2 + f.rnd.IntN(4) {
		out = append(out, f.stmt(depth))
	}
	return out
}

func (f *randomBuilder) node() *randomStmt {
	f.ids++
	return &randomStmt{op: "node", a: f.rnd.IntN(3), id: f.ids}
}

func (f *randomBuilder) stmt(depth int) *randomStmt {
	s := &randomStmt{a: f.rnd.IntN(2), b: f.rnd.IntN(2), lit: string(rune('a' + f.rnd.IntN(3)))}
	if depth > 0 && f.rnd.IntN(5) < 2 {
		s.op = compoundOps[f.rnd.IntN(len(compoundOps))]
		switch s.op {
		case "if", "is":
			s.then = f.block(depth - 1)
			if f.rnd.IntN(2) == 0 {
				s.rest = f.block(depth - 1)
			}
		case "loop":
			s.then = f.block(depth - 1)
		case "found", "range":
			f.ids++
			s.id = f.ids
		case "return", "continue":
			s.then = f.block(0)
		}
		return s
	}
	s.op = simpleOps[f.rnd.IntN(len(simpleOps))]
	if s.op == "node" {
		return f.node()
	}
	return s
}

func (f *randomBuilder) print(b *strings.Builder) {
	fmt.Fprintf(b, "func %s(flip func() bool, list []int) {\n\tg := fw.NewGraph(%[1]q)\n", f.name)
	b.WriteString("\ts0, s1, s2 := \"a\", \"b\", \"c\"\n")
	b.WriteString("\tm0, m1 := map[string]string{}, map[string]string{\"a\": \"x\"}\n")
	b.WriteString("\tp0, p1 := &box{\"y\"}, &box{\"z\"}\n")
	b.WriteString("\tuse(g, s0, s1, s2, m0, m1, p0, p1)\n")
	printBlock(b, f.body, 1, false)
	b.WriteString("}\n\n")
}

func printBlock(b *strings.Builder, list []*randomStmt, depth int, loop bool) {
	in := strings.Repeat("\t", depth)
	for _, s := range list {
		b.WriteString(in)
		switch s.op {
		case "s=lit":
			fmt.Fprintf(b, "s%d = %q\n", s.a, s.lit)
		case "s=s":
			fmt.Fprintf(b, "s%d = s%d\n", s.a, s.b+1)
		case "s=m":
			fmt.Fprintf(b, "s%d = m%d[%q]\n", s.a, s.b, s.lit)
		case "s=p":
			fmt.Fprintf(b, "s%d = p%d.v\n", s.a, s.b)
		case "m=s":
			fmt.Fprintf(b, "m%d[%q] = s%d\n", s.a, s.lit, s.b)
		case "m[s]=s":
			fmt.Fprintf(b, "m%d[s%d] = %q\n", s.a, s.b, s.lit)
		case "delete":
			fmt.Fprintf(b, "delete(m%d, %q)\n", s.a, s.lit)
		case "clear":
			fmt.Fprintf(b, "clear(m%d)\n", s.a)
		case "p=new":
			fmt.Fprintf(b, "p%d = &box{s%d}\n", s.a, s.b)
		case "p.v=s":
			fmt.Fprintf(b, "p%d.v = s%d\n", s.a, s.b)
		case "p=p":
			fmt.Fprintf(b, "p%d = p%d\n", s.a, s.b)
		case "copy":
			fmt.Fprintf(b, "*p%d = *p%d\n", s.a, s.b)
		case "m=m":
			fmt.Fprintf(b, "m%d = m%d\n", s.a, s.b)
		case "m=new":
			fmt.Fprintf(b, "m%d = map[string]string{%q: s%d}\n", s.a, s.lit, s.b)
		case "node":
			fmt.Fprintf(b, "g.Node(s%d, %d)\n", s.a, s.id)
		case "found":
			fmt.Fprintf(b, "if v, ok := m%d[%q]; ok {\n%s\tg.Node(v, %d)\n%s}\n", s.a, s.lit, in, s.id, in)
		case "range":
			fmt.Fprintf(b, "for _, v := range m%d {\n%s\tg.Node(v, %d)\n%s}\n", s.a, in, s.id, in)
		case "if", "is", "return", "continue", "loop":
			head := "if flip() {\n"
			if s.op == "is" {
				head = fmt.Sprintf("if s%d == %q {\n", s.a, s.lit)
			} else if s.op == "loop" {
				head = "for range list {\n"
			}
			b.WriteString(head)
			printBlock(b, s.then, depth+1, loop || s.op == "loop")
			switch {
			case s.op == "return" || s.op == "continue" && !loop:
				b.WriteString(in + "\treturn\n")
			case s.op == "continue":
				b.WriteString(in + "\tcontinue\n")
			case s.rest != nil:
				b.WriteString(in + "} else {\n")
				printBlock(b, s.rest, depth+1, loop)
			}
			b.WriteString(in + "}\n")
		}
	}
}

// A randomRun is one run of a function. Its conditions come out at random.
type randomRun struct {
	rnd    *rand.Rand
	rounds int // of each loop
	did    map[int][]string

	s [3]string
	m [2]map[string]string
	p [2]*string
}

func (r *randomRun) function(f *randomBuilder) {
	r.s = [3]string{"a", "b", "c"}
	r.m = [2]map[string]string{{}, {"a": "x"}}
	y, z := "y", "z"
	r.p = [2]*string{&y, &z}
	r.block(f.body, false)
}

// block runs statements; it returns what ends them early: "return", "continue" or "".
func (r *randomRun) block(list []*randomStmt, loop bool) string {
	for _, s := range list {
		if end := r.stmt(s, loop); end != "" {
			return end
		}
	}
	return ""
}

func (r *randomRun) stmt(s *randomStmt, loop bool) string {
	switch s.op {
	case "s=lit":
		r.s[s.a] = s.lit
	case "s=s":
		r.s[s.a] = r.s[s.b+1]
	case "s=m":
		r.s[s.a] = r.m[s.b][s.lit]
	case "s=p":
		r.s[s.a] = *r.p[s.b]
	case "m=s":
		r.m[s.a][s.lit] = r.s[s.b]
	case "m[s]=s":
		r.m[s.a][r.s[s.b]] = s.lit
	case "delete":
		delete(r.m[s.a], s.lit)
	case "clear":
		clear(r.m[s.a])
	case "p=new":
		v := r.s[s.b]
		r.p[s.a] = &v
	case "p.v=s":
		*r.p[s.a] = r.s[s.b]
	case "p=p":
		r.p[s.a] = r.p[s.b]
	case "copy":
		*r.p[s.a] = *r.p[s.b]
	case "m=m":
		r.m[s.a] = r.m[s.b]
	case "m=new":
		r.m[s.a] = map[string]string{s.lit: r.s[s.b]}
	case "node":
		r.node(s.id, r.s[s.a])
	case "found":
		if v, ok := r.m[s.a][s.lit]; ok {
			r.node(s.id, v)
		}
	case "range":
		for _, k := range slices.Sorted(maps.Keys(r.m[s.a])) {
			r.node(s.id, r.m[s.a][k])
		}
	case "loop":
		for range r.rounds {
			if r.block(s.then, true) == "return" {
				return "return"
			}
		}
	case "is", "if":
		if s.op == "is" && r.s[s.a] == s.lit || s.op == "if" && r.rnd.IntN(2) == 0 {
			return r.block(s.then, loop)
		}
		return r.block(s.rest, loop)
	case "return", "continue":
		if r.rnd.IntN(3) > 0 {
			return ""
		}
		if end := r.block(s.then, loop); end != "" {
			return end
		}
		if s.op == "continue" && loop {
			return "continue"
		}
		return "return"
	}
	return ""
}

func (r *randomRun) node(id int, name string) {
	r.did[id] = append(r.did[id], name)
}

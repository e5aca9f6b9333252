package ssaflow

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph/verdict"
)

var handedCount = flag.Int("handed", 12, "how many random functions TestHandedRandom runs")

// A giver is a random function that hands numbers to a tool.
type giver struct {
	r    *rand.Rand
	text strings.Builder
	vars []string // all of them int8
	op   string
	to   string // the limit: an integer, or "Most", a field of the state
}

// number returns a random expression of type int8.
func (g *giver) number(depth int) string {
	if depth == 0 || g.r.IntN(3) == 0 {
		switch g.r.IntN(4) {
		case 0:
			return "s.Most"
		case 1:
			return fmt.Sprintf("int8(%d)", g.r.IntN(24)-8)
		}
		return g.vars[g.r.IntN(len(g.vars))]
	}
	x := g.number(depth - 1)
	if strings.HasPrefix(x, "int8(") && !strings.HasPrefix(x, "int8(int16") {
		x = g.vars[g.r.IntN(len(g.vars))] // the compiler refuses constants that overflow
	}
	switch g.r.IntN(10) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", x, []string{"+", "-"}[g.r.IntN(2)], g.number(depth-1))
	case 3:
		return fmt.Sprintf("(%s * %s)", x, g.number(depth-1))
	case 4:
		return fmt.Sprintf("(%s %s %d)", x, []string{"/", "%"}[g.r.IntN(2)], 1+g.r.IntN(6))
	case 5:
		return fmt.Sprintf("(%s %s %d)", x, []string{"<<", ">>", "&"}[g.r.IntN(3)], g.r.IntN(8))
	case 6, 7:
		return fmt.Sprintf("%s(%s, %s)", []string{"min", "max"}[g.r.IntN(2)], x, g.number(depth-1))
	case 8:
		return fmt.Sprintf("int8(int16(%s) %s int16(%s))", x, []string{"+", "*"}[g.r.IntN(2)], g.number(depth-1))
	}
	return x
}

func (g *giver) condition() string {
	op := []string{"<", "<=", ">", ">=", "==", "!="}[g.r.IntN(6)]
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprintf("%s %s %s || %s < 0", g.number(1), op, g.number(1), g.vars[0])
	case 1:
		return fmt.Sprintf("int16(%s) + int16(%s) %s int16(%s)", g.vars[0], g.vars[1], op, g.number(0))
	}
	return fmt.Sprintf("%s %s %s", g.number(1), op, g.number(1))
}

func (g *giver) block(n, depth int) {
	scope := len(g.vars)
	for range n {
		switch k := g.r.IntN(9); {
		case k == 8 && depth == 0:
			g.loop(depth)
		case k < 3:
			fmt.Fprintf(&g.text, "if %s {\nreturn\n}\n", g.condition())
		case k == 3 && depth < 2:
			fmt.Fprintf(&g.text, "if %s {\n", g.condition())
			g.block(1+g.r.IntN(2), depth+1)
			g.text.WriteString("} else {\n")
			g.block(1, depth+1)
			g.text.WriteString("}\n")
		case k == 4:
			name := fmt.Sprintf("x%d", g.text.Len())
			fmt.Fprintf(&g.text, "%s := %s\n_ = %s\n", name, g.number(2), name)
			g.vars = append(g.vars, name)
		case k == 5:
			fmt.Fprintf(&g.text, "%s = %s\n", g.vars[g.r.IntN(len(g.vars))], g.number(2))
		case k == 6 && depth == 0 && g.r.IntN(3) == 0:
			fmt.Fprintf(&g.text, "s.Most = %s\n", g.number(1))
		default:
			// A guard that often is enough, and what it guards.
			v := g.number(1)
			if g.r.IntN(2) == 0 {
				to := g.to
				if to == "Most" {
					to = "s.Most"
				}
				fmt.Fprintf(&g.text, "if %s %s %s {\n", v, g.op, to)
				g.give(v)
				g.text.WriteString("}\n")
			} else {
				g.give(v)
			}
		}
	}
	g.vars = g.vars[:scope]
}

// loop writes a loop that counts, perhaps for ever: what runs it stops then.
func (g *giver) loop(depth int) {
	name := fmt.Sprintf("i%d", g.text.Len())
	first := g.number(0)
	if g.r.IntN(2) == 0 {
		first = fmt.Sprintf("int8(%d)", g.r.IntN(20)-5)
	}
	op, step := []string{"<", "<=", "!="}[g.r.IntN(3)], "++"
	switch g.r.IntN(4) {
	case 0:
		op, step = []string{">", ">=", "!="}[g.r.IntN(3)], "--"
	case 1:
		step = fmt.Sprintf(" += %d", 1+g.r.IntN(3))
	}
	if g.r.IntN(5) == 0 {
		fmt.Fprintf(&g.text, "for %s := range %s {\n", name, g.number(0))
	} else {
		fmt.Fprintf(&g.text, "for %s := %s; %s %s %s; %s%s {\n", name, first, name, op, g.number(0), name, step)
	}
	fmt.Fprintf(&g.text, "tick()\n_ = %s\n", name)
	g.vars = append(g.vars, name)
	g.give(name)
	g.block(g.r.IntN(3), depth+1)
	g.text.WriteString("}\n")
	g.vars = g.vars[:len(g.vars)-1]
}

func (g *giver) give(v string) {
	if g.r.IntN(3) == 0 {
		v = g.number(2)
	}
	switch g.r.IntN(5) {
	case 0:
		fmt.Fprintf(&g.text, "pay(args{A: %s})\n", v)
	case 3:
		fmt.Fprintf(&g.text, "pay(made(%s))\n", v)
	case 4:
		g.text.WriteString("{\nin := args{}\n")
		fmt.Fprintf(&g.text, "if %s {\nin = made(%s)\n}\npay(in)\n}\n", g.condition(), v)
	case 1:
		fmt.Fprintf(&g.text, "payAt(&args{A: %s})\n", v)
	default:
		fmt.Fprintf(&g.text, "{\nin := args{}\nin.A = %s\npay(in)\n}\n", v)
	}
}

const handedMain = `package main
import "fmt"
type state struct { Most int8 }
type args struct { A int8 }
var now *state
var keeps func(a int8) bool
var bad map[int]bool
func made(a int8) args { return args{A: a} }
var ticks int
func tick() bool { ticks++; return ticks > 300 }
func check(a int8, line int) { if !keeps(a) { bad[line] = true } }
`

// TestHandedRandom: of random functions, what is said to be handed over within its limit is so for all values, and no call that
// is made is said to be never reached.
func TestHandedRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a program")
	}
	r := rand.New(rand.NewPCG(*boundedSeed, 5))
	var list []*giver
	main := strings.Builder{}
	main.WriteString(handedMain)
	tried := strings.Trim(strings.ReplaceAll(fmt.Sprint(mosts), " ", ", "), "[]")
	someText := strings.Trim(strings.ReplaceAll(fmt.Sprint(some), " ", ", "), "[]")
	run := "func main() {\nfor a := -128; a < 128; a++ {\nall = append(all, a)\n}\n"
	for i := range *handedCount {
		g := &giver{r: r, vars: []string{"a", "b"}, op: []string{"<", "<=", ">", ">="}[r.IntN(4)], to: strconv.Itoa(r.IntN(14) - 4)}
		limit := g.to
		if r.IntN(2) == 0 {
			g.to, limit = "Most", "now.Most"
		}
		g.block(3+r.IntN(5), 0)
		g.give("a")
		list = append(list, g)
		// Each call notes its number, in the order of the text, which is that of the lines.
		text, n := g.text.String(), 0
		var noting strings.Builder
		for line := range strings.Lines(text) {
			trimmed := strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(trimmed, "payAt(&args{A: "):
				fmt.Fprintf(&noting, "ran(%d); check(%s, %d)\n", n, strings.TrimSuffix(strings.TrimPrefix(trimmed, "payAt(&args{A: "), "})"), n)
				n++
			case strings.HasPrefix(trimmed, "pay(args{A: "):
				fmt.Fprintf(&noting, "ran(%d); check(%s, %d)\n", n, strings.TrimSuffix(strings.TrimPrefix(trimmed, "pay(args{A: "), "})"), n)
				n++
			case strings.HasPrefix(trimmed, "pay(made("):
				fmt.Fprintf(&noting, "ran(%d); check(%s, %d)\n", n, strings.TrimSuffix(strings.TrimPrefix(trimmed, "pay(made("), "))"), n)
				n++
			case trimmed == "tick()":
				noting.WriteString("if tick() {\nreturn\n}\n")
			case trimmed == "pay(in)":
				fmt.Fprintf(&noting, "ran(%d); check(in.A, %d)\n", n, n)
				n++
			default:
				noting.WriteString(line)
			}
		}
		fmt.Fprintf(&main, "func f%d(s *state, a, b int8) {\n%s}\n", i, noting.String())
		with := "all"
		if g.loops() {
			with = "few"
		}
		run += fmt.Sprintf("try(%d, f%d, func(a int8) bool { return a %s %s }, %s)\n", i, i, g.op, limit, with)
	}
	main.WriteString(strings.NewReplacer("MOSTS", tried, "FEW", someText).Replace(`var reached map[int]bool
func ran(line int) { reached[line] = true }
var few = []int{FEW}
var all []int
func try(i int, f func(*state, int8, int8), k func(int8) bool, with []int) {
	bad, reached, keeps = map[int]bool{}, map[int]bool{}, k
	for _, a := range with {
		for _, b := range with {
			for _, m := range []int8{MOSTS} {
				s := &state{m}
				now, ticks = s, 0
				f(s, int8(a), int8(b))
			}
		}
	}
	for n := range 100 { if reached[n] { fmt.Println(i, n, bad[n]) } }
}
`))
	run += "}\n"
	main.WriteString(run)
	ran := runHanded(t, main.String())

	count := map[string]int{}
	for i, g := range list {
		text := "package p\nimport \"database/sql\"\nvar db *sql.DB\ntype State struct { Most int8 }\n" +
			fmt.Sprintf("type args struct { A int8 `bound:\"%s %s\"` }\n", g.op, g.to) +
			"func tick() {}\nfunc made(a int8) args { return args{A: a} }\n" +
			"func pay(in args) { db.Exec(\"?\", in.A) }\nfunc payAt(in *args) { db.Exec(\"?\", in.A) }\n" +
			fmt.Sprintf("func F(s *State, a, b int8) {\n%s}\n", g.text.String())
		l := newLoader(nil)
		l.texts["p"], l.acts = text, actsOfStandard
		l.handlers = map[string]bool{"p.pay": true, "p.payAt": true}
		if _, err := l.Import("p"); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for n, h := range l.res.Handed {
			broken, reached := ran[[2]int{i, n}]
			truth := "not reached"
			if reached {
				truth = map[bool]string{true: "broken", false: "kept"}[broken]
			}
			count[truth+" "+h.Verdict.String()]++
			switch {
			case h.Verdict == verdict.Holds && broken:
				t.Errorf("%d: call %d is said to hold %s, and does not\n%s", i, n, h.Label, text)
			case h.Unreached && reached:
				t.Errorf("%d: call %d is said to be never reached, and is\n%s", i, n, text)
			case h.Verdict == verdict.Violated && reached && !broken && wasRun(h.Values, g.loops()):
				t.Errorf("%d: call %d is said to break %s with %s, and does not\n%s", i, n, h.Label, h.Values, text)
			}
		}
	}
	t.Log(count)
	if count["kept holds"] < *handedCount/4 || count["broken violated"] < *handedCount/4 {
		t.Error("the test is no good")
	}
}

// mosts are the limits with which functions are run whose state has one.
var mosts = []int{-128, -5, -1, 0, 1, 3, 7, 12, 64, 126, 127}

// some are the numbers with which functions are run that have loops: all of them would take too long.
var some = []int{-128, -127, -64, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 63, 64, 65, 126, 127}

// loops reports whether a function has a loop.
func (g *giver) loops() bool { return strings.Contains(g.text.String(), "for ") }

// wasRun reports whether a function was run with the values that show that it breaks a limit.
func wasRun(values string, loops bool) bool {
	for _, m := range boundedValue.FindAllStringSubmatch(values, -1) {
		if n, err := strconv.Atoi(m[2]); err == nil && (m[1] == "Most" && !slices.Contains(mosts, n) || loops && !slices.Contains(some, n)) {
			return false
		}
	}
	return true
}

// runHanded runs a program and returns, of each function and each of its calls that is reached, whether it broke the limit.
func runHanded(t *testing.T, text string) map[[2]int]bool {
	t.Helper()
	out := make(map[[2]int]bool)
	for line := range strings.Lines(runText(t, text)) {
		var i, n int
		var broken bool
		if _, err := fmt.Sscan(line, &i, &n, &broken); err != nil {
			t.Fatal(err)
		}
		out[[2]int{i, n}] = broken
	}
	return out
}

package ssaflow

// This file compares what is said of random functions with what they do when they are compiled and run.

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph/verdict"
)

var (
	boundedCount = flag.Int("bounded", 150, "how many random functions TestBoundedRandom compiles")
	boundedSeed  = flag.Uint64("bounded.seed", 1, "the seed of TestBoundedRandom")
)

// A handler is a random function, as it is analysed and as it is run. What is run notes beside each
// number whether that, or what it was made of, has kept the limit.
type handler struct {
	r      *rand.Rand
	plain  strings.Builder
	noting strings.Builder
	vars   []variable
	next   int
	op     string
	limit  string // what A keeps: "5", or "quota", which is what a function returns
	depth  int
}

type variable struct{ name, typ string }

// widths are the types of numbers.
var widths = []string{"int8", "uint8", "int16", "uint16", "int32", "int64"}

func (h *handler) both(format string, args ...any) {
	fmt.Fprintf(&h.plain, format, args...)
	fmt.Fprintf(&h.noting, format, args...)
}

// A value is an expression, and those for whether it has kept the limit, and for whether it is the argument
// in some form.
type value struct{ text, ok, is, typ string }

// form returns v in another form, which is the argument still if v is.
func (h *handler) form(v value, text, typ string) value {
	return value{text, v.ok + " || " + v.is + " && " + h.keeps(text), v.is, typ}
}

func (h *handler) pick() value {
	if len(h.vars) == 0 || h.r.IntN(3) == 0 {
		return value{"in.A", "okA", "isA", "int8"}
	}
	v := h.vars[h.r.IntN(len(h.vars))]
	return value{v.name, v.name + "ok", v.name + "is", v.typ}
}

func (h *handler) constant(typ string) string {
	n := h.r.IntN(24) - 8
	if strings.HasPrefix(typ, "u") && n < 0 {
		n = -n
	}
	return fmt.Sprintf("%s(%d)", typ, n)
}

// keeps returns the expression for that a number keeps the limit.
func (h *handler) keeps(text string) string {
	if h.isNamed() {
		return fmt.Sprintf("int64(%s) %s int64(q)", text, h.op)
	}
	return fmt.Sprintf("int64(%s) %s %s", text, h.op, h.limit)
}

func (h *handler) isNamed() bool { return h.limit == "quota" }

// bound returns an expression for the limit, if it has a name, mostly.
func (h *handler) bound(typ string) string {
	if h.isNamed() && h.r.IntN(4) > 0 {
		return typ + "(quota())"
	}
	return h.constant(typ)
}

// condition returns a random truth value, the same in both texts.
func (h *handler) condition() string {
	v := h.pick()
	op := []string{"<", "<=", ">", ">=", "==", "!="}[h.r.IntN(6)]
	switch h.r.IntN(8) {
	case 0:
		return "in.C"
	case 1:
		return fmt.Sprintf("in.B %s %s", op, h.constant("int8"))
	case 2:
		return fmt.Sprintf("in.A %s in.B", op)
	case 3:
		return fmt.Sprintf("%s+%s %s %s", v.text, h.constant(v.typ), op, h.constant(v.typ))
	case 4:
		return h.condition() + []string{" && ", " || "}[h.r.IntN(2)] + h.condition()
	case 5:
		return fmt.Sprintf("within(int64(%s), %d, %d)", v.text, h.r.IntN(12)-8, h.r.IntN(14))
	case 6:
		return fmt.Sprintf("int8(%s) %s %s", v.text, op, h.constant("int8"))
	}
	return fmt.Sprintf("%s %s %s", v.text, op, h.bound(v.typ))
}

// made returns a number made of others.
func (h *handler) made() value {
	v := h.pick()
	other := func(text string) value { return value{text, v.ok, "false", v.typ} }
	switch h.r.IntN(9) {
	case 0:
		to := widths[h.r.IntN(len(widths))]
		text := fmt.Sprintf("%s(%s)", to, v.text)
		return h.form(v, text, to)
	case 1, 2:
		text := fmt.Sprintf("%s(%s, %s)", []string{"min", "max"}[h.r.IntN(2)], v.text, h.bound(v.typ))
		return h.form(v, text, v.typ)
	case 3:
		op := []string{"+", "-", "*", "&", "|", "^", "/", "%"}[h.r.IntN(8)]
		k := h.constant(v.typ)
		if op == "/" || op == "%" {
			k = fmt.Sprintf("%s(%d)", v.typ, 1+h.r.IntN(5))
		}
		return other(fmt.Sprintf("(%s %s %s)", v.text, op, k))
	case 4:
		if v.typ == "int8" {
			return value{fmt.Sprintf("(%s + in.B)", v.text), v.ok + " && okB", "false", v.typ}
		}
	case 5:
		text := "-" + v.text
		return h.form(v, "("+text+")", v.typ)
	case 6:
		return value{"in.B", "okB", "isB", "int8"}
	case 7:
		return value{h.constant(v.typ), "true", "true", v.typ}
	}
	return v
}

func (h *handler) declare(v value) {
	h.next++
	name := fmt.Sprintf("x%d", h.next)
	fmt.Fprintf(&h.plain, "%s := %s\n_ = %s\n", name, v.text, name)
	fmt.Fprintf(&h.noting, "%sok, %sis := %s, %s\n_, _ = %sok, %sis\n%s := %s\n_ = %s\n", name, name, v.ok, v.is, name, name, name, v.text, name)
	h.vars = append(h.vars, variable{name, v.typ})
}

func (h *handler) assign() {
	v := h.made()
	if v.typ == "int8" && h.r.IntN(3) == 0 {
		fmt.Fprintf(&h.plain, "in.A = %s\n", v.text)
		fmt.Fprintf(&h.noting, "okA, isA, in.A = %s, %s, %s\n", v.ok, v.is, v.text)
		return
	}
	if v.typ == "int8" && h.r.IntN(3) == 0 {
		fmt.Fprintf(&h.plain, "in.B = %s\n", v.text)
		fmt.Fprintf(&h.noting, "okB, isB, in.B = %s, %s, %s\n", v.ok, v.is, v.text)
		return
	}
	for _, x := range h.vars {
		if x.typ == v.typ {
			fmt.Fprintf(&h.plain, "%s = %s\n", x.name, v.text)
			fmt.Fprintf(&h.noting, "%sok, %sis, %s = %s, %s, %s\n", x.name, x.name, x.name, v.ok, v.is, v.text)
			return
		}
	}
	h.declare(v)
}

func (h *handler) effect() {
	v := h.pick()
	switch h.r.IntN(8) {
	case 0: // in a function that is handed all of it: its field says of A that it keeps the limit
		fmt.Fprintf(&h.plain, "payA(in)\n")
		fmt.Fprintf(&h.noting, "if in.A < 3 || in.C { effect(okA || %s) }\n", h.keeps("in.A"))
		return
	case 1:
		fmt.Fprintf(&h.plain, "payB(&in)\n")
		fmt.Fprintf(&h.noting, "if in.B < 4 { effect(okB) }\n")
		return
	}
	if h.r.IntN(4) == 0 {
		limit := h.r.IntN(20) - 4
		as := h.form(v, fmt.Sprintf("int64(%s)", v.text), "int64")
		fmt.Fprintf(&h.plain, "payBelow%d(%s)\n", limit+4, as.text)
		fmt.Fprintf(&h.noting, "if %s <= %d { effect(%s) }\n", as.text, limit, as.ok)
		return
	}
	fmt.Fprintf(&h.plain, "db.Exec(\"?\", %s)\n", v.text)
	fmt.Fprintf(&h.noting, "effect(%s)\n", v.ok)
}

func (h *handler) block(n int) {
	scope := len(h.vars)
	h.depth++
	for range n {
		h.statement()
	}
	h.depth--
	h.vars = h.vars[:scope]
}

func (h *handler) statement() {
	switch k := h.r.IntN(12); {
	case k < 3:
		h.both("if %s {\n", h.condition())
		if h.r.IntN(2) == 0 || h.depth > 2 {
			h.both("return\n")
		} else {
			h.block(1 + h.r.IntN(2))
		}
		h.both("}\n")
	case k == 3 && h.depth < 3:
		h.both("if %s {\n", h.condition())
		h.block(1 + h.r.IntN(2))
		h.both("} else {\n")
		h.block(1 + h.r.IntN(2))
		h.both("}\n")
	case k == 4 && h.depth < 2:
		h.both("for i := 0; i < %d; i++ {\n", 1+h.r.IntN(3))
		h.block(1 + h.r.IntN(3))
		if h.r.IntN(2) == 0 {
			h.both("if %s {\nbreak\n}\n", h.condition())
		}
		h.both("}\n")
	case k < 8:
		h.assign()
	case k == 8:
		h.declare(h.made())
	case k == 9:
		v := h.pick()
		low, high := h.r.IntN(8)-4, h.r.IntN(12)
		n := fmt.Sprintf("int64(%s)", v.text)
		as := h.form(v, n, "int64")
		text := fmt.Sprintf("clamp(%s, %d, %d)", n, low, high)
		h.declare(value{text, fmt.Sprintf("clampOK(%s, %s, %d, %d)", n, as.ok, low, high), fmt.Sprintf("(%s || clampOK(%s, false, %d, %d))", as.is, n, low, high), "int64"})
	default:
		h.effect()
	}
}

func newHandler(r *rand.Rand) *handler {
	op := []string{"<", "<=", ">", ">=", "=="}[r.IntN(5)]
	h := &handler{r: r, op: op, limit: strconv.Itoa(r.IntN(14) - 4)}
	if r.IntN(3) == 0 {
		h.limit = "quota"
	}
	h.block(3 + r.IntN(6))
	h.effect()
	return h
}

const boundedHead = `package p
import "database/sql"
var db *sql.DB
var source func() int8
func quota() int8 { return source() }
func within(n, low, high int64) bool { return low <= n && n <= high }
func clamp(n, low, high int64) int64 {
	if n < low {
		return low
	}
	if n > high {
		n = high
	}
	return n
}
func payB(in *args) {
	if in.B < 4 {
		db.Exec("?", in.B)
	}
}
`

const boundedMain = `package main
import ("encoding/json"; "os")
type args struct { A, B int8; C bool }
func within(n, low, high int64) bool { return low <= n && n <= high }
func clamp(n, low, high int64) int64 { if n < low { return low }; if n > high { n = high }; return n }
func clampOK(n int64, ok bool, low, high int64) bool {
	if n < low { return true }
	if n > high { return true }
	return ok
}
var q int8
func quota() int8 { return q }
var bad, ran bool
func effect(ok bool) { ran, bad = true, bad || !ok }
func try(f func(args), in args) (is bool) {
	bad = false
	f(in)
	return bad
}
func main() {
	type input struct { A, B int8; C bool; Q int8 }
	type did struct { Ran bool; Broken []input }
	var out []did
	for i, f := range all {
		list := []input{}
		ran = false
		limits := []int8{0}
		if named[i] { limits = []int8{QUOTAS} }
		for _, q = range limits {
			for a := -128; a < 128; a++ {
				for b := -128; b < 128; b++ {
					for _, c := range []bool{false, true} {
						in := args{int8(a), int8(b), c}
						if try(f, in) { list = append(list, input{in.A, in.B, in.C, q}) }
					}
				}
			}
		}
		if len(list) > 3000 { // a sample, with one of each A at least
			seen := map[input]bool{}
			short := list[:0:0]
			for _, in := range list {
				k := input{in.A, in.B / 16, in.C, in.Q}
				if !seen[k] { seen[k] = true; short = append(short, in) }
			}
			list = short
		}
		out = append(out, did{ran, list})
	}
	json.NewEncoder(os.Stdout).Encode(out)
}
`

// A did is what a function has done: whether it had an effect at all, and inputs for which it broke its
// limit.
type did struct {
	Ran    bool
	Broken []boundedInput
}

type boundedInput struct {
	A, B int8
	C    bool
	Q    int8 // the limit, if it is no constant
}

// quotas are the limits with which functions are run whose limit is no constant.
var quotas = []int{-128, -4, 0, 1, 3, 9, 126, 127}

var boundedValue = regexp.MustCompile(`(\w+) = (-?\w+)`)

// TestBoundedRandom: of random functions, what is said to keep its limit does so for all arguments, and
// what is said to break it does so for the values that are shown.
func TestBoundedRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a program")
	}
	r := rand.New(rand.NewPCG(*boundedSeed, 2))
	var list []*handler
	main := strings.Builder{}
	main.WriteString(strings.Replace(boundedMain, "QUOTAS", strings.Trim(strings.ReplaceAll(fmt.Sprint(quotas), " ", ", "), "[]"), 1))
	names, named := "var all = []func(args){", "var named = []bool{"
	for i := range *boundedCount {
		h := newHandler(r)
		list = append(list, h)
		fmt.Fprintf(&main, "func f%d(in args) {\nokA, isA, okB, isB := %s, true, true, false\n_, _, _, _ = okA, isA, okB, isB\n%s}\n", i, h.keeps("in.A"), h.noting.String())
		names += fmt.Sprintf("f%d, ", i)
		named += fmt.Sprintf("%t, ", h.isNamed())
	}
	main.WriteString(names + "}\n" + named + "}\n")
	ran := runBounded(t, main.String())

	count := map[string]int{}
	for i, h := range list {
		if !ran[i].Ran {
			continue // it does nothing, which has to be understood of its loops first
		}
		broken := ran[i].Broken
		text := boundedHead
		for n := range 20 {
			text += fmt.Sprintf("func payBelow%d(n int64) {\nif n > %d {\nreturn\n}\ndb.Exec(\"?\", n)\n}\n", n, n-4)
		}
		if strings.Contains(h.plain.String(), "payA(") {
			text += "func payA(in args) {\nif in.A < 3 || in.C {\ndb.Exec(\"?\", in.A)\n}\n}\n"
		}
		text += fmt.Sprintf("type args struct {\nA int8 `bound:\"%s %s\"`\nB int8\nC bool\n}\nfunc f(in args) {\n%s}\n", h.op, h.limit, h.plain.String())
		l := newLoader(nil)
		l.texts["p"], l.acts = text, actsOfStandard
		if _, err := l.Import("p"); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		got := verdict.Holds
		for n := range l.flows {
			for _, b := range l.flows[n].Breaks() {
				if worse(b.Verdict, got) {
					got = b.Verdict
				}
				switch {
				case b.Verdict != verdict.Violated || showsBroken(b.Values, broken):
				case strings.Contains(h.plain.String(), "for i"):
					count["loops"]++ // what a loop leaves behind is not known, nor that nothing is reached behind it
				default:
					t.Errorf("%d: %s %s: %q breaks nothing: %v\n%s", i, h.op, h.limit, b.Values, l.flows[n].Hops, h.plain.String())
				}
			}
		}
		truth := "kept"
		if len(broken) > 0 {
			truth = "broken"
		}
		count[truth+" "+got.String()]++
		if h.isNamed() {
			count["named: "+truth+" "+got.String()]++
		}
		if got == verdict.Holds && len(broken) > 0 {
			t.Errorf("%d: %s %s is said to hold, and %+v breaks it\n%s", i, h.op, h.limit, broken[0], h.plain.String())
		}
		if t.Failed() && i > 20 {
			break
		}
	}
	t.Log(count)
	if count["loops"] > 3+*boundedCount/100 {
		t.Errorf("%d are wrong because of loops", count["loops"])
	}
	if count["kept holds"] < *boundedCount/16 || count["broken violated"] < *boundedCount/8 {
		t.Errorf("%v: the test is no good", count)
	}
}

// showsBroken reports whether one of the inputs that break a limit has the values that are shown, or was not run: with limits that change.
func showsBroken(values string, broken []boundedInput) bool {
	var limits []string
	for _, m := range boundedValue.FindAllStringSubmatch(values, -1) {
		if n, err := strconv.Atoi(m[2]); m[1] == "quota" && err == nil {
			if limits = append(limits, m[2]); !slices.Contains(quotas, n) || m[2] != limits[0] {
				return true
			}
		}
	}
	for _, in := range broken {
		fits := true
		for _, m := range boundedValue.FindAllStringSubmatch(values, -1) {
			switch m[1] {
			case "A":
				fits = fits && strconv.Itoa(int(in.A)) == m[2]
			case "C":
				fits = fits && strconv.FormatBool(in.C) == m[2]
			case "quota":
				fits = fits && strconv.Itoa(int(in.Q)) == m[2]
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// runBounded runs a program and returns what each of its functions does.
func runBounded(t *testing.T, text string) (out []did) {
	t.Helper()
	if err := json.Unmarshal([]byte(runText(t, text)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// runText runs a program and returns what it prints.
func runText(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", file)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

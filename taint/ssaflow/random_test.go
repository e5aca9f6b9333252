package ssaflow

// This file writes random programs for the soundness test. Their strings carry
// what they come from: source(7) returns "<7>", and no operation takes text away.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// prelude is what the programs share.
const prelude = `package main

import "os"

type N struct {
	a, b string
	p    *N
	v    V
	m    map[string]string
	l    []*N
	f    func(string) string
	i    any
	c    chan string
	r    *string
	d    D
	w    []string
}

type V struct{ x, y string }

// The same structure as V.
type W struct{ x, y string }
type P = struct{ x, y string }

// More fields of fields than are kept apart.
type D struct {
	s string
	e struct{ g G }
}
type G struct{ h H }
type H struct {
	s string
	v V
	p *N
}

// Box is generic.
type Box[T any] struct {
	t T
	s string
}

func box[T any](t T, s string) *Box[T]    { return &Box[T]{t, s} }
func rebox[T any](b *Box[T], s string)    { b.s, b.t = s, box(b.t, s).t }
func boxed(v V, s string) string          { b := box(v, s); rebox(b, v.x); return b.t.y + b.s }
func boxedPtr(p *N, s string) *N          { b := box(p, s); b.t.b = b.s; return box(*b.t, s).t.p }
func swapped(v V) V                       { w := W(v); w.x, w.y = w.y, w.x; return V(P(w)) }
func (w *W) set(s string)                 { w.x = s }
func plain(v *V) *P                       { return (*P)(v) }

func setR(p *N, s string) {
	if p.r != nil {
		*p.r = s
	}
}

func getR(p *N) string {
	if p.r == nil {
		return ""
	}
	return *p.r
}

type I interface{ get(string) string }

func (v V) get(s string) string  { return v.x }
func (n *N) get(s string) string { n.b = s; return n.a }

func source(n int) string {
	return "<" + string(rune('0'+n/1000)) + string(rune('0'+n/100%10)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10)) + ">"
}

func sink(n int, s string) { os.Stdout.WriteString(source(n) + "=" + s + "\n") }

func nn(p *N) *N {
	if p == nil {
		return &N{m: map[string]string{}, c: make(chan string, 1000)}
	}
	return p
}

func call(f func(string) string, s string) string {
	if f == nil || nested > 20 {
		return ""
	}
	nested++
	defer func() { nested-- }()
	return f(s)
}

var nested int

func first(l []*N) *N {
	if len(l) == 0 {
		return nn(nil)
	}
	return nn(l[0])
}

func str(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case *N:
		return nn(v).a
	case I:
		return v.get("")
	}
	return ""
}

// The engine does not see what these do.
func outer(i I, s string) string { return short(i.get(s)) } // outside
func later(f func(string) string, i I, s string) any { return &N{a: call(f, s), f: i.get, i: i} } // outside
func shown(v any) string { if v, ok := v.(interface{ String() string }); ok { return v.String() }; return "" } // outside

func (v V) String() string { return v.y }

func headOf(l []string) string {
	if len(l) == 0 {
		return ""
	}
	return l[0]
}

func tailOf(l []string) []string {
	if len(l) == 0 {
		return nil
	}
	return l[1:]
}

func wordsOf(l []string) (s string) {
	for _, word := range l {
		s = short(s + word)
	}
	return s
}

func wordAt(l []string, n int) string {
	if n >= len(l) {
		return ""
	}
	return l[n]
}

func setWord(l []string, n int, s string) {
	if n < len(l) {
		l[n] = s
	}
}

func lineOf(first string, rest ...string) []string { return append([]string{first}, rest...) }

func few(l []string) []string {
	if len(l) > 20 {
		return nil
	}
	return l
}

func put(n *N, s string) {
	if n.m == nil {
		n.m = map[string]string{}
	}
	n.m[s] = s
}

func putA(n *N, s string) {
	if n.m == nil {
		n.m = map[string]string{}
	}
	n.m["a"] = s
}

func putB(n *N, s string) {
	n.m = map[string]string{"b": s}
}

func all(m map[string]string) (s string) {
	for k, v := range m {
		if len(s) < 1000 {
			s += k + v
		}
	}
	return s
}

func send(c chan string, s string) {
	select {
	case c <- s:
	default:
	}
}

func recv(c chan string) string {
	select {
	case s := <-c:
		return s
	default:
		return ""
	}
}

func short(s string) string {
	if len(s) > 500 {
		return ""
	}
	return s
}

var toggle int

func yes() bool { toggle++; return toggle%3 != 0 }

func safe(f func()) {
	defer func() { recover() }()
	f()
}
`

// A writer writes one random program.
type writer struct {
	*rand.Rand
	strings.Builder
	sources, sinks int // numbered through all programs of a run
	prog           int
	funcs          int // already written, which may be called
	names          int
	vars           map[string][]string // names in scope by type
	depth          int
	tells          bool // branches depend on data
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// pick returns a variable of a type, or its zero value.
func (w *writer) pick(t string) string {
	if vs := w.vars[t]; len(vs) > 0 {
		return vs[w.IntN(len(vs))]
	}
	return map[string]string{"string": `""`, "*N": "nn(nil)", "V": "V{}", "func": "(func(string) string)(nil)", "any": "any(nil)"}[t]
}

func (w *writer) str(depth int) string {
	if depth <= 0 {
		return w.pick("string")
	}
	p := func() string { return "nn(" + w.ptr(depth-1) + ")" }
	switch w.IntN(28) {
	case 24:
		return "headOf(" + w.list(depth-1) + ")"
	case 25:
		return w.one("wordAt("+w.list(depth-1)+", "+w.one("0", "1", "toggle%3")+")", "wordsOf("+w.list(depth-1)+")")
	case 19:
		return "getR(" + p() + ")"
	case 20:
		return p() + "." + w.one("d.s", "d.e.g.h.s", "d.e.g.h.v.x")
	case 21:
		return "boxed(" + w.pick("V") + ", " + w.str(depth-1) + ")"
	case 22:
		return "plain(&" + p() + ".v)." + w.one("x", "y")
	case 23:
		return "swapped(" + w.pick("V") + ")." + w.one("x", "y")
	case 16:
		return "outer(" + w.one("nn("+w.ptr(depth-1)+")", w.pick("V")) + ", " + w.str(depth-1) + ")"
	case 17:
		return "str(later(" + w.fun(depth-1) + ", nn(" + w.ptr(depth-1) + "), " + w.str(depth-1) + "))"
	case 18:
		return "shown(" + w.any(depth-1) + ")"
	case 0, 1, 15:
		w.sources++
		return fmt.Sprintf("source(%d)", w.sources)
	case 2:
		return w.str(depth-1) + "+" + w.str(depth-1)
	case 3:
		return p() + ".a"
	case 4:
		return p() + ".v.x"
	case 5:
		return w.pick("V") + ".y"
	case 6:
		return w.one("all("+p()+".m)", p()+`.m["a"]`, p()+`.m["b"]`)
	case 7:
		return "call(" + w.fun(depth-1) + ", " + w.str(depth-1) + ")"
	case 8:
		return "str(" + w.any(depth-1) + ")"
	case 9:
		return "recv(" + p() + ".c)"
	case 10:
		if w.funcs > 0 {
			return fmt.Sprintf("p%df%d(%s, %s, %s, %s)", w.prog, w.IntN(w.funcs), w.str(depth-1), w.ptr(depth-1), w.pick("V"), w.fun(depth-1))
		}
	case 11:
		return fmt.Sprintf("gs%d", w.prog)
	case 12:
		return p() + ".get(" + w.str(depth-1) + ")"
	}
	return w.pick("string")
}

// list returns a list of strings.
func (w *writer) list(depth int) string {
	p := "nn(" + w.ptr(depth-1) + ")"
	switch w.IntN(6) {
	case 0:
		return "tailOf(" + p + ".w)"
	case 1:
		return "[]string{short(" + w.str(depth-1) + "), short(" + w.str(depth-1) + ")}"
	case 2:
		return "lineOf(short(" + w.str(depth-1) + "), few(" + p + ".w)...)"
	}
	return p + ".w"
}

func (w *writer) ptr(depth int) string {
	if depth <= 0 {
		return w.pick("*N")
	}
	switch w.IntN(10) {
	case 4:
		return "boxedPtr(nn(" + w.ptr(depth-1) + "), " + w.str(depth-1) + ")"
	case 5:
		return "nn(" + w.ptr(depth-1) + ").d.e.g.h.p"
	case 0:
		return fmt.Sprintf("&N{a: %s, p: %s, v: %s}", w.str(depth-1), w.ptr(depth-1), w.pick("V"))
	case 1:
		return "nn(" + w.ptr(depth-1) + ").p"
	case 2:
		return "first(nn(" + w.ptr(depth-1) + ").l)"
	case 3:
		return fmt.Sprintf("gn%d", w.prog)
	}
	return w.pick("*N")
}

func (w *writer) fun(depth int) string {
	if depth <= 0 {
		return w.pick("func")
	}
	switch w.IntN(6) {
	case 0:
		return "nn(" + w.ptr(depth-1) + ").f"
	case 1:
		return "nn(" + w.ptr(depth-1) + ").get"
	case 2:
		return w.pick("V") + ".get"
	case 3:
		v := w.name()
		body := w.block(map[string]string{v: "string"}, 2)
		ret := w.within(map[string]string{v: "string"}, func() string { return w.str(1) })
		return fmt.Sprintf("func(%s string) string {\n%s\nreturn short(%s)\n}", v, body, ret)
	}
	return w.pick("func")
}

func (w *writer) any(depth int) string {
	switch w.IntN(6) {
	case 0:
		return "any(" + w.str(depth) + ")"
	case 1:
		return "any(nn(" + w.ptr(depth) + "))"
	case 2:
		return "any(" + w.pick("V") + ")"
	case 3:
		return "nn(" + w.ptr(depth) + ").i"
	}
	return w.pick("any")
}

func (w *writer) name() string { w.names++; return fmt.Sprintf("x%d", w.names) }

// within returns what f returns with more variables in scope.
func (w *writer) within(vars map[string]string, f func() string) string {
	saved := w.vars
	w.vars = make(map[string][]string)
	for t, names := range saved {
		w.vars[t] = append([]string{}, names...)
	}
	for _, name := range sortedKeys(vars) {
		w.vars[vars[name]] = append(w.vars[vars[name]], name)
	}
	out := f()
	w.vars = saved
	return out
}

// block returns n random statements.
func (w *writer) block(vars map[string]string, n int) string {
	w.depth++
	defer func() { w.depth-- }()
	return w.within(vars, func() string {
		var lines []string
		for range n {
			lines = append(lines, w.statement())
		}
		return strings.Join(lines, "\n")
	})
}

func (w *writer) declare(t, value string) string {
	v := w.name()
	typ := map[string]string{"func": "func(string) string"}[t]
	if typ == "" {
		typ = t
	}
	out := fmt.Sprintf("var %s %s = %s\n_ = %s", v, typ, value, v)
	w.vars[t] = append(w.vars[t], v)
	return out
}

func (w *writer) statement() string {
	if w.depth > 3 {
		return fmt.Sprintf("gs%d = short(%s)", w.prog, w.str(1))
	}
	p := "nn(" + w.ptr(1) + ")"
	switch w.IntN(37) {
	case 32:
		return p + ".w = " + w.list(2)
	case 33:
		v := w.name()
		return fmt.Sprintf("%s := %s\n%s.w = append(few(%s.w), short(%s))", v, p, v, v, w.str(2))
	case 34:
		v := w.name()
		return fmt.Sprintf("if %s := %s; len(%s.w) > 1 {\n%s.w[%s] = short(%s)\n}", v, p, v, v, w.one("0", "1", "len("+v+".w)-1"), w.str(2))
	case 35:
		return "setWord(" + p + ".w, " + w.one("0", "1", "toggle%3") + ", short(" + w.str(2) + "))"
	case 36:
		return "copy(" + p + ".w, " + w.list(2) + ")"
	case 25:
		return p + ".r = &nn(" + w.ptr(1) + ")." + w.one("a", "b", "v.x", "d.s", "d.e.g.h.s")
	case 26:
		return "setR(" + p + ", short(" + w.str(2) + "))"
	case 27:
		return p + "." + w.one("d.s", "d.e.g.h.s", "d.e.g.h.v.x") + " = short(" + w.str(2) + ")"
	case 28:
		return "(*W)(&" + p + ".v).set(short(" + w.str(2) + "))"
	case 29:
		return "plain(&" + p + ".v)." + w.one("x", "y") + " = short(" + w.str(2) + ")"
	case 30:
		return p + ".d.e.g.h.p = " + w.ptr(1)
	case 31:
		return p + ".d = nn(" + w.ptr(1) + ").d"
	case 0:
		return w.declare("string", "short("+w.str(2)+")")
	case 1:
		return w.declare("*N", w.ptr(2))
	case 2:
		return w.declare("V", fmt.Sprintf("V{%s, %s}", w.str(1), w.str(1)))
	case 3:
		return w.declare("func", w.fun(2))
	case 4:
		return w.declare("any", w.any(1))
	case 5:
		return w.pick2("string", "short("+w.str(2)+")")
	case 6:
		return w.pick2("*N", w.ptr(2))
	case 7:
		return p + ".a = short(" + w.str(2) + ")"
	case 8:
		return p + ".p = " + w.ptr(1)
	case 9:
		return p + ".v = " + w.pick("V")
	case 10:
		s := "short(" + w.str(1) + ")"
		return w.one("put("+p+", "+s+")", "putA("+p+", "+s+")", "putB("+p+", "+s+")")
	case 11:
		v := w.name()
		return fmt.Sprintf("%s := %s\n%s.l = append(%s.l, %s)", v, p, v, v, w.ptr(1))
	case 12:
		return p + ".f = " + w.fun(2)
	case 13:
		return p + ".i = " + w.any(1)
	case 14:
		return "send(" + p + ".c, short(" + w.str(1) + "))"
	case 15:
		return "if " + w.condition() + " {\n" + w.block(nil, 2) + "\n} else {\n" + w.block(nil, 2) + "\n}"
	case 16:
		return "for range 2 {\n" + w.block(nil, 3) + "\n}"
	case 17:
		if w.IntN(2) == 0 {
			return "*" + p + " = *nn(" + w.ptr(1) + ")"
		}
		return "defer func() {\n" + w.block(nil, 2) + "\n}()"
	case 18:
		return fmt.Sprintf("gn%d = %s", w.prog, w.ptr(1))
	}
	w.sinks++
	return fmt.Sprintf("sink(%d, %s)", w.sinks, w.str(2))
}

// condition returns what decides about a branch.
func (w *writer) condition() string {
	if !w.tells {
		return "yes()"
	}
	return "(" + w.one(w.str(1)+" == "+w.str(1), "len("+w.str(1)+")%2 == 0", w.str(1)+` > "b"`) + ")"
}

// one returns one of some texts.
func (w *writer) one(texts ...string) string { return texts[w.IntN(len(texts))] }

// pick2 assigns to a variable of a type, if there is one.
func (w *writer) pick2(t, value string) string {
	if len(w.vars[t]) == 0 {
		return "_ = " + value
	}
	return w.pick(t) + " = " + value
}

// program writes the functions of one program; the last one runs it.
func (w *writer) program(n int) {
	w.prog, w.funcs = n, 0
	w.line("var gs%d string\nvar gn%d = nn(nil)", n, n)
	for w.funcs < 3 {
		w.vars = map[string][]string{"string": {"s"}, "*N": {"p"}, "V": {"v"}, "func": {"f"}}
		body := w.block(nil, 12)
		w.line("func p%df%d(s string, p *N, v V, f func(string) string) string {\n%s\nreturn short(%s)\n}", n, w.funcs, body, "s+nn(p).a")
		w.funcs++
	}
	w.vars = map[string][]string{}
	var calls []string
	for f := range w.funcs {
		calls = append(calls, fmt.Sprintf("p%df%d(%s, %s, %s, %s)", n, f, w.str(2), w.ptr(2), w.pick("V"), w.fun(2)))
	}
	w.line("func p%d() {\nnested = 0\n%s\n%s\n%s\n}", n, w.block(nil, 8), strings.Join(calls, "\n"), w.block(nil, 8))
}

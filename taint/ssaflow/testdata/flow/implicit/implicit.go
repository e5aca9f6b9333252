// Package t tells data by control only. It is analysed with Input.Implicit.
package t

import "strings"

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }

func branch() {
	leaked, other := "no", "no"
	s := source() // @Source(b)
	if s == "yes" {
		leaked = "yes"
	}
	sink(leaked) // @Sink(b)
	sink(other)
	if strings.HasPrefix(s, "y") {
		sink("yes") // @Sink(b)
	}
	sink("in any case")
}

func told() {
	s := source()                        // @Source(t)
	sink(len(s), s == "x")               // @Sink(t)
	sink(strings.Contains(s, "x"))       // @Sink(t)
	sink([]string{"a", "b"}[len(s)])     // @Sink(t)
	sink(map[string]string{"a": "b"}[s]) // @Sink(t)
	_, ok := map[string]string{"a": "b"}[s]
	sink(ok) // @Sink(t)
	sink(clean(s) == "")
}

func loops() {
	s := source() // @Source(l)
	n := 0
	for range s {
		n++
	}
	sink(n) // @Sink(l)
	k := 0
	for i := 0; i < len(s); i++ {
		k = 1
	}
	sink(k) // @Sink(l)
	for i := 0; i < 3; i++ {
		k = 2
	}
	sink("after")
}

func early() {
	s := source() // @Source(e)
	if s == "" {
		return
	}
	sink("not empty") // @Sink(e)
}

type flag struct{ set, other bool }

func (f *flag) mark()     { f.set = true }
func (f *flag) get() bool { return f.set }

func called() {
	var f, g flag
	if source() == "" { // @Source(c)
		f.mark()
		done = true
	}
	g.mark()
	sink(f.get()) // @Sink(c)
	sink(f.other)
	sink(g.set)
	sink(done) // @Sink(c)
}

var done bool

func is(s string) bool {
	switch s {
	case "a", "b":
		return true
	}
	return false
}

func returned() {
	sink(is(source())) // @Source(r) @Sink(r)
	sink(is("a"))
}

func stored(m map[string]int, c chan bool) {
	var b strings.Builder
	list := []int{}
	if source() == "" { // @Source(s)
		m["a"] = 1
		c <- true
		b.WriteString("x")
		list = append(list, 1)
	}
	sink(m["a"])        // @Sink(s)
	sink(<-c)           // @Sink(s)
	sink(b.String())    // @Sink(s)
	sink(len(list))     // @Sink(s)
	delete(m, secret()) // @Source(d)
	sink(len(m))        // @Sink(s) @Sink(d)
}

func chosen() {
	f := func() string { return "f" }
	if source() == "" { // @Source(f)
		f = func() string { return "g" }
	}
	sink(f()) // @Sink(f)
	var x, y flag
	p := &x
	if source() == "" { // @Source(p)
		p = &y
	}
	p.set = true
	sink(x.set) // @Sink(p)
}

func handed(f func(func())) {
	n := 0
	if source() == "" { // @Source(h)
		f(func() { n = 1 })
	}
	sink(n) // @Sink(h)
}

func nested(a, b string) {
	n := 0
	if source() == "" { // @Source(n)
		if b == "" {
			n = 1
		}
	}
	sink(n) // @Sink(n)
}

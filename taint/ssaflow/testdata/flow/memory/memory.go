// Package t reads memory that it has overwritten, looked at or cleaned before.
package t

import "strings"

func source() string       { return "s" }
func secret() string       { return "x" }
func sink(args ...any)     {}
func valid(s string) bool  { return s != "" }
func check(s string) error { return nil }
func scrub(s *in)          {}
func unknown(p any)
func outside()

type in struct{ a, b string }
type out struct {
	in in
	p  *in
	m  map[string]string
}

var kept *in

// What was stored last is what is read.
func overwritten(x *in, c bool) {
	x.a = source() // @Source(o)
	sink(x.a)      // @Sink(o)
	x.a = "ok"
	sink(x.a)
	sink(x)              // @Sink(o) who reads all of it may read what was there before
	v := in{a: source()} // @Source(v)
	v = in{b: "ok"}
	sink(v.a, v)
	v.b = source() // @Source(w)
	sink(v.a)
	sink(v.b, v) // @Sink(w)
	v.b = strings.ToUpper("ok")
	sink(v)
	if c {
		v.a = source() // @Source(if)
	}
	sink(v.a) // @Sink(if)
}

// Somebody else may write in between, or not.
func between(x, y *in) {
	x.a = "ok"
	y.a = source() // @Source(alias) x is y in one call
	sink(x.a)      // @Sink(alias)
	x.a = source() // @Source(call)
	x.a = "ok"
	sink(len(strings.ToUpper(y.b)))
	sink(x.a)
	x.b = source() // @Source(own)
	y.a = "ok"
	sink(x.b) // @Sink(own)
}

func aliases(v *in) { between(v, v) }

func global(x *in) {
	kept = x
	x.b = "ok"
	fill()
	sink(x.b) // @Sink(fill)
}

func fill() { kept.b = source() } // @Source(fill)

func loops(x *in) {
	for range 3 {
		sink(x.a) // @Sink(loop) in the next round
		x.a = "ok"
		sink(x.a)
		x.a = source() // @Source(loop)
	}
	var v in
	for range 3 {
		v.a = "ok"
		for range 3 {
			sink(v.a)      // @Sink(inner)
			v.a = source() // @Source(inner)
		}
	}
}

func captured() {
	s := source() // @Source(cap)
	func() { s = "ok" }()
	sink(s) // @Sink(cap) the closure may run or not, for all that is known
	s = "ok"
	sink(s)
	set := func() { s = source() } // @Source(set)
	s = "ok"
	set()
	sink(s) // @Sink(cap) @Sink(set)
}

func named() (s string) {
	defer func() { sink(s) }() // @Sink(named)
	s = source()               // @Source(named)
	if s == "" {
		s = "ok"
		return s
	}
	return s
}

// A check counts for all that read the same.
func checked(o *out, list []string, i int) {
	o.in.a = source() // @Source(f)
	if !valid(o.in.a) {
		return
	}
	sink(o.in.a)
	before := o.in.a
	sink(before)
	outside()
	sink(o.in.a) // @Sink(f) it may be another by now
	sink(before)
	o.p.a = source() // @Source(deep)
	x := o.p.a
	if valid(o.p.a) {
		sink(o.p.a, x)
		o.p = &in{a: secret()} // @Source(other)
		sink(o.p.a)            // @Sink(deep) @Sink(other)
	}
	list[i] = source() // @Source(list)
	if valid(list[i]) {
		sink(list[i])
		sink(list[i+1]) // @Sink(list)
		list[0] = ""
		sink(list[i]) // @Sink(list)
	}
	k := list[0]
	o.m[k] = source() // @Source(map)
	if valid(o.m[k]) {
		sink(o.m[k])
		o.m["x"] = ""
		sink(o.m[k]) // @Sink(map)
	}
}

func whole(v in) {
	v.a = source() // @Source(whole)
	w := &v
	if check(w.a) == nil {
		sink(w.a, v.a)
		w.a = source() // @Source(again)
		sink(v.a)      // @Sink(again)
	}
}

func repeated(o *in) {
	o.a = source() // @Source(rep)
	if !valid(o.a) {
		return
	}
	for range 3 {
		sink(o.a) // @Sink(rep) the next one has not been looked at
		outside()
	}
}

// What is cleaned where it is.
func scrubbed(x *in, c bool) {
	x.a = source() // @Source(s)
	if c {
		sink(x)   // @Sink(s)
		sink(x.a) // @Sink(s)
	}
	scrub(x)
	sink(x)
	sink(x.a)
	x.b = secret() // @Source(sec)
	sink(x)        // @Sink(sec) @Sink(s) it has been written to since
	sink(x.a)
	v := in{a: source()} // @Source(val)
	scrub(&v)
	sink(v)
	unknown(&v)
	sink(v)              // @Sink(val)
	w := in{a: source()} // @Source(maybe)
	if c {
		scrub(&w)
	}
	sink(w) // @Sink(maybe)
}

// What a reference refers to is another matter.
func references(x *in, list []string) {
	list[0] = source() // @Source(ref)
	if !validList(list) {
		return
	}
	sink(list)
	defer sink(list)   // @Sink(ref) @Sink(ref2)
	list[0] = source() // @Source(ref2)
	sink(list)         // @Sink(ref) @Sink(ref2)
	x.a = source()     // @Source(later)
	scrub(x)
	defer sink(x)  // @Sink(later) @Sink(later2)
	x.a = source() // @Source(later2)
}

func validList(list []string) bool { return list != nil }

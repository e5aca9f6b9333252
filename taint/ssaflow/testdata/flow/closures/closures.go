package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func captured() {
	x := "a"
	get := func() string { return x }
	sink(get())
	x = source() // @Source(cap)
	sink(get())  // @Sink(cap)
}

func sets() {
	var x, y string
	set := func() { x = source() } // @Source(set)
	sink(x)
	set()
	sink(x) // @Sink(set)
	sink(y)
}

func returned(s string) func(string) string { return func(t string) string { return s + t } }

func uses() {
	f := returned(source()) // @Source(ret)
	g := returned("ok")
	sink(f("")) // @Sink(ret)
	sink(g(""))
	sink(g(source())) // @Source(arg) @Sink(arg)
}

func apply(f func(string) string, s string) string { return f(s) }

func id(s string) string { return s }

func zero(string) string { return "" }

func higher() {
	sink(apply(id, source())) // @Source(id) @Sink(id)
	sink(apply(zero, source()))
	sink(apply(func(s string) string { sink(s); return "" }, source())) // @Source(inner) @Sink(inner)
}

type m struct{ s string }

func (v *m) put(s string) { v.s = s }
func (v m) get() string   { return v.s }

func methods() {
	v := &m{}
	put := v.put
	put(source()) // @Source(mv)
	get := v.get
	sink(get()) // @Sink(mv)
	w := &m{}
	(*m).put(w, source()) // @Source(me)
	sink(m.get(*w))       // @Sink(me)
}

var table = map[string]func(string){"sink": func(s string) { sink(s) }} // @Sink(tab)

func dispatch(name string) { table[name](source()) } // @Source(tab)

func ranged() {
	for s := range seq(source()) { // @Source(seq)
		sink(s) // @Sink(seq)
	}
}

func seq(s string) func(func(string) bool) {
	return func(yield func(string) bool) { yield(s) }
}

// Nobody here calls what these leave to their callers.
func Returned() func() {
	s := source()             // @Source(left)
	return func() { sink(s) } // @Sink(left)
}

func Nested(s string) func() func(string) string {
	t := source() // @Source(nest)
	return func() func(string) string {
		return func(u string) string { sink(u, t); return source() } // @Sink(nest)
	}
}

type router struct {
	routes map[string]func(string) string
}

func Register(r *router) {
	s := secret()                                                   // @Source(reg)
	r.routes["/"] = func(q string) string { sink(s, q); return "" } // @Sink(reg)
	r.routes["/x"] = func(q string) string { return source() }      // never sunk
}

var Hook func()

func install() {
	s := secret()             // @Source(hook)
	Hook = func() { sink(s) } // @Sink(hook)
}

// Functions of callers that unknown code gets.
func unknown(f func(string) string) string
func lend(f func(string) string) string { return unknown(f) }

func lent() {
	s := source()                                                // @Source(lent)
	sink(lend(func(string) string { sink(s); return source() })) // @Sink(lent) @Source(lent2) @Sink(lent2)
}

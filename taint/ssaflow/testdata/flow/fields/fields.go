package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

type in struct{ a, b string }
type out struct {
	in  in
	p   *in
	arr [2]in
}

func fields() {
	x := in{a: source()} // @Source(f)
	sink(x.a)            // @Sink(f)
	sink(x.b)
	o := out{in: x, p: &in{b: source()}} // @Source(g)
	sink(o.in.a)                         // @Sink(f)
	sink(o.in.b)
	sink(o.p.a)
	sink(o.p.b) // @Sink(g)
	sink(o)     // @Sink(f) @Sink(g)
	q := o
	q.in.a = "x"
	sink(q.p.b) // @Sink(g)
	sink(q.in.b)
}

func set(i *in, s string) { i.a = s }

func (i *in) get() string { return i.a }

func calls() {
	x, y := &in{}, &in{}
	sink(x.a)
	set(x, source())   // @Source(c)
	sink(x.a, x.get()) // @Sink(c)
	sink(y.a, y.get(), x.b)
}

func alias() {
	x := &in{}
	y := x
	s := &y.b
	x.b = source() // @Source(al)
	sink(y.b)      // @Sink(al)
	sink(*s)       // @Sink(al)
	sink(y.a)
}

func swap(p, q *in) {
	p.a = source() // @Source(sw)
	sink(q.a)      // @Sink(sw)
}

func aliased() {
	x := &in{}
	swap(x, x)
}

func notAliased() {
	swap(&in{}, &in{})
}

type list struct {
	next *list
	val  string
}

func recursive() {
	l := &list{val: source()} // @Source(list)
	for range 3 {
		l = &list{next: l}
	}
	sink(last(l)) // @Sink(list)
}

func last(l *list) string {
	if l.next == nil {
		return l.val
	}
	return last(l.next)
}

func (o out) byValue() string { return o.in.a + o.in.b }

func value() {
	o := out{}
	o.in.b = source() // @Source(val)
	sink(o.byValue()) // @Sink(val)
	sink(out{}.byValue())
}

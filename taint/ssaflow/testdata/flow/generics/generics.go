package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func id[T any](v T) T { return v }

type pair[A, B any] struct {
	a A
	b B
}

func (p *pair[A, B]) set(a A) { p.a = a }

func mapped[T, U any](in []T, f func(T) U) (out []U) {
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func generics() {
	sink(id(source())) // @Source(id) @Sink(id)
	sink(id("ok"))
	p := &pair[string, int]{}
	p.set(source()) // @Source(set)
	sink(p.a)       // @Sink(set)
	sink(p.b)
	sink(mapped([]string{source()}, func(s string) string { return s + "!" })) // @Source(map) @Sink(map)
	sink(mapped([]string{"ok"}, func(s string) int { return len(s) }))
	q := id(pair[string, string]{b: source()}) // @Source(st)
	sink(q.b)                                  // @Sink(st)
}

type number interface{ ~int | ~int64 }

func sum[T number](vs ...T) (n T) {
	for _, v := range vs {
		n += v
	}
	return n
}

func numbers() { sink(sum(len(source()), 2)) }

func boxes[T any](v T) any { return v }

func unboxes() { sink(boxes(source()).(string)) } // @Source(box) @Sink(box)

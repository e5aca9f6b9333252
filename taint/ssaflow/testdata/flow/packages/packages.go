package t

import "t/lib"

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func across() {
	var b lib.Box
	b.Set(source())                   // @Source(a)
	sink(b.Get())                     // @Sink(a)
	sink(lib.Apply(source(), clean2)) // @Source(b) @Sink(b)
	sink(lib.Apply("ok", clean2))
	lib.Each([]string{source()}, func(s string) { sink(s) }) // @Source(c) @Sink(c)
	sink(lib.Counter()("x"))
	sink(lib.Last) // @Sink(g)
}

func clean2(s string) string { return s }

func keep() { lib.Keep(source()) } // @Source(g)

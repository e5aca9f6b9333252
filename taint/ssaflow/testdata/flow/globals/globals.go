package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

var g, other string

var pkg = struct{ m map[string]string }{map[string]string{}}

var initial = source() // @Source(init)

func writes() { g = source() } // @Source(g)

func reads() {
	sink(g) // @Sink(g)
	sink(other)
	sink(initial) // @Sink(init)
}

func fill() { pkg.m["a"] = source() } // @Source(m)

func drain() {
	sink(pkg.m["a"]) // @Sink(m)
	sink(pkg.m["b"])
}

// Each of several init functions counts, and what initialises the variables.

var first, second string

func init() { first = source() } // @Source(first)

func init() { second = source() } // @Source(second)

func afterInit() {
	sink(first)  // @Sink(first)
	sink(second) // @Sink(second)
}

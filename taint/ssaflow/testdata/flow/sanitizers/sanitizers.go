package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func sanitized() {
	s := source() // @Source(s)
	sink(clean(s))
	sink(s)               // @Sink(s)
	sink(clean(secret())) // @Source(sec) @Sink(sec)
	sink(wrapped(source()))
}

func wrapped(s string) string { return clean(s) }

func validated() {
	s := source() // @Source(v)
	if !valid(s) {
		sink(s) // @Sink(v)
		return
	}
	sink(s)
	t := source() // @Source(w)
	if err := check(t); err != nil {
		return
	}
	sink(t)
	if valid(t + s) {
	}
	u := source() // @Source(u)
	ok := valid(u)
	sink(u) // @Sink(u)
	if ok {
		sink(u)
	}
}

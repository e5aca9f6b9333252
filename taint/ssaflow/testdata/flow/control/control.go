package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func deferred() (s string) {
	x := "a"
	defer func() { sink(x) }() // @Sink(def)
	x = source()               // @Source(def)
	return ""
}

func results() (s string) {
	defer func() { s = source() }() // @Source(res)
	return ""
}

func usesResult() { sink(results()) } // @Sink(res)

func panics() {
	defer func() { sink(recover()) }() // @Sink(pan)
	panic(source())                    // @Source(pan)
}

func concurrent() {
	var x string
	done := make(chan bool)
	go func() {
		x = source() // @Source(con)
		done <- true
	}()
	<-done
	sink(x) // @Sink(con)
}

func two() (string, string, error) { return source(), "", nil } // @Source(two)

func tuple() {
	a, b, err := two()
	sink(a) // @Sink(two)
	sink(b, err)
}

func variadic(args ...string) string { return args[len(args)-1] }

func many() {
	sink(variadic("a", source())) // @Source(many) @Sink(many)
	sink(variadic("a"))
}

func even(s string, n int) string {
	if n == 0 {
		return s
	}
	return odd(s, n-1)
}

func odd(s string, n int) string { return even(s+"x", n-1) }

func mutual() { sink(even(source(), 4)) } // @Source(mut) @Sink(mut)

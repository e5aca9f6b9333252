package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func assign() {
	a := source() // @Source(a)
	b := a
	sink(b) // @Sink(a)
	c := "c"
	sink(c)
	c += b
	sink(c) // @Sink(a)
	sink(len(a), a == b)
}

func branches(yes bool) {
	x := ""
	if yes {
		x = source() // @Source(br)
	} else {
		sink(x)
	}
	sink(x) // @Sink(br)
	x = "done"
	sink(x)
}

func loop() {
	var x, y string
	for range 3 {
		sink(y) // @Sink(loop)
		y = x
		x = source() // @Source(loop)
	}
}

func bytes() {
	b := []byte(source()) // @Source(bytes)
	sink(string(b[1:]))   // @Sink(bytes)
	for _, r := range string(b) {
		sink(r) // @Sink(bytes)
	}
}

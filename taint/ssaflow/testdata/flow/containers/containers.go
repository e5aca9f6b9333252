package t

func source() string        { return "s" }
func secret() string        { return "x" }
func sink(args ...any)      {}
func clean(s string) string { return s }
func valid(s string) bool   { return s != "" }
func check(s string) error  { return nil }

func slices() {
	var s []string
	sink(s)
	s = append(s, source()) // @Source(ap)
	sink(s[0])              // @Sink(ap)
	t := make([]string, 2)
	copy(t, s)
	sink(t[1:][0]) // @Sink(ap)
	u := append([]string{}, t...)
	for _, v := range u {
		sink(v) // @Sink(ap)
	}
}

func maps() {
	m := map[string]string{}
	m["k"] = source() // @Source(mv)
	m[source()] = "v" // @Source(mk)
	for k, v := range m {
		sink(k) // @Sink(mk)
		sink(v) // @Sink(mv)
	}
	if v, ok := m["x"]; ok {
		sink(v) // @Sink(mv)
		sink(ok)
	}
}

func channels() {
	c := make(chan string, 1)
	c <- source() // @Source(ch)
	sink(<-c)     // @Sink(ch)
	d := make(chan string)
	go func() { sink(<-d) }() // @Sink(go)
	d <- source()             // @Source(go)
	e := make(chan string)
	select {
	case v, ok := <-e:
		sink(v) // @Sink(sel)
		sink(ok)
	case e <- source(): // @Source(sel)
	}
	sink(<-e) // @Sink(sel)
}

func started() chan string {
	c := make(chan string)
	go func() {
		for s := range c {
			sink(s) // @Sink(started)
		}
	}()
	return c
}

func sends() { started() <- source() } // @Source(started)

func arrays() {
	var a [2]string
	a[0] = source() // @Source(arr)
	b := a
	sink(b[1]) // @Sink(arr)
}

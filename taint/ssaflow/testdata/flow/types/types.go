package t

func sink(args ...any) {}

type Args struct{ Path, Mode string }

func handler(a Args, n int) { // @Source(a)
	sink(a.Path) // @Sink(a)
	sink(n)
}

func pointer(a *Args) { // @Source(p)
	sink(a.Mode) // @Sink(p)
}

func made() {
	a := Args{Path: "x"} // @Source(m)
	sink(a.Mode)         // @Sink(m)
}

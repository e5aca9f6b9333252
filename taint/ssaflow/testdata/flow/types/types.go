package t

import "encoding/json"

func source() string   { return "s" }
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

func zero() { sink(Args{}) } // @Source(z) @Sink(z)

// What values of the type are part of.
type wrapper struct {
	n    int
	list []map[string]*Args
}

func inside(w *wrapper, all chan [2]Args) { // @Source(i)
	sink(w.n)
	sink(w.list)              // @Sink(i)
	sink(w.list[0]["x"].Mode) // @Sink(i)
	for each := range all {   // @Source(each)
		sink(each[1].Path) // @Sink(i, each)
	}
}

// Code that is not known.
type maker interface{ make() (Args, error) }

func outside(m maker, f func() *Args) {
	a, err := m.make() // @Source(o)
	sink(a)            // @Sink(o)
	sink(err)
	sink(f().Path) // @Source(f) @Sink(f)
}

func asserted(v, w, x any) {
	a := v.(Args)               // @Source(as)
	sink(a.Path, v)             // @Sink(as)
	if b, ok := w.(*Args); ok { // @Source(ok)
		sink(b) // @Sink(ok)
		sink(w) // @Sink(ok)
	} else {
		sink(w, b)
	}
	_, _ = x.(Args)
	sink(x)
}

type other struct{ Path, Mode string }

func converted(o other) {
	sink(o)
	sink(Args(o)) // @Source(cv) @Sink(cv)
}

var kept []Args

func global() { sink(kept) } // @Source(g) @Sink(g)

// Tagged fields, where Go code reads them and where other code may.
type page struct {
	URL  string
	Text string `source:"untrusted"`
	next *page
}

func tagged(p page) {
	sink(p.URL)
	sink(p.Text)               // @Source(t) @Sink(t)
	data, _ := json.Marshal(p) // @Source(j)
	sink(data)                 // @Sink(j)
	q := &p
	sink(q.URL)
	sink(q) // @Source(q) @Sink(q)
	sink(q.URL)
	pages := []*page{q}
	sink(pages) // @Source(l) @Sink(l)
	sink(len(pages), pages[0].URL)
	sink(unread(p)) // @Source(u) @Sink(u)
	sink(unread2(p.URL), read(p))
	sink(generic(p)) // @Source(gen) @Sink(u,gen)
}

func unread(p page) string
func unread2(s string) string
func read(p page) string { return p.URL }

func generic[T any](v T) string {
	data, _ := json.Marshal(v)
	return string(data)
}

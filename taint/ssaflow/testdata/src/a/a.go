// Package a sees c through b only.
package a

import "b"

func values() {
	b.Sink(b.New(b.Source()).Get()) // want `a.go:7:23`
	b.Sink(b.New("ok").Get())
	b.Sink(b.Keep(b.Source())()) // want `a.go:9:24`
	b.Sink(b.Keep("ok")())
	b.Sink(b.Hidden()(b.Source())) // want `a.go:11:28`
	b.Sink(b.Zero(b.Source()))
}

func fields() {
	p := &b.Pair{}
	p.Set(b.Source())
	b.Sink(p.X) // want `a.go:17:16`
	b.Sink(p.Y)
	b.Show(p.X) // want `a.go:17:16 reaches b.go:18:27`
}

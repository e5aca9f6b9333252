// Package b stands between a and c.
package b

import "c"

func New(s string) c.Getter { return c.New(s) }

func Keep(s string) func() string { return c.Keep(s) }

func Hidden() func(string) string { return c.Hidden() }

func Zero(s string) string { return "" }

type Pair struct{ X, Y string }

func (p *Pair) Set(s string) { p.X = s }

func Show(s string) { Sink(s) }

func Sink(string) {}

func Source() string { return "" }
